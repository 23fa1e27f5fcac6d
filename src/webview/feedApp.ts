import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { sameQuery, type FeedQuery } from "../shared/feedQuery";
import { decodePageState, type EventPlace, type PageState, type ZoneChoice } from "../shared/pageState";
import type { CopyForm, EventRow, PanelState, View, ViewState } from "../shared/protocol";
import { placeOf } from "./activeRow";
import { columnWidths, type ColumnWidths } from "./columns";
import { ChartSource } from "./chartSource";
import { Arrivals } from "./arrivals";
import type { DetailsAction, DetailsPane } from "./detailsPane";
import type { EventGrid } from "./eventGrid";
import type { MenuChoice } from "./eventMenu";
import type { FilterBar, QueryChange } from "./filterBar";
import type { MenuPlace, ValueFilter } from "./gridControl";
import { maxSelected } from "./gridSelection";
import { FocusKeeper } from "./focusKeeper";
import { type HostEvent, HostLink, type VsCodeApi } from "./hostLink";
import { isNarrowed, listEnd, noRows, type WaysOut } from "./listStates";
import { OlderOnDemand } from "./olderOnDemand";
import { OpenEvent } from "./openEvent";
import { PageKeeper } from "./pageKeeper";
import { SizeWatch } from "./sizeWatch";
import { copiedText, lineOf } from "./text";
import { timeZoneOf } from "./times";
import { toolbar, type ToolbarActions } from "./toolbar";

/** Below this width details lie over the list. */
const narrowPx = 700;
/** Below this the filters stand folded behind one line. */
const compactPx = 520;
const usualDetailsPx = 380;
const minDetailsPx = 240;
const minListPx = 320;
/** How long a query is shown that the host has not taken up yet. */
const queryGraceMs = 5000;

/** The feed panel's page: holds what the host tells, hands it to its parts, and tells the host what the person does. */
@customElement("feed-app")
export class FeedApp extends LitElement {
  @state() private panel: PanelState | undefined;
  /** What was asked for and is not in the host's state yet. */
  @state() private pendingQuery: FeedQuery | undefined;
  /** What is to be looked at and is not in the host's state yet. */
  @state() private pendingView: ViewState | undefined;
  /** Of the match gone to last, from 1. */
  @state() private matchPlace: number | undefined;
  @state() private zone: ZoneChoice = "local";
  @state() private detailsWidth = usualDetailsPx;
  @state() private columnWidths: ColumnWidths = {};
  @state() private chartHidden = false;
  @state() private width = 0;
  @state() private selectedCount = 0;
  /** Said of the last thing the person did. */
  @state() private remark = "";
  private lookingForGone = false;
  private someMayBeGone = false;
  /** Where the menu for the selected events is open. */
  @state() private menuPlace: MenuPlace | undefined;

  @query("event-grid", true) private grid!: EventGrid;
  @query("filter-bar") private filterBar!: FilterBar | null;
  @query("details-pane") private pane!: DetailsPane | null;
  @query(".content", true) private content!: HTMLElement;

  private link!: HostLink;
  private keeper: PageKeeper | undefined;
  private readonly event = new OpenEvent(
    this,
    (id) => this.link.request("details", { id }),
    (id) => this.link.request("company", { id }),
    () => this.shownQuery,
  );
  private readonly older = new OlderOnDemand(() => this.link.post({ type: "loadOlder" }));
  private readonly charts = new ChartSource(
    (params) => this.link.request("chart", params),
    () => this.requestUpdate(),
  );
  private readonly arrivals = new Arrivals();
  private shownQuery: FeedQuery | undefined;
  private topmost: EventPlace | undefined;
  /** What the host was told last. */
  private toldReadTo: number | undefined;
  /** What had the keyboard before the menu took it. */
  private beforeMenu: Element | null = null;
  private grace: ReturnType<typeof setTimeout> | undefined;
  private readonly sizes = new SizeWatch(() => (this.width = this.content.clientWidth));

  /** Begins the conversation with the host. */
  async connect(api: VsCodeApi, source: Window): Promise<void> {
    const saved = decodePageState(api.getState());
    this.zone = saved.zone ?? this.zone;
    this.chartHidden = saved.chartHidden === true;
    this.detailsWidth = saved.detailsWidth ?? this.detailsWidth;
    this.columnWidths = columnWidths(saved.columnWidths ?? {});
    this.event.restore(saved.selected, saved.detailsOpen === true, saved.query);
    this.topmost = saved.topmost;
    this.link = new HostLink(api, source, (event) => this.receive(event));
    await this.updateComplete;
    this.grid.ask = (params) => this.link.request("rows", params);
    this.grid.restore(saved.topmost, saved.selected);
    this.sizes.observe(this.content);
    this.keeper = new PageKeeper(() => this.keep(api), source);
    new FocusKeeper(this, () => this.goHome(), source);
    this.link.post({ type: "ready", timeZone: timeZoneOf(this.zone) });
  }

  private receive(event: HostEvent): void {
    switch (event.type) {
      case "snapshot":
        this.toldReadTo = undefined;
        this.takePanel(event.panel);
        this.grid.announce(event.rows, true);
        void this.event.read();
        break;
      case "panel":
        this.takePanel(event.panel);
        break;
      case "rows":
        this.grid.announce(event.rows);
        break;
      case "focus":
        this.goHome();
        break;
      case "export":
        this.tools.exportEvents();
        break;
    }
  }

  private takePanel(panel: PanelState): void {
    this.panel = panel;
    if (this.pendingView && sameView(this.pendingView, panel.view)) {
      this.pendingView = undefined;
    }
    this.older.panelIs(panel);
    this.arrivals.panelIs(panel, this.grid.atTop);
    if (this.pendingQuery && sameQuery(this.pendingQuery, panel.query)) {
      this.pendingQuery = undefined;
    }
    if (panel.content === "current") {
      // Rows of another query begin at their top; those of the same one stay where they are read.
      if (this.shownQuery && !sameQuery(this.shownQuery, panel.query)) {
        this.grid.begin();
        this.toldReadTo = undefined;
      }
      this.shownQuery = panel.query;
    }
    this.keeper?.soon();
  }

  // ---- What the person does ----

  private readonly ways: WaysOut = {
    retry: () => this.link.post({ type: "retry" }),
    showLog: () => this.link.post({ type: "showLog" }),
    setApiKey: () => this.link.post({ type: "setApiKey" }),
    loadOlder: () => this.link.post({ type: "loadOlder" }),
    showAll: () => this.setView({ text: "", only: this.panel?.view.only ?? true }),
    setQuery: (next) => this.setQuery(next),
    resetFilters: () => {
      this.filterBar?.reset();
      if (this.panel) {
        this.setQuery(this.panel.defaultQuery);
      }
    },
  };

  private setQuery(next: FeedQuery | undefined): void {
    if (next && this.panel && !sameQuery(next, this.pendingQuery ?? this.panel.query)) {
      this.pendingQuery = next;
      clearTimeout(this.grace);
      this.grace = setTimeout(() => (this.pendingQuery = undefined), queryGraceMs);
      this.link.post({ type: "setQuery", query: next });
    }
  }

  /** Where the keyboard is when it is nowhere else: in the list, or in the details that lie over it. */
  private goHome(): void {
    (this.narrow && this.event.isOpen ? this.pane : this.grid)?.focus();
  }

  private setColumnWidths(widths: ColumnWidths): void {
    this.columnWidths = widths;
    this.keeper?.soon();
  }

  private setZone(zone: ZoneChoice): void {
    this.zone = zone;
    this.link.post({ type: "setTimeZone", timeZone: timeZoneOf(zone) });
    this.keeper?.soon();
  }

  private select(row: EventRow): void {
    this.event.select(placeOf(row));
    this.keeper?.soon();
  }

  private openDetails(byKey: boolean): void {
    const wasOpen = this.event.isOpen;
    this.event.open();
    this.keeper?.soon();
    if (wasOpen && byKey) {
      this.pane?.focus();
    }
  }

  private closeDetails(): void {
    this.event.close();
    this.keeper?.soon();
  }

  // ---- What is looked at ----

  private setView(view: View): void {
    this.matchPlace = undefined;
    this.pendingView = { ...view, searching: true };
    this.link.post({ type: "setView", view });
  }

  /** Goes from the active event to the next match, or the one before. */
  private async goToMatch(older: boolean): Promise<void> {
    const { selected: from } = this.event;
    const match = await this.link.request("match", { ...(from && { from }), older }).catch(() => null);
    if (match) {
      this.matchPlace = match.place;
      this.event.select(placeOf(match));
      this.grid.goTo(placeOf(match));
    }
  }

  /** Loaded events are left out: the end of the rows is not the end of what is loaded. */
  private get narrowed(): boolean {
    return this.panel !== undefined && isNarrowed(this.panel.view);
  }

  private zoom({ text, only }: View, span: View["span"]): void {
    this.setView({ text, only, ...(span && { span }) });
    if (!this.chartHidden) {
      void this.charts.now(span);
    }
  }

  /** Asks the service for what the view is zoomed to. */
  private takeSpan(view: View): void {
    const query = this.pendingQuery ?? this.panel?.query;
    if (query && view.span) {
      const [since, until] = [view.span.sinceMs, view.span.untilMs].map((ms) => new Date(ms).toISOString());
      this.zoom(view, undefined);
      this.setQuery(
        since === undefined
          ? undefined
          : { ...query, window: { kind: "fixed", since, ...(until !== undefined && { until }) } },
      );
    }
  }

  private filterBy(value: ValueFilter): void {
    const query = this.pendingQuery ?? this.panel?.query;
    this.setQuery(
      query && ("type" in value ? { ...query, types: [value.type] } : { ...query, sector: value.sector }),
    );
  }

  /** Shows another event of the open one's company. */
  private goTo(row: EventRow): void {
    this.select(row);
    this.grid.goTo(placeOf(row));
  }

  private onDetailsAction(action: DetailsAction): void {
    const query = this.pendingQuery ?? this.panel?.query;
    switch (action.kind) {
      case "copy":
        void this.copy([action.id], action.as);
        break;
      case "openDomain":
        this.link.post({ type: "openDomain", id: action.id });
        break;
      case "onlyType":
        this.setQuery(query && { ...query, types: [action.type] });
        break;
      case "onlySector":
        this.setQuery(query && { ...query, sector: action.sector });
        break;
    }
  }

  // ---- What is selected ----

  private onSelection(refused: boolean): void {
    this.selectedCount = this.grid.selectedCount;
    this.remark = refused ? `At most ${maxSelected.toLocaleString()} events can be selected` : "";
  }

  private async copy(ids: readonly string[], as: CopyForm): Promise<void> {
    if (ids.length > 0) {
      const copied = await this.link.request("copy", { ids, as }).catch(() => undefined);
      this.remark = copiedText(copied, ids.length, as);
    }
  }

  /** What went from the feed is not selected any more; rows that change meanwhile are looked at again. */
  private async dropGone(): Promise<void> {
    this.someMayBeGone = true;
    if (this.lookingForGone) {
      return;
    }
    this.lookingForGone = true;
    while (this.someMayBeGone && this.grid.selectedCount > 0) {
      this.someMayBeGone = false;
      const ids = this.grid.selectedIds;
      const loaded = new Set(await this.link.request("loaded", { ids }).catch(() => ids));
      this.grid.deselect(ids.filter((id) => !loaded.has(id)));
    }
    this.lookingForGone = false;
  }

  private choose(choice: MenuChoice): void {
    const ids = this.grid.selectedIds;
    if (choice !== "open") {
      void this.copy(ids, choice);
    } else if (ids.length > 0) {
      this.link.post({ type: "openJson", ids });
    }
  }

  private openMenu(place: MenuPlace): void {
    // VS Code's elements have what takes the keyboard inside of them.
    const { activeElement } = document;
    this.beforeMenu = activeElement?.shadowRoot?.activeElement ?? activeElement;
    this.menuPlace = place;
  }

  private async closeMenu(giveBack: boolean): Promise<void> {
    const { beforeMenu } = this;
    this.menuPlace = undefined;
    await this.updateComplete;
    if (giveBack && beforeMenu instanceof HTMLElement) {
      beforeMenu.focus({ preventScroll: true });
    }
  }

  private readonly tools: ToolbarActions = {
    copyMenu: (button) => {
      const { right, bottom } = button.getBoundingClientRect();
      this.openMenu({ x: right, y: bottom });
    },
    exportEvents: () => this.link.post({ type: "export", ids: this.grid.selectedIds }),
    resetFilters: () => this.ways.resetFilters(),
    toggleChart: () => this.toggleChart(),
    pauseLive: () => this.link.post({ type: "pauseLive" }),
    resumeLive: () => this.link.post({ type: "resumeLive" }),
    loadWindow: () => this.link.post({ type: "loadWindow" }),
    cancelWindow: () => this.link.post({ type: "cancelWindow" }),
    refresh: () => {
      // The host is to know how far down the person reads.
      this.keeper?.now();
      this.link.post({ type: "refresh" });
    },
  };

  // ---- What is kept ----

  private keep(api: VsCodeApi): void {
    const { panel } = this;
    if (!panel) {
      return;
    }
    api.setState(this.stateOf(panel));
    const { readTo } = this.grid;
    if (readTo !== undefined && readTo !== this.toldReadTo) {
      this.toldReadTo = readTo;
      this.link.post({ type: "place", publishedMs: readTo });
    }
  }

  private stateOf(panel: PanelState): PageState {
    const { columnWidths } = this;
    const { selected, isOpen } = this.event;
    const view = this.pendingView ?? panel.view;
    const { text, only, span } = view;
    // Before rows came, the list is at its top only because it is empty.
    const topmost = this.grid.rowCount > 0 ? this.grid.topmost : this.topmost;
    return {
      version: 1,
      connection: panel.connection.name,
      query: this.pendingQuery ?? panel.query,
      view: { text, only, ...(span && { span }) },
      ...(this.chartHidden && { chartHidden: true }),
      zone: this.zone,
      ...(selected && { selected }),
      ...(isOpen && { detailsOpen: isOpen }),
      ...(topmost && { topmost }),
      detailsWidth: this.detailsWidth,
      ...(Object.keys(columnWidths).length > 0 && { columnWidths }),
    };
  }

  // ---- Drawing ----

  private get narrow(): boolean {
    return this.width > 0 && this.width < narrowPx;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  /** The rows may still be those of the query before, though the host has others. */
  private get shownPanel(): PanelState | undefined {
    const { panel } = this;
    return panel?.content === "current" && this.grid.isBehind ? { ...panel, content: "stale" } : panel;
  }

  protected override render(): TemplateResult {
    const { zone, narrow } = this;
    const panel = this.shownPanel;
    const over = narrow && this.event.isOpen;
    const busy = panel === undefined || (panel.activity !== undefined && !panel.activity.waiting);
    return html`<main class="app" @keydown=${this.onKeyDown}>
      <h1 class="sr-only">Event feed${panel ? `: ${lineOf(panel.connection.name)}` : ""}</h1>
      <div class="progress">${busy ? html`<vscode-progress-bar></vscode-progress-bar>` : nothing}</div>
      ${panel ? this.headPart(panel) : nothing} ${panel && this.chartPart(panel)}
      <div aria-live="polite" class="sr-only">${this.arrivals.announcement}</div>
      <div class="content ${over ? "over" : ""}">
        ${this.newEvents()}
        <event-grid
          .zone=${zone}
          .search=${panel?.view.text ?? ""}
          .stale=${panel?.content === "stale"}
          .skeleton=${!panel || (panel.content === "none" && !panel.problem)}
          .message=${panel && noRows(panel, zone, this.ways)}
          .footer=${panel && listEnd(panel, zone, this.ways)}
          ?inert=${over}
          @event-select=${({ detail }: CustomEvent<EventRow>) => this.select(detail)}
          @event-open=${({ detail }: CustomEvent<boolean>) => this.openDetails(detail)}
          .widths=${this.columnWidths}
          @selection-change=${({ detail }: CustomEvent<{ refused: boolean }>) => this.onSelection(detail.refused)}
          @value-filter=${({ detail }: CustomEvent<ValueFilter>) => this.filterBy(detail)}
          @events-copy=${({ detail }: CustomEvent<CopyForm>) => void this.copy(this.grid.selectedIds, detail)}
          @event-menu=${({ detail }: CustomEvent<MenuPlace>) => this.openMenu(detail)}
          @grid-end=${() => this.narrowed || this.older.endReached()}
          @widths-change=${({ detail }: CustomEvent<ColumnWidths>) => this.setColumnWidths(detail)}
          @gap-fill=${({ detail }: CustomEvent<number>) => this.link.post({ type: "fillGap", sinceMs: detail })}
          @grid-moved=${() => this.onMoved()}
          @grid-changed=${() => this.onRowsChanged()}
        ></event-grid>
        ${this.event.isOpen ? this.detailsPart() : nothing}
      </div>
      <event-menu
        .place=${this.menuPlace}
        .count=${this.selectedCount}
        @menu-choice=${({ detail }: CustomEvent<MenuChoice>) => this.choose(detail)}
        @menu-close=${({ detail }: CustomEvent<boolean>) => void this.closeMenu(detail)}
      ></event-menu>
    </main>`;
  }

  /** Takes the person up to what came in above. */
  private newEvents(): TemplateResult | typeof nothing {
    const { unseen } = this.arrivals;
    // Among what is searched for or zoomed to there may be none of them.
    return unseen === 0 || this.narrowed
      ? nothing
      : html`<button type="button" class="new-events" @click=${() => this.showNewEvents()}>
          <span class="codicon codicon-arrow-up" aria-hidden="true"></span> ${unseen.toLocaleString()} new
        </button>`;
  }

  private showNewEvents(): void {
    this.arrivals.see();
    this.grid.toTop();
    this.grid.focus();
    this.requestUpdate();
  }

  private headPart(panel: PanelState): TemplateResult {
    const { zone } = this;
    const query = this.pendingQuery ?? panel.query;
    const inTheMiddle = panel.problem !== undefined && this.grid.rowCount === 0;
    return html`<filter-bar
        .query=${query}
        .panel=${panel}
        .zone=${zone}
        ?compact=${this.width > 0 && this.width < compactPx}
        @query-change=${({ detail }: CustomEvent<QueryChange>) => this.setQuery(detail(this.pendingQuery ?? query))}
        @zone-change=${({ detail }: CustomEvent<ZoneChoice>) => this.setZone(detail)}
      ></filter-bar>
      <div class="status-row">
        <status-line
          .panel=${panel}
          .zone=${zone}
          .eventCount=${this.grid.eventCount}
          .selectedCount=${this.selectedCount}
          .remark=${this.remark}
          .actions=${!inTheMiddle}
          @retry=${() => this.ways.retry()}
          @poll-now=${() => this.link.post({ type: "pollNow" })}
          @show-log=${() => this.ways.showLog()}
          @set-api-key=${() => this.ways.setApiKey()}
        ></status-line>
        <search-box
          .view=${this.pendingView ?? panel.view}
          .place=${this.matchPlace}
          @view-change=${({ detail }: CustomEvent<View>) => this.setView(detail)}
          @match-go=${({ detail }: CustomEvent<boolean>) => void this.goToMatch(detail)}
        ></search-box>
        ${toolbar(this.selectedCount, panel, this.hasChart ? { hidden: this.chartHidden } : undefined, this.tools)}
      </div>`;
  }

  /** Whether there is a chart, be it hidden, and room for it. */
  private get hasChart(): boolean {
    return (this.charts.chart !== undefined || this.chartHidden) && this.width >= compactPx;
  }

  private toggleChart(): void {
    this.chartHidden = !this.chartHidden;
    this.keeper?.soon();
    const view = this.pendingView ?? this.panel?.view;
    if (!this.chartHidden) {
      void this.charts.now(view?.span);
    } else if (view?.span) {
      // Nothing would say any more that events are left out.
      this.zoom(view, undefined);
    }
  }

  private chartPart({ view }: PanelState): TemplateResult | typeof nothing {
    const { chart } = this.charts;
    return chart && this.hasChart && !this.chartHidden
      ? html`<events-chart
          .chart=${chart}
          .zone=${this.zone}
          .span=${view.span}
          @zoom=${({ detail }: CustomEvent<View["span"]>) => this.zoom(view, detail)}
          @take-span=${() => this.takeSpan(view)}
        ></events-chart>`
      : nothing;
  }

  private detailsPart(): TemplateResult {
    const max = Math.max(minDetailsPx, this.width - minListPx);
    return html`${
        this.narrow
          ? nothing
          : html`<split-handle
              label="Width of the details"
              .width=${Math.min(this.detailsWidth, max)}
              .min=${minDetailsPx}
              .max=${max}
              @width-change=${({ detail }: CustomEvent<number>) => {
                this.detailsWidth = detail;
                this.keeper?.soon();
              }}
              @width-reset=${() => {
                this.detailsWidth = usualDetailsPx;
                this.keeper?.soon();
              }}
            ></split-handle>`
      }<details-pane
        .details=${this.event.details}
        .note=${this.event.note}
        .company=${this.event.company}
        .query=${this.pendingQuery ?? this.panel?.query}
        .zone=${this.zone}
        @details-action=${({ detail }: CustomEvent<DetailsAction>) => this.onDetailsAction(detail)}
        @event-go=${({ detail }: CustomEvent<EventRow>) => this.goTo(detail)}
        @details-close=${() => this.closeDetails()}
      ></details-pane>`;
  }

  protected override updated(): void {
    const max = Math.max(minDetailsPx, this.width - minListPx);
    this.content.style.setProperty("--details-width", `${Math.min(this.detailsWidth, max)}px`);
  }

  private onMoved(): void {
    this.keeper?.soon();
    if (this.grid.atTop && this.arrivals.unseen > 0) {
      this.arrivals.see();
      this.requestUpdate();
    }
  }

  /** Another revision is on screen: the count and an open event may have changed with it. */
  private onRowsChanged(): void {
    this.requestUpdate();
    if (!this.chartHidden) {
      this.charts.soon(() => (this.pendingView ?? this.panel?.view)?.span);
    }
    void this.event.read();
    if (this.panel?.content === "current") {
      void this.dropGone();
    }
    if (this.grid.allShown && !this.narrowed) {
      this.older.screenNotFull();
    }
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") {
      return;
    }
    if (this.selectedCount > 1) {
      event.preventDefault();
      this.grid.selectActiveOnly();
    } else if (this.event.isOpen) {
      event.preventDefault();
      this.closeDetails();
    }
  };
}

function sameView(a: View, b: View): boolean {
  return (
    a.text === b.text &&
    a.only === b.only &&
    a.span?.sinceMs === b.span?.sinceMs &&
    a.span?.untilMs === b.span?.untilMs
  );
}

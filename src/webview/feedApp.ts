import { type FeedQuery, sameQuery } from "../shared/feedQuery";
import type { EventRow } from "../shared/feedState";
import { decodePageState, type PageState, type ZoneChoice } from "../shared/pageState";
import type { PageCommand, CopyParams, PanelState } from "../shared/protocol";
import type { CopyFormat, EventRef, RowsParams, TimeSpan, View } from "../shared/viewQueries";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { NewEventCounter } from "./host/newEventCounter";
import type { ColumnWidths } from "./grid/columns";
import type { DetailsPane } from "./details/detailsPane";
import type { EventGrid } from "./grid/eventGrid";
import type { EventMenu, MenuChoice, MenuPlace } from "./grid/eventMenu";
import type { FilterBar } from "./filters/filterBar";
import { FocusRestorer } from "./ui/focusRestorer";
import { type HostEvent, HostConnection, type VsCodeApi } from "./host/hostConnection";
import { Layout } from "./ui/layout";
import {
  centralProblem,
  listFooter,
  newEventsButton,
  emptyStateOf,
  type ListActions,
} from "./grid/emptyStates";
import { AutoLoader } from "./host/autoLoader";
import { DetailsController } from "./details/detailsController";
import { type PersistedState, StatePersister } from "./host/statePersister";
import { SelectionController } from "./grid/selectionController";
import { displayLine } from "./ui/text";
import { ChartController } from "./chart/chartController";
import { timeZoneOf } from "./ui/times";
import { toolbar, type ToolbarActions } from "./status/toolbar";
import { type QueryChange, type ValueFilter, PendingFilters } from "./host/pendingFilters";
import { zoomLine } from "./chart/zoomLine";

/** The feed panel's page: holds what the host tells, hands it to its parts, and tells the host what the person does. */
@customElement("feed-app")
export class FeedApp extends LitElement {
  @state() private panel: PanelState | undefined;
  @state() private zone: ZoneChoice = "local";

  @query("event-grid", true) private grid!: EventGrid;
  @query("event-menu", true) private menu!: EventMenu;
  @query("filter-bar") private filterBar!: FilterBar | null;
  @query("details-pane") private pane!: DetailsPane | null;
  @query(".app", true) private app!: HTMLElement;
  @query(".content", true) private content!: HTMLElement;

  private readonly changed = () => {
    this.requestUpdate();
  };
  private readonly link = new HostConnection((event) => this.receive(event));
  private readonly wanted = new PendingFilters(this.link, this.changed);
  private readonly event = new DetailsController(this.link, () => this.shownQuery, this.changed);
  private readonly selected = new SelectionController(this.link, () => this.grid.selection, this.changed);
  private readonly chart = new ChartController(this.link, this.wanted, this.changed);
  private readonly older = new AutoLoader(() => this.link.post({ type: "loadOlder" }));
  private readonly arrivals = new NewEventCounter();
  private readonly layout = new Layout(this);
  private keeper: StatePersister | undefined;
  private shownQuery: FeedQuery | undefined;
  /** Events that are loaded, by the panel's state. */
  private loaded = 0;

  private readonly fetchRows = (params: RowsParams) => this.link.request("rows", params);

  /** Begins the conversation with the host. */
  async connect(api: VsCodeApi, source: Window): Promise<void> {
    const saved = decodePageState(api.getState());
    this.zone = saved.zone ?? this.zone;
    this.chart.hidden = saved.chartHidden === true;
    this.layout.restore(saved);
    this.event.restore(saved.selected, saved.detailsOpen === true, saved.query);
    await this.updateComplete;
    this.grid.restore(saved.topmost, saved.selected);
    this.layout.observe(this.app);
    this.keeper = new StatePersister(api, this.link, source, () => this.kept());
    new FocusRestorer(this, () => this.goHome(), source);
    this.link.connect(api, source);
    this.link.post({ type: "ready", timeZone: timeZoneOf(this.zone) });
  }

  // ---- What the host tells ----

  private receive(event: HostEvent): void {
    switch (event.type) {
      case "snapshot":
        this.keeper?.tellAnew();
        this.takePanel(event.panel);
        this.grid.updateRows(event.rows, true);
        this.loaded = this.grid.latestEventCount;
        void this.event.read();
        break;
      case "panel":
        this.takePanel(event.panel);
        break;
      case "rows":
        this.grid.updateRows(event.rows);
        break;
      case "focus":
        this.goHome();
        break;
      case "export":
        this.selected.export();
        break;
    }
  }

  private takePanel(panel: PanelState): void {
    this.panel = panel;
    this.loaded = this.grid.latestEventCount;
    this.wanted.panelIs(panel);
    this.older.panelIs(panel);
    this.arrivals.panelIs(panel, this.grid.isAtTop);
    if (panel.content === "current") {
      // Rows of another query begin at their top; those of the same one stay where they are read.
      if (this.shownQuery && !sameQuery(this.shownQuery, panel.query)) {
        this.grid.startNewQuery();
        this.keeper?.tellAnew();
        void this.chart.read();
      }
      this.shownQuery = panel.query;
    }
  }

  /** Another revision is on screen: the count and an open event may have changed with it. */
  private onRowsChanged(): void {
    this.requestUpdate();
    this.chart.readSoon();
    void this.event.read();
    if (this.panel?.content === "current") {
      void this.selected.dropGone();
    }
    if (this.grid.allRowsVisible) {
      this.older.screenNotFull();
    }
  }

  // ---- What the person does ----

  private readonly ways: ListActions = {
    post: this.link.post,
    showAll: () => this.wanted.showAll(),
    setQuery: (next) => this.wanted.changeQuery(() => next),
    resetFilters: () => {
      this.filterBar?.reset();
      this.wanted.resetQuery();
      this.chart.endZoom();
    },
  };

  private readonly tools: ToolbarActions = {
    post: this.link.post,
    openMenu: (place) => this.menu.open(place),
    exportEvents: () => this.selected.export(),
    resetFilters: () => this.ways.resetFilters(),
    toggleChart: () => this.chart.toggle(),
    refresh: () => {
      // The host is to know how far down the person reads.
      this.keeper?.now();
      this.link.post({ type: "refresh" });
    },
  };

  /** Where the keyboard is when it is nowhere else: in the list, or in the details that lie over it. */
  private goHome(): void {
    (this.layout.isNarrow && this.event.isOpen ? this.pane : this.grid)?.focus();
  }

  private setZone(zone: ZoneChoice): void {
    this.zone = zone;
    this.link.post({ type: "setTimeZone", timeZone: timeZoneOf(zone) });
  }

  private openDetails(byKey: boolean): void {
    const wasOpen = this.event.isOpen;
    this.event.open();
    if (wasOpen && byKey) {
      this.pane?.focus();
    }
  }

  /** Selects an event that may be anywhere in the list, and shows it there. */
  private goTo(event: EventRef): void {
    this.event.select(event);
    this.grid.revealEvent(event);
  }

  /** Has the open event, which is not in the list, come into it. */
  private showEvent(reason: "notLoaded" | "filteredOut"): void {
    const { selected } = this.event;
    if (reason === "filteredOut") {
      this.ways.resetFilters();
    } else if (selected) {
      this.link.post({ type: "showAround", ...selected });
      this.grid.revealEvent(selected);
    }
  }

  private async goToMatch(older: boolean): Promise<void> {
    const match = await this.wanted.nextMatch(this.event.selected, older);
    if (match) {
      this.goTo(match);
    }
  }

  private onMoved(): void {
    this.keeper?.soon();
    if (this.grid.isAtTop && this.arrivals.unseen > 0) {
      this.arrivals.see();
      this.requestUpdate();
    }
  }

  private showNewEvents(): void {
    this.arrivals.see();
    this.grid.scrollToTop();
    this.grid.focus();
    this.requestUpdate();
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") {
      return;
    }
    if (this.selected.count > 1) {
      event.preventDefault();
      this.grid.selectActiveOnly();
    } else if (this.event.isOpen) {
      event.preventDefault();
      this.event.close();
    }
  };

  // ---- What is kept ----

  private kept(): PersistedState | undefined {
    const { panel } = this;
    const { query, view } = this.wanted;
    if (!panel || !query || !view) {
      return undefined;
    }
    const { text, only, span } = view;
    const { selected, isOpen } = this.event;
    const { topmost, visibleEvents } = this.grid;
    const state: PageState = {
      version: 1,
      connection: panel.connection.name,
      query,
      view: { text, only, ...(span && { span }) },
      ...(this.chart.hidden && { chartHidden: true }),
      zone: this.zone,
      ...(selected && { selected }),
      ...(isOpen && { detailsOpen: isOpen }),
      ...(topmost && { topmost }),
      ...this.layout.state,
    };
    return { state, visible: visibleEvents };
  }

  // ---- Drawing ----

  protected override createRenderRoot(): this {
    return this;
  }

  /** The rows may still be those of the query before, though the host has others. */
  private get shownPanel(): PanelState | undefined {
    const { panel } = this;
    return panel?.content === "current" && this.grid.showsPreviousQuery
      ? { ...panel, content: "stale" }
      : panel;
  }

  protected override render(): TemplateResult {
    const { zone } = this;
    const panel = this.shownPanel;
    const over = this.layout.isNarrow && this.event.isOpen;
    const busy = panel === undefined || (panel.activity !== undefined && !panel.activity.waiting);
    return html`<main class="app" @keydown=${this.onKeyDown}>
      <h1 class="sr-only">Event feed${panel ? `: ${displayLine(panel.connection.name)}` : ""}</h1>
      <div class="progress">${busy ? html`<vscode-progress-bar></vscode-progress-bar>` : nothing}</div>
      ${panel ? this.headPart(panel) : nothing} ${this.chartPart()}
      <div aria-live="polite" class="sr-only">${this.arrivals.announcement}</div>
      <div class="content ${over ? "over" : ""}">
        ${panel && newEventsButton(panel, this.arrivals.unseen, () => this.showNewEvents())}
        <event-grid
          .fetchRows=${this.fetchRows}
          .zone=${zone}
          .widths=${this.layout.columns}
          .search=${panel?.view.text ?? ""}
          .stale=${panel?.content === "stale"}
          .skeleton=${!panel || (panel.content === "none" && !panel.problem)}
          .emptyState=${panel && emptyStateOf(panel, this.grid.eventCount, zone, this.ways)}
          .footer=${panel && listFooter(panel, zone, this.ways)}
          ?inert=${over}
          @event-select=${({ detail }: CustomEvent<EventRow>) => this.event.select(detail)}
          @event-open=${({ detail }: CustomEvent<boolean>) => this.openDetails(detail)}
          @selection-change=${({ detail }: CustomEvent<{ refused: boolean }>) => this.selected.selectionIs(detail)}
          @value-filter=${({ detail }: CustomEvent<ValueFilter>) => this.wanted.filterBy(detail)}
          @events-copy=${({ detail }: CustomEvent<CopyFormat>) => this.selected.choose(detail)}
          @event-menu=${({ detail }: CustomEvent<MenuPlace>) => this.menu.open(detail)}
          @end-reached=${() => this.older.endReached()}
          @column-widths-change=${({ detail }: CustomEvent<ColumnWidths>) => this.layout.setColumns(detail)}
          @load-gap=${({ detail }: CustomEvent<number>) => this.link.post({ type: "fillGap", sinceMs: detail })}
          @visible-rows-change=${() => this.onMoved()}
          @rows-change=${() => this.onRowsChanged()}
        ></event-grid>
        ${this.event.isOpen ? this.detailsPart() : nothing}
      </div>
      <event-menu
        .count=${this.selected.count}
        @menu-choice=${({ detail }: CustomEvent<MenuChoice>) => this.selected.choose(detail)}
      ></event-menu>
    </main>`;
  }

  private headPart(panel: PanelState): TemplateResult {
    const { zone } = this;
    const inTheMiddle = centralProblem(panel, this.grid.eventCount) !== undefined;
    const { hidden, isThere } = this.chart;
    const chart = isThere && this.layout.fitsChart ? { hidden } : undefined;
    return html`<filter-bar
        .query=${this.wanted.query}
        .panel=${panel}
        .zone=${zone}
        ?compact=${this.layout.isCompact}
        @query-change=${({ detail }: CustomEvent<QueryChange>) => this.wanted.changeQuery(detail)}
        @zone-change=${({ detail }: CustomEvent<ZoneChoice>) => this.setZone(detail)}
      ></filter-bar>
      <div class="status-row">
        <status-line
          .panel=${panel}
          .zone=${zone}
          .eventCount=${this.loaded}
          .selectedCount=${this.selected.count}
          .remark=${this.selected.remark}
          .actions=${!inTheMiddle}
          @tell-host=${({ detail }: CustomEvent<PageCommand>) => this.link.post(detail)}
        ></status-line>
        <search-box
          .view=${this.wanted.view}
          .place=${this.wanted.matchPlace}
          @view-change=${({ detail }: CustomEvent<View>) => this.wanted.setView(detail)}
          @match-navigate=${({ detail }: CustomEvent<boolean>) => void this.goToMatch(detail)}
        ></search-box>
        ${toolbar(this.selected.count, panel, chart, this.tools)}
      </div>`;
  }

  private chartPart(): TemplateResult {
    const { chart, zone } = this;
    const { span } = this.wanted.view ?? {};
    return html`${
      chart.shown && this.layout.fitsChart
        ? html`<events-chart
            .chart=${chart.shown}
            .zone=${zone}
            .span=${span}
            @zoom=${({ detail }: CustomEvent<TimeSpan | undefined>) => chart.zoom(detail)}
          ></events-chart>`
        : nothing
    }${span ? zoomLine(span, zone, chart) : nothing}`;
  }

  private detailsPart(): TemplateResult {
    const { width, min, max } = this.layout.details;
    return html`${
        this.layout.isNarrow
          ? nothing
          : html`<split-handle
              label="Width of the details"
              .width=${width}
              .min=${min}
              .max=${max}
              @width-change=${({ detail }: CustomEvent<number>) => this.layout.setDetails(detail)}
              @width-reset=${() => this.layout.setDetails(undefined)}
            ></split-handle>`
      }<details-pane
        .details=${this.event.details}
        .note=${this.event.note}
        .company=${this.event.company}
        .query=${this.wanted.query}
        .zone=${this.zone}
        @event-copy=${({ detail }: CustomEvent<CopyParams>) => void this.selected.copy(detail)}
        @value-filter=${({ detail }: CustomEvent<ValueFilter>) => this.wanted.filterBy(detail)}
        @tell-host=${({ detail }: CustomEvent<PageCommand>) => this.link.post(detail)}
        @event-show=${({ detail }: CustomEvent<"notLoaded" | "filteredOut">) => this.showEvent(detail)}
        @event-go=${({ detail }: CustomEvent<EventRow>) => this.goTo(detail)}
        @details-close=${() => this.event.close()}
      ></details-pane>`;
  }

  protected override updated(): void {
    this.content.style.setProperty("--details-width", `${this.layout.details.width}px`);
    // Nearly all that is kept is drawn.
    this.keeper?.soon();
  }
}

import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { canLoadWindow, type EventRow } from "../shared/feedState";
import { connectionLabel } from "../shared/connectionLabel";
import type { ZoneChoice } from "../shared/calendar";
import type { PageState } from "../shared/pageState";
import type { PageCommand, PanelState } from "../shared/protocol";
import {
  type CopyFormat,
  type RowsParams,
  type SortOrder,
  type TimeSpan,
  type View,
  viewOf,
} from "../shared/viewQueries";
import type { ChartMode } from "./chart/chartBuckets";
import { ChartController } from "./chart/chartController";
import { chartPlaceholder, zoomBar } from "./chart/chartTemplates";
import type { EventsChart } from "./chart/eventsChart";
import { loadPlotLibrary } from "./chart/plotLibrary";
import { DetailsController } from "./details/detailsController";
import type { DetailsPane } from "./details/detailsPane";
import type { DetailsActions } from "./details/eventSections";
import { EventNavigator } from "./details/eventNavigator";
import type { FilterBar } from "./filters/filterBar";
import type { ColumnName, ColumnWidths } from "./grid/columns";
import {
  centralProblem,
  emptyStateOf,
  type ListActions,
  listFooter,
  newEventsButton,
} from "./grid/emptyStates";
import type { EventGrid } from "./grid/eventGrid";
import { narrowingBar, savedFeedBar, sortBar } from "./grid/listBar";
import type { UnreadChange } from "./grid/unreadLine";
import { SelectionController } from "./grid/selectionController";
import { detailsMenuContext } from "./grid/selectionMenu";
import { AutoLoader } from "./grid/autoLoader";
import { FeedModel } from "./host/feedModel";
import { HostConnection, type VsCodeApi } from "./host/hostConnection";
import { NewEventCounter } from "./grid/newEventCounter";
import type { SearchBox } from "./filters/searchBox";
import { PendingFilters, type QueryChange, type ValueFilter } from "./filters/pendingFilters";
import { type PersistedState, StatePersister } from "./host/statePersister";
import { windowPercentage } from "./status/statusText";
import { toolbar, type ToolbarActions } from "./status/toolbar";
import { FocusRestorer } from "./ui/focusRestorer";
import { navigateRegions, type Region } from "./ui/regionNavigation";
import { RovingTabIndex } from "./ui/rovingTabIndex";
import { Layout } from "./layout";
import { displayLine } from "./ui/text";
import { timeZoneOf } from "../shared/times";

/** The feed panel's page: connects its controllers and elements. */
@customElement("feed-app")
export class FeedApp extends LitElement {
  @state() private zone: ZoneChoice = "local";

  @query("event-grid", true) private grid!: EventGrid;
  @query("filter-bar") private filterBar!: FilterBar | null;
  @query("search-box") private searchBox!: SearchBox | null;
  @query("details-pane") private detailsPane!: DetailsPane | null;
  @query("events-chart") private eventsChart!: EventsChart | null;
  @query(".app", true) private app!: HTMLElement;
  @query(".content", true) private content!: HTMLElement;

  private readonly model = new FeedModel();
  private readonly connection = new HostConnection((message) => this.model.receive(message));
  private readonly filters = new PendingFilters(this, this.connection, this.model);
  private readonly details = new DetailsController(this, this.connection, this.model, (event) =>
    this.events.show(event),
  );
  private readonly events = new EventNavigator(this.connection, this.filters, this.details, {
    revealRow: (event) => this.grid.revealEvent(event),
    zone: () => this.zone,
    resetFilters: () => this.resetFilters(),
  });
  private readonly chart = new ChartController(
    this,
    this.connection,
    this.model,
    this.filters,
    loadPlotLibrary,
  );
  private readonly layout = new Layout(this);
  private readonly autoLoader = new AutoLoader(this.connection, this.model);
  private readonly newEvents = new NewEventCounter(this, this.model, () => this.grid.isAtTop);
  private readonly persister = new StatePersister(this, this.connection, this.model, () =>
    this.persistedState(),
  );
  private readonly selection = new SelectionController(
    this,
    this.connection,
    this.model,
    () => this.grid.selection,
    {
      event: () => this.grid.onlySelected,
      ofDetails: () => this.details.menuEvent,
      filterBy: (value) => this.filters.filterBy(value),
      showCompany: (name) => this.filters.showCompany(name),
      showDetails: () => {
        this.details.open();
        this.focusDetails();
      },
    },
  );

  constructor() {
    super();
    new RovingTabIndex(this, ".actions");
    this.model.onDidChangePanel(() => this.requestUpdate());
    this.model.onDidChangeShownQuery(() => this.grid.startNewQuery());
    this.model.onDidChangeShownSort(() => this.grid.startNewOrder());
    this.model.onDidChangeRows(({ rows, isSnapshot }) => this.grid.updateRows(rows, isSnapshot));
    this.model.onDidReceiveCommand((command) => {
      if (command.type === "focus") {
        this.focusMain();
      } else if (command.type === "find") {
        this.searchBox?.focus();
      } else if (command.type === "showEvent") {
        this.events.show(command.event);
        this.focusDetails();
      }
    });
  }

  /** Restores the saved state, and starts exchanging messages with the host, which has been told that the page is ready. */
  async connect(api: VsCodeApi, saved: PageState, page: Window): Promise<void> {
    this.zone = saved.zone ?? this.zone;
    this.chart.restore(saved);
    this.layout.restore(saved);
    this.details.restore(saved);
    await this.updateComplete;
    this.grid.restore(saved.topmost, saved.selected);
    this.layout.observe(this.app);
    this.persister.start(api, page);
    new FocusRestorer(this, () => this.focusMain(), page);
    this.connection.connect(api, page);
  }

  private persistedState(): PersistedState | undefined {
    const { panel } = this.model;
    const { query, view } = this.filters;
    if (!panel || !query || !view) {
      return undefined;
    }
    const { topmost, visibleEvents } = this.grid;
    const state: PageState = {
      version: 1,
      connection: panel.connection.name,
      query,
      ...(panel.savedFeed && { savedFeed: panel.savedFeed.id }),
      view: viewOf(view),
      zone: this.zone,
      // Returning to an event loads the events around its date.
      ...(topmost && !view.sort && { topmost }),
      ...this.chart.savedState,
      ...this.details.savedState,
      ...this.layout.savedState,
    };
    return { state, visible: view.sort ? undefined : visibleEvents };
  }

  // ---- Actions ----------------------------------------------------------------------------------------------------

  private readonly actions: ListActions & ToolbarActions = {
    post: this.connection.post,
    exportEvents: () => this.connection.post({ type: "export" }),
    showAll: () => this.filters.showAll(),
    setQuery: (next) => this.filters.changeQuery(() => next),
    resetFilters: () => this.resetFilters(),
    toggleChart: () => this.chart.toggle(),
    refresh: () => {
      // A refresh loads down to the visible events, so the host has to know them first.
      this.persister.save();
      this.connection.post({ type: "refresh" });
    },
  };

  private readonly detailsActions: DetailsActions = {
    copy: (id, format) => this.selection.copy({ ids: [id], format }),
    filterBy: (value) => this.filters.filterBy(value),
    showCompany: (name) => this.filters.showCompany(name),
    post: this.connection.post,
    step: (direction) => this.grid.activateNext(direction),
    show: (reason) => this.events.bringIntoList(reason),
    read: () => this.events.readShownEvent(),
    close: () => this.details.close(),
  };

  private resetFilters(): void {
    this.filterBar?.reset();
    this.filters.resetQuery();
    this.chart.zoomOut();
  }

  /** Focuses the list, or the details if they cover it. */
  private focusMain(): void {
    (this.detailsCoverList ? this.detailsPane : this.grid)?.focus();
  }

  private setZone(zone: ZoneChoice): void {
    this.zone = zone;
    this.connection.post({ type: "setTimeZone", timeZone: timeZoneOf(zone) });
    // Its columns begin at round times of the zone.
    this.chart.updateSoon();
  }

  private openDetails(byKeyboard: boolean): void {
    if (this.details.isOpen && byKeyboard) {
      this.detailsPane?.focus();
    }
    this.details.open();
  }

  private showNewEvents(): void {
    this.newEvents.markSeen();
    this.grid.scrollToTop();
    this.grid.focus();
  }

  private changeUnread(change: UnreadChange): void {
    if (change === "copy") {
      this.selection.copyUnread();
    } else {
      this.connection.post({ type: change === "undo" ? "undoMarkRead" : "markRead" });
    }
  }

  private onVisibleRowsChange(): void {
    this.persister.saveSoon();
    this.newEvents.markSeenAtTop();
  }

  private onRowsChange(): void {
    this.requestUpdate();
    this.chart.updateSoon();
    void this.details.update();
    if (this.model.panel?.content === "current") {
      void this.selection.removeUnloaded();
    }
    if (this.grid.allRowsVisible) {
      this.autoLoader.screenNotFull();
    }
  }

  /** The details are rendered with the next update if they were closed. */
  private focusDetails(): void {
    void this.updateComplete.then(() => this.detailsPane?.focus());
  }

  private get regions(): readonly Region[] {
    const { filterBar, eventsChart, grid, detailsPane } = this;
    return [
      { element: this.querySelector(".header"), focus: () => filterBar?.focus() },
      { element: eventsChart, focus: () => eventsChart?.focus() },
      {
        element: this.detailsCoverList ? null : grid,
        focus: () => grid.focus(),
      },
      { element: detailsPane, focus: () => detailsPane?.focus() },
    ];
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (navigateRegions(event, this.regions)) {
      return;
    }
    if (event.key !== "Escape") {
      return;
    }
    if (this.selection.count > 1) {
      event.preventDefault();
      this.grid.selectActiveOnly();
    } else if (this.details.isOpen) {
      event.preventDefault();
      this.details.close();
    }
  };

  // ---- Rendering --------------------------------------------------------------------------------------------------

  protected override createRenderRoot(): this {
    return this;
  }

  private get detailsCoverList(): boolean {
    return this.layout.isNarrow && this.details.isOpen;
  }

  /**
   * The state to show with the rows in the list. The host takes a moment to learn of a new query, and the page requests the rows of
   * it only then: until they are there, the list shows the previous ones.
   */
  private get shownPanel(): PanelState | undefined {
    const { panel } = this.model;
    return panel?.content === "current" && (this.grid.isNewQueryPending || this.filters.isQueryPending)
      ? { ...panel, content: "previous" }
      : panel;
  }

  protected override render(): TemplateResult {
    const panel = this.shownPanel;
    const isBusy =
      panel === undefined ||
      this.filters.isQueryPending ||
      (panel.activity !== undefined && !panel.activity.waiting);
    return html`<main class="app" @keydown=${this.onKeyDown}>
      <h1 class="sr-only">
        ${panel ? l10n.t("Event feed: {0}", displayLine(connectionLabel(panel.connection))) : l10n.t("Event feed")}
      </h1>
      <div class="progress">${isBusy ? this.renderProgress(panel) : nothing}</div>
      ${panel ? this.renderHeader(panel) : nothing} ${this.renderChart(panel)} ${this.renderListBars()}
      <div aria-live="polite" class="sr-only">${this.newEvents.announcement}</div>
      <action-notice .notice=${this.selection.notice}></action-notice>
      <div class="content ${this.detailsCoverList ? "details-cover-list" : ""}">
        ${panel && newEventsButton(panel, this.newEvents.count, () => this.showNewEvents())}
        ${this.renderGrid(panel)} ${this.details.isOpen ? this.renderDetails() : nothing}
      </div>
    </main>`;
  }

  protected override updated(): void {
    // The page's content security policy forbids a style attribute.
    this.content.style.setProperty("--details-width", `${this.layout.details.width}px`);
  }

  /** With a value while an entire window is loaded; the status line shows it as a number. */
  private renderProgress(panel: PanelState | undefined): TemplateResult {
    const percentage = panel?.activity && windowPercentage(panel.activity);
    return html`<vscode-progress-bar
      aria-label=${l10n.t("Loading")}
      .value=${percentage}
    ></vscode-progress-bar>`;
  }

  private renderHeader(panel: PanelState): TemplateResult {
    const { zone } = this;
    const { isHidden, isAvailable } = this.chart;
    return html`<div class="header">
      <div class="header-row">
        <filter-bar
          .query=${this.filters.query}
          .panel=${panel}
          .zone=${zone}
          @query-change=${({ detail }: CustomEvent<QueryChange>) => this.filters.changeQuery(detail)}
          @zone-change=${({ detail }: CustomEvent<ZoneChoice>) => this.setZone(detail)}
          @filters-reset=${() => this.resetFilters()}
        ></filter-bar>
        <search-box
          .view=${this.filters.view}
          @view-change=${({ detail }: CustomEvent<View>) => this.filters.setView(detail)}
          @list-focus=${() => this.grid.focus()}
        ></search-box>
      </div>
      <div class="header-row">
        <status-line
          .panel=${panel}
          .zone=${zone}
          .eventCount=${this.model.eventCount}
          .selectedCount=${this.selection.count}
          .notice=${this.selection.notice?.text ?? ""}
          .showProblem=${centralProblem(panel, this.grid.eventCountOfRows) === undefined}
          @host-message=${({ detail }: CustomEvent<PageCommand>) => this.connection.post(detail)}
        ></status-line>
        ${toolbar(panel, this.selection.count, isAvailable && this.layout.fitsChart ? { isHidden } : undefined, this.actions)}
      </div>
    </div>`;
  }

  private renderChart(panel: PanelState | undefined): TemplateResult {
    const { zone } = this;
    const { chart } = this.chart;
    const { span } = this.filters.view ?? {};
    const fits = this.layout.fitsChart;
    return html`${
      fits && !chart && this.chart.isExpected && this.expectsEvents ? chartPlaceholder : nothing
    }${
      chart && fits
        ? html`<events-chart
            .library=${this.chart.library}
            .chart=${chart}
            .zone=${zone}
            .span=${span}
            .mode=${this.chart.mode}
            .showsPreviousQuery=${panel?.content === "previous" || this.chart.isOutdated}
            .canLoad=${this.canLoadMore}
            @mode-change=${({ detail }: CustomEvent<ChartMode>) => this.chart.setMode(detail)}
            @host-message=${({ detail }: CustomEvent<PageCommand>) => this.connection.post(detail)}
            @zoom=${({ detail }: CustomEvent<TimeSpan | undefined>) => this.chart.zoom(detail)}
          ></events-chart>`
        : nothing
    }${span ? zoomBar(span, zone, this.chart) : nothing}`;
  }

  /** Whether the list has events, or may have some soon. */
  private get expectsEvents(): boolean {
    const { panel, eventCount } = this.model;
    return eventCount > 0 || !panel || (!panel.problem && (panel.content === "none" || !!panel.activity));
  }

  private renderListBars(): TemplateResult {
    const { lastNarrowing } = this.filters;
    const { shownSort } = this.model;
    const { completeness, localFilter } = this.model.panel ?? {};
    const { view } = this.filters;
    const isComplete = completeness?.kind === "complete";
    return html`${
      localFilter && view
        ? savedFeedBar(localFilter, view, (changes) => this.changeSavedFeed(changes))
        : nothing
    }${lastNarrowing ? narrowingBar(lastNarrowing, () => this.undoNarrowing()) : nothing}${
      shownSort ? sortBar(shownSort, isComplete, () => this.showNewestFirst()) : nothing
    }`;
  }

  private changeSavedFeed(changes: Parameters<PendingFilters["changeSavedFeed"]>[0]): void {
    this.filters.changeSavedFeed(changes);
    this.grid.focus();
  }

  private showNewestFirst(): void {
    this.filters.sortBy(undefined);
    this.grid.focus();
  }

  private undoNarrowing(): void {
    if (this.filters.lastNarrowing) {
      this.filters.undoNarrowing();
      this.grid.focus();
    }
  }

  /** Whether what is missing in the window can be loaded, and nothing else is loading. */
  private get canLoadMore(): boolean {
    const { panel } = this.model;
    return panel?.content === "current" && !panel.activity && canLoadWindow(panel.completeness);
  }

  private readonly fetchRows = (params: RowsParams) => this.connection.request("rows", params);

  private renderGrid(panel: PanelState | undefined): TemplateResult {
    const { zone, actions } = this;
    return html`<event-grid
      .fetchRows=${this.fetchRows}
      .zone=${zone}
      .sort=${this.model.shownSort}
      .hiddenColumns=${this.layout.hiddenColumns}
      .widths=${this.layout.columns}
      .query=${this.filters.query}
      .search=${panel?.view.text ?? ""}
      .showsPreviousQuery=${panel?.content === "previous"}
      .skeleton=${!panel || (panel.content === "none" && !panel.problem)}
      .emptyState=${panel && emptyStateOf(panel, this.grid.eventCountOfRows, zone, actions)}
      .footer=${panel && listFooter(panel, this.model.eventCount, zone, actions)}
      ?inert=${this.detailsCoverList}
      @event-select=${({ detail }: CustomEvent<EventRow>) => this.events.selected(detail)}
      @active-row-change=${() => this.requestUpdate()}
      @event-open=${({ detail }: CustomEvent<boolean>) => this.openDetails(detail)}
      @selection-change=${({ detail }: CustomEvent<{ refused: boolean }>) => this.selection.selectionChanged(detail)}
      @value-filter=${({ detail }: CustomEvent<ValueFilter>) => this.filters.filterBy(detail)}
      @sort-change=${({ detail }: CustomEvent<SortOrder | undefined>) => this.filters.sortBy(detail)}
      @filter-undo=${() => this.undoNarrowing()}
      @events-copy=${({ detail }: CustomEvent<CopyFormat>) => this.selection.copySelected(detail)}
      @end-reached=${() => this.autoLoader.endReached()}
      @hidden-columns-change=${({ detail }: CustomEvent<ColumnName[]>) => this.layout.setHiddenColumns(detail)}
      @column-widths-change=${({ detail }: CustomEvent<ColumnWidths>) => this.layout.setColumns(detail)}
      @load-gap=${({ detail }: CustomEvent<number>) => this.connection.post({ type: "fillGap", sinceMs: detail })}
      @unread-change=${({ detail }: CustomEvent<UnreadChange>) => this.changeUnread(detail)}
      @visible-rows-change=${() => this.onVisibleRowsChange()}
      @rows-change=${() => this.onRowsChange()}
    ></event-grid>`;
  }

  private renderDetails(): TemplateResult {
    const { width, min, max } = this.layout.details;
    const { event, shownId, details, note, company, isAvailable, eventRead, menuEvent } = this.details;
    return html`${
        this.layout.isNarrow
          ? nothing
          : html`<split-handle
              label=${l10n.t("Width of the details")}
              .width=${width}
              .min=${min}
              .max=${max}
              @width-change=${({ detail }: CustomEvent<number>) => this.layout.setDetails(detail)}
              @width-reset=${() => this.layout.setDetails(undefined)}
            ></split-handle>`
      }<details-pane
        .actions=${this.detailsActions}
        .eventId=${shownId}
        .details=${details}
        .note=${note}
        .available=${isAvailable}
        .dated=${(details?.event ?? event)?.publishedMs !== undefined}
        .eventRead=${eventRead}
        .company=${company}
        .query=${this.filters.query}
        .menuContext=${menuEvent && detailsMenuContext(menuEvent, this.filters.query)}
        .zone=${this.zone}
        ?hasPrevious=${this.model.panel && this.grid.hasNext(-1)}
        ?hasNext=${this.model.panel && this.grid.hasNext(1)}
        @event-reveal=${({ detail }: CustomEvent<EventRow>) => this.events.reveal(detail)}
      ></details-pane>`;
  }
}

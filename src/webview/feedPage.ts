import { LitElement } from "lit";
import { query, state } from "lit/decorators.js";
import type { ZoneChoice } from "../shared/calendar";
import { type FeedQuery, sameQuery } from "../shared/feedQuery";
import type { PageState } from "../shared/pageState";
import type { HostMessage, PanelState } from "../shared/protocol";
import { timeZoneOf } from "../shared/times";
import { sameSortOrder, type SortOrder, viewOf } from "../shared/viewQueries";
import type { ChartActions, EventsChart } from "./chart/eventsChart";
import { ActiveEvent } from "./details/activeEvent";
import type { DetailsActions, DetailsPane } from "./details/detailsPane";
import type { FilterActions, FilterBar } from "./filters/filterBar";
import { PendingFilters } from "./filters/pendingFilters";
import type { SearchActions, SearchBox } from "./filters/searchBox";
import type { ColumnChooser } from "./grid/columnChooser";
import type { EventGrid } from "./grid/eventGrid";
import type { GridActions } from "./grid/gridInput";
import { type ListActions, loadsAtEnd } from "./grid/listMessages";
import { detailsMenuContext } from "./grid/selectionMenu";
import { NewEventCounter } from "./grid/newEventCounter";
import { EventActions } from "./eventActions";
import { HostConnection, type HostEvent, type VsCodeApi } from "./host/hostConnection";
import { type PersistedState, StatePersister } from "./host/statePersister";
import type { ToolbarActions } from "./status/toolbar";
import { FocusRestorer, navigateRegions, type Region, RovingTabIndex } from "./ui/focus";
import { copiedText } from "./ui/text";
import { Layout } from "./layout";

/** How often the page asks whether the host is still there. */
const checkHostMs = 30_000;

type StateMessage = Extract<HostMessage, { readonly type: "snapshot" | "update" }>;

/**
 * The state of the feed panel's page, and what changes it. `panel` is what the host sent last, `filters` what the user changed since.
 * `FeedApp` renders from these, and the parts of the page call the actions below.
 */
export abstract class FeedPage extends LitElement {
  @state() protected zone: ZoneChoice = "local";
  /** The extension host was ended or hangs: nothing on the page has an effect. */
  @state() protected isHostSilent = false;

  @query("event-grid", true) protected grid!: EventGrid;
  @query("filter-bar") protected filterBar!: FilterBar | null;
  @query("search-box") protected searchBox!: SearchBox | null;
  @query("details-pane") protected detailsPane!: DetailsPane | null;
  @query("events-chart") protected eventsChart!: EventsChart | null;
  @query(".app", true) protected app!: HTMLElement;

  protected panel: PanelState | undefined;
  /** The query of the rows in the list. While another query loads, it is still the previous one. */
  protected shownQuery: FeedQuery | undefined;
  /** The order of the rows in the list; undefined: newest first. */
  protected shownSort: SortOrder | undefined;
  /** Number of loaded events. */
  protected eventCount = 0;

  protected readonly connection = new HostConnection(
    (message) => this.receive(message),
    (isAnswering) => (this.isHostSilent = !isAnswering),
  );
  protected readonly filters = new PendingFilters(this, this.connection);
  protected readonly details = new ActiveEvent(this.connection, this.filters, {
    requestUpdate: () => this.requestUpdate(),
    zone: () => this.zone,
    shownQuery: () => this.shownQuery,
    revealRow: (event) => this.grid.input.reveal(event),
    resetFilters: () => this.resetFilters(),
  });
  protected readonly eventActions = new EventActions(this, this.connection, this.filters, this.details);
  protected readonly layout = new Layout(this);
  protected readonly newEvents = new NewEventCounter();
  protected readonly persister = new StatePersister(this.connection, () => this.persistedState());

  constructor() {
    super();
    new RovingTabIndex(this, ".actions");
  }

  /** Restores the saved state, and starts exchanging messages with the host, which has been told that the page is ready. */
  async connect(api: VsCodeApi, saved: PageState, page: Window): Promise<void> {
    this.zone = saved.zone ?? this.zone;
    this.layout.restore(saved);
    this.details.restore(saved);
    await this.updateComplete;
    // A sorted list has no topmost event, and the one that was selected may be anywhere in it.
    const { topmost = saved.view?.sort && saved.selected && { id: saved.selected.id } } = saved;
    this.grid.restore(topmost, saved.selected);
    this.layout.observe(this.app);
    this.persister.start(api, page);
    new FocusRestorer(this, () => this.focusMain(), page);
    // Keys that an input method uses while it composes text are none for the page.
    page.addEventListener("keydown", (event) => event.isComposing && event.stopPropagation(), {
      capture: true,
    });
    this.connection.connect(api, page);
    // The end of the host is not told to the page, which asks now and then.
    setInterval(() => {
      void this.connection.request("rows", { start: 0, end: 0 }).catch(() => undefined);
    }, checkHostMs);
  }

  protected receive(message: HostEvent): void {
    switch (message.type) {
      case "snapshot":
      case "update":
        this.receiveState(message);
        break;
      case "focus":
        this.focusMain();
        break;
      case "find":
        this.searchBox?.focus();
        break;
      case "showEvent":
        this.details.show(message.event);
        this.focusDetails();
        break;
      case "eventAction": {
        const event = message.inDetails ? this.detailsPane?.menuEvent : this.grid.input.onlySelected;
        if (event) {
          this.eventActions.run(message.action, event);
        }
        if (event && message.action === "showDetails") {
          this.focusDetails();
        }
        break;
      }
      case "copied":
        this.eventActions.say(copiedText(message.count, message.requested, message.format));
        break;
    }
  }

  private receiveState({ type, panel, rows }: StateMessage): void {
    this.eventCount = rows?.eventCount ?? this.eventCount;
    if (rows && type === "update") {
      this.grid.updateRows(rows);
    }
    const hadRows = this.panel !== undefined && this.panel.content !== "none";
    this.panel = panel;
    this.filters.update(panel);
    this.newEvents.update(panel, this.grid.scrollAnchor.isAtTop);
    this.startNewList(panel, hadRows);
    if (type === "snapshot") {
      this.grid.updateRows(rows, true);
      this.sendAgain();
    }
    this.requestUpdate();
  }

  /** The first rows of another query, or in another order, are announced. */
  private startNewList({ view, content, query: shown }: PanelState, hadRows: boolean): void {
    if (!view.searching && !sameSortOrder(view.sort, this.shownSort)) {
      this.shownSort = view.sort;
      if (hadRows) {
        this.grid.startNewList("order");
      }
    }
    if (content === "current") {
      const previous = this.shownQuery;
      this.shownQuery = shown;
      if (previous && !sameQuery(previous, shown)) {
        this.grid.startNewList("query");
        this.persister.reportAgain();
      }
    }
  }

  /** The host has lost everything that the page sent before. */
  private sendAgain(): void {
    this.filters.postQuery();
    this.details.announceAgain();
    this.detailsPane?.reset();
    if (this.grid.input.selection.size > 0) {
      this.eventActions.announce(this.grid.input.selection);
    }
    this.persister.reportAgain();
  }

  protected persistedState(): PersistedState | undefined {
    const { panel } = this;
    const { query, view } = this.filters;
    if (!panel || !query || !view) {
      return undefined;
    }
    const { event, isOpen } = this.details;
    const { visibleEvents } = this.grid;
    const topmost = this.grid.scrollAnchor.place;
    const state: PageState = {
      version: 1,
      connection: panel.connection.name,
      query,
      ...(panel.savedFeed && { savedFeed: panel.savedFeed.id }),
      view: viewOf(view),
      zone: this.zone,
      // Returning to an event loads the events around its date.
      ...(topmost && !view.sort && { topmost }),
      ...(event && { selected: this.detailsPane?.savedEvent ?? event }),
      ...(isOpen && { detailsOpen: true }),
      ...this.layout.savedState,
    };
    return { state, visible: view.sort ? undefined : visibleEvents };
  }

  // ---- Actions ----------------------------------------------------------------------------------------------------

  protected readonly actions: ListActions & ToolbarActions = {
    post: this.connection.post,
    exportEvents: () => this.connection.post({ type: "export" }),
    showAll: () => this.filters.showAll(),
    setQuery: (next) => this.filters.changeQuery(() => next),
    resetFilters: () => this.resetFilters(),
    toggleChart: () => {
      this.layout.set({ chartHidden: !this.layout.chartHidden });
      this.filters.changeView({ span: undefined });
    },
    chooseColumns: () => this.querySelector<ColumnChooser>("column-chooser")?.open(),
    refresh: () => {
      // A refresh loads down to the visible events, so the host has to know them first.
      this.persister.save();
      this.connection.post({ type: "refresh" });
    },
  };

  protected readonly gridActions: GridActions = {
    fetchRows: (params) => this.connection.request("rows", params),
    rowsChanged: () => this.onRowsChange(),
    visibleRowsChanged: () => this.onVisibleRowsChange(),
    currentRowChanged: () => this.requestUpdate(),
    select: (event) => this.details.select(event),
    open: (byKeyboard) => {
      if (this.details.isOpen && byKeyboard) {
        this.detailsPane?.focus();
      }
      this.details.open();
    },
    selectionChanged: (refused) => this.eventActions.selectionChanged(this.grid.input.selection, refused),
    copy: (format) => this.eventActions.copy({ ids: this.grid.input.selection.ids, format }),
    loadGap: (sinceMs) => this.connection.post({ type: "fillGap", sinceMs }),
    changeUnread: (change) => {
      if (change === "copy") {
        this.eventActions.copy({ ids: "unread", format: "markdown" });
      } else {
        this.connection.post({ type: change === "undo" ? "undoMarkRead" : "markRead" });
      }
    },
    endReached: () => {
      if (this.panel && loadsAtEnd(this.panel)) {
        this.connection.post({ type: "loadOlder" });
      }
    },
    undoFilter: () => this.filters.undoNarrowing(),
    sortBy: (sort) => this.filters.changeView({ sort }),
    hideColumns: (names) => this.layout.set({ hiddenColumns: names }),
    resizeColumns: (widths) => this.layout.set({ columns: widths }),
  };

  protected readonly detailsActions: DetailsActions = {
    copy: (id, format) => this.eventActions.copy({ ids: [id], format }),
    filterBy: (value) => this.filters.filterBy(value),
    showCompany: (name) => this.filters.showCompany(name),
    post: this.connection.post,
    step: (direction) => this.grid.input.selectNext(direction),
    reveal: (event) => this.details.reveal(event),
    show: (event) => this.details.show(event),
    bringIntoList: (event, reason) => this.details.bringIntoList(event, reason),
    close: () => this.details.close(),
    menuContext: (event) => detailsMenuContext(event, this.filters.query),
    request: (name, params) => this.connection.request(name, params),
  };

  protected readonly filterActions: FilterActions & SearchActions = {
    changeQuery: (change) => this.filters.changeQuery(change),
    resetFilters: () => this.resetFilters(),
    setZone: (zone) => this.setZone(zone),
    search: (text) => this.filters.changeView({ text }),
    setMinAmount: (minAmount) => this.filters.changeQuery((query) => ({ ...query, minAmount })),
    focusList: () => this.grid.focus(),
  };

  protected readonly chartActions: ChartActions = {
    requestChart: () => this.connection.request("chart", { buckets: 120 }),
    setMode: (mode) => this.layout.set({ chartMode: mode }),
    setTimeRange: () => this.filters.setTimeRangeToZoom(),
    zoom: (span) => this.filters.changeView({ span }),
  };

  protected resetFilters(): void {
    this.filterBar?.reset();
    this.filters.resetQuery();
    this.filters.changeView({ span: undefined });
  }

  protected setZone(zone: ZoneChoice): void {
    this.zone = zone;
    this.connection.post({ type: "setTimeZone", timeZone: timeZoneOf(zone) });
  }

  /** Focuses the list, or the details if they cover it. */
  protected focusMain(): void {
    (this.detailsCoverList ? this.detailsPane : this.grid)?.focus();
  }

  /** The details are rendered with the next update if they were closed. */
  protected focusDetails(): void {
    void this.updateComplete.then(() => this.detailsPane?.focus());
  }

  /** For a button that its own click removes. */
  protected inList(action: () => void): () => void {
    return () => {
      action();
      this.requestUpdate();
      this.grid.focus();
    };
  }

  protected onVisibleRowsChange(): void {
    this.persister.saveSoon();
    if (this.newEvents.count > 0 && this.grid.scrollAnchor.isAtTop) {
      this.newEvents.markSeen();
      this.requestUpdate();
    }
  }

  protected onRowsChange(): void {
    this.requestUpdate();
    this.eventsChart?.updateSoon();
    void this.detailsPane?.refresh();
    if (this.panel?.content === "current") {
      void this.eventActions.deselectUnloaded(this.grid.input.selection);
    }
  }

  protected get regions(): readonly Region[] {
    const { filterBar, eventsChart, grid, detailsPane } = this;
    return [
      { element: this.querySelector(".header"), focus: () => filterBar?.focus() },
      { element: eventsChart, focus: () => eventsChart?.focus() },
      { element: this.detailsCoverList ? null : grid, focus: () => grid.focus() },
      { element: detailsPane, focus: () => detailsPane?.focus() },
    ];
  }

  protected readonly onKeyDown = (event: KeyboardEvent) => {
    // In an open popup, Escape closes that.
    if (
      navigateRegions(event, this.regions) ||
      event.key !== "Escape" ||
      this.querySelector(":popover-open")
    ) {
      return;
    }
    if (this.grid.input.selection.size > 1) {
      event.preventDefault();
      this.grid.input.selectCurrentOnly();
    } else if (this.details.isOpen) {
      event.preventDefault();
      this.details.close();
    }
  };

  protected get detailsCoverList(): boolean {
    return this.layout.isNarrow && this.details.isOpen;
  }

  protected override createRenderRoot(): this {
    return this;
  }
}

import { LitElement } from "lit";
import { query, state } from "lit/decorators.js";
import type { ZoneChoice } from "../shared/calendar";
import type { PageState } from "../shared/pageState";
import { timeZoneOf } from "../shared/times";
import { viewOf } from "../shared/viewQueries";
import { ChartController } from "./chart/chartController";
import type { EventsChart } from "./chart/eventsChart";
import { DetailsController } from "./details/detailsController";
import type { DetailsPane } from "./details/detailsPane";
import type { DetailsActions } from "./details/eventSections";
import { EventNavigator } from "./details/eventNavigator";
import type { FilterBar } from "./filters/filterBar";
import { PendingFilters } from "./filters/pendingFilters";
import type { SearchBox } from "./filters/searchBox";
import { AutoLoader } from "./grid/autoLoader";
import type { ColumnChooser } from "./grid/columnChooser";
import type { EventGrid } from "./grid/eventGrid";
import type { GridActions } from "./grid/gridInput";
import type { ListActions } from "./grid/listMessages";
import { NewEventCounter } from "./grid/newEventCounter";
import { EventActions } from "./eventActions";
import { FeedModel } from "./host/feedModel";
import { HostConnection, type HostEvent, type VsCodeApi } from "./host/hostConnection";
import { type PersistedState, StatePersister } from "./host/statePersister";
import type { ToolbarActions } from "./status/toolbar";
import { FocusRestorer } from "./ui/focusRestorer";
import { navigateRegions, type Region } from "./ui/regionNavigation";
import { RovingTabIndex } from "./ui/rovingTabIndex";
import { copiedText } from "./ui/text";
import { Layout } from "./layout";

/**
 * The state of the feed panel's page, and what changes it. `model` is what the host sent last, `filters` what the user changed since.
 * `FeedApp` renders from these, and the parts of the page call the actions below.
 */
export abstract class FeedPage extends LitElement {
  @state() protected zone: ZoneChoice = "local";

  @query("event-grid", true) protected grid!: EventGrid;
  @query("filter-bar") protected filterBar!: FilterBar | null;
  @query("search-box") protected searchBox!: SearchBox | null;
  @query("details-pane") protected detailsPane!: DetailsPane | null;
  @query("events-chart") protected eventsChart!: EventsChart | null;
  @query(".app", true) protected app!: HTMLElement;

  protected readonly model = new FeedModel();
  protected readonly connection = new HostConnection((message) => this.receive(message));
  protected readonly filters = new PendingFilters(this, this.connection, this.model);
  protected readonly details = new DetailsController(this, this.connection, this.model, (event) =>
    this.events.show(event),
  );
  protected readonly events = new EventNavigator(this.connection, this.filters, this.details, {
    revealRow: (event) => this.grid.input.reveal(event),
    zone: () => this.zone,
    resetFilters: () => this.resetFilters(),
  });
  protected readonly eventActions = new EventActions(this, this.connection, this.filters, this.details);
  protected readonly chart = new ChartController(this, this.connection, this.model, this.filters);
  protected readonly layout = new Layout(this);
  protected readonly autoLoader = new AutoLoader(() => this.connection.post({ type: "loadOlder" }));
  protected readonly newEvents = new NewEventCounter();
  protected readonly persister = new StatePersister(this, this.connection, this.model, () =>
    this.persistedState(),
  );

  constructor() {
    super();
    new RovingTabIndex(this, ".actions");
    this.model.onDidChangePanel((panel) => {
      this.autoLoader.update(panel);
      this.newEvents.update(panel, this.grid.scrollAnchor.isAtTop);
      this.requestUpdate();
    });
    this.model.onDidChangeShownQuery(() => this.grid.startNewList("query"));
    this.model.onDidChangeShownSort(() => this.grid.startNewList("order"));
    this.model.onDidChangeRows(({ rows, isSnapshot }) => this.grid.updateRows(rows, isSnapshot));
    this.model.onDidReset(() => {
      if (this.grid.input.selection.size > 0) {
        this.eventActions.announce(this.grid.input.selection);
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
    // A sorted list has no topmost event, and the one that was selected may be anywhere in it.
    const { topmost = saved.view?.sort && saved.selected && { id: saved.selected.id } } = saved;
    this.grid.restore(topmost, saved.selected);
    this.layout.observe(this.app);
    this.persister.start(api, page);
    new FocusRestorer(this, () => this.focusMain(), page);
    this.connection.connect(api, page);
  }

  protected receive(message: HostEvent): void {
    switch (message.type) {
      case "snapshot":
      case "update":
        this.model.receive(message);
        break;
      case "focus":
        this.focusMain();
        break;
      case "find":
        this.searchBox?.focus();
        break;
      case "showEvent":
        this.events.show(message.event);
        this.focusDetails();
        break;
      case "eventAction": {
        const event = message.inDetails ? this.details.menuEvent : this.grid.input.onlySelected;
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

  protected persistedState(): PersistedState | undefined {
    const { panel } = this.model;
    const { query, view } = this.filters;
    if (!panel || !query || !view) {
      return undefined;
    }
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
      ...this.chart.savedState,
      ...this.details.savedState,
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
    toggleChart: () => this.chart.toggle(),
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
    endReached: () => this.autoLoader.endReached(),
    undoFilter: () => this.filters.undoNarrowing(),
    sortBy: (sort) => this.filters.sortBy(sort),
    hideColumns: (names) => this.layout.set({ hiddenColumns: names }),
    resizeColumns: (widths) => this.layout.set({ columns: widths }),
  };

  protected readonly detailsActions: DetailsActions = {
    copy: (id, format) => this.eventActions.copy({ ids: [id], format }),
    filterBy: (value) => this.filters.filterBy(value),
    showCompany: (name) => this.filters.showCompany(name),
    post: this.connection.post,
    step: (direction) => this.grid.input.selectNext(direction),
    show: (reason) => this.events.bringIntoList(reason),
    read: () => this.events.readShownEvent(),
    close: () => this.details.close(),
  };

  protected resetFilters(): void {
    this.filterBar?.reset();
    this.filters.resetQuery();
    this.chart.zoomOut();
  }

  protected setZone(zone: ZoneChoice): void {
    this.zone = zone;
    this.connection.post({ type: "setTimeZone", timeZone: timeZoneOf(zone) });
    // Its columns begin at round times of the zone.
    this.chart.updateSoon();
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
    this.chart.updateSoon();
    void this.details.update();
    if (this.model.panel?.content === "current") {
      void this.eventActions.deselectUnloaded(this.grid.input.selection);
    }
    if (this.grid.allRowsVisible) {
      this.autoLoader.screenNotFull();
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
    if (navigateRegions(event, this.regions) || event.key !== "Escape") {
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

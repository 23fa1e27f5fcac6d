import { LitElement } from "lit";
import { query, state } from "lit/decorators.js";
import type { ZoneChoice } from "../shared/calendar";
import { type FeedQuery, sameQuery } from "../shared/feedQuery";
import type { PageState } from "../shared/pageState";
import type { HostMessage, PanelState } from "../shared/protocol";
import { timeZoneOf } from "../shared/times";
import { type SortOrder, viewOf } from "../shared/viewQueries";
import type { EventsChart } from "./chart/eventsChart";
import { ActiveEvent } from "./details/activeEvent";
import type { DetailsPane } from "./details/detailsPane";
import type { FilterBar } from "./filters/filterBar";
import { PendingFilters } from "./filters/pendingFilters";
import type { SearchBox } from "./filters/searchBox";
import type { EventGrid } from "./grid/eventGrid";
import { loadsAtEnd } from "./grid/listMessages";
import { NewEventCounter } from "./grid/newEventCounter";
import { EventActions } from "./eventActions";
import { HostConnection, type HostEvent, type VsCodeApi } from "./host/hostConnection";
import { type PersistedState, StatePersister } from "./host/statePersister";
import { keepFocus, navigateRegions, type Region } from "./ui/focus";
import { copiedText } from "./ui/text";
import { Layout } from "./layout";

/** How often the page asks whether the host is still there. */
const checkHostMs = 30_000;

type StateMessage = Extract<HostMessage, { readonly type: "snapshot" | "update" }>;

/**
 * The state of the feed panel's page, and what changes it. `panel` is what the host sent last, `filters` what the user changed since.
 * `FeedApp` renders from these; the parts of the page get the page itself, and act on its members.
 */
export abstract class FeedPage extends LitElement {
  @state() zone: ZoneChoice = "local";
  /** The extension host was ended or hangs: nothing on the page has an effect. */
  @state() protected isHostSilent = false;

  @query("event-grid", true) grid!: EventGrid;
  @query("filter-bar") protected filterBar!: FilterBar | null;
  @query("search-box") protected searchBox!: SearchBox | null;
  @query("details-pane") protected detailsPane!: DetailsPane | null;
  @query("events-chart") protected eventsChart!: EventsChart | null;
  @query(".app", true) protected app!: HTMLElement;

  panel: PanelState | undefined;
  /** When it was received, by this machine's clock. */
  receivedAt = 0;
  /** The query of the rows in the list. While another query loads, it is still the previous one. */
  shownQuery: FeedQuery | undefined;
  /** The order of the rows in the list; undefined: newest first. */
  shownSort: SortOrder | undefined;
  /** Number of loaded events. */
  eventCount = 0;

  readonly connection = new HostConnection(
    (message) => this.receive(message),
    (isAnswering) => (this.isHostSilent = !isAnswering),
  );
  readonly filters = new PendingFilters(this, this.connection);
  readonly details = new ActiveEvent(this);
  readonly eventActions = new EventActions(this);
  readonly layout = new Layout(this);
  protected readonly newEvents = new NewEventCounter();
  protected readonly persister = new StatePersister(this.connection, () => this.persistedState());

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
    keepFocus(this, () => this.focusMain(), page);
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
        this.eventActions.say(
          copiedText(message.count, message.requested, message.format, this.shownQuery?.source),
        );
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
    this.receivedAt = Date.now();
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
    if (!view.searching && JSON.stringify(view.sort) !== JSON.stringify(this.shownSort)) {
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
      this.eventActions.announceSelection();
    }
    this.persister.reportAgain();
  }

  protected persistedState(): PersistedState | undefined {
    const { panel } = this;
    const { query, view } = this.filters;
    if (!panel || !query || !view) {
      return undefined;
    }
    const { event, isOpen, listQuery } = this.details;
    const isListed = listQuery && sameQuery(listQuery, query);
    const unlisted = isListed ? {} : ({ unlisted: true } as const);
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
      ...(event && { selected: this.detailsPane?.savedEvent ?? { ...event, ...unlisted } }),
      ...(isOpen && { detailsOpen: true }),
      ...this.layout.savedState,
    };
    return { state, visible: view.sort ? undefined : visibleEvents };
  }

  // ---- Actions ----------------------------------------------------------------------------------------------------

  refresh(): void {
    // A refresh loads down to the visible events, so the host has to know them first.
    this.persister.save();
    this.connection.post({ type: "refresh" });
  }

  toggleChart(): void {
    this.layout.set({ chartHidden: !this.layout.chartHidden });
    this.filters.changeView({ span: undefined });
  }

  /** Of the current event. */
  openDetails(byKeyboard: boolean): void {
    if (this.details.isOpen && byKeyboard) {
      this.detailsPane?.focus();
    }
    this.details.open();
  }

  /** The list was scrolled to its end, or a key would have moved beyond it. */
  onEndReached(): void {
    if (this.panel && loadsAtEnd(this.panel)) {
      this.connection.post({ type: "loadOlder" });
    }
  }

  resetFilters(to = this.panel?.defaultQuery): void {
    this.filterBar?.reset();
    this.filters.changeQuery((query) => to ?? query);
    this.filters.changeView({ span: undefined });
  }

  /** The time zone of everything shown. */
  setZone(zone: ZoneChoice): void {
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

  onVisibleRowsChange(): void {
    this.persister.saveSoon();
    if (this.newEvents.count > 0 && this.grid.scrollAnchor.isAtTop) {
      this.newEvents.markSeen();
      this.requestUpdate();
    }
  }

  onRowsChange(): void {
    this.requestUpdate();
    this.eventsChart?.updateSoon();
    void this.detailsPane?.refresh();
    if (this.panel?.content === "current") {
      void this.eventActions.deselectUnloaded();
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

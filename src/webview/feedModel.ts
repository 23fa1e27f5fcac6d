import * as l10n from "@vscode/l10n";
import type { ZoneChoice } from "../shared/calendar";
import type { Chart, EventRow } from "../shared/feedState";
import { maxSelectedEvents } from "../shared/limits";
import type { PageState } from "../shared/pageState";
import type { EventAction, HostMessage, PageCommand, PanelState } from "../shared/protocol";
import { formatNumber } from "../shared/text";
import { timeZoneOf } from "../shared/times";
import { viewOf } from "../shared/viewQueries";
import { DetailsModel } from "./details/detailsModel";
import { PendingFilters } from "./filters/pendingFilters";
import { type ListListener, ListModel } from "./grid/listModel";
import { HostConnection, type HostEvent, type VsCodeApi } from "./host/hostConnection";
import { type PersistedState, StatePersister } from "./host/statePersister";
import { NewEventCounter } from "./status/newEventCounter";
import { loadsAtEnd } from "./status/statusText";
import { copiedText } from "./ui/text";
import { Layout } from "./layout";

/** Interval of checking that the host answers: VS Code doesn't report that it has ended. */
const checkHostMs = 30_000;
const noticeMs = 4000;

type StateMessage = Extract<HostMessage, { readonly type: "snapshot" | "update" }>;

/** The element that renders the model. */
export interface PageView {
  requestUpdate(): void;
  /** @param part `main`: the list, or the details if they cover it */
  focusPart(part: "main" | "search" | "details"): void;
}

/**
 * State and actions of the page: what the host sent last, what the user changed since (`filters`), and the
 * models of list, details and layout. `FeedApp` renders it with the parts of the page.
 */
export class FeedModel implements ListListener {
  zone: ZoneChoice = "local";
  /** The extension host has ended or hangs. */
  isHostUnresponsive = false;
  /** As the host sent it last. */
  private received: PanelState | undefined;
  /** When it was received, by this machine's clock. */
  receivedAt = 0;
  eventCount = 0;
  /** Counts revisions of the rows: the chart is loaded again for each. */
  rowChanges = 0;
  /** Result of the last action; shown for some seconds. */
  notice: string | undefined;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly connection = new HostConnection(
    (message) => this.receive(message),
    (isResponsive) => {
      this.isHostUnresponsive = !isResponsive;
      this.page.requestUpdate();
    },
  );
  readonly filters = new PendingFilters(this.page, this.connection);
  readonly list = new ListModel((params) => this.connection.request("rows", params), this);
  readonly details = new DetailsModel(this.page, this.connection, this.filters, this.list);
  readonly layout = new Layout(this.page);
  readonly newEvents = new NewEventCounter();
  readonly persister = new StatePersister(this.connection, () => this.persistedState());

  constructor(private readonly page: PageView) {}

  /** Restores the saved state, and starts to receive messages. `ready` has been sent already. */
  connect(api: VsCodeApi, saved: PageState): void {
    this.zone = saved.zone ?? this.zone;
    this.layout.restore(saved);
    this.details.restore(saved);
    this.newEvents.restore(saved.query, saved.seenEventCount);
    // A sorted list has no topmost event, and the one that was selected may be anywhere in it.
    const { topmost = saved.view?.sort && saved.selected && { id: saved.selected.id } } = saved;
    this.list.restore(topmost, saved.selected, saved.selectedIds);
    this.persister.start(api);
    this.connection.connect(api);
    setInterval(() => {
      void this.connection.request("rows", { start: 0, end: 0 }).catch(() => undefined);
    }, checkHostMs);
  }

  /** What the host sent last, but its content is `previous` until the first rows of a new query arrive. */
  get panel(): PanelState | undefined {
    const { received, isHostUnresponsive, list, filters } = this;
    const panel: PanelState | undefined =
      received && isHostUnresponsive ? { ...received, live: { kind: "stopped" } } : received;
    return panel?.content === "current" && (list.isNewQueryPending || filters.isQueryPending)
      ? { ...panel, content: "previous" }
      : panel;
  }

  // ---- From the host ----------------------------------------------------------------------------------------------

  private receive(message: HostEvent): void {
    switch (message.type) {
      case "snapshot":
      case "update":
        this.receiveState(message);
        break;
      case "focus":
        this.page.focusPart("main");
        break;
      case "find":
        this.page.focusPart("search");
        break;
      case "showEvent":
        this.details.show(message.event);
        if (!message.preserveFocus) {
          this.page.focusPart("details");
        }
        break;
      case "eventAction":
        this.runEventAction(message.action);
        break;
      case "copied":
        this.showNotice(
          copiedText(message.count, message.requested, message.format, this.list.query?.source),
        );
        break;
    }
  }

  private receiveState({ type, panel, rows }: StateMessage): void {
    this.eventCount = rows?.eventCount ?? this.eventCount;
    const hadRows = this.received !== undefined && this.received.content !== "none";
    this.received = panel;
    this.receivedAt = Date.now();
    if (rows && type === "update") {
      this.list.rows.update(rows);
    }
    this.filters.update(panel);
    this.newEvents.update(panel, this.list.isAtTop);
    this.list.applyState(panel, hadRows);
    if (type === "snapshot") {
      this.list.rows.update(rows, true);
      this.sendAgain();
    }
    this.details.updateRead(panel.eventRead);
    this.page.requestUpdate();
  }

  /** The host has lost everything that the page sent before. */
  private sendAgain(): void {
    this.filters.postQuery();
    this.details.startAgain();
    if (this.list.selection.size > 0) {
      this.announceSelection();
    }
  }

  private persistedState(): PersistedState | undefined {
    const { panel, list } = this;
    const { query, view } = this.filters;
    if (!panel || !query || !view) {
      return undefined;
    }
    // Rows of another query are shown from the top.
    const topmost = panel.content === "previous" ? undefined : list.rows.scrollAnchor.place;
    const selected = this.details.savedEvent(query);
    const state: PageState = {
      version: 1,
      connection: panel.connection.name,
      query,
      ...(panel.savedFeed && { savedFeed: panel.savedFeed.id }),
      view: viewOf(view),
      zone: this.zone,
      seenEventCount: this.newEvents.seen,
      // Returning to an event loads the events around its date.
      ...(topmost && !view.sort && { topmost }),
      ...(selected && { selected }),
      ...(list.selection.size > 1 && { selectedIds: list.selection.ids }),
      ...(this.details.isOpen && { detailsOpen: true }),
      ...this.layout.savedState,
    };
    return { state, visible: view.sort ? undefined : list.visibleEvents };
  }

  // ---- From the list ----------------------------------------------------------------------------------------------

  listChanged(): void {
    this.visibleRowsChanged();
    this.page.requestUpdate();
  }

  rowsChanged(): void {
    this.rowChanges++;
    this.details.loadSoon();
    if (this.received?.content === "current") {
      void this.deselectUnloaded();
    }
  }

  /** Also called while the user scrolls. */
  visibleRowsChanged(): void {
    this.persister.saveSoon();
    if (this.newEvents.count > 0 && this.list.isAtTop) {
      this.newEvents.markSeen();
      this.page.requestUpdate();
    }
  }

  eventChosen(row: EventRow): void {
    this.details.select(row);
  }

  selectionChanged(refused: boolean): void {
    const limit = formatNumber(maxSelectedEvents);
    this.showNotice(refused ? l10n.t("At most {0} can be selected", limit) : undefined);
    this.announceSelection();
  }

  endReached(): void {
    if (this.panel && loadsAtEnd(this.panel)) {
      this.post({ type: "loadOlder" });
    }
  }

  /** Tells the host on which events its commands act. */
  private announceSelection(): void {
    this.post({ type: "select", ids: this.list.selection.ids });
  }

  /** Call when events may have been removed. */
  private async deselectUnloaded(): Promise<void> {
    const { selection } = this.list;
    const { ids } = selection;
    if (ids.length > 0) {
      const loaded = new Set(await this.connection.request("stillLoaded", { ids }).catch(() => ids));
      // Others may have been selected meanwhile.
      const gone = new Set(ids.filter((id) => !loaded.has(id)));
      selection.keep((id) => !gone.has(id));
    }
  }

  // ---- Actions ----------------------------------------------------------------------------------------------------

  post(command: PageCommand): void {
    this.connection.post(command);
  }

  refresh(): void {
    // A refresh loads down to the visible events, so the host has to know them first.
    this.persister.save();
    this.post({ type: "refresh" });
  }

  /** Undefined: keep the present chart. */
  async loadChart(): Promise<Chart | undefined> {
    return (await this.connection.request("chart", {}).catch(() => null)) ?? undefined;
  }

  toggleChart(): void {
    this.layout.set({ chartHidden: !this.layout.chartHidden });
    this.filters.changeView({ span: undefined });
  }

  /** Sets the time zone of everything shown. */
  setZone(zone: ZoneChoice): void {
    this.zone = zone;
    this.post({ type: "setTimeZone", timeZone: timeZoneOf(zone) });
    this.page.requestUpdate();
  }

  showNewEvents(): void {
    this.newEvents.markSeen();
    this.list.scrollToTop();
    this.page.requestUpdate();
  }

  /** @param text undefined: removes the notice */
  private showNotice(text: string | undefined): void {
    clearTimeout(this.noticeTimer);
    this.notice = text;
    if (text !== undefined) {
      this.noticeTimer = setTimeout(() => this.showNotice(undefined), noticeMs);
    }
    this.page.requestUpdate();
  }

  // ---- Details ----------------------------------------------------------------------------------------------------

  /** Chosen in the context menu. */
  private runEventAction(action: EventAction): void {
    const event = this.list.onlySelected;
    const { type, sector, company } = event ?? {};
    if (action === "showDetails" && event) {
      this.details.open();
      this.page.focusPart("details");
    } else if (action === "onlyThisType" && type !== undefined) {
      this.filters.filterBy({ types: [type] });
    } else if (action === "onlyThisSector" && sector !== undefined) {
      this.filters.filterBy({ sector });
    } else if (action === "showCompanyEvents" && company !== undefined) {
      this.filters.showCompany(company);
    }
  }

  /** Opens the details, or focuses them if they are open. */
  openOrFocusDetails(): void {
    if (this.details.isOpen) {
      this.page.focusPart("details");
    }
    this.details.open();
  }
}

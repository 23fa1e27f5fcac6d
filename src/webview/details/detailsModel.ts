import type { ReactiveControllerHost } from "lit";
import type { ZoneChoice } from "../../shared/calendar";
import type { CompanyEvent } from "../../shared/companyEvent";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { EventDetails, EventRead, MissingReason } from "../../shared/feedState";
import { activeNames } from "../../shared/filters";
import type { PageState } from "../../shared/pageState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { PendingFilters } from "../filters/pendingFilters";
import { queryAround, queryWithEvent } from "../filters/queryAround";
import { isNarrowed } from "../filters/queryText";
import type { HostConnection } from "../host/hostConnection";
import type { DetailsNote } from "./detailsNotes";
import { type EventFields, eventFields } from "./eventFields";

export interface LoadedDetails {
  readonly id: string;
  readonly details: EventDetails | undefined;
  readonly fields: EventFields | undefined;
  readonly note: DetailsNote | undefined;
  /** False: the host no longer has the event, so it can't be copied or opened. */
  readonly isAvailable: boolean;
}

/** The event whose details are shown, or are next, and what was loaded for them. */
export class DetailsModel {
  event: EventRef | undefined;
  isOpen = false;
  /** The previous event's until `event` has loaded. */
  loaded: LoadedDetails | undefined;
  /** Query of the list from which the event was chosen; undefined: it may not be in the list. */
  private listQuery: FeedQuery | undefined;
  private lastRead: EventRead | undefined;
  /** Event of the last `detailsEvent` message; undefined: none. */
  private announcedId: string | undefined;
  private isLoadScheduled = false;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, "requestUpdate">,
    private readonly connection: Pick<HostConnection, "post" | "request">,
    private readonly filters: PendingFilters,
    private readonly list: { readonly query: FeedQuery | undefined; reveal(event: EventRef): void },
  ) {}

  restore({ selected, detailsOpen, query }: PageState): void {
    this.event = selected && eventRef(selected);
    this.listQuery = selected?.unlisted ? undefined : query;
    this.isOpen = detailsOpen === true && selected !== undefined;
  }

  /** Saved for a reload of the window. */
  savedEvent(query: FeedQuery): PageState["selected"] {
    const { event } = this;
    const { event: known, missing } = this.loaded?.details ?? {};
    const isKnown = known !== undefined && known.id === event?.id;
    const isUnlisted = isKnown
      ? missing !== undefined && missing !== "notLoaded"
      : !this.listQuery || !sameQuery(this.listQuery, query);
    return event && { ...eventRef(isKnown ? known : event), ...(isUnlisted && { unlisted: true as const }) };
  }

  // ---- Event ------------------------------------------------------------------------------------------------------

  /** Call when its row was selected. */
  select(event: EventRef): void {
    this.event = eventRef(event);
    this.listQuery = this.list.query;
    this.announce();
    this.loadSoon();
  }

  /** Shows the details of an event, and selects its row, which may not be on screen or not in the list. */
  show(event: EventRef): void {
    this.isOpen = true;
    this.announcedId = undefined;
    this.select(event);
    this.list.reveal(event);
    this.listQuery = undefined;
    this.followRead();
  }

  open(): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.loadSoon();
    }
    this.announce();
  }

  close(): void {
    this.isOpen = false;
    this.loaded = undefined;
    this.announce();
  }

  /** Call with a snapshot: the host has lost what the page sent, and may show another service. */
  startAgain(): void {
    this.announcedId = undefined;
    this.announce();
    this.loaded = undefined;
    this.loadSoon();
  }

  /** Tells the host which event's details are shown. */
  private announce(): void {
    const event = this.isOpen ? this.event : undefined;
    if (event?.id !== this.announcedId) {
      this.announcedId = event?.id;
      this.connection.post({ type: "detailsEvent", ...(event && { event }) });
    }
    this.host.requestUpdate();
  }

  /** @param reason why the event is not in the list */
  bringIntoList(event: EventRef & Partial<CompanyEvent>, reason: DetailsNote, zone: ZoneChoice): void {
    const { query, view } = this.filters;
    if (reason === "filteredOut") {
      this.filters.reset(query && queryWithEvent(query, event));
      return;
    }
    if (view && isNarrowed(view)) {
      this.filters.showAll();
    }
    const ref = eventRef(event);
    if (reason === "notLoaded") {
      this.connection.post({ type: "showAround", ...ref });
    } else if (query && event.publishedMs !== undefined) {
      const around = queryAround(query, event, event.publishedMs, zone, Date.now());
      this.connection.post({ type: "showAround", ...ref, query: around });
    }
    this.list.reveal(ref);
  }

  // ---- Data -------------------------------------------------------------------------------------------------------

  /** State of the event's read by ID, if there was one. */
  get read(): EventRead | undefined {
    return this.lastRead?.id === this.event?.id ? this.lastRead : undefined;
  }

  /** @param read the last read of any event by ID */
  updateRead(read: EventRead | undefined): void {
    const wasDone = this.read?.kind === "done";
    this.lastRead = read;
    if (this.read?.kind === "done" && !wasDone) {
      this.loadSoon();
    }
    this.followRead();
  }

  /** An event that was requested by its `event_id` may have another ID. */
  private followRead(): void {
    const { read } = this;
    if (this.isOpen && read?.kind === "done" && read.event.id !== read.id) {
      this.show(read.event);
    }
  }

  /** Call when the event or the rows changed. Loads once for all calls of one turn. */
  loadSoon(): void {
    if (this.isOpen && !this.isLoadScheduled) {
      this.isLoadScheduled = true;
      queueMicrotask(() => {
        this.isLoadScheduled = false;
        void this.load();
      });
    }
  }

  private async load(): Promise<void> {
    const { event, isOpen } = this;
    if (!event || !isOpen) {
      return;
    }
    const result = await this.connection.request("details", event).catch(() => undefined);
    const details = result?.kind === "known" ? result : undefined;
    if (this.event !== event || !this.isOpen) {
      return;
    }
    const before = this.loaded?.id === event.id ? this.loaded : undefined;
    this.loaded = {
      id: event.id,
      // Details stay when the event is no longer in the feed.
      details: details ?? before?.details,
      fields: details ? eventFields(details) : before?.fields,
      note: result ? this.noteOf(result.missing) : "failed",
      isAvailable: details !== undefined,
    };
    this.host.requestUpdate();
  }

  private noteOf(missing: MissingReason | undefined): DetailsNote | undefined {
    const { listQuery } = this;
    const { query: shownQuery } = this.list;
    if (!shownQuery || (missing !== "gone" && missing !== "unlisted")) {
      return shownQuery && missing;
    }
    const isOtherList = listQuery && !sameQuery(shownQuery, listQuery);
    return isOtherList && activeNames(shownQuery).length > 0 ? "filteredOut" : missing;
  }
}

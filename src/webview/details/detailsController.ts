import type { ReactiveControllerHost } from "lit";
import type { CompanyEvents, EventDetails, EventRead, EventRow, MissingEvent } from "../../shared/feedState";
import type { PageState } from "../../shared/pageState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import { websiteOf } from "../../shared/website";
import type { FeedModel } from "../host/feedModel";
import type { HostConnection } from "../host/hostConnection";
import type { DetailsNote } from "./detailsNotes";

/** The active event and, while the details pane is open, the details of it. */
export class DetailsController {
  /** The active event. */
  event: EventRef | undefined;
  /** The shown query when the event became active. */
  private eventQuery: FeedQuery | undefined;
  isOpen = false;
  /** ID of the event that details and note are about. */
  shownId: string | undefined;
  /** Still the previous ones while those of another event load. */
  details: EventDetails | undefined;
  note: DetailsNote | undefined;
  /** Whether the host has the event: otherwise it can't be copied or opened. */
  isAvailable = false;
  /** The loaded events of the event's company. */
  company: CompanyEvents | undefined;
  /** The host shows the event's details, as far as it knows; undefined: it does not know of any. */
  private announcedId: string | undefined;
  private read: EventRead | undefined;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, "requestUpdate">,
    private readonly connection: Pick<HostConnection, "request" | "post">,
    private readonly model: Pick<FeedModel, "panel" | "shownQuery" | "onDidReset" | "onDidChangePanel">,
    /** The event that was asked for by its `event_id` has this `id`. */
    private readonly onDidFind: (event: EventRef) => void,
  ) {
    model.onDidReset(() => {
      // It may be the event of another service.
      this.clear();
      this.announcedId = undefined;
      this.announce();
      void this.update();
    });
    model.onDidChangePanel(({ eventRead }) => this.updateRead(eventRead));
  }

  get savedState(): Pick<PageState, "selected" | "detailsOpen"> {
    const { event } = this;
    const details = this.details?.event.id === event?.id ? this.details : undefined;
    const { missing } = details ?? {};
    const unlisted = this.isOpen && missing !== undefined && missing !== "notLoaded";
    return {
      ...(event && {
        selected: { ...eventRef(details?.event ?? event), ...(unlisted && { unlisted: true as const }) },
      }),
      ...(this.isOpen && { detailsOpen: true }),
    };
  }

  restore({ selected, detailsOpen, query }: PageState): void {
    this.event = selected && eventRef(selected);
    this.eventQuery = selected?.unlisted ? undefined : query;
    this.isOpen = detailsOpen === true && selected !== undefined;
  }

  /** What the context menu of the details is about, as the row of the event says it. */
  get menuEvent(): EventRow | undefined {
    if (!this.isOpen || !this.isAvailable || !this.details) {
      return undefined;
    }
    const { id, type, sector, company } = this.details.event;
    return {
      kind: "event",
      id,
      ...(type !== undefined && { type }),
      ...(sector !== undefined && { sector }),
      ...(company?.name !== undefined && { company: company.name }),
      ...(websiteOf(company?.domain) !== undefined && { hasWebsite: true as const }),
    };
  }

  /** How the read of the event stands, if it was read by its ID. */
  get eventRead(): EventRead | undefined {
    return this.isOpen && this.read?.id === this.event?.id ? this.read : undefined;
  }

  select(event: EventRef): void {
    this.event = eventRef(event);
    this.eventQuery = this.model.shownQuery;
    this.host.requestUpdate();
    this.announce();
    void this.update();
  }

  open(): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.host.requestUpdate();
      this.announce();
      void this.update();
    }
  }

  /** Shows the details of an event that may not be in the list. */
  show(event: EventRef): void {
    this.isOpen = true;
    // The host awaits it also for an event that is shown already.
    this.announcedId = undefined;
    this.select(event);
    this.eventQuery = undefined;
    this.followRead();
  }

  close(): void {
    this.isOpen = false;
    this.clear();
    this.announce();
  }

  private clear(): void {
    this.shownId = this.details = this.company = this.note = undefined;
    this.isAvailable = false;
    this.host.requestUpdate();
  }

  /** Requests the details again: another event is active, or rows have changed. */
  async update(): Promise<void> {
    const { event } = this;
    if (!this.isOpen || !event) {
      return;
    }
    const { id } = event;
    const companyRequest = this.connection.request("company", { id }).catch(() => undefined);
    const result = await this.connection.request("details", event).catch(() => undefined);
    if (!this.isCurrent(event)) {
      return;
    }
    this.shownId = id;
    const details = result && "event" in result ? result : undefined;
    this.isAvailable = details !== undefined;
    this.note = result ? this.noteOf(result, this.model.shownQuery) : "failed";
    // The details of an event that is no longer in the feed stay; those of another event do not.
    if (details || this.details?.event.id !== id) {
      this.details = details;
      this.company = isCompanyOf(this.company, this.details) ? this.company : undefined;
    }
    this.host.requestUpdate();
    const company = await companyRequest;
    if (this.isCurrent(event) && company) {
      this.company = company;
      this.host.requestUpdate();
    }
  }

  /** @param query the shown query; undefined before the first page, when nothing is known yet */
  private noteOf(
    { missing }: EventDetails | MissingEvent,
    query: FeedQuery | undefined,
  ): DetailsNote | undefined {
    const isOfOtherQuery = query && this.eventQuery && !sameQuery(query, this.eventQuery);
    return isOfOtherQuery && missing !== undefined && missing !== "outsideTimeRange"
      ? "filteredOut"
      : query && missing;
  }

  private updateRead(read: EventRead | undefined): void {
    const { event, read: before } = this;
    this.read = read;
    const isNews = read?.id !== before?.id || read?.kind !== before?.kind;
    if (isNews && read?.kind === "done" && read.id === event?.id && this.isOpen) {
      void this.update();
      this.followRead();
    }
  }

  /** It may have been read before the page was ready. */
  private followRead(): void {
    const { eventRead: read } = this;
    if (read?.kind === "done" && read.event.id !== read.id) {
      this.onDidFind(read.event);
    }
  }

  /** Tells the host which event's details are shown. */
  private announce(): void {
    const event = this.isOpen ? this.event : undefined;
    if (event?.id !== this.announcedId) {
      this.announcedId = event?.id;
      this.connection.post({ type: "detailsEvent", ...(event && { event }) });
    }
  }

  private isCurrent(event: EventRef): boolean {
    return this.isOpen && this.event === event;
  }
}

function isCompanyOf(events: CompanyEvents | undefined, details: EventDetails | undefined): boolean {
  const company = details?.event.company;
  return events?.entityId === undefined
    ? events?.name !== undefined && events.name === company?.name
    : events.entityId === company?.entityId;
}

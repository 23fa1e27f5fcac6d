import type { ReactiveControllerHost } from "lit";
import type { CompanyEvents, EventDetails, MissingEvent } from "../../shared/feedState";
import type { PageState } from "../../shared/pageState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { FeedModel } from "../host/feedModel";
import type { HostConnection } from "../host/hostConnection";
import type { DetailsNote } from "./detailsPane";

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
  /** The loaded events of the event's company. */
  company: CompanyEvents | undefined;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, "requestUpdate">,
    private readonly connection: Pick<HostConnection, "request">,
    private readonly model: Pick<FeedModel, "shownQuery" | "onDidReset">,
  ) {
    model.onDidReset(() => void this.update());
  }

  get savedState(): Pick<PageState, "selected" | "detailsOpen"> {
    return { ...(this.event && { selected: this.event }), ...(this.isOpen && { detailsOpen: true }) };
  }

  restore({ selected, detailsOpen, query }: PageState): void {
    this.event = selected;
    this.eventQuery = query;
    this.isOpen = detailsOpen === true && selected !== undefined;
  }

  select(event: EventRef): void {
    this.event = eventRef(event);
    this.eventQuery = this.model.shownQuery;
    this.host.requestUpdate();
    void this.update();
  }

  open(): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.host.requestUpdate();
      void this.update();
    }
  }

  close(): void {
    this.isOpen = false;
    this.shownId = this.details = this.company = this.note = undefined;
    this.host.requestUpdate();
  }

  /** Requests the details again: another event is active, or rows have changed. */
  async update(): Promise<void> {
    const { event } = this;
    const { shownQuery } = this.model;
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
    this.note = !result ? "failed" : "missing" in result ? this.noteOf(result, shownQuery) : undefined;
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

  /** @param query the shown query of the request; undefined before the first page, when nothing is known yet */
  private noteOf({ missing }: MissingEvent, query: FeedQuery | undefined): DetailsNote | undefined {
    const isFilteredOut = query && this.eventQuery && !sameQuery(query, this.eventQuery);
    return isFilteredOut ? "filteredOut" : query && missing;
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

import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { CompanyEvents, EventDetails, MissingEvent } from "../../shared/feedState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { DetailsNote } from "./detailsPane";
import type { HostConnection } from "../host/hostConnection";

/** The selected event and, while its details are open, what the host tells of it. */
export class DetailsController {
  private place: EventRef | undefined;
  /** The query among whose events it was selected. */
  private selectedIn: FeedQuery | undefined;
  private opened = false;
  /** Details on screen; while those of another event are on their way, still the ones before. */
  details: EventDetails | undefined;
  note: DetailsNote | undefined;
  /** The loaded events of its company. */
  company: CompanyEvents | undefined;

  constructor(
    private readonly link: Pick<HostConnection, "request">,
    /** The query whose events are shown. */
    private readonly query: () => FeedQuery | undefined,
    private readonly changed: () => void,
  ) {}

  get selected(): EventRef | undefined {
    return this.place;
  }

  get isOpen(): boolean {
    return this.opened;
  }

  restore(place: EventRef | undefined, isOpen: boolean, query: FeedQuery | undefined): void {
    this.place = place;
    this.selectedIn = query;
    this.opened = isOpen && place !== undefined;
  }

  select(event: EventRef): void {
    this.place = eventRef(event);
    this.selectedIn = this.query();
    this.changed();
    void this.read();
  }

  open(): void {
    if (!this.opened) {
      this.opened = true;
      this.changed();
      void this.read();
    }
  }

  close(): void {
    this.opened = false;
    this.details = this.company = this.note = undefined;
    this.changed();
  }

  /** Reads the details anew: another event was selected, or rows have changed. */
  async read(): Promise<void> {
    const { place } = this;
    if (!this.opened || !place) {
      return;
    }
    const { id } = place;
    const query = this.query();
    const company = this.link.request("company", { id }).catch(() => undefined);
    const result = await this.link.request("details", place).catch(() => undefined);
    if (!this.isCurrent(place)) {
      return;
    }
    const details = result && "event" in result ? result : undefined;
    this.note = !result ? "failed" : "missing" in result ? this.whyMissing(result, query) : undefined;
    // What is gone from the feed can still be read on; another event's details cannot stand for it.
    if (details || this.details?.event.id !== id) {
      this.details = details;
      this.company = isOf(this.company, this.details) ? this.company : undefined;
    }
    this.changed();
    await this.takeCompany(place, company);
  }

  /** @param query whose events were shown when it was asked; before the first page nothing can be told. */
  private whyMissing({ missing }: MissingEvent, query: FeedQuery | undefined): DetailsNote | undefined {
    const filteredOut = query && this.selectedIn && !sameQuery(query, this.selectedIn);
    return filteredOut ? "filteredOut" : query && missing;
  }

  /** The company's events come in when they are known: the details do not wait for them. */
  private async takeCompany(
    place: EventRef,
    coming: Promise<CompanyEvents | null | undefined>,
  ): Promise<void> {
    const company = await coming;
    if (this.isCurrent(place) && company) {
      this.company = company;
      this.changed();
    }
  }

  /** Asked after every wait. */
  private isCurrent(place: EventRef): boolean {
    return this.opened && this.place === place;
  }
}

/** Whether the events are those of the company that the details are about. */
function isOf(events: CompanyEvents | undefined, details: EventDetails | undefined): boolean {
  const company = details?.event.company;
  return events?.entityId === undefined
    ? events?.name !== undefined && events.name === company?.name
    : events.entityId === company?.entityId;
}

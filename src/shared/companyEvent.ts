/**
 * A company event as the service tells it (`interface.md`, Event item). Every field but the id may be missing: a field
 * that is absent or of another type than the interface shows is left out here and still stands in the JSON as sent.
 */
export interface CompanyEvent {
  readonly id: string;
  /** Kind of event; only `funding` is confirmed as a value. */
  readonly type?: string;
  readonly title?: string;
  readonly subhead?: string;
  /** As sent; see `publishedMs` for its reading. */
  readonly publishedAt?: string;
  /** Instant of `publishedAt` in milliseconds since 1970 UTC; absent when it cannot be read. */
  readonly publishedMs?: number;
  readonly sector?: string;
  /** 0 to 1. */
  readonly confidence?: number;
  readonly company?: Company;
  /** `event_data.amount` in USD. */
  readonly amount?: number;
}

/** The `company` object of an event (`interface.md`, Event item). */
export interface Company {
  readonly role?: string;
  readonly name?: string;
  readonly domain?: string;
  readonly entityId?: string;
  readonly industry?: string;
  readonly location?: string;
}

/** Identifies an event, and says where to look for it when it is not loaded. */
export interface EventRef {
  readonly id: string;
  /** Milliseconds since 1970 UTC. */
  readonly publishedMs?: number;
}

/** An event with a readable date. */
export type DatedEventRef = Required<EventRef>;

/** The same reference, if it has a date. */
export function datedRef(event: EventRef | undefined): DatedEventRef | undefined {
  return event?.publishedMs === undefined ? undefined : { id: event.id, publishedMs: event.publishedMs };
}

/** The reference of an event that is known in more detail. */
export function eventRef({ id, publishedMs }: EventRef): EventRef {
  return { id, ...(publishedMs !== undefined && { publishedMs }) };
}

import { dayMs } from "../shared/day";

/** Start of the UTC day that `ms` lies in. */
export function dayStart(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** An event item as it goes over the wire (`interface.md`, Event item); fields beyond these are sent as they are. */
export interface SampleEvent {
  readonly id: string;
  readonly title: string;
  /** ISO 8601 UTC. */
  readonly published_at: string;
  readonly type?: string;
  readonly sector?: string;
  readonly event_data?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** An element of the collection list as it goes over the wire (`interface.md`, Collection object). */
export type SampleCollection = Readonly<Record<string, unknown>>;

/** What the handler serves: the sample data, or a corpus that a test made. Instants are milliseconds since 1970 UTC. */
export interface SampleSource {
  /** Start of the newest UTC day that begins before `ms` (which may be Infinity) and may hold events; else undefined. */
  dayBefore(ms: number, now: number): number | undefined;
  /**
   * The events published on the UTC day that starts at `dayStartMs` and known at `now`: by `published_at` descending,
   * then by `id` (UTF-16 code units) ascending, each with a readable `published_at` within the day.
   */
  eventsOn(dayStartMs: number, now: number): readonly SampleEvent[];
  /**
   * All collections of an organization in a stable order; undefined when the organization is not known.
   * @param organizationId value of `X-Organization-ID`; undefined when the header is absent.
   */
  collections(organizationId: string | undefined): readonly SampleCollection[] | undefined;
}

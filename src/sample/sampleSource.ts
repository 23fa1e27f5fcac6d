import { dayMs } from "../shared/instant";

/** Start of the UTC day that `ms` lies in. */
export function dayStart(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** An event as the service sends it (`docs/service.md`, Event item). */
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

/** A collection as the service sends it (`docs/service.md`, Collection object). */
export type SampleCollection = Readonly<Record<string, unknown>>;

/** What the pages of a feed are cut from. Instants are milliseconds since 1970 UTC. */
export interface SampleEvents {
  /** Start of the newest UTC day that starts before `ms` (or Infinity) and may have events, if any. */
  dayBefore(ms: number, now: number): number | undefined;
  /**
   * The events published on the UTC day that starts at `dayStartMs` and available at `now`: by `published_at` descending,
   * then by `id` (UTF-16 code units) ascending. Each has a valid `published_at` within the day.
   */
  eventsOn(dayStartMs: number, now: number): readonly SampleEvent[];
}

/** What the handler serves: the sample data, or a test's events. */
export interface SampleSource extends SampleEvents {
  /**
   * All collections of an organization in a stable order; undefined for an unknown organization.
   * @param organizationId value of `X-Organization-ID`, if sent
   */
  collections(organizationId: string | undefined): readonly SampleCollection[] | undefined;
}

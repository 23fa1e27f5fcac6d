import { dayMs } from "../shared/instant";
import { Random } from "./random";

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

/** The events of a feed, by day. Instants are milliseconds since 1970 UTC. */
export interface SampleEvents {
  /** Start of the newest UTC day that starts before `ms` (or Infinity) and may have events, if any. */
  dayBefore(ms: number, now: number): number | undefined;
  /**
   * The events published on the UTC day that starts at `dayStartMs` and available at `now`, ordered by
   * `published_at` (valid and within the day) descending, then by `id` (UTF-16 code units) ascending.
   */
  eventsOn(dayStartMs: number, now: number): readonly SampleEvent[];
}

/** The sample data, or a test's events. */
export interface SampleSource extends SampleEvents {
  /** Always in the same order. */
  collections(): readonly SampleCollection[];
}

const publishers = ["The Ledger Post", "Harbour Business Daily", "Market Courier", "Founders' Gazette"];

/** Publications about some events of a source, in their order (`docs/service.md`, Publications). */
export function publicationsOf(source: SampleEvents): SampleEvents {
  return {
    dayBefore: (ms, now) => source.dayBefore(ms, now),
    eventsOn: (dayStartMs, now) => source.eventsOn(dayStartMs, now).flatMap(publicationOf),
  };
}

/** One publication for about a third of the events. Its ID ends like the event's, which keeps the order. */
function publicationOf(event: SampleEvent): SampleEvent[] {
  const random = new Random(`publication/${event.id}`);
  if (!random.chance(0.3)) {
    return [];
  }
  const id = event.id.replace(/^evt_/, "pub_");
  const publisher = random.pick(publishers);
  const { name, entity_id, role } = (event["company"] ?? {}) as Readonly<Record<string, unknown>>;
  const { title, published_at } = event;
  const entities = name === undefined ? [] : [{ name, entity_id, role }];
  return [{ id, title, published_at, publisher, summary: event["subhead"], entities }];
}

/** The publication with its text. */
export function articleOf(publication: SampleEvent) {
  const { title, publisher, summary } = publication;
  const date = publication.published_at.slice(0, 10);
  const body = [
    `${title}.`,
    summary,
    `This article is sample data. ${String(publisher)} is invented, as are the companies that it writes about (${date}).`,
  ];
  return { ...publication, body: body.filter(Boolean).join("\n\n") };
}

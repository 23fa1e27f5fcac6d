import type { Position } from "./cursor";
import type { FeedQuery } from "./parameters";
import { dayMs } from "../shared/day";
import type { SampleEvent, SampleSource } from "./sampleSource";

/** Part of the feed's window: at most a page of events, and where the next page begins while the window is not drained. */
export interface FeedSlice {
  readonly events: readonly SampleEvent[];
  readonly next?: Position;
}

/**
 * Reads one page (`interface.md`, Event feed: UTC-day partitions, newest first). It looks into one UTC day alone, so a
 * page may be short, or empty, while older days of the window are still to come.
 */
export function readFeedSlice(source: SampleSource, query: FeedQuery, now: number): FeedSlice {
  const { since, position } = query;
  // Events of the position's own instant may follow only when the position names an id.
  const day = source.dayBefore(position.id === undefined ? position.ms : position.ms + 1, now);
  if (day === undefined || day + dayMs <= since) {
    return { events: [] };
  }
  const all = source.eventsOn(day, now);
  const events: SampleEvent[] = [];
  for (let i = firstAfter(all, position); i < all.length; i++) {
    const event = all[i];
    if (!event || publishedMs(event) < since) {
      return { events };
    }
    if (matches(event, query)) {
      const last = events.at(-1);
      if (last && events.length === query.pageSize) {
        return { events, next: { ms: publishedMs(last), id: last.id } };
      }
      events.push(event);
    }
  }
  const older = source.dayBefore(day, now);
  const drained = older === undefined || older + dayMs <= since;
  return drained ? { events } : { events, next: { ms: day } };
}

/** Index of the first event that follows the position; `events` are in the feed's order. */
function firstAfter(events: readonly SampleEvent[], position: Position): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const event = events[middle];
    if (event && !follows(event, position)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function follows(event: SampleEvent, { ms, id }: Position): boolean {
  const published = publishedMs(event);
  return published < ms || (published === ms && id !== undefined && event.id > id);
}

function matches(event: SampleEvent, { types, sector, minAmount }: FeedQuery): boolean {
  const amount = event.event_data?.["amount"];
  return (
    (!types || (event.type !== undefined && types.has(event.type))) &&
    (sector === undefined || event.sector === sector) &&
    (minAmount === undefined || (typeof amount === "number" && amount >= minAmount))
  );
}

function publishedMs(event: SampleEvent): number {
  return Date.parse(event.published_at);
}

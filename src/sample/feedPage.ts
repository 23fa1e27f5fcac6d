import { dayMs } from "../shared/instant";
import type { Position, SampleFeedQuery } from "./parameters";
import type { SampleEvent, SampleEvents } from "./sampleSource";

/**
 * Reads one page from one UTC day: it may be short or empty before the window ends (`docs/service.md`, Event feed: paging).
 * @returns the events, and where the next page starts if there is one
 */
export function readFeedSlice(
  source: SampleEvents,
  query: SampleFeedQuery,
  now: number,
): { readonly events: readonly SampleEvent[]; readonly next?: Position } {
  const { since, position } = query;
  // With an id, events of the same instant may follow.
  const day = source.dayBefore(position.id === undefined ? position.ms : position.ms + 1, now);
  if (day === undefined || day + dayMs <= since) {
    return { events: [] };
  }
  const all = source.eventsOn(day, now);
  const events: SampleEvent[] = [];
  for (let i = indexAfter(all, position); i < all.length; i++) {
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
  const isLast = older === undefined || older + dayMs <= since;
  return isLast ? { events } : { events, next: { ms: day } };
}

/** The event with this `id` or `event_id`, if it is available at `now`. */
export function readEvent(source: SampleEvents, id: string, now: number): SampleEvent | undefined {
  let event: SampleEvent | undefined;
  for (
    let day = source.dayBefore(Infinity, now);
    day !== undefined && !event;
    day = source.dayBefore(day, now)
  ) {
    event = source.eventsOn(day, now).find((each) => each.id === id || each["event_id"] === id);
  }
  return event;
}

/** Index of the first event after the position. */
function indexAfter(events: readonly SampleEvent[], position: Position): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const event = events[middle];
    if (event && !isAfter(event, position)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function isAfter(event: SampleEvent, { ms, id }: Position): boolean {
  const published = publishedMs(event);
  return published < ms || (published === ms && id !== undefined && event.id > id);
}

function matches(event: SampleEvent, { types, sector, minAmount }: SampleFeedQuery): boolean {
  const amount = event.event_data?.["amount"];
  return (
    (types.length === 0 || (event.type !== undefined && types.includes(event.type))) &&
    (sector === null || event.sector === sector) &&
    (minAmount === undefined || (typeof amount === "number" && amount >= minAmount))
  );
}

function publishedMs(event: SampleEvent): number {
  return Date.parse(event.published_at);
}

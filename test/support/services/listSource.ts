import {
  dayStart,
  type SampleCollection,
  type SampleEvent,
  type SampleSource,
} from "../../../src/sample/sampleSource";

/** A source of the given events, in any order and available at any time. */
export function listSource(
  events: readonly SampleEvent[],
  collections: readonly SampleCollection[] = [],
): SampleSource {
  const days = new Map<number, SampleEvent[]>();
  for (const event of events) {
    const day = dayStart(Date.parse(event.published_at));
    const list = days.get(day) ?? [];
    list.push(event);
    days.set(day, list);
  }
  for (const list of days.values()) {
    list.sort(feedOrder);
  }
  const starts = [...days.keys()].sort((a, b) => b - a);
  return {
    dayBefore: (ms) => starts.find((start) => start < ms),
    eventsOn: (start) => days.get(start) ?? [],
    collections: () => collections,
  };
}

/** The feed's order, implemented independently of the product: instant descending, then id ascending. */
export function feedOrder(a: SampleEvent, b: SampleEvent): number {
  return Date.parse(b.published_at) - Date.parse(a.published_at) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** A small event. */
export function event(id: string, ms: number, more: Partial<SampleEvent> = {}): SampleEvent {
  return { id, title: `Title of ${id}`, published_at: new Date(ms).toISOString(), type: "funding", ...more };
}

import type { Item } from "../api/types";
import type { CompanyEvent } from "../shared/companyEvent";
import type { Facet } from "../shared/protocol";

export interface Inserted {
  /** Events that were not there. */
  readonly added: number;
  /** Events that were there with other content. */
  readonly replaced: number;
}

type StoredEvent = Item<CompanyEvent>;

/**
 * The events of a session, each id once, in the feed's order: newest `published_at` first, then by id; events without a
 * readable date last.
 */
export class EventStore {
  private events: StoredEvent[] = [];
  private readonly byId = new Map<string, StoredEvent>();
  private readonly types = new Map<string, number>();
  private readonly sectors = new Map<string, number>();

  get size(): number {
    return this.events.length;
  }

  /** An event that comes again with other content takes the place of the one before. */
  insert(items: readonly StoredEvent[]): Inserted {
    const fresh = new Map<string, StoredEvent>();
    const outdated = new Set<StoredEvent>();
    for (const item of items) {
      const known = this.byId.get(item.value.id);
      if (known?.json === item.json && !fresh.has(item.value.id)) {
        continue;
      }
      if (known) {
        outdated.add(known);
      }
      fresh.set(item.value.id, item);
    }
    this.remove(outdated);
    this.merge([...fresh.values()].sort(compare));
    return { added: fresh.size - outdated.size, replaced: outdated.size };
  }

  /** The event at a place in the order, counted from the newest. */
  at(index: number): StoredEvent | undefined {
    return this.events[index];
  }

  get(id: string): StoredEvent | undefined {
    return this.byId.get(id);
  }

  /** Place of an event in the order, or -1. */
  indexOf(id: string): number {
    const event = this.byId.get(id);
    return event ? this.search((other) => compare(other, event) < 0) : -1;
  }

  /** How many events have a readable date; those that have none come after them. */
  get datedCount(): number {
    return this.search((event) => event.value.publishedMs !== undefined);
  }

  /** How many events are at an instant or newer. */
  countFrom(ms: number): number {
    return this.search((event) => event.value.publishedMs !== undefined && event.value.publishedMs >= ms);
  }

  /** How many events are newer than an instant: thereby the place of the first that is not. */
  countAfter(ms: number): number {
    return this.search((event) => event.value.publishedMs !== undefined && event.value.publishedMs > ms);
  }

  /** Instant of the oldest event that has one. */
  get oldestMs(): number | undefined {
    return this.events[this.datedCount - 1]?.value.publishedMs;
  }

  /** Kinds of event among those loaded, most frequent first. */
  typeFacets(): Facet[] {
    return facets(this.types);
  }

  sectorFacets(): Facet[] {
    return facets(this.sectors);
  }

  private remove(outdated: ReadonlySet<StoredEvent>): void {
    if (outdated.size > 0) {
      this.events = this.events.filter((event) => !outdated.has(event));
      for (const event of outdated) {
        this.byId.delete(event.value.id);
        this.count(event, -1);
      }
    }
  }

  /** Pages mostly come in order, at the end: then nothing is moved. */
  private merge(sorted: readonly StoredEvent[]): void {
    for (const event of sorted) {
      this.byId.set(event.value.id, event);
      this.count(event, 1);
    }
    const first = sorted[0];
    if (!first) {
      return;
    }
    const tail = this.events.splice(this.search((event) => compare(event, first) < 0));
    let next = 0;
    for (const event of sorted) {
      for (let old = tail[next]; old && compare(old, event) < 0; old = tail[++next]) {
        this.events.push(old);
      }
      this.events.push(event);
    }
    for (; next < tail.length; next++) {
      this.events.push(tail[next] as StoredEvent);
    }
  }

  private count(event: StoredEvent, by: 1 | -1): void {
    add(this.types, event.value.type, by);
    add(this.sectors, event.value.sector, by);
  }

  /** Number of events at the start of the order for which `before` holds; it must hold for none after. */
  private search(before: (event: StoredEvent) => boolean): number {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (before(this.events[middle] as StoredEvent)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

function compare(a: StoredEvent, b: StoredEvent): number {
  const newer = (b.value.publishedMs ?? -Infinity) - (a.value.publishedMs ?? -Infinity);
  if (newer > 0 || newer < 0) {
    return newer;
  }
  return a.value.id < b.value.id ? -1 : a.value.id > b.value.id ? 1 : 0;
}

function add(counts: Map<string, number>, value: string | undefined, by: 1 | -1): void {
  if (value !== undefined && value !== "") {
    const count = (counts.get(value) ?? 0) + by;
    if (count === 0) {
      counts.delete(value);
    } else {
      counts.set(value, count);
    }
  }
}

function facets(counts: ReadonlyMap<string, number>): Facet[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

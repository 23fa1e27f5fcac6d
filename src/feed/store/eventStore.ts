import type { Item } from "../../api/types";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import type { Facet } from "../../shared/feedState";
import type { SortOrder } from "../../shared/viewQueries";
import { Emitter, type Event } from "../../shared/event";
import { runInTimeSlices, slicesOf } from "../../util/timeSlices";
import { FoldedEvents, unfoldedSlots } from "../stories/foldedEvents";
import { StoryIndex } from "../stories/storyIndex";
import { repeatsTitleOnly } from "../titleOnly";
import { EventColumns } from "./eventColumns";
import { EventList } from "./eventList";
import { EventOrder } from "./eventOrder";
import type { EventSequence } from "./eventSequence";
import { IdIndex } from "./idIndex";
import { Labels } from "./labels";
import { type Criteria, Matcher } from "./matcher";
import { SearchResults, matchingSlots } from "./searchResults";
import { SortedEvents } from "./sortedEvents";
import { Sorting } from "./sorting";

/** Slots that were added and removed. A replaced event is both. */
export interface StoreChange {
  /** In the order of the feed. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** An event of a company; must be read before the next one is requested. */
interface EventOfCompany {
  readonly slot: number;
  readonly item: () => StoredEvent;
  /** Empty for none. */
  readonly type: string;
  /** USD. */
  readonly amount: number | undefined;
}

type StoredEvent = Item<CompanyEvent>;

/**
 * All events of a session, each ID once. Designed for a million: what is sorted, searched and charted is in columns
 * (`EventColumns`), and the JSON of each event is compressed (`ItemPacking`).
 */
export class EventStore extends EventList {
  private readonly changed = new Emitter<StoreChange>();

  /** Fired while both added and removed slots can be read. */
  readonly onDidChange: Event<StoreChange> = this.changed.event;

  constructor() {
    const columns = new EventColumns();
    super(columns, new IdIndex(columns), new EventOrder(columns.compare));
  }

  /**
   * Adds events; one with a known ID and other content replaces that event, unless it has nothing but the same title and date.
   * @returns how many IDs are new.
   */
  insert(items: readonly StoredEvent[]): number {
    const byId = new Map<string, StoredEvent>();
    for (const item of items) {
      byId.set(item.value.id, item);
    }
    const outdated: number[] = [];
    const added: StoredEvent[] = [];
    for (const item of byId.values()) {
      const known = this.slotOf(item.value.id);
      if (known < 0) {
        added.push(item);
      } else if (
        this.columns.json(known) !== item.json &&
        !repeatsTitleOnly(item, () => this.columns.item(known))
      ) {
        added.push(item);
        outdated.push(known);
      }
    }
    this.replace(outdated, added);
    return added.length - outdated.length;
  }

  /** Removes the last events of the list. */
  removeOldest(count: number): void {
    this.replace(Array.from(this.order.all.subarray(Math.max(0, this.size - count))), []);
  }

  get(id: string): StoredEvent | undefined {
    const slot = this.slotOf(id);
    return slot < 0 ? undefined : this.columns.item(slot);
  }

  /** Searches for events; undefined if aborted. The results must be disposed of. */
  async find(criteria: Criteria, signal: AbortSignal): Promise<SearchResults | undefined> {
    const { columns, order, ids } = this;
    const matcher = new Matcher(columns, criteria);
    const added: number[] = [];
    const removed = new Set<number>();
    const listener = this.onDidChange((change) => {
      added.push(...change.added);
      change.removed.forEach((slot) => removed.add(slot));
    });
    try {
      const found = await runInTimeSlices(matchingSlots(columns, order.all.slice(), matcher), signal);
      const isLoaded = (slot: number): boolean => !removed.has(slot);
      const slots = removed.size > 0 ? found?.filter(isLoaded) : found;
      return slots && new SearchResults(this, columns, ids, matcher, slots, added.filter(isLoaded));
    } finally {
      listener.dispose();
    }
  }

  /** Sorts the events of a list of this store; undefined if aborted. The result must be disposed of before the list. */
  async sort(list: EventList, sort: SortOrder, signal: AbortSignal): Promise<SortedEvents | undefined> {
    const { columns, ids } = this;
    const sorting = new Sorting(columns, sort);
    const added: number[] = [];
    const removed = new Set<number>();
    const { slots } = list;
    // Slots of removed events cannot be read.
    const listener = this.onDidChange((change) => {
      added.push(...change.added);
      change.removed.forEach((slot) => removed.add(slot));
    });
    try {
      const sorted = await runInTimeSlices(sorting.sorted(slots, removed), signal);
      const isLoaded = (slot: number): boolean => !removed.has(slot);
      const loaded = removed.size > 0 ? sorted?.filter(isLoaded) : sorted;
      return loaded && new SortedEvents(this, columns, ids, list, sorting, loaded, added.filter(isLoaded));
    } finally {
      listener.dispose();
    }
  }

  /** Searches for events that tell the same story, now and after each change. Must be disposed of. @param canRest see `StoryIndex` */
  findStories(canRest?: boolean): StoryIndex {
    return new StoryIndex(this, this.columns, canRest);
  }

  /**
   * Folds the stories of a list; undefined if aborted. The result must be disposed of before the list.
   *
   * @param sort the order of the list; undefined: that of the feed
   */
  async fold(
    list: EventSequence,
    sort: SortOrder | undefined,
    stories: StoryIndex,
    signal: AbortSignal,
  ): Promise<FoldedEvents | undefined> {
    const { columns, ids } = this;
    const compare = sort ? new Sorting(columns, sort).compare : columns.compare;
    const changed = new Set<number>();
    const removed = new Set<number>();
    const listeners = [
      this.onDidChange((change) => {
        change.added.forEach((slot) => changed.add(slot));
        change.removed.forEach((slot) => removed.add(slot));
      }),
      stories.onDidChange((slots) => slots.forEach((slot) => changed.add(slot))),
    ];
    try {
      const unfolded = await runInTimeSlices(unfoldedSlots(list, stories), signal);
      const slots = removed.size > 0 ? unfolded?.filter((slot) => !removed.has(slot)) : unfolded;
      return slots && new FoldedEvents(this, columns, ids, list, compare, stories, slots, changed);
    } finally {
      listeners.forEach((listener) => listener.dispose());
    }
  }

  /**
   * Events of a company in order, identified by its entity ID, or by its name if it has none. Yields undefined from time to time
   * so that the event loop can be given a turn.
   */
  *ofCompany(company: Company): Generator<EventOfCompany | undefined> {
    const { columns, order } = this;
    const entity = company.entityId ? columns.entities.find(company.entityId) : Labels.none;
    const name = columns.companies.find(company.name ?? "");
    const isOfCompany = (slot: number): boolean =>
      columns.has(slot) &&
      columns.entity(slot) === entity &&
      (entity !== Labels.none || columns.company(slot) === name);
    // A copy: events may be added and removed between two turns.
    const slots = order.all.slice();
    for (const { start, end } of slicesOf(slots.length)) {
      for (const slot of slots.subarray(start, end)) {
        if (isOfCompany(slot)) {
          const amount = columns.amount(slot);
          yield {
            slot,
            item: () => columns.item(slot),
            type: columns.types.text(columns.type(slot)),
            amount: Number.isNaN(amount) ? undefined : amount,
          };
        }
      }
      yield undefined;
    }
  }

  /** Types of the loaded events, most frequent first; the same array until events are added or removed. */
  get typeFacets(): readonly Facet[] {
    return this.columns.types.facets;
  }

  /** Likewise for sectors. */
  get sectorFacets(): readonly Facet[] {
    return this.columns.sectors.facets;
  }

  /** Removes events and adds new ones. Removed ones can be read until all listeners have been called. */
  private replace(removed: readonly number[], items: readonly StoredEvent[]): void {
    if (removed.length + items.length === 0) {
      return;
    }
    this.order.remove(removed);
    removed.forEach((slot) => this.ids.remove(slot));
    const added = items.map((item) => {
      const slot = this.columns.append(item);
      this.ids.add(slot);
      return slot;
    });
    added.sort(this.columns.compare);
    this.order.insert(added);
    this.changed.fire({ added, removed });
    removed.forEach((slot) => this.columns.remove(slot));
    const sparse = this.columns.slotsToCompact();
    this.replace(
      sparse,
      sparse.map((slot) => this.columns.item(slot)),
    );
  }
}

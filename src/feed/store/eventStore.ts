import type { Company, CompanyEvent } from "../../shared/companyEvent";
import type { Facet } from "../../shared/feedState";
import type { Item } from "../../api/types";
import { Emitter, type Event } from "../../util/event";
import { runInTimeSlices, eventsPerYield } from "../../util/timeSlices";
import { EventColumns } from "./eventColumns";
import { EventList } from "./eventList";
import { EventOrder } from "./eventOrder";
import { SearchResults, matchingSlots } from "./searchResults";
import { IdIndex } from "./idIndex";
import { Labels } from "./labels";
import { type Criteria, Matcher } from "./matcher";

/** What came into a store and what went, by slot. An event that is replaced goes and comes. */
export interface StoreChange {
  /** In the order of the feed. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** An event of a company. It has to be looked at before the next one is asked for. */
export interface CompanysEvent {
  readonly item: () => StoredEvent;
  /** Empty for none. */
  readonly type: string;
  /** USD. */
  readonly amount: number | undefined;
}

type StoredEvent = Item<CompanyEvent>;

/**
 * The events of a session, each id once: a list of all of them. Made for a million: what is ordered, searched and charted
 * is in columns (`columns.ts`), the JSON of each event is packed (`itemPacking.ts`).
 */
export class EventStore extends EventList {
  private readonly changed = new Emitter<StoreChange>();

  /** Told while both what came and what went can be asked for by slot. */
  readonly onDidChange: Event<StoreChange> = this.changed.event;

  constructor() {
    const columns = new EventColumns();
    super(columns, new IdIndex(columns), new EventOrder(columns.compare));
  }

  /** An event that comes again with other content takes the place of the one before. @returns how many were not there. */
  insert(items: readonly StoredEvent[]): number {
    const fresh = new Map<string, StoredEvent>();
    for (const item of items) {
      fresh.set(item.value.id, item);
    }
    const outdated: number[] = [];
    const coming: StoredEvent[] = [];
    for (const item of fresh.values()) {
      const known = this.slotOf(item.value.id);
      if (known < 0) {
        coming.push(item);
      } else if (this.columns.json(known) !== item.json) {
        coming.push(item);
        outdated.push(known);
      }
    }
    this.exchange(outdated, coming);
    return coming.length - outdated.length;
  }

  /** Makes room: the last events of the order go. */
  removeOldest(count: number): void {
    this.exchange(Array.from(this.order.all.subarray(Math.max(0, this.size - count))), []);
  }

  get(id: string): StoredEvent | undefined {
    const slot = this.slotOf(id);
    return slot < 0 ? undefined : this.columns.item(slot);
  }

  /** The events that meet criteria; undefined when `signal` ended the search before. Dispose of them when they are through. */
  async find(criteria: Criteria, signal: AbortSignal): Promise<SearchResults | undefined> {
    const { columns, order, ids } = this;
    const matcher = new Matcher(columns, criteria);
    const late: number[] = [];
    const gone = new Set<number>();
    const watch = this.onDidChange(({ added, removed }) => {
      late.push(...added);
      removed.forEach((slot) => gone.add(slot));
    });
    try {
      const found = await runInTimeSlices(matchingSlots(columns, order.all.slice(), matcher), signal);
      const isThere = (slot: number): boolean => !gone.has(slot);
      const slots = gone.size > 0 ? found?.filter(isThere) : found;
      return slots && new SearchResults(this, columns, ids, matcher, slots, late.filter(isThere));
    } finally {
      watch.dispose();
    }
  }

  /**
   * Events of a company in the feed's order: its entity ID decides, its name stands in only where there is none. Undefined is
   * a good moment for other work.
   */
  *ofCompany(company: Company): Generator<CompanysEvent | undefined> {
    const { columns, order } = this;
    const entity = company.entityId ? columns.entities.find(company.entityId) : Labels.none;
    const name = columns.companies.find(company.name ?? "");
    const isOfCompany = (slot: number): boolean =>
      columns.has(slot) &&
      columns.entity(slot) === entity &&
      (entity !== Labels.none || columns.company(slot) === name);
    // As they are now: events come and go between two steps.
    for (const [index, slot] of order.all.slice().entries()) {
      if (isOfCompany(slot)) {
        const amount = columns.amount(slot);
        yield {
          item: () => columns.item(slot),
          type: columns.types.text(columns.type(slot)),
          amount: Number.isNaN(amount) ? undefined : amount,
        };
      }
      if (index % eventsPerYield === eventsPerYield - 1) {
        yield undefined;
      }
    }
  }

  /** Kinds of event among those loaded, most frequent first; the same list until events come or go. */
  get typeFacets(): readonly Facet[] {
    return this.columns.types.facets;
  }

  /** The same of sectors. */
  get sectorFacets(): readonly Facet[] {
    return this.columns.sectors.facets;
  }

  /** Lets events go and others come that are not here; what went can be asked for until all have been told. */
  private exchange(removed: readonly number[], coming: readonly StoredEvent[]): void {
    if (removed.length + coming.length === 0) {
      return;
    }
    this.order.remove(removed);
    removed.forEach((slot) => this.ids.remove(slot));
    const added = coming.map((item) => {
      const slot = this.columns.append(item);
      this.ids.add(slot);
      return slot;
    });
    added.sort(this.columns.compare);
    this.order.insert(added);
    this.changed.fire({ added, removed });
    removed.forEach((slot) => this.columns.remove(slot));
    const stragglers = this.columns.slotsToCompact();
    this.exchange(
      stragglers,
      stragglers.map((slot) => this.columns.item(slot)),
    );
  }
}

import type { Item } from "../../service/types";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import { Emitter, type Event } from "../../shared/event";
import type { Facet } from "../../shared/feedState";
import { slicesOf } from "../../util/timeSlices";
import { repeatsTitleOnly } from "../titleOnly";
import { EventColumns } from "./eventColumns";
import { EventList } from "./eventList";
import { SlotOrder } from "./slotOrder";

type StoredEvent = Item<CompanyEvent>;

/** Slots that were added, in the order of the feed, and removed. A replaced event has both. */
export interface StoreChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** An event of a company. It must be read before the next one is requested. */
interface EventOfCompany {
  readonly item: () => StoredEvent;
  /** Empty if the event has no type. */
  readonly type: string;
  /** USD. */
  readonly amount: number | undefined;
}

/** All events of a session, each ID once, newest first. Designed for a million. */
export class EventStore extends EventList {
  private readonly changed = new Emitter<StoreChange>();

  /** Fired while both added and removed slots can be read. */
  readonly onDidChange: Event<StoreChange> = this.changed.event;

  constructor() {
    const columns = new EventColumns();
    super(columns, new SlotOrder(columns.compare), true);
  }

  /**
   * Adds events. An event with a known ID and other content replaces the known event, unless it only repeats its title and date.
   * @returns how many IDs are new
   */
  insert(items: readonly StoredEvent[]): number {
    const byId = new Map(items.map((item) => [item.value.id, item]));
    const outdated: number[] = [];
    const added: StoredEvent[] = [];
    for (const [id, item] of byId) {
      const known = this.columns.slotOf(id);
      if (known < 0) {
        added.push(item);
      } else if (
        this.columns.jsonOf(known) !== item.json &&
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
    const slot = this.columns.slotOf(id);
    return slot < 0 ? undefined : this.columns.item(slot);
  }

  /**
   * The events of a company in order; the company is known by its entity ID, or by its name if it has none. Yields undefined
   * from time to time so that the event loop can be given a turn.
   */
  *ofCompany({ entityId, name }: Company): Generator<EventOfCompany | undefined> {
    const { columns, slots } = this;
    for (const { start, end } of slicesOf(slots.length)) {
      for (const slot of slots.subarray(start, end)) {
        const company = columns.company(slot);
        const isSame = entityId ? company.entityId === entityId : !company.entityId && company.name === name;
        if (isSame && columns.has(slot)) {
          const amount = columns.amounts[slot] ?? Number.NaN;
          yield {
            item: () => columns.item(slot),
            type: columns.types.text(columns.typeNumbers[slot] ?? 0),
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

  /** Sectors of the loaded events, in the same form. */
  get sectorFacets(): readonly Facet[] {
    return this.columns.sectors.facets;
  }

  private replace(removed: readonly number[], items: readonly StoredEvent[]): void {
    if (removed.length + items.length === 0) {
      return;
    }
    this.order.remove(removed);
    const added = items.map((item) => this.columns.add(item)).sort(this.columns.compare);
    this.order.insert(added);
    this.changed.fire({ added, removed });
    removed.forEach((slot) => this.columns.remove(slot));
  }
}

import type { Item } from "../../api/types";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import type { Facet } from "../../shared/feedState";
import { Emitter, type Event } from "../../shared/event";
import { slicesOf } from "../../util/timeSlices";
import { repeatsTitleOnly } from "../titleOnly";
import { EventColumns } from "./eventColumns";
import { EventList } from "./eventList";
import { EventOrder } from "./eventOrder";
import { IdIndex } from "./idIndex";
import { Labels } from "./labels";
import type { ListSource, StoreChange } from "./listSource";

/** An event of a company. It must be read before the next one is requested. */
interface EventOfCompany {
  readonly slot: number;
  readonly item: () => StoredEvent;
  /** Empty if the event has no type. */
  readonly type: string;
  /** USD. */
  readonly amount: number | undefined;
}

type StoredEvent = Item<CompanyEvent>;

/**
 * All events of a session, each ID once. Designed for a million: what is sorted, searched and charted is in columns
 * (`EventColumns`), and the JSON of each event is compressed (`ItemPacking`).
 */
export class EventStore extends EventList implements ListSource {
  // Public, for the lists that are made of this store.
  declare readonly columns: EventColumns;
  declare readonly ids: IdIndex;
  private readonly changed = new Emitter<StoreChange>();

  readonly onDidChange: Event<StoreChange> = this.changed.event;

  constructor() {
    const columns = new EventColumns();
    super(columns, new IdIndex(columns), new EventOrder(columns.compare));
  }

  /**
   * Adds events. An event with a known ID and other content replaces the known event, unless it only repeats its title and date.
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

  /** Sectors of the loaded events, in the same form. */
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

import type { Item } from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import { Emitter, type Event } from "../../shared/emitter";
import { membersOf } from "../../shared/jsonText";
import { EventColumns } from "./eventColumns";
import { EventList } from "./eventList";

export interface StoreChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** All events of a session, each ID once, newest first. Designed for a million. */
export class EventStore extends EventList {
  private readonly changed = new Emitter<StoreChange>();
  /** Increases whenever events are added, replaced or removed. */
  revision = 0;

  /** Fired while both added and removed slots can be read. */
  readonly onDidChange: Event<StoreChange> = this.changed.event;

  constructor() {
    const columns = new EventColumns();
    super(columns, columns.compare);
  }

  /**
   * Adds events. An event with a known ID and other content replaces the known event, unless it only repeats its title and date.
   * @returns how many IDs are new
   */
  insert(items: readonly Item<CompanyEvent>[]): number {
    const byId = new Map(items.map((item) => [item.value.id, item]));
    const outdated: number[] = [];
    const added: Item<CompanyEvent>[] = [];
    for (const [id, item] of byId) {
      const known = this.columns.slotOf(id);
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

  removeOldest(count: number): void {
    this.replace([...this.slots(Math.max(0, this.size - count))], []);
  }

  get(id: string): Item<CompanyEvent> | undefined {
    const slot = this.columns.slotOf(id);
    return slot < 0 ? undefined : this.columns.item(slot);
  }

  private replace(removed: readonly number[], items: readonly Item<CompanyEvent>[]): void {
    if (removed.length + items.length === 0) {
      return;
    }
    this.revision++;
    this.removeSlots(removed);
    const added = items.map((item) => this.columns.add(item));
    this.insertSlots(added);
    this.changed.fire({ added, removed });
    removed.forEach((slot) => this.columns.remove(slot));
  }
}

/** What `fields=ids` has, and the other ID that an event may have (docs/service.md, Event item). */
const titleFields = ["id", "event_id", "title", "published_at"];

/** True if only the ID, title and date of an event are known, although it was requested in full. */
export function isTitleOnly({ value, json }: Item<CompanyEvent>): boolean {
  const { type, subhead, sector, confidence, company, amount } = value;
  if ((type ?? subhead ?? sector ?? confidence ?? company ?? amount) !== undefined) {
    return false;
  }
  return [...membersOf(json).keys()].every((name) => titleFields.includes(name));
}

/** An event that has only a title and a date, which are already known, must not replace the known event. */
function repeatsTitleOnly(item: Item<CompanyEvent>, known: () => Item<CompanyEvent>): boolean {
  if (!isTitleOnly(item)) {
    return false;
  }
  const { value } = known();
  return value.title === item.value.title && value.publishedMs === item.value.publishedMs;
}

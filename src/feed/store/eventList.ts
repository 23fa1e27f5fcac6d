import type { Item } from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { EventColumns } from "./eventColumns";

type Compare = (a: number, b: number) => number;

/**
 * Events in some order, as one sorted array of slots: appending is cheap, inserting moves memory. Methods that are about instants
 * need the order of the feed: newest first, then by ID, events without a date last.
 */
export class EventList {
  size: number;

  /**
   * @param compare negative when the first slot comes before the second; 0 only if both are the same.
   * @param order initial slots, in order; the array is not copied.
   */
  constructor(
    readonly columns: EventColumns,
    private readonly compare: Compare,
    private order = new Uint32Array(0),
  ) {
    this.size = order.length;
  }

  get isNewestFirst(): boolean {
    return this.compare === this.columns.compare;
  }

  /** A copy of the slots of an index range, in order. */
  slots(start = 0, end = this.size): Uint32Array<ArrayBuffer> {
    return this.order.slice(start, Math.min(end, this.size));
  }

  at(index: number): Item<CompanyEvent> | undefined {
    const slot = this.slotAt(index);
    return slot < 0 ? undefined : this.columns.item(slot);
  }

  /** The events as they are now; those that are removed before they are reached are left out. */
  *items(): Generator<Item<CompanyEvent>> {
    const ids = Array.from(this.slots(), (slot) => this.columns.id(slot));
    for (const id of ids) {
      const slot = this.columns.slotOf(id);
      if (slot >= 0) {
        yield this.columns.item(slot);
      }
    }
  }

  /** Date of the event at an index, milliseconds since 1970 UTC; undefined without a readable one. */
  publishedMs(index: number): number | undefined {
    const ms = this.columns.published[this.slotAt(index)];
    return ms === -Infinity ? undefined : ms;
  }

  indexOf(id: string): number {
    const slot = this.columns.slotOf(id);
    const index = slot < 0 ? -1 : this.placeOf(slot);
    return this.slotAt(index) === slot ? index : -1;
  }

  /** The index that an event has, or would have. @param publishedMs undefined: without a readable date */
  insertionIndexOf(id: string, publishedMs = -Infinity): number {
    const { columns } = this;
    return this.countWhile((slot) => {
      const ms = columns.published[slot] ?? -Infinity;
      return ms === publishedMs ? columns.id(slot) < id : ms > publishedMs;
    });
  }

  /** How many events are from an instant or newer; for `-Infinity`, all with a readable date. */
  countFrom(ms: number): number {
    return this.countDated((each) => each >= ms);
  }

  /** How many dates satisfy a condition, which must hold for the newest ones and for none after them. */
  countDated(holds: (ms: number) => boolean): number {
    return this.countWhile((slot) => {
      const ms = this.columns.published[slot] ?? -Infinity;
      return ms > -Infinity && holds(ms);
    });
  }

  /** Date of the newest event that is not after `ms`. */
  newestUntil(ms: number): number | undefined {
    return this.publishedMs(this.countDated((each) => each > ms));
  }

  /** Date of the oldest event that has one. */
  get oldestMs(): number | undefined {
    return this.publishedMs(this.countFrom(-Infinity) - 1);
  }

  protected hasSlot(slot: number): boolean {
    return this.slotAt(this.placeOf(slot)) === slot;
  }

  /** @param added new slots, in any order */
  protected insertSlots(added: readonly number[]): void {
    const sorted = [...added].sort(this.compare);
    const size = this.size + sorted.length;
    if (size > this.order.length) {
      const larger = new Uint32Array(Math.max(size, this.order.length * 2, 256));
      larger.set(this.slots());
      this.order = larger;
    }
    // From last to first, so that each insertion moves what follows it directly to its final index.
    let tail = this.size;
    for (let left = sorted.length - 1; left >= 0; left--) {
      const slot = sorted[left] ?? 0;
      const isLast = tail === 0 || this.compare(this.slotAt(tail - 1), slot) < 0;
      const index = isLast ? tail : this.placeOf(slot, tail);
      this.order.copyWithin(index + left + 1, index, tail);
      this.order[index + left] = slot;
      tail = index;
    }
    this.size = size;
  }

  /** @param removed contained slots, in any order; they must still compare as when they were inserted. */
  protected removeSlots(removed: readonly number[]): void {
    const indexes = removed.map((slot) => this.placeOf(slot)).sort((a, b) => a - b);
    indexes.forEach((index, before) => {
      this.order.copyWithin(index - before, index + 1, indexes[before + 1] ?? this.size);
    });
    this.size -= indexes.length;
  }

  private slotAt(index: number): number {
    return index < this.size ? (this.order[index] ?? -1) : -1;
  }

  /** Index of a slot among the first `end`, or the index where it would be inserted. */
  private placeOf(slot: number, end?: number): number {
    return this.countWhile((other) => this.compare(other, slot) < 0, end);
  }

  /** How many slots satisfy a condition, which must hold for the first ones and for none after them. */
  private countWhile(holds: (slot: number) => boolean, end = this.size): number {
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.slotAt(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

import type { Item } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { EventColumns } from "./eventColumns";
import type { EventOrder } from "./eventOrder";
import { idBytes, type IdIndex } from "./idIndex";

/** Events in some order. */
export class EventSequence {
  constructor(
    protected readonly columns: EventColumns,
    protected readonly ids: IdIndex,
    protected readonly order: EventOrder,
  ) {}

  get size(): number {
    return this.order.size;
  }

  /** The event at an index. */
  at(index: number): Item<CompanyEvent> | undefined {
    return index >= 0 && index < this.size ? this.columns.item(this.order.at(index)) : undefined;
  }

  /** The events in order. If events are added meanwhile, some may be repeated; removed ones are left out. */
  *items(): Generator<Item<CompanyEvent>> {
    for (let index = 0; index < this.size; index++) {
      const slot = this.order.at(index);
      // A disposed list is no longer updated, so it may still have slots of removed events.
      if (this.columns.has(slot)) {
        yield this.columns.item(slot);
      }
    }
  }

  /** Date of the event at an existing index, milliseconds since 1970 UTC; undefined without a readable one. */
  publishedMs(index: number): number | undefined {
    const ms = this.columns.published(this.order.at(index));
    return ms === -Infinity ? undefined : ms;
  }

  /** Index of an event, or -1. */
  indexOf(id: string): number {
    const slot = this.slotOf(id);
    if (slot < 0) {
      return -1;
    }
    const index = this.order.insertionIndexOf(slot);
    return this.order.at(index) === slot ? index : -1;
  }

  /** The index that a loaded event has or would have; -1 if it is not loaded. */
  placeOf(id: string): number {
    const slot = this.slotOf(id);
    return slot < 0 ? -1 : this.order.insertionIndexOf(slot);
  }

  hasSlot(slot: number): boolean {
    return this.order.has(slot);
  }

  /** A copy of the slots, in order. */
  get slots(): Uint32Array<ArrayBuffer> {
    return this.order.all.slice();
  }

  /** Slot of an event, in this list or not; -1 if it is not loaded. */
  protected slotOf(id: string): number {
    return this.ids.find(idBytes(id));
  }
}

import type { Item } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { EventColumns } from "./eventColumns";
import type { EventOrder } from "./eventOrder";
import { type Histogram, histogramOf } from "./histogram";
import { idBytes, type IdIndex } from "./idIndex";

/** Events in the feed's order: newest `published_at` first, then by id; events without a readable date last. */
export class EventList {
  constructor(
    protected readonly columns: EventColumns,
    protected readonly ids: IdIndex,
    protected readonly order: EventOrder,
  ) {}

  get size(): number {
    return this.order.size;
  }

  /** The event at an index, counted from the newest. */
  at(index: number): Item<CompanyEvent> | undefined {
    return index >= 0 && index < this.size ? this.columns.item(this.order.at(index)) : undefined;
  }

  /** The events in order. If events are added meanwhile, some may be repeated; removed ones are left out. */
  *items(): Generator<Item<CompanyEvent>> {
    for (let index = 0; index < this.size; index++) {
      const slot = this.order.at(index);
      // A disposed list is no longer updated.
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

  /** The index that an event has, or would have. @param publishedMs undefined: without a readable date. */
  insertionIndexOf(id: string, publishedMs = -Infinity): number {
    const bytes = idBytes(id);
    return this.order.countWhile((slot) => this.columns.comesBefore(slot, publishedMs, bytes));
  }

  /** How many events have a readable date; the others are last. */
  get datedCount(): number {
    return this.order.countWhile((slot) => this.columns.published(slot) > -Infinity);
  }

  /** How many events are at an instant or newer. */
  countFrom(ms: number): number {
    return this.order.countWhile((slot) => this.columns.published(slot) >= ms);
  }

  /** How many events are newer than an instant, which is the index of the first that is not. */
  countAfter(ms: number): number {
    return this.order.countWhile((slot) => this.columns.published(slot) > ms);
  }

  /** Date of the newest event that is not after `ms`. */
  newestUntil(ms: number): number | undefined {
    const index = this.countAfter(ms);
    return index < this.datedCount ? this.publishedMs(index) : undefined;
  }

  /** Date of the oldest event that has one. */
  get oldestMs(): number | undefined {
    const { datedCount } = this;
    return datedCount === 0 ? undefined : this.publishedMs(datedCount - 1);
  }

  /** Counts events by type in `buckets` equal parts of a span, for `runInTimeSlices`. */
  histogram(
    span: { readonly sinceMs: number; readonly untilMs: number },
    buckets: number,
  ): Generator<undefined, Histogram> {
    const first = this.order.countWhile((slot) => this.columns.published(slot) >= span.untilMs);
    const end = this.order.countWhile((slot) => this.columns.published(slot) >= span.sinceMs);
    return histogramOf(this.columns, this.order.all.slice(first, end), span, buckets);
  }

  /** Slot of an event, in this list or not; -1 if it is not loaded. */
  protected slotOf(id: string): number {
    return this.ids.find(idBytes(id));
  }
}

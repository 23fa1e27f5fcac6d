import type { Item } from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { TimeSpan } from "../../shared/viewQueries";
import type { EventColumns } from "./eventColumns";
import { type Histogram, histogramOf } from "./histogram";
import type { SlotOrder } from "./slotOrder";

/** Events in some order. What is about instants needs the order of the feed: newest first, then by ID, those without a date last. */
export class EventList {
  /** @param isNewestFirst whether the events are in the order of the feed */
  constructor(
    readonly columns: EventColumns,
    protected readonly order: SlotOrder,
    readonly isNewestFirst: boolean,
  ) {}

  get size(): number {
    return this.order.size;
  }

  /** The event at an index. */
  at(index: number): Item<CompanyEvent> | undefined {
    const slot = this.order.at(index);
    return slot < 0 ? undefined : this.columns.item(slot);
  }

  /** The events of an index range as they are now; those that are removed before they are reached are left out. */
  *items(start = 0, end = this.size): Generator<Item<CompanyEvent>> {
    const ids = Array.from(this.order.all.subarray(start, end), (slot) => this.columns.id(slot));
    for (const id of ids) {
      const slot = this.columns.slotOf(id);
      if (slot >= 0) {
        yield this.columns.item(slot);
      }
    }
  }

  /** A copy of the slots, in order. */
  get slots(): Uint32Array<ArrayBuffer> {
    return this.order.all.slice();
  }

  /** Date of the event at an index, milliseconds since 1970 UTC; undefined without a readable one. */
  publishedMs(index: number): number | undefined {
    const ms = this.columns.published[this.order.at(index)];
    return ms === -Infinity ? undefined : ms;
  }

  /** Index of an event, or -1. */
  indexOf(id: string): number {
    const slot = this.columns.slotOf(id);
    const index = slot < 0 ? -1 : this.order.insertionIndexOf(slot);
    return index >= 0 && this.order.at(index) === slot ? index : -1;
  }

  /** The index that an event has, or would have. @param publishedMs undefined: without a readable date */
  insertionIndexOf(id: string, publishedMs = -Infinity): number {
    const { columns } = this;
    return this.order.countWhile((slot) => {
      const ms = columns.published[slot] ?? -Infinity;
      return ms === publishedMs ? columns.id(slot) < id : ms > publishedMs;
    });
  }

  /** How many events have a readable date; the others are last. */
  get datedCount(): number {
    return this.countAfter(-Infinity);
  }

  /** How many events are at an instant or newer. */
  countFrom(ms: number): number {
    return this.order.countWhile((slot) => (this.columns.published[slot] ?? -Infinity) >= ms);
  }

  /** How many events are newer than an instant, which is the index of the first that is not. */
  countAfter(ms: number): number {
    return this.order.countWhile((slot) => (this.columns.published[slot] ?? -Infinity) > ms);
  }

  /** Date of the newest event that is not after `ms`. */
  newestUntil(ms: number): number | undefined {
    return this.publishedMs(this.countAfter(ms));
  }

  /** Date of the oldest event that has one. */
  get oldestMs(): number | undefined {
    return this.publishedMs(this.datedCount - 1);
  }

  /** Counts events by type in `buckets` equal parts of a span, for `runInTimeSlices`. */
  histogram(span: TimeSpan, buckets: number): Generator<undefined, Histogram> {
    const slots = this.order.all.slice(this.countFrom(span.untilMs), this.countFrom(span.sinceMs));
    return histogramOf(this.columns, slots, span, buckets);
  }
}

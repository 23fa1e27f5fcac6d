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

  /** The event at a place in the order, counted from the newest. */
  at(index: number): Item<CompanyEvent> | undefined {
    return index >= 0 && index < this.size ? this.columns.item(this.order.at(index)) : undefined;
  }

  /** The events in order. What comes in while they are gone through may make some come up again; what goes is left out. */
  *items(): Generator<Item<CompanyEvent>> {
    for (let index = 0; index < this.size; index++) {
      const slot = this.order.at(index);
      // A list that is disposed of does not learn what goes.
      if (this.columns.has(slot)) {
        yield this.columns.item(slot);
      }
    }
  }

  /** Milliseconds since 1970 UTC of the event at a place there is; undefined without a readable date. */
  publishedMs(index: number): number | undefined {
    const ms = this.columns.published(this.order.at(index));
    return ms === -Infinity ? undefined : ms;
  }

  /** Place of an event in the order, or -1. */
  indexOf(id: string): number {
    const slot = this.slotOf(id);
    if (slot < 0) {
      return -1;
    }
    const place = this.order.placeOf(slot);
    return this.order.at(place) === slot ? place : -1;
  }

  /** The place that an event has in the order, or would have. @param publishedMs undefined: it has no readable date */
  placeFor(id: string, publishedMs = -Infinity): number {
    const bytes = idBytes(id);
    return this.order.countWhile((slot) => this.columns.comesBefore(slot, publishedMs, bytes));
  }

  /** How many events have a readable date; those that have none come after them. */
  get datedCount(): number {
    return this.order.countWhile((slot) => this.columns.published(slot) > -Infinity);
  }

  /** How many events are at an instant or newer. */
  countFrom(ms: number): number {
    return this.order.countWhile((slot) => this.columns.published(slot) >= ms);
  }

  /** How many events are newer than an instant: thereby the place of the first that is not. */
  countAfter(ms: number): number {
    return this.order.countWhile((slot) => this.columns.published(slot) > ms);
  }

  /** Instant of the newest event that is not after `ms`. */
  newestUntil(ms: number): number | undefined {
    const index = this.countAfter(ms);
    return index < this.datedCount ? this.publishedMs(index) : undefined;
  }

  /** Instant of the oldest event that has one. */
  get oldestMs(): number | undefined {
    const { datedCount } = this;
    return datedCount === 0 ? undefined : this.publishedMs(datedCount - 1);
  }

  /** Counts events by type in `buckets` equal parts of a span, in steps. */
  histogram(
    span: { readonly sinceMs: number; readonly untilMs: number },
    buckets: number,
  ): Generator<undefined, Histogram> {
    const first = this.order.countWhile((slot) => this.columns.published(slot) >= span.untilMs);
    const end = this.order.countWhile((slot) => this.columns.published(slot) >= span.sinceMs);
    return histogramOf(this.columns, this.order.all.slice(first, end), span, buckets);
  }

  /** Slot of an event, in this list or not; -1 for one that is not kept. */
  protected slotOf(id: string): number {
    return this.ids.find(idBytes(id));
  }
}

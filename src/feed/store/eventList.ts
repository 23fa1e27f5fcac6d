import { EventSequence } from "./eventSequence";
import { type Histogram, histogramOf } from "./histogram";
import { idBytes } from "./idIndex";

/** Events in the feed's order: newest `published_at` first, then by id; events without a readable date last. */
export class EventList extends EventSequence {
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

  /** Counts events by type in `buckets` equal parts of a span, for `runInTimeSlices`. @param isSameRound see `histogramOf` */
  histogram(
    span: { readonly sinceMs: number; readonly untilMs: number },
    buckets: number,
    isSameRound?: (slot: number) => boolean,
  ): Generator<undefined, Histogram> {
    const first = this.order.countWhile((slot) => this.columns.published(slot) >= span.untilMs);
    const end = this.order.countWhile((slot) => this.columns.published(slot) >= span.sinceMs);
    return histogramOf(this.columns, this.order.all.slice(first, end), span, buckets, isSameRound);
  }
}

/** Whether events are in the feed's order. */
export function isNewestFirst(events: EventSequence): events is EventList {
  return events instanceof EventList;
}

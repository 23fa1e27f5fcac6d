import { ByteColumn } from "./byteColumn";

/** Slots of a segment: a power of two. */
export const segmentSlots = 4096;

/** Keeps what is searched for, which has no such character, from being found across two titles. */
export const titleEnd = "\0";

/** The columns of so many events, in the order they came. It goes when the last of them is gone. */
export class Segment {
  /** Milliseconds since 1970 UTC; -Infinity without a readable date, so that such events come last. */
  readonly published = new Float64Array(segmentSlots);
  /** USD; NaN for none. */
  readonly amounts = new Float64Array(segmentSlots);
  /** Numbers of labels. */
  readonly types = new Uint32Array(segmentSlots);
  readonly sectors = new Uint32Array(segmentSlots);
  readonly entities = new Uint32Array(segmentSlots);
  readonly companies = new Uint32Array(segmentSlots);
  readonly ids = new ByteColumn(segmentSlots);
  /** Folded for searching, each with `titleEnd` behind it. */
  readonly titles = new ByteColumn(segmentSlots);
  /** Packed JSON as the service sent it. */
  readonly items = new ByteColumn(segmentSlots);
  /** 1 for events that were removed. */
  readonly removed = new Uint8Array(segmentSlots);
  /** Slots taken. */
  size = 0;
  /** Events that were not removed. */
  live = 0;

  constructor(readonly firstSlot: number) {}

  get full(): boolean {
    return this.size === segmentSlots;
  }

  /** No event comes any more. */
  seal(): void {
    this.ids.trim();
    this.titles.trim();
    this.items.trim();
  }
}

import { ByteColumn } from "./byteColumn";

/** Slots of a segment: a power of two. */
export const segmentSlots = 4096;

/** Separates titles. A search text that contains it finds nothing, so that no text matches across two titles. */
export const titleEnd = "\0";

/** The columns of consecutive slots. */
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
  readonly domains = new Uint32Array(segmentSlots);
  readonly ids = new ByteColumn(segmentSlots);
  /** Case-folded for searching, each followed by `titleEnd`. */
  readonly titles = new ByteColumn(segmentSlots);
  /** Packed JSON as the service sent it. */
  readonly items = new ByteColumn(segmentSlots);
  /** 1 for events that were removed. */
  readonly removed = new Uint8Array(segmentSlots);
  /** Slots in use, removed events included. */
  size = 0;
  /** Events that were not removed. */
  live = 0;

  constructor(readonly firstSlot: number) {}

  get full(): boolean {
    return this.size === segmentSlots;
  }

  /** Releases unused capacity once no more events are added. */
  seal(): void {
    this.ids.trim();
    this.titles.trim();
    this.items.trim();
  }
}

import type { EventRow, Row } from "../../shared/feedState";
import type { ScrollPosition } from "../../shared/pageState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { RowGeometry } from "./rowGeometry";
import type { Anchor, Range } from "./rowsCache";

/** A list that is scrolled by less than that is at its top. */
const topPx = 2;

/** Row index that a saved place has until it is known where it is, with room above it for what stood on screen there. */
const savedIndex = 1000;

interface Rows {
  row(index: number): Row | undefined;
}

/**
 * Where the person is in the list, told by an event and not by a number of pixels: it keeps its place on screen while rows
 * come and go above and below it. Only at the top of the list new rows come into view.
 */
export class ScrollAnchor {
  /** Where to go once rows are there. */
  private saved: ScrollPosition | undefined;
  /** The event read last: still known where its rows, or those that were scrolled to since, are not there. */
  private last: Anchor | undefined;

  constructor(
    private readonly rows: Rows,
    private readonly places: RowGeometry,
  ) {}

  /** Goes to a place once rows are there. */
  restore(place: ScrollPosition | undefined): void {
    this.saved = place;
  }

  toTop(): void {
    this.saved = this.last = undefined;
    this.places.scroll.moveTo(0);
  }

  /** New rows come into view. */
  get atTop(): boolean {
    return !this.saved && this.places.scroll.offset < topPx && this.gapAbove === undefined;
  }

  /** The rows that are, or are to be, on screen. */
  visible(rowCount: number): Range {
    const { places, saved } = this;
    const offset = saved ? savedIndex * places.rowHeight - (saved.top ?? 0) : places.scroll.offset;
    return places.shownAt(offset, rowCount);
  }

  /** The event that must not move; undefined at the top of the list. */
  anchor(): Anchor | undefined {
    if (this.saved) {
      return { ...eventRef(this.saved), index: savedIndex };
    }
    this.last = this.firstRead() ?? this.last;
    return this.atTop ? undefined : this.last;
  }

  /** The place, to come back to it; undefined at the top of the list. */
  get kept(): ScrollPosition | undefined {
    const anchor = this.anchor();
    return this.saved ?? (anchor && { ...eventRef(anchor), top: this.topOf(anchor.index) });
  }

  /** Another revision of the list is there, with the anchor `shift` rows further down. */
  relocate(rowCount: number, shift: number): void {
    const { places, saved, last } = this;
    const offset = places.scroll.offset + shift * places.rowHeight;
    places.resize(rowCount);
    if (rowCount === 0) {
      this.last = undefined;
      return;
    }
    places.scroll.moveTo(saved ? this.offsetOf(saved, savedIndex + shift) : offset);
    this.saved = undefined;
    this.last = this.firstRead() ?? (last && { ...last, index: last.index + shift });
  }

  /** Of a saved place in the list, the top of it where an event without a date is not there any more: nothing tells where it was. */
  private offsetOf({ id, publishedMs, top = 0 }: ScrollPosition, index: number): number {
    const row = this.rows.row(index);
    const isThere = publishedMs !== undefined || (row?.kind === "event" && row.id === id);
    return isThere ? index * this.places.rowHeight - top : 0;
  }

  /** Pixels from the heading down to a row. */
  private topOf(index: number): number {
    return index * this.places.rowHeight - this.places.scroll.offset;
  }

  private firstRead(): Anchor | undefined {
    const { start, end } = this.places.shown;
    for (let index = this.gapAbove ?? start; index < end; index++) {
      const row = this.rows.row(index);
      if (row?.kind === "event") {
        return anchorOf(row, index);
      }
    }
    return undefined;
  }

  /**
   * The lowest gap in the upper half of the screen. What is loaded there comes in above it: what is read below it, on most of
   * the screen, is to stay.
   */
  private get gapAbove(): number | undefined {
    const { start, end } = this.places.shown;
    for (let index = Math.floor((start + end) / 2); index >= start; index--) {
      if (this.rows.row(index)?.kind === "gap") {
        return index;
      }
    }
    return undefined;
  }
}

function anchorOf(row: EventRow, index: number): Anchor {
  const place: EventRef = eventRef(row);
  return { ...place, index };
}

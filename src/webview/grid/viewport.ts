/** Row indexes, half-open. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** Heights as laid out by the browser, in CSS pixels. */
interface Sizes {
  /** Equal for all rows; depends on the width of the list. */
  readonly row: number;
  /** Sticky column headers; 0 in a narrow list. */
  readonly head: number;
  /** Sticky day header. */
  readonly day: number;
  readonly viewport: number;
  /** Below the rows; scrolls with them. */
  readonly footer: number;
}

/** Rows rendered on each side of the visible ones. */
const overscan = 8;

/**
 * Browsers limit elements to about 33 million device pixels. With more rows, a pixel of the scroll bar stands
 * for several of the rows (1.5 for a million rows of one line).
 */
const maxHeightPx = 15_000_000;

/** Converts between scroll positions and rows. */
export class Viewport {
  /** Scroll position in pixels of the rows. */
  offset = 0;
  /** The offset that was asked for. It may be beyond the end until all of the page is laid out. */
  private target = 0;
  /** The element's `scrollTop` for `offset`. */
  scrollTop = 0;
  /** The element's `scrollTop` is not up to date. */
  mustSetScrollTop = false;
  hasDayHeader = true;
  /** The row that stays in its place, if it is visible, when rows get another height. Otherwise, the topmost one does. */
  pivot: number | undefined;
  /** If the day has two lines, the first of them is left out. */
  private startsWithDay = false;
  private rowCount = 0;
  sizes: Sizes = { row: 22, head: 22, day: 22, viewport: 0, footer: 0 };

  /** Keeps the target or, if the height of rows changes, the place of a row. */
  resize(rowCount: number, sizes = this.sizes, startsWithDay = this.startsWithDay): void {
    if (rowCount === this.rowCount && startsWithDay === this.startsWithDay && sizes === this.sizes) {
      return;
    }
    const { target, offset, minOffset, visible, pivot = -1, sizes: before } = this;
    this.rowCount = rowCount;
    this.startsWithDay = startsWithDay;
    this.sizes = sizes;
    if (sizes.row !== before.row && pivot >= visible.start && pivot < visible.end) {
      this.scrollTo(offset + pivot * (sizes.row - before.row) + sizes.head - before.head);
      this.reveal(pivot);
    } else {
      this.scrollTo(target <= minOffset ? 0 : target * (sizes.row / before.row));
    }
  }

  scrollTo(offset: number): void {
    this.target = offset;
    this.offset = Math.min(Math.max(offset, this.minOffset), this.maxOffset);
    const scrollTop = (this.offset - this.minOffset) / this.stretch;
    this.mustSetScrollTop ||= scrollTop !== this.scrollTop;
    this.scrollTop = scrollTop;
  }

  /** @returns whether the user scrolled, not `didSetScrollTop` */
  didScroll(scrollTop: number): boolean {
    const isByUser = scrollTop !== this.scrollTop;
    if (isByUser) {
      this.scrollTop = scrollTop;
      this.offset = Math.min(this.minOffset + Math.max(scrollTop * this.stretch, 0), this.maxOffset);
      this.target = this.offset;
    }
    return isByUser;
  }

  /** @param scrollTop as the browser rounded or limited it */
  didSetScrollTop(scrollTop: number): void {
    this.mustSetScrollTop = false;
    this.scrollTop = scrollTop;
    if (this.stretch === 1) {
      this.offset = this.minOffset + scrollTop;
    }
  }

  private get minOffset(): number {
    return this.startsWithDay && this.rowCount > 0 ? this.sizes.row - this.sizes.day : 0;
  }

  get maxOffset(): number {
    const { head, viewport, footer } = this.sizes;
    return Math.max(this.minOffset, this.rowsHeight + head + footer - viewport);
  }

  private get rowsHeight(): number {
    return this.rowCount * this.sizes.row;
  }

  /** Pixels of the rows per pixel of the scroll bar. */
  private get stretch(): number {
    const excess = this.rowsHeight - Math.min(this.rowsHeight, maxHeightPx);
    const range = this.maxOffset - this.minOffset;
    return excess > 0 ? range / (range - excess) : 1;
  }

  /** Height of the scrolled content without the footer. */
  get height(): number {
    return this.sizes.head + Math.min(this.rowsHeight, maxHeightPx) - this.minOffset;
  }

  get visible(): RowRange {
    return this.visibleAt(this.offset, this.rowCount);
  }

  /** The rows that would be visible at an offset, if there were `rowCount` rows. */
  visibleAt(offset: number, rowCount: number): RowRange {
    const { row, viewport } = this.sizes;
    const start = Math.floor(offset / row);
    const end = Math.ceil((offset + viewport) / row);
    return { start: Math.min(start, rowCount), end: Math.min(end, rowCount) };
  }

  /** Constant, so that scrolling adds and removes no elements. */
  get maxRendered(): number {
    return Math.ceil(this.sizes.viewport / this.sizes.row) + 2 * overscan + 2;
  }

  get rendered(): RowRange {
    const count = Math.min(this.rowCount, this.maxRendered);
    const start = Math.min(Math.max(0, this.visible.start - overscan), this.rowCount - count);
    return { start, end: start + count };
  }

  /** Top of the first rendered row in the scrolled content, below the column headers. */
  get renderedTop(): number {
    return this.scrollTop + this.rendered.start * this.sizes.row - this.offset;
  }

  /** Whole rows that fit below the headers. */
  get rowsPerPage(): number {
    return Math.floor((this.sizes.viewport - this.sizes.head - this.coveredPx) / this.sizes.row);
  }

  private get coveredPx(): number {
    return this.hasDayHeader ? this.sizes.day : 0;
  }

  get isAtEnd(): boolean {
    return this.offset + this.sizes.viewport >= this.rowsHeight + this.sizes.head;
  }

  /**
   * Scrolls as little as it takes to show a row.
   * @param edge scroll to this end of the list, including what is before or after the rows
   */
  reveal(index: number, edge?: "start" | "end"): void {
    const { row, head, viewport } = this.sizes;
    const top = edge === "start" || index <= 1 ? 0 : index * row - this.coveredPx;
    const bottom = edge === "end" ? this.maxOffset : (index + 1) * row + head - viewport;
    if (this.offset > top) {
      this.scrollTo(top);
    } else if (this.offset < bottom) {
      this.scrollTo(bottom);
    }
  }
}

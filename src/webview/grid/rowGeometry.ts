import { ScrollMap } from "./scrollMap";

/** Row indexes, half-open. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** Rows rendered on each side of the visible ones. */
const overscan = 8;

/** Sizes as laid out by the browser, in CSS pixels. */
interface Sizes {
  /** Height of each row, and of the column headers, which stay on top. */
  readonly row: number;
  readonly viewport: number;
  /** Height of what scrolls with the rows, below them. */
  readonly footer: number;
}

/** Which rows are visible at which scroll position, and where a row is. */
export class RowGeometry {
  readonly scroll = new ScrollMap();
  /** Rows at the top of the viewport that are covered by the header of the day. */
  coveredRows = 0;
  private rowCount = 0;
  private sizes: Sizes = { row: 22, viewport: 0, footer: 0 };

  resize(rowCount: number, sizes = this.sizes): void {
    this.rowCount = rowCount;
    this.sizes = sizes;
    const { row, viewport, footer } = sizes;
    this.scroll.resize(rowCount * row, row + footer, viewport);
  }

  get rowHeight(): number {
    return this.sizes.row;
  }

  get visible(): RowRange {
    return this.visibleAt(this.scroll.offset, this.rowCount);
  }

  /** The rows that would be visible at an offset, if there were `rowCount` rows. */
  visibleAt(offset: number, rowCount: number): RowRange {
    const { row, viewport } = this.sizes;
    const start = Math.floor(offset / row);
    const end = Math.ceil((offset + viewport) / row);
    return { start: Math.min(start, rowCount), end: Math.min(end, rowCount) };
  }

  /**
   * The rows to render: the visible ones and some around them. Their number is constant, so that scrolling adds and removes
   * no elements: Lit's `repeat` leaves a comment in the document for each item that it removes.
   */
  get rendered(): RowRange {
    const count = Math.min(this.rowCount, this.maxRendered);
    const start = Math.min(Math.max(0, this.visible.start - overscan), this.rowCount - count);
    return { start, end: start + count };
  }

  /** The number of rows rendered, if the list has as many. */
  get maxRendered(): number {
    return Math.ceil(this.sizes.viewport / this.sizes.row) + 2 * overscan + 2;
  }

  /** Height of the rows and the column headers in the element that scrolls. */
  get height(): number {
    return this.sizes.row + this.scroll.height;
  }

  /** Top of the first rendered row in that element, below the column headers. */
  get renderedTop(): number {
    return this.scroll.scrollTop + this.rendered.start * this.sizes.row - this.scroll.offset;
  }

  /** Whole rows that fit into the viewport. */
  get rowsPerPage(): number {
    return Math.floor((this.sizes.viewport - this.sizes.row) / this.sizes.row) - this.coveredRows;
  }

  /** Whether the last row is visible. */
  get isAtEnd(): boolean {
    return this.scroll.offset + this.sizes.viewport >= (this.rowCount + 1) * this.sizes.row;
  }

  /** Whether all rows are visible at once, with room to spare. */
  get allRowsFit(): boolean {
    return this.sizes.viewport > (this.rowCount + 1) * this.sizes.row;
  }

  /**
   * Scrolls as little as it takes to show a row.
   *
   * @param edge scroll to this end of the list, including what is before or after the rows
   */
  reveal(index: number, edge?: "start" | "end"): void {
    const { row, viewport } = this.sizes;
    const top = edge === "start" || index <= 1 ? 0 : (index - this.coveredRows) * row;
    const bottom = edge === "end" ? this.scroll.maxOffset : (index + 2) * row - viewport;
    if (this.scroll.offset > top) {
      this.scroll.scrollTo(top);
    } else if (this.scroll.offset < bottom) {
      this.scroll.scrollTo(bottom);
    }
  }
}

import type { Range } from "./rowsCache";
import { ScrollMap } from "./scrollMap";

/** Rows drawn on each side of those on screen. */
const overscan = 8;

/** What the browser laid out, CSS pixels. */
interface Sizes {
  /** Of each row, and of the heading that stays above them. */
  readonly row: number;
  readonly viewport: number;
  /** Of what scrolls with the rows, below them. */
  readonly footer: number;
}

/** Which rows stand where: from the scrolled place to rows, and back. */
export class RowGeometry {
  readonly scroll = new ScrollMap();
  private rowCount = 0;
  private sizes: Sizes = { row: 22, viewport: 0, footer: 0 };

  /** Rows came or went, or were laid out anew. */
  resize(rowCount: number, sizes = this.sizes): void {
    this.rowCount = rowCount;
    this.sizes = sizes;
    const { row, viewport, footer } = sizes;
    this.scroll.resize(rowCount * row, row + footer, viewport);
  }

  get rowHeight(): number {
    return this.sizes.row;
  }

  /** The rows on screen. */
  get shown(): Range {
    return this.shownAt(this.scroll.offset, this.rowCount);
  }

  /** The rows that would be on screen at an offset of a list of `rowCount` rows. */
  shownAt(offset: number, rowCount: number): Range {
    const { row, viewport } = this.sizes;
    const start = Math.floor(offset / row);
    const end = Math.ceil((offset + viewport) / row);
    return { start: Math.min(start, rowCount), end: Math.min(end, rowCount) };
  }

  /** The rows to draw. */
  get drawn(): Range {
    const { start, end } = this.shown;
    return { start: Math.max(0, start - overscan), end: Math.min(this.rowCount, end + overscan) };
  }

  /** No more rows than that are ever drawn. */
  get mostDrawn(): number {
    return Math.ceil(this.sizes.viewport / this.sizes.row) + 2 * overscan + 2;
  }

  /** Height of the rows and their heading in the element that scrolls. */
  get height(): number {
    return this.sizes.row + this.scroll.height;
  }

  /** Where the first drawn row stands in that element, below the heading. */
  get drawnTop(): number {
    return this.scroll.top + this.drawn.start * this.sizes.row - this.scroll.offset;
  }

  /** Whole rows that fit on the screen. */
  get page(): number {
    return Math.floor((this.sizes.viewport - this.sizes.row) / this.sizes.row);
  }

  /** The last row is on screen. */
  get atEnd(): boolean {
    return this.scroll.offset + this.sizes.viewport >= (this.rowCount + 1) * this.sizes.row;
  }

  /** All rows stand on screen at once, with room to spare. */
  get allFit(): boolean {
    return this.sizes.viewport > (this.rowCount + 1) * this.sizes.row;
  }

  /**
   * Scrolls as little as it takes to show a row.
   *
   * @param beyond at an end of the list, also what stands before or after the rows
   */
  reveal(index: number, beyond?: "start" | "end"): void {
    const { row, viewport } = this.sizes;
    const top = beyond === "start" || index <= 1 ? 0 : index * row;
    const bottom = beyond === "end" ? this.scroll.maxOffset : (index + 2) * row - viewport;
    if (this.scroll.offset > top) {
      this.scroll.moveTo(top);
    } else if (this.scroll.offset < bottom) {
      this.scroll.moveTo(bottom);
    }
  }
}

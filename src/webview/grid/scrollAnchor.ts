import type { ScrollPosition } from "../../shared/pageState";
import { eventRef, type RowsParams } from "../../shared/viewQueries";
import type { GridRows } from "./gridRows";
import type { RowRange, Viewport } from "./viewport";

/** An event and its row index: the row that must not move on screen. */
export type Anchor = NonNullable<RowsParams["anchor"]>;

/** Up to this offset the list counts as scrolled to its top. */
const topPx = 2;

/** Row index of a restored event until the real one is known; leaves space above it for the rows that were visible. */
const placeholderIndex = 1000;

/**
 * Keeps the scroll position by an event, not by pixels: that event stays where it is on screen while rows are added and removed
 * around it. Only at the top of the list do new rows push the others down.
 */
export class ScrollAnchor {
  /** Where to scroll to with the first rows. */
  private restored: ScrollPosition | undefined;
  /** The topmost event when its row was last loaded: still the anchor if the rows scrolled to since then are not loaded. */
  private lastTopmost: Anchor | undefined;
  /** First revision with rows of another query or order, which are shown from the top; until then nothing is anchored. */
  private newListRevision: number | undefined;

  constructor(
    private readonly rows: Pick<GridRows, "row">,
    private readonly viewport: Viewport,
  ) {}

  /** Scrolls to a place of an earlier session, with the first rows. */
  restore(place: ScrollPosition | undefined): void {
    this.restored = place;
  }

  scrollToTop(): void {
    this.restored = this.lastTopmost = undefined;
    this.viewport.scrollTo(0);
  }

  startNewList(revision: number): void {
    this.newListRevision = revision;
  }

  /** Whether the first rows of another query or order have not been received yet. */
  get isNewListPending(): boolean {
    return this.newListRevision !== undefined;
  }

  /** Scrolls to the top if `revision` is the first one of a new list; returns whether it is. */
  finishNewList(revision: number): boolean {
    if (this.newListRevision === undefined || revision < this.newListRevision) {
      return false;
    }
    this.newListRevision = undefined;
    this.scrollToTop();
    return true;
  }

  /** Whether new rows become visible, instead of being added above the visible ones. */
  get isAtTop(): boolean {
    return !this.restored && this.viewport.offset < topPx && this.gapAbove === undefined;
  }

  /** The rows that are, or will be, visible in a list of `rowCount` rows. */
  visible(rowCount: number): RowRange {
    const { viewport, restored } = this;
    const offset = this.isNewListPending
      ? 0
      : restored
        ? placeholderIndex * viewport.rowHeight - (restored.top ?? 0)
        : viewport.offset;
    return viewport.visibleAt(offset, rowCount);
  }

  /** Undefined at the top of the list. */
  get anchor(): Anchor | undefined {
    if (this.isNewListPending) {
      return undefined;
    }
    if (this.restored) {
      return { ...eventRef(this.restored), index: placeholderIndex };
    }
    this.lastTopmost = this.topmostLoaded ?? this.lastTopmost;
    return this.isAtTop ? undefined : this.lastTopmost;
  }

  /** The place to restore later; undefined at the top of the list. */
  get place(): ScrollPosition | undefined {
    const { anchor, viewport } = this;
    return (
      anchor &&
      (this.restored ?? {
        ...eventRef(anchor),
        top: anchor.index * viewport.rowHeight - viewport.offset,
      })
    );
  }

  /** Rows of another revision are held, in which the anchor is `shift` rows further down: scrolls by as much. */
  didReplaceRows(rowCount: number, shift: number): void {
    const { viewport, restored, lastTopmost } = this;
    const offset = viewport.offset + shift * viewport.rowHeight;
    viewport.resize(rowCount);
    if (rowCount === 0) {
      this.lastTopmost = undefined;
      return;
    }
    viewport.scrollTo(restored ? this.restoredOffset(restored, placeholderIndex + shift) : offset);
    this.restored = undefined;
    this.lastTopmost =
      this.topmostLoaded ?? (lastTopmost && { ...lastTopmost, index: lastTopmost.index + shift });
  }

  /** The top of the list for an event without a date that is gone: its position is unknown. */
  private restoredOffset({ id, publishedMs, top = 0 }: ScrollPosition, index: number): number {
    const row = this.rows.row(index);
    const isFound = publishedMs !== undefined || (row?.kind === "event" && row.id === id);
    return isFound ? index * this.viewport.rowHeight - top : 0;
  }

  private get topmostLoaded(): Anchor | undefined {
    const { start, end } = this.viewport.visible;
    for (let index = this.gapAbove ?? start; index < end; index++) {
      const row = this.rows.row(index);
      if (row?.kind === "event") {
        return { ...eventRef(row), index };
      }
    }
    return undefined;
  }

  /**
   * The lowest gap in the upper half of the viewport. Its events will be inserted above the anchor, so that the rows below it, which
   * fill most of the viewport, stay.
   */
  private get gapAbove(): number | undefined {
    const { start, end } = this.viewport.visible;
    for (let index = Math.floor((start + end) / 2); index >= start; index--) {
      if (this.rows.row(index)?.kind === "gap") {
        return index;
      }
    }
    return undefined;
  }
}

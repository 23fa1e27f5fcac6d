import type { Row } from "../../shared/feedState";
import type { ScrollPosition } from "../../shared/pageState";
import { eventRef, type RowsParams } from "../../shared/viewQueries";
import type { RowRange, Viewport } from "./viewport";

/** An event and its row index: the row that must not move on screen. */
export type Anchor = NonNullable<RowsParams["anchor"]>;

/** Up to this offset, the list counts as scrolled to the top. */
const topPx = 2;

/** Provisional row index of a restored event; leaves space for the rows that were visible above it. */
const placeholderIndex = 1000;

/**
 * Anchors the scroll position to an event, which keeps its place on screen while rows are added and removed
 * around it. Only at the top of the list do new rows push the others down.
 */
export class ScrollAnchor {
  /** To be scrolled to with the first rows. */
  restored: ScrollPosition | undefined;
  /** The last topmost event whose row was loaded; the anchor while the visible rows are not loaded. */
  private lastTopmost: Anchor | undefined;
  /** First revision of a new query or order. Nothing is anchored until it arrives. */
  private newListRevision: number | undefined;

  constructor(
    /** Undefined if the row is not loaded. */
    private readonly rowAt: (index: number) => Row | undefined,
    private readonly viewport: Viewport,
  ) {}

  scrollToTop(): void {
    this.restored = this.lastTopmost = undefined;
    this.viewport.scrollTo(0);
  }

  startNewList(revision: number): void {
    this.newListRevision = revision;
  }

  get isNewListPending(): boolean {
    return this.newListRevision !== undefined;
  }

  /** Scrolls to the top if `revision` belongs to the new list. @returns whether it does */
  finishNewList(revision: number): boolean {
    if (this.newListRevision === undefined || revision < this.newListRevision) {
      return false;
    }
    this.newListRevision = undefined;
    this.scrollToTop();
    return true;
  }

  /** If true, new rows become visible; otherwise they are added above the visible ones. */
  get isAtTop(): boolean {
    return !this.restored && this.viewport.scrollTop < topPx && this.gapAbove === undefined;
  }

  /** Includes a pending restore or new list. */
  visible(rowCount: number): RowRange {
    const { viewport, restored } = this;
    const offset = this.isNewListPending
      ? 0
      : restored
        ? placeholderIndex * viewport.sizes.row - (restored.top ?? 0)
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

  /** To be restored later; undefined at the top of the list. */
  get place(): ScrollPosition | undefined {
    const { anchor, viewport } = this;
    return (
      anchor &&
      (this.restored ?? {
        ...eventRef(anchor),
        top: anchor.index * viewport.sizes.row - viewport.offset,
      })
    );
  }

  /** Call with another revision, in which the anchor is `shift` rows further down. */
  didReplaceRows(rowCount: number, shift: number): void {
    const { viewport, restored, lastTopmost } = this;
    const offset = viewport.offset + shift * viewport.sizes.row;
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

  /** Without a date, the position of an event that is gone is unknown: the top of the list. */
  private restoredOffset({ id, publishedMs, top = 0 }: ScrollPosition, index: number): number {
    const row = this.rowAt(index);
    const isFound = publishedMs !== undefined || (row?.kind === "event" && row.id === id);
    return isFound ? index * this.viewport.sizes.row - top : 0;
  }

  private get topmostLoaded(): Anchor | undefined {
    const { start, end } = this.viewport.visible;
    for (let index = this.gapAbove ?? start; index < end; index++) {
      const row = this.rowAt(index);
      if (row?.kind === "event") {
        return { ...eventRef(row), index };
      }
    }
    return undefined;
  }

  /** The lowest gap in the upper half of the viewport. Filling it must not move the rows below. */
  private get gapAbove(): number | undefined {
    const { start, end } = this.viewport.visible;
    for (let index = Math.floor((start + end) / 2); index >= start; index--) {
      if (this.rowAt(index)?.kind === "gap") {
        return index;
      }
    }
    return undefined;
  }
}

import type { RowsInfo } from "../../shared/feedState";
import type { ScrollPosition } from "../../shared/pageState";
import { eventRef, type RowsParams } from "../../shared/viewQueries";
import type { RowGeometry, RowRange } from "./rowGeometry";
import type { RowsCache } from "./rowsCache";

/** An event and its row index: the row that must not move on screen. */
export type Anchor = NonNullable<RowsParams["anchor"]>;

/** Up to this offset the list counts as scrolled to its top. */
const topPx = 2;

/** Row index of a restored event until the real one is known; leaves space above it for the rows that were visible. */
const placeholderIndex = 1000;

/**
 * Keeps the scroll position by an event, not by pixels: that event stays where it is on screen while rows are added and
 * removed around it. Only at the top of the list do new rows push the others down.
 */
export class ScrollAnchor {
  /** Where to scroll to with the first rows. */
  private restored: ScrollPosition | undefined;
  /** The topmost event when its row was last loaded: still the anchor if the rows scrolled to since then are not loaded. */
  private lastTopmost: Anchor | undefined;
  /** First revision with rows of a new query, which are shown from the top; until then nothing is anchored. */
  private newQueryRevision: number | undefined;

  constructor(
    private readonly rows: Pick<RowsCache, "row">,
    private readonly geometry: RowGeometry,
  ) {}

  /** Scrolls to a place of an earlier session, with the first rows. */
  restore(place: ScrollPosition | undefined): void {
    this.restored = place;
  }

  scrollToTop(): void {
    this.restored = this.lastTopmost = undefined;
    this.geometry.scroll.scrollTo(0);
  }

  /** Shows the rows of a new query from the top, once `revision` has arrived. */
  startNewQuery(revision: number): void {
    this.newQueryRevision = revision;
  }

  /** Whether the first rows of a new query have not been received yet. */
  get isNewQueryPending(): boolean {
    return this.newQueryRevision !== undefined;
  }

  /** Scrolls to the top if `revision` is the first one of a new query; returns whether it is. */
  finishNewQuery(revision: number): boolean {
    if (this.newQueryRevision === undefined || revision < this.newQueryRevision) {
      return false;
    }
    this.newQueryRevision = undefined;
    this.scrollToTop();
    return true;
  }

  /** Whether new rows become visible, instead of being added above the visible ones. */
  get isAtTop(): boolean {
    return !this.restored && this.geometry.scroll.offset < topPx && this.gapAbove === undefined;
  }

  /** The rows that are, or will be, visible in a list of `rowCount` rows. */
  visible(rowCount: number): RowRange {
    const { geometry, restored } = this;
    const offset = this.isNewQueryPending
      ? 0
      : restored
        ? placeholderIndex * geometry.rowHeight - (restored.top ?? 0)
        : geometry.scroll.offset;
    return geometry.visibleAt(offset, rowCount);
  }

  /** Undefined at the top of the list. */
  get anchor(): Anchor | undefined {
    if (this.isNewQueryPending) {
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
    const { anchor, geometry } = this;
    return (
      anchor &&
      (this.restored ?? {
        ...eventRef(anchor),
        top: anchor.index * geometry.rowHeight - geometry.scroll.offset,
      })
    );
  }

  /** Another revision is in the cache, in which the anchor is `shift` rows further down: scrolls by as much. */
  didReplaceRows({ rowCount }: RowsInfo, shift: number): void {
    const { geometry, restored, lastTopmost } = this;
    const offset = geometry.scroll.offset + shift * geometry.rowHeight;
    geometry.resize(rowCount);
    if (rowCount === 0) {
      this.lastTopmost = undefined;
      return;
    }
    geometry.scroll.scrollTo(restored ? this.restoredOffset(restored, placeholderIndex + shift) : offset);
    this.restored = undefined;
    this.lastTopmost =
      this.topmostLoaded ?? (lastTopmost && { ...lastTopmost, index: lastTopmost.index + shift });
  }

  /** The top of the list for an event without a date that is gone: its position is unknown. */
  private restoredOffset({ id, publishedMs, top = 0 }: ScrollPosition, index: number): number {
    const row = this.rows.row(index);
    const isFound = publishedMs !== undefined || (row?.kind === "event" && row.id === id);
    return isFound ? index * this.geometry.rowHeight - top : 0;
  }

  private get topmostLoaded(): Anchor | undefined {
    const { start, end } = this.geometry.visible;
    for (let index = this.gapAbove ?? start; index < end; index++) {
      const row = this.rows.row(index);
      if (row?.kind === "event") {
        return { ...eventRef(row), index };
      }
    }
    return undefined;
  }

  /**
   * The lowest gap in the upper half of the viewport. Its events will be inserted above the anchor, so that the rows below
   * it, which fill most of the viewport, stay.
   */
  private get gapAbove(): number | undefined {
    const { start, end } = this.geometry.visible;
    for (let index = Math.floor((start + end) / 2); index >= start; index--) {
      if (this.rows.row(index)?.kind === "gap") {
        return index;
      }
    }
    return undefined;
  }
}

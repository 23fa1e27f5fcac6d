import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { EventRow, FeedState } from "../../shared/feedState";
import type { ScrollPosition } from "../../shared/pageState";
import { datedRef, type EventRef, type SortOrder, type VisibleEvents } from "../../shared/viewQueries";
import { isNarrowed } from "../filters/queryText";
import { ActiveRow, type Direction } from "./activeRow";
import { GridRows, type FetchRows } from "./gridRows";
import { GridSelection } from "./gridSelection";
import { Viewport } from "./viewport";

export interface ListListener {
  /** Rows, the active row or the scroll position changed. */
  listChanged(): void;
  /** The list has rows of another revision. Called before `listChanged`. */
  rowsChanged(): void;
  eventChosen(row: EventRow): void;
  /** @param refused the selection is unchanged, because it would exceed the limit */
  selectionChanged(refused: boolean): void;
  /** The list was scrolled to its end, or the active row was to move beyond it. */
  endReached(): void;
}

/** How the selection changes once the chosen row is loaded. */
type SelectionMode = "only" | "extend" | "toggle";

/**
 * The rows of the list, where it is scrolled to, and which rows are active and selected.
 *
 * How a row gets on screen: the host announces the number of rows (`GridRows.update`); `GridRows` requests
 * those that `Viewport` makes visible, unless the host sent them along; `EventGrid` renders them.
 *
 * How rows stay in place while others arrive: every request names the topmost visible event as its anchor.
 * The reply says how far that event moved, and `ScrollAnchor` scrolls as far while all rows are replaced.
 */
export class ListModel {
  /** Query of the rows; still the previous one while another loads. */
  query: FeedQuery | undefined;
  /** Order of the rows; undefined: newest first. */
  sort: SortOrder | undefined;
  /** The user has gone to a row since the page was loaded, and looks at it. Before, the topmost row is restored. */
  hasGoneToRow = false;
  readonly viewport = new Viewport();
  readonly rows: GridRows;
  readonly active: ActiveRow;
  readonly selection: GridSelection;
  private selectionMode: SelectionMode = "only";
  /** It may not be loaded any more. */
  private lastChosen: EventRow | undefined;
  /** The active row is scrolled to once its index is known. */
  private mustReveal = false;
  private isNarrowed = false;
  /** The new rows that the list waits for are only sorted differently, so the selection is kept. */
  private isReordering = false;

  constructor(
    fetchRows: FetchRows,
    private readonly listener: ListListener,
  ) {
    this.rows = new GridRows(fetchRows, this.viewport, (shift) => this.didChangeRows(shift));
    this.active = new ActiveRow(
      this.rows,
      (row, index) => this.selectChosen(row, index),
      () => this.didMove(),
    );
    this.selection = new GridSelection(this.rows, (refused) => listener.selectionChanged(refused));
  }

  /** Scrolls to an event with the first rows, and makes another one the active row. @param ids if several are selected */
  restore(topmost?: ScrollPosition, active?: EventRef, ids?: readonly string[]): void {
    this.rows.scrollAnchor.restored = topmost;
    if (active) {
      this.active.setEvent(active);
      this.selection.selectOnly(active);
    }
    this.selection.replace(ids ?? this.selection.ids);
  }

  // ---- Rows -------------------------------------------------------------------------------------------------------

  /**
   * Starts a new list if the rows announced last belong to another query, or are in another order.
   * @param hadRows false: the first rows follow
   */
  applyState({ view, content, query }: FeedState, hadRows: boolean): void {
    if (!view.searching && JSON.stringify(view.sort) !== JSON.stringify(this.sort)) {
      this.sort = view.sort;
      if (hadRows) {
        this.startNewList("order");
      }
    }
    if (content !== "current") {
      return;
    }
    if (!view.searching && this.isNarrowed !== isNarrowed(view)) {
      // As in VS Code's own lists, the chosen row stays in sight when a search ends.
      this.mustReveal = this.isNarrowed;
      this.isNarrowed = isNarrowed(view);
      this.revealIfNeeded();
    }
    const previous = this.query;
    this.query = query;
    if (previous && !sameQuery(previous, query)) {
      this.startNewList("query");
    }
  }

  /** The rows announced last are shown from the top once they have loaded. */
  private startNewList(change: "query" | "order"): void {
    const { rows } = this;
    this.isReordering = change === "order" && !this.isNewQueryPending;
    rows.scrollAnchor.startNewList(rows.latest.revision);
    if (this.finishNewList()) {
      this.didReplaceRows(0, true);
    }
  }

  /** True until the first rows of a new query arrive. */
  get isNewQueryPending(): boolean {
    return this.rows.scrollAnchor.isNewListPending && !this.isReordering;
  }

  /** The topmost and the last visible event with a date; undefined while a new query is pending. */
  get visibleEvents(): VisibleEvents | undefined {
    const { start, end } = this.viewport.visible;
    for (let index = end - 1; index >= start && !this.isNewQueryPending; index--) {
      const row = this.rows.row(index);
      const last = row?.kind === "event" ? datedRef(row) : undefined;
      if (last) {
        const topmost = datedRef(this.rows.scrollAnchor.place);
        return { ...(topmost && { topmost }), last };
      }
    }
    return undefined;
  }

  /** @param shift as `GridRows` reports it */
  private didChangeRows(shift: number | undefined): void {
    const isNewList = shift !== undefined && this.finishNewList();
    this.didReplaceRows(shift, isNewList || this.isAtTop);
    if (shift !== undefined) {
      this.listener.rowsChanged();
    }
    this.listener.listChanged();
  }

  private didReplaceRows(shift: number | undefined, isAtTop: boolean): void {
    if (shift !== undefined) {
      this.active.didReplaceRows(isAtTop ? undefined : shift);
    }
    this.active.didLoadRows();
    this.revealIfNeeded();
  }

  private finishNewList(): boolean {
    const isFinished = this.rows.scrollAnchor.finishNewList(this.rows.revision);
    if (isFinished) {
      this.listener.listChanged();
      if (!this.isReordering) {
        this.selectActiveOnly();
      }
      this.isReordering = false;
    }
    return isFinished;
  }

  // ---- Active row and selection -----------------------------------------------------------------------------------

  /** Makes an event the active and only selected one, anywhere in the list, and scrolls to it. */
  reveal(event: EventRef): void {
    this.hasGoneToRow = true;
    this.mustReveal = true;
    this.active.setEvent(event);
    this.selection.selectOnly(event);
    this.didMove();
  }

  /** The active event, if it is the only selected one and its row is or was loaded. */
  get onlySelected(): EventRow | undefined {
    const { row = this.lastChosen } = this.active;
    return row?.kind === "event" && this.selection.size === 1 && this.selection.has(row.id) ? row : undefined;
  }

  selectActiveOnly(): void {
    this.selection.keep((id) => id === this.active.eventId);
  }

  hasNext(direction: Direction): boolean {
    return this.active.nextEvent(direction) !== undefined;
  }

  /** Makes the next event in a direction the active and only selected one. */
  selectNext(direction: Direction): void {
    const next = this.active.nextEvent(direction);
    if (next !== undefined) {
      this.selectionMode = "only";
      this.mustReveal = true;
      this.active.moveTo(next, direction, true);
    }
    if (direction === 1 && !this.hasNext(1)) {
      this.listener.endReached();
    }
  }

  /** Makes the row at an index active, or the next one in that direction that can be active. */
  choose(index: number, direction: Direction, mode: SelectionMode): void {
    this.selectionMode = mode;
    this.mustReveal = false;
    this.active.moveTo(index, direction);
  }

  private selectChosen(row: EventRow, index: number): void {
    this.hasGoneToRow = true;
    this.lastChosen = row;
    if (this.selectionMode === "extend") {
      void this.selection.extendTo(row, index);
    } else if (this.selectionMode === "toggle") {
      this.selection.toggle(row);
    } else {
      this.selection.selectOnly(row);
    }
    this.listener.eventChosen(row);
  }

  private didMove(): void {
    this.revealIfNeeded();
    this.listener.listChanged();
  }

  // ---- Scrolling --------------------------------------------------------------------------------------------------

  get isAtTop(): boolean {
    return this.rows.scrollAnchor.isAtTop;
  }

  scrollToTop(): void {
    this.rows.scrollAnchor.scrollToTop();
    this.listener.listChanged();
  }

  revealIndex(index: number, edge?: "start" | "end"): void {
    this.viewport.reveal(index, edge);
    this.listener.listChanged();
  }

  /** Call when the user scrolls: a pending reveal must not move the list any more. */
  cancelReveal(): void {
    this.mustReveal = false;
  }

  private revealIfNeeded(): void {
    const { index, isChosen } = this.active;
    if (this.mustReveal && isChosen && index !== undefined) {
      this.mustReveal = false;
      this.revealIndex(index);
    }
  }
}

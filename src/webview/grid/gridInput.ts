import type { ReactiveControllerHost } from "lit";
import type { EventRow, GapRow, Row, UnreadRow } from "../../shared/feedState";
import type { EventRef } from "../../shared/viewQueries";
import type { FeedPage } from "../feedPage";
import { CurrentRow, type Direction } from "./currentRow";
import { GridSelection } from "./gridSelection";
import type { GridRows } from "./gridRows";
import { openSelectionMenu } from "../ui/contextMenus";
import type { Viewport } from "./viewport";

/** Mark the unread events as read, take that back, or copy them. */
export type UnreadChange = "markRead" | "undo" | "copy";

/** Handles keyboard and pointer in the list: makes rows current, selects them, and tells the page. */
export class GridInput {
  readonly current: CurrentRow;
  readonly selection: GridSelection;
  /** How the selection changes once the chosen row is loaded. */
  private selectionMode: "only" | "extend" | "toggle" = "only";
  private mustReveal = false;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement & { readonly page: FeedPage },
    private readonly rows: GridRows,
    private readonly viewport: Viewport,
  ) {
    this.current = new CurrentRow(
      rows,
      (row, index) => this.onDidChoose(row, index),
      () => this.onDidMove(),
    );
    this.selection = new GridSelection(rows, (refused) => {
      host.requestUpdate();
      host.page.eventActions.selectionChanged(refused);
    });
  }

  /** Makes an event the current and only selected one, anywhere in the list. */
  setCurrent(event: EventRef): void {
    this.current.setEvent(event);
    this.selection.selectOnly(event);
  }

  /** The same, and scrolls to it once its index is known. */
  reveal(event: EventRef): void {
    this.mustReveal = true;
    this.setCurrent(event);
    this.onDidMove();
  }

  /** The current event, if it is the only selected one and its row is loaded. */
  get onlySelected(): EventRow | undefined {
    const { row } = this.current;
    return row?.kind === "event" && this.selection.size === 1 && this.selection.has(row.id) ? row : undefined;
  }

  /** Makes the next event in a direction the current and only selected one. */
  selectNext(direction: Direction): void {
    const next = this.current.nextEvent(direction);
    if (next !== undefined) {
      this.selectionMode = "only";
      this.mustReveal = true;
      this.current.moveTo(next, direction, true);
    }
    if (direction === 1 && !this.hasNext(1)) {
      this.host.page.onEndReached();
    }
  }

  hasNext(direction: Direction): boolean {
    return this.current.nextEvent(direction) !== undefined;
  }

  selectCurrentOnly(): void {
    this.selection.keep((id) => id === this.current.eventId);
  }

  /** @param shift as `GridRows` reports it */
  didChangeRows(shift: number | undefined, isAtTop: boolean): void {
    if (shift !== undefined) {
      this.current.didReplaceRows(isAtTop ? undefined : shift);
    }
    this.current.didLoadRows();
    this.revealIfNeeded();
  }

  /** The user scrolls: what was to be revealed must not move the list once it is loaded. */
  cancelReveal(): void {
    this.mustReveal = false;
  }

  private revealIfNeeded(): void {
    const { index, isChosen } = this.current;
    if (this.mustReveal && isChosen && index !== undefined) {
      this.mustReveal = false;
      this.revealIndex(index);
    }
  }

  readonly onClick = (event: MouseEvent): void => {
    const index = rowIndexAt(event);
    const row = index === undefined ? undefined : this.rows.row(index);
    if (index === undefined || !row || row.kind === "day") {
      return;
    }
    const toggles = event.ctrlKey || event.metaKey;
    this.choose(index, 1, event.shiftKey ? "extend" : toggles ? "toggle" : "only");
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) {
      // It is removed with its row.
      this.host.focus();
    }
    if (row.kind === "gap") {
      this.loadGap(row);
    } else if (row.kind === "unread" && button) {
      this.changeUnread(button.dataset["unreadChange"] as UnreadChange);
    } else if (row.kind === "event" && !event.shiftKey && !toggles) {
      this.host.page.openDetails(false);
    }
  };

  readonly onContextMenu = (event: MouseEvent): void => {
    if (!event.isTrusted) {
      // From `openSelectionMenu`, for VS Code.
      return;
    }
    // On macOS, a click with Ctrl opens context menus, too.
    if (event.button !== 2 && !event.ctrlKey) {
      // By keyboard: where the browser reports the event depends on the size of the whole list.
      event.preventDefault();
      if (this.selection.size > 0 && event.currentTarget instanceof Element) {
        const { x, y } = this.menuPosition;
        openSelectionMenu(event.currentTarget, x, y);
      }
      return;
    }
    const index = rowIndexAt(event);
    const row = index === undefined ? undefined : this.rows.row(index);
    if (index === undefined || row?.kind !== "event") {
      event.preventDefault();
    } else if (!this.selection.has(row.id)) {
      this.choose(index, 1, "only");
    }
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest(".head")) {
      return;
    }
    if (this.runCommand(event)) {
      event.preventDefault();
      // VS Code, which listens on the window, would select all or undo in the field that had the focus before.
      event.stopPropagation();
    } else if (!event.altKey && !event.metaKey) {
      this.navigate(event);
    }
  };

  /** Returns whether the key does something with what is current or selected. */
  private runCommand(event: KeyboardEvent): boolean {
    const { current, selection } = this;
    const withCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const key = withCtrl ? `Ctrl+${event.key.toLowerCase()}` : event.key;
    if (key === "Enter" && current.index !== undefined) {
      if (!current.isChosen) {
        this.choose(current.index, 1, "only");
      }
      this.open(current.row);
    } else if (key === "Ctrl+a") {
      void selection.selectAll();
    } else if (key === "Ctrl+c" && selection.size > 0) {
      this.host.page.eventActions.copy({ ids: selection.ids, format: "tsv" });
    } else if (key !== "Ctrl+z") {
      return false;
    }
    return true;
  }

  private open(row: Row | undefined): void {
    if (row?.kind === "gap") {
      this.loadGap(row);
    } else if (row?.kind === "event") {
      this.host.page.openDetails(true);
    } else if (row?.kind === "unread") {
      const change = unreadChangeOf(row);
      if (change) {
        this.changeUnread(change);
      }
    }
  }

  private loadGap({ sinceMs }: GapRow): void {
    this.host.page.connection.post({ type: "fillGap", sinceMs });
  }

  private changeUnread(change: UnreadChange): void {
    const { eventActions, connection } = this.host.page;
    if (change === "copy") {
      eventActions.copy({ ids: "unread", format: "markdown" });
    } else {
      connection.post({ type: change === "undo" ? "undoMarkRead" : "markRead" });
    }
  }

  private navigate(event: KeyboardEvent): void {
    const target = this.navigationTarget(event.key, event.ctrlKey);
    if (!target) {
      return;
    }
    event.preventDefault();
    this.choose(target.index, target.direction, event.shiftKey ? "extend" : "only");
    if (this.current.index !== undefined) {
      this.revealIndex(this.current.index, target.edge);
    }
    if ((target.direction === 1 || target.edge === "end") && target.index >= this.rows.rowCount - 1) {
      this.host.page.onEndReached();
    }
  }

  /** The row that a key leads to, which may be beyond the last one. */
  private navigationTarget(key: string, withCtrl: boolean): NavigationTarget | undefined {
    const { current } = this;
    const page = Math.max(1, this.viewport.rowsPerPage - 1);
    const step = withCtrl ? 0 : { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[key];
    if (key === "Home") {
      return { index: 0, direction: 1, edge: "start" };
    }
    if (key === "End") {
      return { index: this.rows.rowCount - 1, direction: -1, edge: "end" };
    }
    if (!step) {
      return undefined;
    }
    const direction = step > 0 ? 1 : -1;
    return { index: current.neighbor(direction, Math.abs(step)), direction };
  }

  private choose(index: number, direction: Direction, mode: typeof this.selectionMode): void {
    this.selectionMode = mode;
    this.mustReveal = false;
    this.current.moveTo(index, direction);
  }

  private onDidChoose(row: EventRow, index: number): void {
    switch (this.selectionMode) {
      case "only":
        this.selection.selectOnly(row);
        break;
      case "extend":
        void this.selection.extendTo(row, index);
        break;
      case "toggle":
        this.selection.toggle(row);
        break;
    }
    this.host.page.details.select(row);
  }

  private onDidMove(): void {
    this.revealIfNeeded();
    this.host.page.requestUpdate();
    this.host.requestUpdate();
  }

  private revealIndex(index: number, edge?: "start" | "end"): void {
    this.viewport.reveal(index, edge);
    this.host.requestUpdate();
    this.host.page.onVisibleRowsChange();
  }

  /** Below the current row, or below the column headers if that is not rendered. */
  private get menuPosition(): { readonly x: number; readonly y: number } {
    const row = document.getElementById(rowId(this.current.index ?? -1));
    const box = (row ?? this.host.querySelector(".row.head"))?.getBoundingClientRect();
    return { x: (box?.left ?? 0) + 24, y: box?.bottom ?? 0 };
  }
}

export function rowId(index: number): string {
  return `row-${index}`;
}

/** What Enter does on the unread line; undefined: nothing. */
export function unreadChangeOf({ count, canUndo }: UnreadRow): UnreadChange | undefined {
  return count > 0 ? "markRead" : canUndo ? "undo" : undefined;
}

interface NavigationTarget {
  readonly index: number;
  readonly direction: Direction;
  /** The end of the list that has to be fully visible. */
  readonly edge?: "start" | "end";
}

function rowIndexAt({ target }: MouseEvent): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return row ? Number(row.dataset["index"]) : undefined;
}

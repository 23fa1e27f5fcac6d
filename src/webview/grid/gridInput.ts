import type { GapRow, Row } from "../../shared/feedState";
import type { FeedModel } from "../feedModel";
import { openSelectionMenu } from "../ui/contextMenus";
import type { Direction } from "./activeRow";
import type { ListModel } from "./listModel";

/** The buttons of the unread line. */
export type UnreadChange = "markRead" | "undoMarkRead" | "copy";

/** Handles keyboard and pointer in the list. */
export class GridInput {
  constructor(private readonly grid: HTMLElement & { readonly model: FeedModel }) {}

  private get list(): ListModel {
    return this.grid.model.list;
  }

  readonly onClick = (event: MouseEvent): void => {
    const index = rowIndexAt(event);
    const row = index === undefined ? undefined : this.list.rows.row(index);
    if (index === undefined || !row || row.kind === "day") {
      return;
    }
    const toggles = event.ctrlKey || event.metaKey;
    this.list.choose(index, 1, event.shiftKey ? "extend" : toggles ? "toggle" : "only");
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) {
      // The focused button may be removed with its row.
      this.grid.focus();
    }
    if (row.kind === "gap") {
      this.loadGap(row);
    } else if (row.kind === "unread" && button && event.detail < 2) {
      this.changeUnread(button.dataset["unreadChange"] as UnreadChange);
    } else if (row.kind === "event" && !event.shiftKey && !toggles) {
      this.grid.model.details.open();
    }
  };

  readonly onContextMenu = (event: MouseEvent): void => {
    if (!event.isTrusted) {
      // Dispatched by `openSelectionMenu`, for VS Code.
      return;
    }
    // On macOS, Ctrl+click also opens context menus.
    if (event.button !== 2 && !event.ctrlKey) {
      // Opened by keyboard: the coordinates are useless for so tall an element.
      event.preventDefault();
      this.chooseActive();
      if (this.list.selection.size > 0 && event.currentTarget instanceof Element) {
        const { x, y } = this.menuPosition;
        openSelectionMenu(event.currentTarget, x, y);
      }
      return;
    }
    const index = rowIndexAt(event);
    const row = index === undefined ? undefined : this.list.rows.row(index);
    if (index === undefined || row?.kind !== "event") {
      event.preventDefault();
    } else if (!this.list.selection.has(row.id)) {
      this.list.choose(index, 1, "only");
    }
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest(".head")) {
      return;
    }
    if (this.runCommand(event)) {
      event.preventDefault();
      // VS Code listens on the window, and would select all or undo in the input that had the focus before.
      event.stopPropagation();
    } else if (!event.altKey && !event.metaKey) {
      this.navigate(event);
    }
  };

  /** @returns false if the key is none of these commands */
  private runCommand(event: KeyboardEvent): boolean {
    const { active, selection } = this.list;
    const withCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const key = withCtrl ? `Ctrl+${event.key.toLowerCase()}` : event.key;
    if ((key === "Enter" || key === " ") && active.index !== undefined) {
      this.chooseActive();
      this.list.revealIndex(active.index);
      this.open(active.row);
    } else if (key === "Ctrl+a") {
      void selection.selectAll();
    } else if (key === "Ctrl+c") {
      this.chooseActive();
      if (selection.size > 0) {
        this.grid.model.post({ type: "copy", ids: selection.ids, format: "tsv" });
      }
    } else if (key !== "Ctrl+z") {
      return false;
    }
    return true;
  }

  /** The outlined row is the one that keys are for, even before any was chosen, or if none is selected any more. */
  private chooseActive(): void {
    const { active, selection } = this.list;
    if ((!active.isChosen || selection.size === 0) && active.index !== undefined) {
      this.list.choose(active.index, 1, "only");
    }
  }

  private open(row: Row | undefined): void {
    if (row?.kind === "gap") {
      this.loadGap(row);
    } else if (this.list.active.eventId !== undefined) {
      this.grid.model.openOrFocusDetails();
    } else if (row?.kind === "unread" && row.state !== "allRead") {
      this.changeUnread(row.state === "unread" ? "markRead" : "undoMarkRead");
    }
  }

  private loadGap({ sinceMs }: GapRow): void {
    this.grid.model.post({ type: "fillGap", sinceMs });
  }

  private changeUnread(change: UnreadChange): void {
    const copy = { type: "copy", ids: "unread", format: "markdown" } as const;
    this.grid.model.post(change === "copy" ? copy : { type: change });
  }

  private navigate(event: KeyboardEvent): void {
    const { list } = this;
    const target = this.navigationTarget(event.key, event.ctrlKey);
    if (!target) {
      return;
    }
    event.preventDefault();
    list.choose(target.index, target.direction, event.shiftKey ? "extend" : "only");
    if (list.active.index !== undefined) {
      list.revealIndex(list.active.index, target.edge);
    }
    if ((target.direction === 1 || target.edge === "end") && target.index >= list.rows.rowCount - 1) {
      this.grid.model.endReached();
    }
  }

  /** The index may be out of range. */
  private navigationTarget(key: string, withCtrl: boolean): NavigationTarget | undefined {
    const { active, rows, viewport } = this.list;
    const page = Math.max(1, viewport.rowsPerPage - 1);
    const step = withCtrl ? 0 : { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[key];
    if (key === "Home") {
      return { index: 0, direction: 1, edge: "start" };
    }
    if (key === "End") {
      return { index: rows.rowCount - 1, direction: -1, edge: "end" };
    }
    if (!step) {
      return undefined;
    }
    const direction = step > 0 ? 1 : -1;
    return { index: active.neighbor(direction, Math.abs(step)), direction };
  }

  /** Below the active row or, if it is not rendered, the column headers. CSS pixels. */
  private get menuPosition(): { readonly x: number; readonly y: number } {
    const row = document.getElementById(rowId(this.list.active.index ?? -1));
    const box = (row ?? this.grid.querySelector(".row.head"))?.getBoundingClientRect();
    return { x: (box?.left ?? 0) + 24, y: box?.bottom ?? 0 };
  }
}

export function rowId(index: number): string {
  return `row-${index}`;
}

interface NavigationTarget {
  readonly index: number;
  readonly direction: Direction;
  /** Scrolls to this end of the list. */
  readonly edge?: "start" | "end";
}

function rowIndexAt({ target }: MouseEvent): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return row ? Number(row.dataset["index"]) : undefined;
}

import type { ReactiveControllerHost } from "lit";
import type { EventRow } from "../../shared/feedState";
import type { CopyFormat, EventRef } from "../../shared/viewQueries";
import type { ValueFilter } from "../filters/pendingFilters";
import { ActiveRow, type Direction } from "./activeRow";
import { rowId } from "./gridRows";
import { GridSelection } from "./gridSelection";
import type { RowGeometry } from "./rowGeometry";
import type { RowLoader } from "./rowLoader";
import type { RowsCache } from "./rowsCache";
import { openSelectionMenu } from "./selectionMenu";
import { clickedUnreadChange, type UnreadChange, unreadChangeOf } from "./unreadLine";

/** Events that the list fires for what the user does, with their details. */
export interface GridEvents {
  /** This event became the active one. */
  readonly "event-select": EventRow;
  /** Show details of the active event; `true`: it was opened by keyboard. */
  readonly "event-open": boolean;
  /** `refused`: the selection would exceed the limit. */
  readonly "selection-change": { readonly refused: boolean };
  /** Load the gap that starts at this instant. */
  readonly "load-gap": number;
  /** Mark the unread events as read, or take that back. */
  readonly "unread-change": UnreadChange;
  /** Filter by the type or sector whose funnel was clicked. */
  readonly "value-filter": ValueFilter;
  /** The list was scrolled to its end, or a key would have moved beyond it. */
  readonly "end-reached": undefined;
  /** Copy the selected events. */
  readonly "events-copy": CopyFormat;
  /** Another row is active, or the active one has another index. */
  readonly "active-row-change": undefined;
  /** Undo the last filter that was set from the list. */
  readonly "filter-undo": undefined;
}

interface InteractionCallbacks {
  readonly onWillOpenMenu: () => void;
}

/** Handles keyboard and pointer in the list: activates and selects rows, and fires `GridEvents`. */
export class GridInteraction {
  readonly active: ActiveRow;
  readonly selection: GridSelection;
  /** How the selection changes once the row that became active is loaded. */
  private selectionMode: "only" | "extend" | "toggle" = "only";
  private mustReveal = false;
  /** Row index under the pointer. */
  hoveredIndex: number | undefined;

  /** @param host the list, which fires the events and is focused for the keyboard */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly rows: RowsCache,
    loader: RowLoader,
    private readonly geometry: RowGeometry,
    private readonly callbacks: InteractionCallbacks,
  ) {
    this.active = new ActiveRow(
      rows,
      loader,
      (row, index) => this.onDidActivate(row, index),
      () => this.onDidChangeActiveIndex(),
    );
    this.selection = new GridSelection(rows, loader, (refused) => {
      host.requestUpdate();
      this.fire("selection-change", { refused });
    });
  }

  /** Makes an event the active and only selected one, anywhere in the list. */
  setActive(event: EventRef | undefined): void {
    this.active.setEvent(event);
    if (event) {
      this.selection.selectOnly(event, this.active.index);
    }
  }

  /** The same, and scrolls to it once its index is known. */
  reveal(event: EventRef): void {
    this.mustReveal = true;
    this.setActive(event);
    this.onDidChangeActiveIndex();
  }

  /** The row that shows the keyboard focus: the active one, or the one where keyboard navigation starts. */
  get focusedIndex(): number | undefined {
    return this.active.index ?? this.active.initialIndex;
  }

  /** The active event, if it is the only selected one and its row is loaded. */
  get onlySelected(): EventRow | undefined {
    const { index, eventId } = this.active;
    const row = index === undefined ? undefined : this.rows.row(index);
    return row?.kind === "event" &&
      row.id === eventId &&
      this.selection.size === 1 &&
      this.selection.has(row.id)
      ? row
      : undefined;
  }

  /** Makes the next event in a direction the active and only selected one. */
  activateNext(direction: Direction): void {
    this.selectionMode = "only";
    this.mustReveal = true;
    this.active.moveToEvent(direction);
    if (direction === 1 && !this.hasNext(1)) {
      this.fire("end-reached", undefined);
    }
  }

  hasNext(direction: Direction): boolean {
    return this.active.nextEvent(direction) !== undefined;
  }

  selectActiveOnly(): void {
    this.selection.keepOnly(this.active.eventId);
  }

  /** @param shift as `RowLoader` reports it */
  didChangeRows(shift: number | undefined): void {
    if (shift !== undefined) {
      this.active.didReplaceRows(shift);
      this.selection.didReplaceRows(shift);
    }
    this.active.didLoadRows();
    this.revealIfNeeded();
  }

  /** The user scrolls: what was to be revealed must not move the list once it is loaded. */
  cancelReveal(): void {
    this.mustReveal = false;
  }

  private revealIfNeeded(): void {
    const { index } = this.active;
    if (this.mustReveal && index !== undefined) {
      this.mustReveal = false;
      this.revealIndex(index);
    }
  }

  readonly onClick = (event: MouseEvent): void => {
    const row = rowAt(event);
    if (!row) {
      return;
    }
    const toggles = event.ctrlKey || event.metaKey;
    const value = clickedValue(event);
    if (value) {
      // The clicked button is removed with its row.
      this.host.focus();
      this.fire("value-filter", value);
      return;
    }
    this.activate(row.index, 1, event.shiftKey ? "extend" : toggles ? "toggle" : "only");
    const change = clickedUnreadChange(event);
    if (change) {
      // The clicked button is replaced.
      this.host.focus();
      this.fire("unread-change", change);
    } else if (row.gapSinceMs !== undefined) {
      // The clicked button is removed with its row.
      this.host.focus();
      this.fire("load-gap", row.gapSinceMs);
    } else if (row.eventId !== undefined && !event.shiftKey && !toggles) {
      this.fire("event-open", false);
    }
  };

  readonly onPointerOver = (event: MouseEvent): void => this.setHovered(rowAt(event)?.index);

  readonly onPointerLeave = (): void => this.setHovered(undefined);

  private setHovered(index: number | undefined): void {
    if (index !== this.hoveredIndex) {
      this.hoveredIndex = index;
      this.host.requestUpdate();
    }
  }

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
        this.callbacks.onWillOpenMenu();
        openSelectionMenu(event.currentTarget, x, y);
      }
      return;
    }
    const row = rowAt(event);
    if (row?.eventId === undefined) {
      event.preventDefault();
      return;
    }
    if (!this.selection.has(row.eventId)) {
      this.activate(row.index, 1, "only");
    }
    this.callbacks.onWillOpenMenu();
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest(".head")) {
      return;
    }
    if (this.runCommand(event)) {
      event.preventDefault();
      // VS Code, which listens on the window, would select all or undo in the field that had the focus before.
      event.stopPropagation();
      return;
    }
    const target = this.navigationTarget(event);
    if (!target) {
      return;
    }
    event.preventDefault();
    this.activate(target.index, target.direction, event.shiftKey ? "extend" : "only");
    if (this.active.index !== undefined) {
      this.revealIndex(this.active.index, target.edge);
    }
    const goesDown = target.direction === 1 || target.edge === "end";
    if (goesDown && target.index >= this.rows.rowCount - 1) {
      this.fire("end-reached", undefined);
    }
  };

  /** Returns whether the key does something with what is active or selected. */
  private runCommand(event: KeyboardEvent): boolean {
    const { active, selection } = this;
    const withCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (event.key === "Enter" && active.initialIndex !== undefined) {
      this.activate(active.initialIndex, 1, "only");
    }
    if (event.key === "Enter" && active.gapSinceMs !== undefined) {
      this.fire("load-gap", active.gapSinceMs);
    } else if (event.key === "Enter" && active.unreadLine) {
      const change = unreadChangeOf(active.unreadLine);
      if (change) {
        this.fire("unread-change", change);
      }
    } else if (event.key === "Enter" && active.eventId !== undefined) {
      this.fire("event-open", true);
    } else if (withCtrl && event.key.toLowerCase() === "a") {
      void selection.selectAll();
    } else if (withCtrl && event.key.toLowerCase() === "c" && selection.size > 0) {
      this.fire("events-copy", "tsv");
    } else if (withCtrl && event.key.toLowerCase() === "z") {
      this.fire("filter-undo", undefined);
    } else {
      return false;
    }
    return true;
  }

  /** The row that a key leads to, which may be beyond the last one. */
  private navigationTarget(event: KeyboardEvent): NavigationTarget | undefined {
    const isHomeOrEnd = event.key === "Home" || event.key === "End";
    if (event.altKey || event.metaKey || (event.ctrlKey && !isHomeOrEnd)) {
      return undefined;
    }
    const { active, geometry } = this;
    const { initialIndex } = active;
    const from = initialIndex === undefined ? (active.index ?? active.nearIndex) : undefined;
    const first = initialIndex ?? geometry.visible.start;
    const page = Math.max(1, geometry.rowsPerPage - 1);
    switch (event.key) {
      case "ArrowDown":
        return { index: from === undefined ? first : from + 1, direction: 1 };
      case "ArrowUp":
        return { index: from === undefined ? first : from - 1, direction: -1 };
      case "PageDown":
        return { index: (from ?? first) + page, direction: 1 };
      case "PageUp":
        return { index: (from ?? first) - page, direction: -1 };
      case "Home":
        return { index: 0, direction: 1, edge: "start" };
      case "End":
        return { index: this.rows.rowCount - 1, direction: -1, edge: "end" };
      default:
        return undefined;
    }
  }

  private activate(index: number, direction: Direction, mode: typeof this.selectionMode): void {
    this.selectionMode = mode;
    this.mustReveal = false;
    this.active.moveTo(index, direction);
  }

  private onDidActivate(row: EventRow, index: number): void {
    switch (this.selectionMode) {
      case "only":
        this.selection.selectOnly(row, index);
        break;
      case "extend":
        void this.selection.extendTo(row, index);
        break;
      case "toggle":
        this.selection.toggle(row, index);
        break;
    }
    this.fire("event-select", row);
  }

  private onDidChangeActiveIndex(): void {
    this.revealIfNeeded();
    this.fire("active-row-change", undefined);
    this.host.requestUpdate();
  }

  private revealIndex(index: number, edge?: "start" | "end"): void {
    this.geometry.reveal(index, edge);
    this.host.requestUpdate();
    this.host.dispatchEvent(new CustomEvent("visible-rows-change"));
  }

  /** Below the active row, or below the column headers if that is not rendered. */
  private get menuPosition(): { readonly x: number; readonly y: number } {
    const { index } = this.active;
    const row = index === undefined ? null : document.getElementById(rowId(index));
    const box = (row ?? this.host.querySelector(".row.head"))?.getBoundingClientRect();
    return { x: (box?.left ?? 0) + 24, y: box?.bottom ?? 0 };
  }

  private fire<N extends keyof GridEvents>(type: N, detail: GridEvents[N]): void {
    this.host.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

interface NavigationTarget {
  readonly index: number;
  readonly direction: Direction;
  /** The end of the list that has to be fully visible. */
  readonly edge?: "start" | "end";
}

interface RowAtPointer {
  readonly index: number;
  readonly eventId: string | undefined;
  readonly gapSinceMs: number | undefined;
}

function rowAt({ target }: MouseEvent): RowAtPointer | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  if (!row) {
    return undefined;
  }
  const { index, eventId, gap } = row.dataset;
  return { index: Number(index), eventId, gapSinceMs: gap === undefined ? undefined : Number(gap) };
}

/** The type or sector whose funnel was clicked. */
function clickedValue({ target }: MouseEvent): ValueFilter | undefined {
  const { type, sector } =
    target instanceof Element ? (target.closest<HTMLElement>(".funnel")?.dataset ?? {}) : {};
  return type !== undefined ? { type } : sector === undefined ? undefined : { sector };
}

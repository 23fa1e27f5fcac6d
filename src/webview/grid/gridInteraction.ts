/** What the person does in the list by keyboard and pointer: the active row, the selection, and what is asked of them. */
import type { EventRow } from "../../shared/feedState";
import type { CopyFormat, EventRef } from "../../shared/viewQueries";
import { ActiveRow } from "./activeRow";
import type { MenuPlace } from "./eventMenu";
import { keyTarget } from "./gridKeys";
import { GridSelection } from "./gridSelection";
import type { RowGeometry } from "./rowGeometry";
import type { RowsCache } from "./rowsCache";
import type { ValueFilter } from "../host/pendingFilters";

/** What the list tells its surroundings, by event name. */
export interface GridEvents {
  /** An event became the active one. */
  readonly "event-select": EventRow;
  /** Its details are asked for; whether by keyboard. */
  readonly "event-open": boolean;
  /** `refused`: more was asked for than can be selected. */
  readonly "selection-change": { readonly refused: boolean };
  /** Load the gap that starts there. */
  readonly "load-gap": number;
  /** Only events with this type or sector are wanted. */
  readonly "value-filter": ValueFilter;
  /** The person went to the end of the list. */
  readonly "end-reached": undefined;
  /** Copy what is selected. */
  readonly "events-copy": CopyFormat;
  /** A menu for what is selected, at a place of the window. */
  readonly "event-menu": MenuPlace;
}

/** The list on screen. */
export interface GridSurface {
  readonly cache: RowsCache;
  readonly places: Pick<RowGeometry, "shown" | "page">;
  /** Scrolls as `RowPlaces.reveal` does, and tells of it. */
  reveal: RowGeometry["reveal"];
  /** Where the row is, or would be. */
  menuPlace(index: number | undefined): MenuPlace;
  tell<N extends keyof GridEvents>(name: N, detail: GridEvents[N]): void;
  focus(): void;
  requestUpdate(): void;
}

export class GridInteraction {
  readonly active: ActiveRow;
  readonly selection: GridSelection;
  /** What becomes of the selection when the active row arrives where it was sent. */
  private mode: "only" | "extend" | "toggle" = "only";
  private revealing = false;

  constructor(private readonly surface: GridSurface) {
    this.active = new ActiveRow(
      surface.cache,
      (row, index) => this.arrived(row, index),
      () => this.activeChanged(),
    );
    this.selection = new GridSelection(surface.cache, (refused) => {
      surface.requestUpdate();
      surface.tell("selection-change", { refused });
    });
  }

  /** Makes an event the active and only selected one, wherever it is. */
  adopt(event: EventRef | undefined): void {
    this.active.adopt(event);
    if (event) {
      this.selection.only(event, this.active.index);
    }
  }

  /** The same, and scrolls to it. */
  goTo(event: EventRef): void {
    this.revealing = true;
    this.adopt(event);
    this.activeChanged();
  }

  /** The row that shows where the keyboard is; the one it begins at is not selected by that. */
  get ringed(): number | undefined {
    return this.active.index ?? this.active.start;
  }

  /** What else is selected is so no longer. */
  selectActiveOnly(): void {
    this.selection.keepOnly(this.active.id);
  }

  /** Rows came (`shift` undefined) or another revision did. */
  rowsChanged(shift: number | undefined): void {
    if (shift !== undefined) {
      this.active.relocate(shift);
      this.selection.relocate(shift);
    }
    this.active.arrive();
  }

  readonly onClick = (event: MouseEvent): void => {
    const row = rowAt(event);
    if (!row) {
      return;
    }
    const toggles = event.ctrlKey || event.metaKey;
    const value = event.shiftKey || toggles ? undefined : valueAt(event);
    if (value) {
      this.surface.tell("value-filter", value);
      return;
    }
    this.go(row.index, 1, event.shiftKey ? "extend" : toggles ? "toggle" : "only");
    if (row.gap !== undefined) {
      // The button that was clicked goes away with its row.
      this.surface.focus();
      this.surface.tell("load-gap", row.gap);
    } else if (!event.shiftKey && !toggles) {
      this.surface.tell("event-open", false);
    }
  };

  readonly onContextMenu = (event: MouseEvent): void => {
    const row = rowAt(event);
    const byKey = event.button !== 2;
    if (row?.id !== undefined && !byKey && !this.selection.has(row.id)) {
      this.go(row.index, 1, "only");
    }
    if ((row?.id !== undefined || byKey) && this.selection.size > 0) {
      event.preventDefault();
      const place = byKey
        ? this.surface.menuPlace(this.active.index)
        : { x: event.clientX, y: event.clientY };
      this.surface.tell("event-menu", place);
    }
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (this.isCommand(event)) {
      event.preventDefault();
      return;
    }
    const { surface } = this;
    const { start } = this.active;
    const target = keyTarget(event, {
      from: start === undefined ? (this.active.index ?? this.active.near) : undefined,
      first: start ?? surface.places.shown.start,
      page: surface.places.page,
      rowCount: surface.cache.rowCount,
    });
    if (target) {
      event.preventDefault();
      this.go(target.index, target.heading, event.shiftKey ? "extend" : "only");
      if (this.active.index !== undefined) {
        surface.reveal(this.active.index, target.end);
      }
      if (target.heading === 1 || target.end === "end") {
        this.tellEnd(target.index);
      }
    }
  };

  /** The keys that do something with what is active or selected. */
  private isCommand(event: KeyboardEvent): boolean {
    const { active, selection, surface } = this;
    if (event.key === "Enter" && active.start !== undefined) {
      this.go(active.start, 1, "only");
    }
    const withCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (event.key === "Enter" && active.gapSince !== undefined) {
      surface.tell("load-gap", active.gapSince);
    } else if (event.key === "Enter" && active.id !== undefined) {
      surface.tell("event-open", true);
    } else if (withCtrl && event.key.toLowerCase() === "a") {
      void selection.all();
    } else if (withCtrl && event.key.toLowerCase() === "c" && selection.size > 0) {
      surface.tell("events-copy", "tsv");
    } else {
      return false;
    }
    return true;
  }

  private go(index: number, heading: 1 | -1, mode: typeof this.mode): void {
    this.mode = mode;
    this.revealing = false;
    this.active.moveTo(index, heading);
  }

  private arrived(row: EventRow, index: number): void {
    switch (this.mode) {
      case "only":
        this.selection.only(row, index);
        break;
      case "extend":
        void this.selection.extendTo(row, index);
        break;
      case "toggle":
        this.selection.toggle(row, index);
        break;
    }
    this.surface.tell("event-select", row);
  }

  private activeChanged(): void {
    const { index } = this.active;
    if (this.revealing && index !== undefined) {
      this.revealing = false;
      this.surface.reveal(index);
    }
    this.surface.requestUpdate();
  }

  /** Beyond the last row, or on it where there was nowhere further to go. */
  private tellEnd(wanted: number): void {
    if (wanted >= this.surface.cache.rowCount - 1) {
      this.surface.tell("end-reached", undefined);
    }
  }
}

interface RowAt {
  readonly index: number;
  readonly id: string | undefined;
  readonly gap: number | undefined;
}

function rowAt({ target }: MouseEvent): RowAt | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  if (!row) {
    return undefined;
  }
  const { index, eventId, gap } = row.dataset;
  return { index: Number(index), id: eventId, gap: gap === undefined ? undefined : Number(gap) };
}

/** The value whose text was clicked, where it can be filtered by. */
function valueAt({ target }: MouseEvent): ValueFilter | undefined {
  const { type, sector } =
    target instanceof Element ? (target.closest<HTMLElement>(".value")?.dataset ?? {}) : {};
  return type !== undefined ? { type } : sector === undefined ? undefined : { sector };
}

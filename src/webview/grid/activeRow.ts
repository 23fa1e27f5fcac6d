import type { EventRow, Row } from "../../shared/feedState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { GridRows } from "./gridRows";

/** Direction in which to go on from a row that can't be active, such as a day's header. */
export type Direction = 1 | -1;

type Choice =
  | { readonly kind: "none" }
  /** The row at `place`, or the next one that can be active. It is being loaded. */
  | { readonly kind: "loading"; readonly direction: Direction; readonly onlyEvents: boolean }
  | { readonly kind: "event"; readonly event: EventRef; readonly state: "listed" | "lookingUp" | "gone" }
  /** A gap or the unread line. */
  | { readonly kind: "other"; readonly row: Row };

/**
 * The row with the keyboard focus: an event, a gap or the unread line. Once chosen, it stays active wherever
 * new revisions move it. Before that, and while it is not in the list, the row in its place is active.
 */
export class ActiveRow {
  private choice: Choice = { kind: "none" };
  private place = 0;

  constructor(
    private readonly rows: GridRows,
    /** Called when `moveTo` has chosen an event. */
    private readonly onChoose: (row: EventRow, index: number) => void,
    private readonly onMove: () => void,
  ) {}

  /** Undefined while the list is empty, or the row of the event is being looked up. */
  get index(): number | undefined {
    const { choice, place } = this;
    const isLookingUp = choice.kind === "event" && choice.state === "lookingUp";
    return isLookingUp ? undefined : (this.next(place, 1) ?? this.next(place, -1));
  }

  /** Undefined while it is not loaded, too. */
  get row(): Row | undefined {
    const { index } = this;
    return index === undefined ? undefined : this.rows.row(index);
  }

  /** The chosen event, in the list or not. */
  get eventId(): string | undefined {
    return this.choice.kind === "event" ? this.choice.event.id : undefined;
  }

  get isChosen(): boolean {
    const { choice } = this;
    return choice.kind === "event" ? choice.state !== "gone" : choice.kind !== "none";
  }

  /** Chooses a row or, if it can't be active, the next one in this or else the other direction. */
  moveTo(index: number, direction: Direction, onlyEvents = false): void {
    const start = Math.min(Math.max(index, 0), this.rows.rowCount - 1);
    const next =
      this.next(start, direction, onlyEvents) ?? this.next(start, direction === 1 ? -1 : 1, onlyEvents);
    if (next !== undefined) {
      this.place = next;
      this.choice = { kind: "loading", direction, onlyEvents };
      this.didLoadRows();
      this.onMove();
    }
  }

  /** Row index some rows away. The row in the place of one that is gone is the next one down. */
  neighbor(direction: Direction, rows = 1): number {
    const from = this.index ?? this.place;
    const isGone = this.choice.kind === "event" && !this.isChosen;
    return from + direction * rows - (isGone && direction === 1 ? 1 : 0);
  }

  /** Row index of the next event in a direction; a row that is not loaded may turn out to be none. */
  nextEvent(direction: Direction): number | undefined {
    return this.next(this.neighbor(direction), direction, true);
  }

  /** Chooses an event that may be anywhere in the list, or not in it. */
  setEvent(event: EventRef): void {
    if (event.id !== this.eventId) {
      this.choice = { kind: "event", event: eventRef(event), state: "listed" };
      this.didReplaceRows(0);
    }
  }

  /** Call when rows were loaded: the target of `moveTo` may be among them. */
  didLoadRows(): void {
    const { choice, place } = this;
    const row = this.rows.row(place);
    if (choice.kind !== "loading" || !row) {
      return;
    }
    if (!canBeActive(row, choice.onlyEvents)) {
      this.moveTo(place, choice.direction, choice.onlyEvents);
    } else if (row.kind === "event") {
      this.choice = { kind: "event", event: eventRef(row), state: "listed" };
      this.onChoose(row, place);
    } else {
      this.choice = { kind: "other", row };
    }
  }

  /**
   * Another revision of the rows has been loaded.
   * @param shift how far the rows moved down; undefined: if the chosen row is gone, the first becomes active
   */
  didReplaceRows(shift: number | undefined): void {
    const { choice } = this;
    const place = shift === undefined && choice.kind !== "other" ? 0 : this.place + (shift ?? 0);
    this.place = Math.min(Math.max(place, 0), Math.max(0, this.rows.rowCount - 1));
    if (choice.kind === "event") {
      const { event } = choice;
      const index = this.rows.indexOfEvent(event.id);
      this.choice = { kind: "event", event, state: index === undefined ? "lookingUp" : "listed" };
      this.place = index ?? this.place;
      if (index === undefined) {
        void this.lookUp(event);
      }
    } else if (choice.kind === "other") {
      const index = this.rows.find((row) => isSame(row, choice.row));
      const row = index === undefined ? undefined : this.rows.row(index);
      this.place = index ?? this.place;
      this.choice = row ? { kind: "other", row } : { kind: "none" };
    }
  }

  private async lookUp(event: EventRef): Promise<void> {
    const { choice } = this;
    const { revision } = this.rows;
    const index = this.rows.rowCount === 0 ? undefined : await this.rows.fetchIndexOf(event.id);
    // With another revision, it is looked up again.
    if (this.choice === choice && this.rows.revision === revision) {
      this.choice = { kind: "event", event, state: index === undefined ? "gone" : "listed" };
      this.place = index ?? this.place;
      this.onMove();
    }
  }

  /** A row that is not loaded may turn out to be one that can be active. */
  private next(from: number, direction: Direction, onlyEvents = false): number | undefined {
    for (let index = from; index >= 0 && index < this.rows.rowCount; index += direction) {
      const row = this.rows.row(index);
      if (row === undefined || canBeActive(row, onlyEvents)) {
        return index;
      }
    }
    return undefined;
  }
}

function canBeActive({ kind }: Row, onlyEvents: boolean): boolean {
  return kind === "event" || (!onlyEvents && (kind === "gap" || kind === "unread"));
}

function isSame(row: Row, other: Row): boolean {
  return row.kind === "gap" && other.kind === "gap" ? row.sinceMs === other.sinceMs : row.kind === other.kind;
}

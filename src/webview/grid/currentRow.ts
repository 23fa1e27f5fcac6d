import type { EventRow, Row } from "../../shared/feedState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { GridRows } from "./gridRows";

/** Where to continue from a row that cannot be current, such as the header of a day. */
export type Direction = 1 | -1;

/**
 * The row with the keyboard focus: an event, a gap or the unread line. Once chosen, it stays current wherever new revisions of the
 * rows move it. Before that, and while the chosen one is not in the list, the row in its place is current.
 */
export class CurrentRow {
  private event: EventRef | undefined;
  /** Where the row of the event is being looked for, or that it is not in the list. */
  private eventState: "there" | "sought" | "gone" = "there";
  /** The chosen gap or unread line. */
  private other: Row | undefined;
  private place = 0;
  /** Set while the row at `place` is being loaded. */
  private move: { readonly direction: Direction; readonly onlyEvents: boolean } | undefined;

  constructor(
    private readonly rows: GridRows,
    /** An event was chosen by `moveTo`. */
    private readonly onDidChoose: (row: EventRow, index: number) => void,
    private readonly onDidMove: () => void,
  ) {}

  /** Undefined while the list is empty, or the row of the event is looked for. */
  get index(): number | undefined {
    return this.eventState === "sought" ? undefined : (this.next(this.place, 1) ?? this.next(this.place, -1));
  }

  /** Undefined while it is not loaded, too. */
  get row(): Row | undefined {
    const { index } = this;
    return index === undefined ? undefined : this.rows.row(index);
  }

  /** The chosen event, in the list or not. */
  get eventId(): string | undefined {
    return this.event?.id;
  }

  get isChosen(): boolean {
    return this.event ? this.eventState !== "gone" : (this.other ?? this.move) !== undefined;
  }

  /** Chooses the row at an index, or the next one in that direction that can be current, or else in the other one. */
  moveTo(index: number, direction: Direction, onlyEvents = false): void {
    const start = Math.min(Math.max(index, 0), this.rows.rowCount - 1);
    const next =
      this.next(start, direction, onlyEvents) ?? this.next(start, direction === 1 ? -1 : 1, onlyEvents);
    if (next !== undefined) {
      this.place = next;
      this.eventState = "there";
      this.event = this.other = undefined;
      this.move = { direction, onlyEvents };
      this.didLoadRows();
      this.onDidMove();
    }
  }

  /** Row index some rows away. The row in the place of one that was not chosen is the next one down. */
  neighbor(direction: Direction, rows = 1): number {
    const from = this.index ?? this.place;
    return this.isChosen || direction === -1 ? from + direction * rows : from + rows - 1;
  }

  /** Row index of the next event in a direction; a row that is not loaded may turn out to be none. */
  nextEvent(direction: Direction): number | undefined {
    return this.next(this.neighbor(direction), direction, true);
  }

  /** Chooses an event that may be anywhere in the list, or not in it. */
  setEvent(event: EventRef): void {
    if (event.id !== this.event?.id) {
      this.event = eventRef(event);
      this.move = this.other = undefined;
      this.didReplaceRows(0);
    }
  }

  /** Call when rows were loaded: the target of `moveTo` may be among them. */
  didLoadRows(): void {
    const row = this.rows.row(this.place);
    if (!this.move || !row) {
      return;
    }
    const { direction, onlyEvents } = this.move;
    if (!canBeCurrent(row, onlyEvents)) {
      this.moveTo(this.place, direction, onlyEvents);
      return;
    }
    this.move = undefined;
    if (row.kind === "event") {
      this.event = eventRef(row);
      this.onDidChoose(row, this.place);
    } else {
      this.other = row;
    }
  }

  /**
   * Another revision of the rows is held.
   * @param shift how many rows further down those on screen are; undefined: the first row becomes current if the chosen one is gone
   */
  didReplaceRows(shift: number | undefined): void {
    const { event, other } = this;
    const place = shift === undefined && !other ? 0 : this.place + (shift ?? 0);
    this.place = Math.min(Math.max(place, 0), Math.max(0, this.rows.rowCount - 1));
    if (event) {
      const index = this.rows.indexOfEvent(event.id);
      this.eventState = index === undefined ? "sought" : "there";
      this.place = index ?? this.place;
      if (index === undefined) {
        void this.findEvent(event);
      }
    } else if (other) {
      const index = this.rows.find((row) => isSame(row, other));
      this.place = index ?? this.place;
      this.other = index === undefined ? undefined : this.rows.row(index);
    }
  }

  private async findEvent(event: EventRef): Promise<void> {
    const { revision } = this.rows;
    const index = this.rows.rowCount === 0 ? undefined : await this.rows.fetchIndexOf(event.id);
    // With another revision, it is looked for once more.
    if (this.event === event && this.eventState === "sought" && this.rows.revision === revision) {
      this.eventState = index === undefined ? "gone" : "there";
      this.place = index ?? this.place;
      this.onDidMove();
    }
  }

  /** A row that is not loaded may turn out to be one that can be current. */
  private next(from: number, direction: Direction, onlyEvents = false): number | undefined {
    for (let index = from; index >= 0 && index < this.rows.rowCount; index += direction) {
      const row = this.rows.row(index);
      if (row === undefined || canBeCurrent(row, onlyEvents)) {
        return index;
      }
    }
    return undefined;
  }
}

function canBeCurrent({ kind }: Row, onlyEvents: boolean): boolean {
  return kind === "event" || (!onlyEvents && (kind === "gap" || kind === "unread"));
}

function isSame(row: Row, other: Row): boolean {
  return row.kind === "gap" && other.kind === "gap" ? row.sinceMs === other.sinceMs : row.kind === other.kind;
}

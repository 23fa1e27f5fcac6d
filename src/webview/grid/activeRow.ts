import type { EventRow, GapRow, Row, UnreadRow } from "../../shared/feedState";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { RowLoader } from "./rowLoader";
import type { RowsCache } from "./rowsCache";

/** Where to continue from a row that cannot be active, such as the header of a day. */
export type Direction = 1 | -1;

/** A row without an event that can be active, because something can be done with it. */
type StopRow = GapRow | UnreadRow;

/** The row with the keyboard focus, an event, a gap or the unread line: it stays active wherever new revisions of the rows move it. */
export class ActiveRow {
  /** Row index; undefined: none is active, or its index is not known yet. */
  index: number | undefined;
  /** Where keyboard navigation continues while that is undefined. */
  nearIndex: number | undefined;
  private event: EventRef | undefined;
  private stop: { readonly row: StopRow; readonly eventBelow: string | undefined } | undefined;
  /** Set while the row at `index` is being loaded. */
  private direction: Direction | undefined;
  /** Gaps are passed over. */
  private onlyEvents = false;

  constructor(
    private readonly rows: Pick<
      RowsCache,
      "rowCount" | "row" | "indexOfEvent" | "indexOfGap" | "indexOfUnreadLine"
    >,
    private readonly loader: Pick<RowLoader, "fetchIndexOf">,
    /** The row became active by `moveTo`. */
    private readonly onDidActivate: (row: EventRow, index: number) => void,
    private readonly onDidChangeIndex: () => void,
  ) {}

  get eventId(): string | undefined {
    return this.event?.id;
  }

  /** Start of the active gap, which identifies it to the host. */
  get gapSinceMs(): number | undefined {
    return this.stop?.row.kind === "gap" ? this.stop.row.sinceMs : undefined;
  }

  /** The active line below the unread events. */
  get unreadLine(): UnreadRow | undefined {
    return this.stop?.row.kind === "unread" ? this.stop.row : undefined;
  }

  /** The row where keyboard navigation starts if none was active yet: the first event or gap. */
  get initialIndex(): number | undefined {
    const { index, event, nearIndex = 0 } = this;
    return index === undefined && !event && nearIndex === 0 ? this.nextFocusable(0, 1) : undefined;
  }

  /** Activates the event or gap at an index, or the next one in that direction, or else in the other one. */
  moveTo(index: number, direction: Direction): void {
    const last = this.rows.rowCount - 1;
    if (last < 0) {
      return;
    }
    const start = Math.min(Math.max(index, 0), last);
    const next = this.nextFocusable(start, direction) ?? this.nextFocusable(start, direction === 1 ? -1 : 1);
    if (next !== undefined) {
      this.activate(next, direction, false);
    }
  }

  /** Activates the next event in a direction, if there is one. */
  moveToEvent(direction: Direction): void {
    const next = this.nextEvent(direction);
    if (next !== undefined) {
      this.activate(next, direction, true);
    }
  }

  /** Row index of the next event in a direction; a row that is not loaded may turn out to be none. */
  nextEvent(direction: Direction): number | undefined {
    const { index, nearIndex } = this;
    // The event at `nearIndex` has taken the place of the active one.
    const from = index === undefined ? (nearIndex ?? 0) - (direction === 1 ? 1 : 0) : index;
    return this.nextFocusable(from + direction, direction, true);
  }

  /** The row that has just been loaded cannot be active. */
  private passOver(direction: Direction): void {
    if (!this.onlyEvents) {
      this.moveTo(this.index ?? 0, direction);
      return;
    }
    const next = this.nextEvent(direction) ?? this.nextEvent(direction === 1 ? -1 : 1);
    if (next !== undefined) {
      this.activate(next, direction, true);
    }
  }

  private activate(index: number, direction: Direction, onlyEvents: boolean): void {
    this.index = index;
    this.direction = direction;
    this.onlyEvents = onlyEvents;
    this.event = this.stop = undefined;
    this.didLoadRows();
    this.onDidChangeIndex();
  }

  /** Activates an event that may be anywhere in the list, or not in it; undefined: none. */
  setEvent(event: EventRef | undefined): void {
    if (event?.id !== this.event?.id) {
      this.event = event && eventRef(event);
      this.index = this.nearIndex = this.direction = this.stop = undefined;
      this.didReplaceRows(0);
    }
  }

  /** Call when rows were loaded: the target of `moveTo` may be among them. */
  didLoadRows(): void {
    if (this.index === undefined || this.direction === undefined) {
      return;
    }
    const row = this.rows.row(this.index);
    switch (row?.kind) {
      case "event":
        this.direction = undefined;
        this.event = eventRef(row);
        this.onDidActivate(row, this.index);
        break;
      case "gap":
      case "unread":
        if (this.onlyEvents) {
          this.passOver(this.direction);
          break;
        }
        this.direction = undefined;
        this.stop = { row, eventBelow: this.eventAt(this.index + 1)?.id };
        break;
      case "day":
        this.passOver(this.direction);
        break;
      case undefined:
        break;
    }
  }

  /** Another revision is in the cache, in which the visible rows are `shift` rows further down. */
  didReplaceRows(shift: number): void {
    const { event } = this;
    this.nearIndex = Math.min(
      Math.max((this.index ?? this.nearIndex ?? 0) + shift, 0),
      this.rows.rowCount - 1,
    );
    if (!event) {
      this.findStop();
      return;
    }
    this.index = this.rows.indexOfEvent(event.id);
    if (this.index === undefined && this.rows.rowCount > 0) {
      this.loader.fetchIndexOf(event.id).then(
        (index) => {
          if (index !== undefined && this.event === event) {
            this.index = index;
            this.onDidChangeIndex();
          }
        },
        () => {
          // Keyboard navigation continues at `nearIndex` until rows are replaced again.
        },
      );
    }
  }

  /** When a gap is filled, keyboard navigation continues at its older end. */
  private findStop(): void {
    const { stop } = this;
    if (!stop) {
      this.index = this.index === undefined ? undefined : this.nearIndex;
      return;
    }
    const { row, eventBelow } = stop;
    this.index = row.kind === "gap" ? this.rows.indexOfGap(row.sinceMs) : this.rows.indexOfUnreadLine();
    const current = this.index === undefined ? undefined : this.rows.row(this.index);
    if (current && isStop(current)) {
      this.stop = { row: current, eventBelow };
    } else {
      this.stop = undefined;
      this.nearIndex =
        (eventBelow === undefined ? undefined : this.rows.indexOfEvent(eventBelow)) ?? this.nearIndex;
    }
  }

  private eventAt(index: number): EventRow | undefined {
    const row = this.rows.row(index);
    return row?.kind === "event" ? row : undefined;
  }

  /** A row that is not loaded may be an event or a gap. */
  private nextFocusable(from: number, direction: Direction, onlyEvents = false): number | undefined {
    for (let index = from; index >= 0 && index < this.rows.rowCount; index += direction) {
      const row = this.rows.row(index);
      if (row === undefined || row.kind === "event" || (!onlyEvents && isStop(row))) {
        return index;
      }
    }
    return undefined;
  }
}

function isStop(row: Row): row is StopRow {
  return row.kind === "gap" || row.kind === "unread";
}

/** The row that has the keyboard: known by its event (or its gap), found again when rows come and go. */
import type { EventRow, Row } from "../../shared/feedState";
import { eventRef, type EventRef } from "../../shared/viewQueries";

interface Rows {
  readonly rowCount: number;
  row(index: number): Row | undefined;
  find(id: string): number | undefined;
  findGap(sinceMs: number): number | undefined;
  indexOf(id: string): Promise<number | undefined>;
}

export class ActiveRow {
  /** Row index; undefined: none, or somewhere that is not known yet. */
  index: number | undefined;
  /** Where the keyboard goes on while that is not known, or its event is gone. */
  near: number | undefined;
  private event: EventRef | undefined;
  /** The gap that has the keyboard instead of an event, and the event below it. */
  private gap: { readonly sinceMs: number; readonly below: string | undefined } | undefined;
  /** The way to go on from a row that takes no keyboard, while the row itself is not there yet. */
  private heading: 1 | -1 | undefined;

  constructor(
    private readonly rows: Rows,
    /** An event got the keyboard. */
    private readonly chosen: (row: EventRow, index: number) => void,
    private readonly changed: () => void,
  ) {}

  /** The event that has the keyboard. */
  get id(): string | undefined {
    return this.event?.id;
  }

  /** The gap that has it: its `sinceMs`. */
  get gapSince(): number | undefined {
    return this.gap?.sinceMs;
  }

  /** Where the keyboard begins while no row ever had it: the first event or gap of the list. */
  get start(): number | undefined {
    const { index, event, near = 0 } = this;
    return index === undefined && !event && near === 0 ? this.nextStop(0, 1) : undefined;
  }

  /** Goes to the event or gap at `index` or, where another kind of row stands there, to the next one on the way. */
  moveTo(index: number, heading: 1 | -1): void {
    const last = this.rows.rowCount - 1;
    if (last < 0) {
      return;
    }
    const start = Math.min(Math.max(index, 0), last);
    const next = this.nextStop(start, heading) ?? this.nextStop(start, heading === 1 ? -1 : 1);
    if (next === undefined) {
      return;
    }
    this.index = next;
    this.heading = heading;
    this.event = this.gap = undefined;
    this.arrive();
    this.changed();
  }

  /** Takes an event as the active one, wherever it is. */
  adopt(event: EventRef | undefined): void {
    if (event?.id !== this.event?.id) {
      this.event = event && eventRef(event);
      this.index = this.near = this.heading = this.gap = undefined;
      this.relocate(0);
    }
  }

  /** Rows were filled in. */
  arrive(): void {
    if (this.index === undefined || this.heading === undefined) {
      return;
    }
    const row = this.rows.row(this.index);
    switch (row?.kind) {
      case "event":
        this.heading = undefined;
        this.event = eventRef(row);
        this.chosen(row, this.index);
        break;
      case "gap":
        this.heading = undefined;
        this.gap = { sinceMs: row.sinceMs, below: this.eventAt(this.index + 1)?.id };
        break;
      case "day":
      case "visit":
        this.moveTo(this.index, this.heading);
        break;
      case undefined:
        break;
    }
  }

  /** Another revision came in which what is read moved by `shift` rows: finds the event again. */
  relocate(shift: number): void {
    const { event } = this;
    this.near = Math.min(Math.max((this.index ?? this.near ?? 0) + shift, 0), this.rows.rowCount - 1);
    if (!event) {
      this.relocateGap();
      return;
    }
    this.index = this.rows.find(event.id);
    if (this.index === undefined && this.rows.rowCount > 0) {
      this.rows.indexOf(event.id).then(
        (index) => {
          if (index !== undefined && this.event === event) {
            this.index = index;
            this.changed();
          }
        },
        () => {
          // The host did not answer: the keyboard goes on nearby, until rows change again.
        },
      );
    }
  }

  /** A gap that was filled leaves the keyboard at its older end; the way to a row that is not there yet goes on nearby. */
  private relocateGap(): void {
    const { gap } = this;
    if (!gap) {
      this.index = this.index === undefined ? undefined : this.near;
      return;
    }
    this.index = this.rows.findGap(gap.sinceMs);
    if (this.index === undefined) {
      this.gap = undefined;
      this.near = (gap.below === undefined ? undefined : this.rows.find(gap.below)) ?? this.near;
    }
  }

  private eventAt(index: number): EventRow | undefined {
    const row = this.rows.row(index);
    return row?.kind === "event" ? row : undefined;
  }

  private nextStop(from: number, heading: 1 | -1): number | undefined {
    for (let index = from; index >= 0 && index < this.rows.rowCount; index += heading) {
      const row = this.rows.row(index);
      if (row?.kind !== "day" && row?.kind !== "visit") {
        return index;
      }
    }
    return undefined;
  }
}

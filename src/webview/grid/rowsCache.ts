import type { EventRef } from "../../shared/viewQueries";
import type { Row, RowsInfo, RowsResult } from "../../shared/feedState";
import type { RowRange } from "./rowGeometry";

/** Rows kept on each side of the visible ones. */
const maxAround = 500;

/** The rows that the page holds, all of one revision: those near the visible ones. */
export class RowsCache {
  private readonly rows = new Map<number, Row>();
  private info: RowsInfo = { revision: Number.NEGATIVE_INFINITY, rowCount: 0, eventCount: 0 };

  get revision(): number {
    return this.info.revision;
  }

  /** Rows in the list, whether they are held or not. */
  get rowCount(): number {
    return this.info.rowCount;
  }

  /** Events that the host has loaded. */
  get eventCount(): number {
    return this.info.eventCount;
  }

  get isEmpty(): boolean {
    return this.rows.size === 0;
  }

  /** Undefined if it is not held. */
  row(index: number): Row | undefined {
    return this.rows.get(index);
  }

  /** Row index of an event; undefined if its row is not held. */
  indexOfEvent(id: string): number | undefined {
    return this.indexWhere((row) => row.kind === "event" && row.id === id);
  }

  /** Row index of a gap; undefined if its row is not held. */
  indexOfGap(sinceMs: number): number | undefined {
    return this.indexWhere((row) => row.kind === "gap" && row.sinceMs === sinceMs);
  }

  /** Row index of the line below the unread events; undefined if its row is not held. */
  indexOfUnreadLine(): number | undefined {
    return this.indexWhere((row) => row.kind === "unread");
  }

  /** The events of a range; undefined unless all its rows are held. */
  eventsIn({ start, end }: RowRange): EventRef[] | undefined {
    const events: EventRef[] = [];
    for (let index = start; index < end; index++) {
      const row = this.rows.get(index);
      if (!row) {
        return undefined;
      }
      if (row.kind === "event") {
        events.push(row);
      }
    }
    return events;
  }

  hasAll({ start, end }: RowRange): boolean {
    for (let index = start; index < end; index++) {
      if (!this.rows.has(index)) {
        return false;
      }
    }
    return true;
  }

  /** Adds rows of the same revision, and drops those that are far from the visible ones. */
  add(result: Pick<RowsResult, "start" | "rows">, visible: RowRange): void {
    result.rows.forEach((row, i) => this.rows.set(result.start + i, row));
    const { start, end } = visible;
    if (this.rows.size > end - start + 3 * maxAround) {
      for (const index of this.rows.keys()) {
        if (index < start - maxAround || index >= end + maxAround) {
          this.rows.delete(index);
        }
      }
    }
  }

  /** Holds the rows of another revision instead. */
  replace({ revision, rowCount, eventCount, start, rows }: Omit<RowsResult, "shift">): void {
    this.rows.clear();
    this.info = { revision, rowCount, eventCount };
    rows.forEach((row, i) => this.rows.set(start + i, row));
  }

  /** The host restarts its count of revisions: any is newer than what is held. */
  forgetRevision(): void {
    this.info = { ...this.info, revision: Number.NEGATIVE_INFINITY };
  }

  private indexWhere(test: (row: Row) => boolean): number | undefined {
    for (const [index, row] of this.rows) {
      if (test(row)) {
        return index;
      }
    }
    return undefined;
  }
}

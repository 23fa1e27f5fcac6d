import type { Row, RowsInfo, RowsResult } from "../../shared/feedState";
import type { RowRange } from "./viewport";

/** Rows kept on each side of the visible ones. */
const maxAround = 500;

/** The rows that the page holds, all of one revision: those near the visible ones. */
export class HeldRows {
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

  /** Undefined if it is not held. */
  row(index: number): Row | undefined {
    return this.rows.get(index);
  }

  /** Row index of the first held row that satisfies `test`. */
  find(test: (row: Row) => boolean): number | undefined {
    for (const [index, row] of this.rows) {
      if (test(row)) {
        return index;
      }
    }
    return undefined;
  }

  indexOfEvent(id: string): number | undefined {
    return this.find((row) => row.kind === "event" && row.id === id);
  }

  /** The rows of a range; undefined unless all of them are held. */
  range({ start, end }: RowRange): Row[] | undefined {
    const rows = Array.from({ length: Math.max(0, end - start) }, (_, i) => this.rows.get(start + i));
    return rows.every((row) => row !== undefined) ? rows : undefined;
  }

  /** Adds rows of the same revision, and drops those that are far from the visible ones. */
  add({ start, rows }: Pick<RowsResult, "start" | "rows">, visible: RowRange): void {
    rows.forEach((row, i) => this.rows.set(start + i, row));
    for (const index of this.rows.keys()) {
      if (index < visible.start - maxAround || index >= visible.end + maxAround) {
        this.rows.delete(index);
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
}

import type { RowGeometry } from "./rowGeometry";
import type { RowsCache } from "./rowsCache";
import { eventsOfRow } from "./storyRows";

/** An event that was on screen for less time has not been read. */
const minVisibleMs = 500;

interface Seen {
  readonly index: number;
  /** Of the row, and of those that are folded into it. */
  readonly ids: readonly string[];
  readonly sinceMs: number;
}

/**
 * Finds out which unread events the user has moved past: they were on screen for a moment, and then the user scrolled down until
 * they were above it, or moved the active row from them or from above them to below them. Neither opening the list nor being moved
 * by the page itself counts.
 */
export class ReadTracker {
  /** The unread events on screen. */
  private readonly seen = new Map<string, Seen>();

  constructor(
    private readonly rows: Pick<RowsCache, "row">,
    private readonly geometry: Pick<RowGeometry, "unobscured">,
    private readonly report: (ids: string[]) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Other rows are on screen, or rows on screen have been loaded. @param byUser the user scrolled the list */
  didScroll(byUser: boolean): void {
    const { start, end, passed } = this.geometry.unobscured;
    if (byUser) {
      this.reportWhere((index) => index < passed);
    }
    for (const [id, { index }] of this.seen) {
      if (index < passed || index >= end) {
        this.seen.delete(id);
      }
    }
    this.look(start, end, new Map());
  }

  /** The rows have been replaced: the same events may have other indexes. */
  didReplaceRows(): void {
    const before = new Map(this.seen);
    this.seen.clear();
    const { end, passed } = this.geometry.unobscured;
    this.look(passed, end, before);
  }

  /** The active row was moved by keyboard. @param from undefined: none was active */
  didMove(from: number | undefined, to: number): void {
    if (from !== undefined) {
      this.reportWhere((index) => index >= from && index < to);
    }
  }

  private reportWhere(isPassed: (index: number) => boolean): void {
    const now = this.now();
    const ids = [...this.seen]
      .filter(([, { index, sinceMs }]) => isPassed(index) && now - sinceMs >= minVisibleMs)
      .flatMap(([, row]) => row.ids);
    if (ids.length > 0) {
      this.report(ids);
    }
  }

  private look(start: number, end: number, before: ReadonlyMap<string, Seen>): void {
    for (let index = start; index < end; index++) {
      const row = this.rows.row(index);
      if (row?.kind === "event" && row.isUnread && !this.seen.has(row.id)) {
        const ids = eventsOfRow(row).map(({ id }) => id);
        this.seen.set(row.id, { index, ids, sinceMs: before.get(row.id)?.sinceMs ?? this.now() });
      }
    }
  }
}

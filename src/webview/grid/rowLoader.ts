import { maxRowsPerRequest } from "../../shared/limits";
import type { Row, RowsInfo, RowsResult } from "../../shared/feedState";
import { type EventRef, movedRows, type RowsParams } from "../../shared/viewQueries";
import type { HeldRows } from "./heldRows";
import type { Anchor, ScrollAnchor } from "./scrollAnchor";
import type { RowRange } from "./viewport";

type FetchRows = (params: RowsParams) => Promise<RowsResult>;

/** Rows on each side of the visible ones that must not be missing, and how many are requested once one is. */
const overscan = 20;
const requestedAround = 60;
const retryMs = 5000;

/**
 * Has the visible rows held: requests what is missing, one request at a time, and replaces all rows at once when the host has
 * another revision, so that rows of two revisions are never on screen together. With another revision the host sends the rows that
 * were requested last.
 */
export class RowLoader {
  /** What the host announced last. */
  private latest: RowsInfo;
  /** What the host sends with another revision: undefined before the first request, when it sends the top of the list. */
  private requested: RowsParams | undefined;
  private pending: RowsParams | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param onDidChangeRows rows were added or, with the number of rows by which the anchor moved, replaced */
  constructor(
    private readonly fetchRows: FetchRows,
    private readonly rows: HeldRows,
    private readonly scrollAnchor: Pick<ScrollAnchor, "anchor" | "visible" | "didReplaceRows">,
    private readonly onDidChangeRows: (shift: number | undefined) => void,
  ) {
    this.latest = { revision: rows.revision, rowCount: 0, eventCount: 0 };
  }

  get latestRevision(): number {
    return this.latest.revision;
  }

  get isUpToDate(): boolean {
    return this.latest.revision === this.rows.revision;
  }

  /**
   * The host has another revision.
   * @param isSnapshot its revisions have nothing to do with those before, and it has forgotten what was requested
   */
  update(result: RowsResult, isSnapshot = false): void {
    if (isSnapshot) {
      this.rows.forgetRevision();
      this.requested = this.pending = undefined;
    }
    this.latest = result;
    if (!this.pending) {
      const requested = this.requested ?? { start: 0, end: result.rows.length };
      this.requested &&= movedRows(this.requested, result.shift);
      this.replaceRows(requested, result);
    }
    this.loadMissing();
  }

  /** Requests what is visible and not held, or does so after the reply if a request is pending. */
  loadMissing(): void {
    const range = this.pending ? undefined : this.missing;
    if (range) {
      const { anchor } = this.scrollAnchor;
      void this.load({ ...range, ...(anchor && { anchor }), isShown: true });
    }
  }

  /** Row index of an event that may be far from what is visible; undefined if it has none, or is not known before rows change. */
  async fetchIndexOf(id: string): Promise<number | undefined> {
    const { revision } = this.rows;
    const result = await this.fetchRows({ start: 0, end: 1, anchor: { id, index: 0 } }).catch(
      () => undefined,
    );
    const isCurrent = result?.revision === revision && revision === this.rows.revision;
    return isCurrent && isEvent(result.rows[0], { id }) ? result.start : undefined;
  }

  /**
   * The events of a range that may be far from what is visible; none of them is held.
   *
   * @param max ends with the batch that exceeds it
   * @param anchor moves the range with this event
   */
  async fetchEvents({ start, end }: RowRange, max: number, anchor?: Anchor): Promise<EventRef[]> {
    const events: EventRef[] = [];
    for (let from = start; from < end && events.length <= max; from += maxRowsPerRequest) {
      const range = { start: from, end: Math.min(from + maxRowsPerRequest, end) };
      const { rows } = await this.fetchRows({ ...range, ...(anchor && { anchor }) });
      events.push(...rows.filter((row) => row.kind === "event"));
    }
    return events;
  }

  /** The rows around the visible ones, if any of those next to them is missing. */
  private get missing(): RowRange | undefined {
    if (this.latest.revision > this.rows.revision) {
      // With an anchor the host moves the range, and only then knows where the list ends.
      const rowCount = this.scrollAnchor.anchor ? Infinity : this.latest.rowCount;
      return this.around(rowCount, requestedAround);
    }
    const { rowCount } = this.rows;
    return this.rows.range(this.around(rowCount, overscan))
      ? undefined
      : this.around(rowCount, requestedAround);
  }

  private around(rowCount: number, rows: number): RowRange {
    const { start, end } = this.scrollAnchor.visible(rowCount);
    return { start: Math.max(0, start - rows), end: Math.min(rowCount, end + rows) };
  }

  private async load(params: RowsParams): Promise<void> {
    this.pending = this.requested = params;
    clearTimeout(this.retryTimer);
    const result = await this.fetchRows(params).catch(() => undefined);
    if (this.pending !== params) {
      // There was a snapshot.
      return;
    }
    this.pending = undefined;
    if (!result) {
      // Scrolling requests them at once, too.
      this.retryTimer = setTimeout(() => this.loadMissing(), retryMs);
      return;
    }
    this.requested = movedRows(params, result.shift);
    if (result.revision === this.rows.revision) {
      this.rows.add(result, this.scrollAnchor.visible(this.rows.rowCount));
      this.onDidChangeRows(undefined);
    } else if (result.revision > this.rows.revision) {
      this.replaceRows(params, result);
    }
    this.loadMissing();
  }

  private replaceRows(requested: RowsParams, result: RowsResult): void {
    const shift = this.currentShift(requested, result);
    if (shift === undefined && result.rowCount > 0) {
      return;
    }
    this.rows.replace(result);
    if (this.latest.revision < result.revision) {
      this.latest = result;
    }
    this.scrollAnchor.didReplaceRows(result.rowCount, shift ?? 0);
    this.onDidChangeRows(shift ?? 0);
  }

  /**
   * By how many rows a reply moves the anchor, which may differ from the requested one if the list was scrolled meanwhile.
   * Undefined if the reply does not show it.
   */
  private currentShift(requested: RowsParams, { start, rows, shift }: RowsResult): number | undefined {
    const { anchor } = this.scrollAnchor;
    if (anchor?.id === requested.anchor?.id) {
      return shift;
    }
    const position = requested.anchor && anchor ? rows.findIndex((row) => isEvent(row, anchor)) : -1;
    return anchor && position >= 0 ? start + position - anchor.index : undefined;
  }
}

/** @param event with a date, the event must have the same one */
function isEvent(row: Row | undefined, event: EventRef): boolean {
  return (
    row?.kind === "event" &&
    row.id === event.id &&
    (event.publishedMs === undefined || event.publishedMs === row.publishedMs)
  );
}

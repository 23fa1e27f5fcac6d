import { maxRowsPerRequest } from "../../shared/limits";
import type { Row, RowsInfo, RowsResult } from "../../shared/feedState";
import { type EventRef, movedRows, type RowsParams } from "../../shared/viewQueries";
import { type Anchor, ScrollAnchor } from "./scrollAnchor";
import type { RowRange, Viewport } from "./viewport";

type FetchRows = (params: RowsParams) => Promise<RowsResult>;

/** Rows on each side of the visible ones that must not be missing, and how many are requested once one is. */
const overscan = 20;
const requestedAround = 60;
const retryMs = 5000;

/**
 * The rows around the visible ones. Each reply replaces them all, so that rows of two revisions are never on screen together. What is
 * missing is requested, one request at a time; with another revision the host sends the rows that were requested last.
 */
export class GridRows {
  /** Where the list is scrolled to. */
  readonly scrollAnchor: ScrollAnchor;
  private held: RowsResult = {
    revision: Number.NEGATIVE_INFINITY,
    rowCount: 0,
    eventCount: 0,
    start: 0,
    rows: [],
    shift: 0,
  };
  /** What the host announced last. */
  private latest: RowsInfo = this.held;
  /** What the host sends with another revision: undefined before the first request, when it sends the top of the list. */
  private requested: RowsParams | undefined;
  private pending: RowsParams | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param onDidChange rows were loaded or, with the number of rows by which the anchor moved, are those of another revision */
  constructor(
    private readonly fetchRows: FetchRows,
    viewport: Viewport,
    private readonly onDidChange: (shift: number | undefined) => void,
  ) {
    this.scrollAnchor = new ScrollAnchor(this, viewport);
  }

  get revision(): number {
    return this.held.revision;
  }

  get latestRevision(): number {
    return this.latest.revision;
  }

  /** Rows in the list, whether they are held or not. */
  get rowCount(): number {
    return this.held.rowCount;
  }

  /** Undefined if it is not held. */
  row(index: number): Row | undefined {
    return this.held.rows[index - this.held.start];
  }

  /** Row index of the first held row that satisfies `test`. */
  find(test: (row: Row) => boolean): number | undefined {
    const position = this.held.rows.findIndex(test);
    return position < 0 ? undefined : this.held.start + position;
  }

  indexOfEvent(id: string): number | undefined {
    return this.find((row) => isEvent(row, { id }));
  }

  /** The rows of a range; undefined unless all of them are held. */
  range({ start, end }: RowRange): readonly Row[] | undefined {
    const { start: first, rows } = this.held;
    return start >= first && end <= first + rows.length ? rows.slice(start - first, end - first) : undefined;
  }

  /**
   * The host has another revision.
   * @param isSnapshot its revisions have nothing to do with those before, and it has forgotten what was requested
   */
  update(result: RowsResult, isSnapshot = false): void {
    if (isSnapshot) {
      this.held = { ...this.held, revision: Number.NEGATIVE_INFINITY };
      this.requested = this.pending = undefined;
    }
    this.latest = result;
    if (!this.pending) {
      const requested = this.requested ?? { start: 0, end: result.rows.length };
      this.requested &&= movedRows(this.requested, result.shift);
      this.receive(requested, result);
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
    const { revision } = this;
    const result = await this.fetchRows({ start: 0, end: 1, anchor: { id, index: 0 } }).catch(
      () => undefined,
    );
    const isCurrent = result?.revision === revision && revision === this.revision;
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
    if (this.latest.revision > this.revision) {
      // With an anchor the host moves the range, and only then knows where the list ends.
      const rowCount = this.scrollAnchor.anchor ? Infinity : this.latest.rowCount;
      return this.around(rowCount, requestedAround);
    }
    const { rowCount } = this;
    return this.range(this.around(rowCount, overscan)) ? undefined : this.around(rowCount, requestedAround);
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
    if (result.revision >= this.revision) {
      this.receive(params, result);
    }
    this.loadMissing();
  }

  private receive(requested: RowsParams, result: RowsResult): void {
    if (result.revision === this.revision) {
      this.held = result;
      this.onDidChange(undefined);
      return;
    }
    const shift = this.currentShift(requested, result);
    if (shift === undefined && result.rowCount > 0) {
      return;
    }
    this.held = result;
    if (this.latest.revision < result.revision) {
      this.latest = result;
    }
    this.scrollAnchor.didReplaceRows(result.rowCount, shift ?? 0);
    this.onDidChange(shift ?? 0);
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

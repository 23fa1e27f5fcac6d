import { maxRowsPerRequest } from "../../shared/limits";
import type { Row, RowsInfo, RowsResult } from "../../shared/feedState";
import { type EventRef, movedRows, type RowsParams } from "../../shared/viewQueries";
import { type Anchor, ScrollAnchor } from "./scrollAnchor";
import type { RowRange, Viewport } from "./viewport";

export type FetchRows = (params: RowsParams) => Promise<RowsResult>;

/** If one of the next `overscan` rows on either side is missing, `requestedAround` are requested. */
const overscan = 20;
const requestedAround = 60;
const retryMs = 5000;

/**
 * Loads the rows around the visible ones, one request at a time. Each reply replaces all rows, so that rows
 * of two revisions never mix. With another revision, the host sends the rows that were requested last.
 */
export class GridRows {
  readonly scrollAnchor: ScrollAnchor;
  private loaded: RowsResult = {
    revision: Number.NEGATIVE_INFINITY,
    rowCount: 0,
    eventCount: 0,
    start: 0,
    rows: [],
    shift: 0,
  };
  /** Announced last by the host. */
  latest: RowsInfo = this.loaded;
  /** The range requested last, which the host sends again with each revision. Undefined: the top of the list. */
  private requested: RowsParams | undefined;
  private pending: RowsParams | undefined;

  /** @param onChange `shift`: how far the anchor moved in another revision; undefined: the same revision */
  constructor(
    private readonly fetchRows: FetchRows,
    viewport: Viewport,
    private readonly onChange: (shift: number | undefined) => void,
  ) {
    this.scrollAnchor = new ScrollAnchor((index) => this.row(index), viewport);
  }

  get revision(): number {
    return this.loaded.revision;
  }

  /** Includes rows that are not loaded. */
  get rowCount(): number {
    return this.loaded.rowCount;
  }

  /** Undefined if it is not loaded. */
  row(index: number): Row | undefined {
    return this.loaded.rows[index - this.loaded.start];
  }

  /** Row index of the first loaded row that satisfies `test`. */
  find(test: (row: Row) => boolean): number | undefined {
    const position = this.loaded.rows.findIndex(test);
    return position < 0 ? undefined : this.loaded.start + position;
  }

  indexOfEvent(id: string): number | undefined {
    return this.find((row) => isEvent(row, { id }));
  }

  /** The rows of a range; undefined unless all of them are loaded. */
  range({ start, end }: RowRange): readonly Row[] | undefined {
    const { start: first, rows } = this.loaded;
    return start >= first && end <= first + rows.length ? rows.slice(start - first, end - first) : undefined;
  }

  /**
   * Call when the host has another revision.
   * @param isSnapshot revisions start again, and the host has forgotten what was requested
   */
  update(result: RowsResult, isSnapshot = false): void {
    if (isSnapshot) {
      this.loaded = { ...this.loaded, revision: Number.NEGATIVE_INFINITY };
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

  /** Requests the rows that are missing around the visible ones; if a request is pending, after its reply. */
  loadMissing(): void {
    const range = this.pending ? undefined : this.missing;
    if (range) {
      const { anchor } = this.scrollAnchor;
      void this.load({ ...range, ...(anchor && { anchor }), isShown: true });
    }
  }

  /** Row index of an event. Undefined: not in the list, or the rows changed meanwhile. */
  async fetchIndexOf(id: string): Promise<number | undefined> {
    const { revision } = this;
    const result = await this.fetchRows({ start: 0, end: 1, anchor: { id, index: 0 } }).catch(
      () => undefined,
    );
    const isCurrent = result?.revision === revision && revision === this.revision;
    return isCurrent && isEvent(result.rows[0], { id }) ? result.start : undefined;
  }

  /**
   * The events of any range. Does not change the loaded rows.
   * @param max stops after the batch that exceeds it
   * @param anchor the range moves with this event
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

  /** The range to request; undefined: nothing is missing. */
  private get missing(): RowRange | undefined {
    if (this.latest.revision > this.revision) {
      // The host moves the range with the anchor, then cuts it at the end of its list.
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
    const result = await this.fetchRows(params).catch(() => undefined);
    if (this.pending !== params) {
      // A snapshot has arrived.
      return;
    }
    this.pending = undefined;
    if (!result) {
      // Scrolling retries, too.
      setTimeout(() => this.loadMissing(), retryMs);
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
      this.loaded = result;
      this.onChange(undefined);
      return;
    }
    const shift = this.currentShift(requested, result);
    if (shift === undefined && result.rowCount > 0) {
      return;
    }
    this.loaded = result;
    if (this.latest.revision < result.revision) {
      this.latest = result;
    }
    this.scrollAnchor.didReplaceRows(result.rowCount, shift ?? 0);
    this.onChange(shift ?? 0);
  }

  /** How far a reply moves the anchor. Undefined: after scrolling, the anchor is not in the reply. */
  private currentShift(requested: RowsParams, { start, rows, shift }: RowsResult): number | undefined {
    const { anchor } = this.scrollAnchor;
    if (anchor?.id === requested.anchor?.id) {
      return shift;
    }
    const position = requested.anchor && anchor ? rows.findIndex((row) => isEvent(row, anchor)) : -1;
    return anchor && position >= 0 ? start + position - anchor.index : undefined;
  }
}

/** @param event a date, if given, must match, too */
function isEvent(row: Row | undefined, event: EventRef): boolean {
  return (
    row?.kind === "event" &&
    row.id === event.id &&
    (event.publishedMs === undefined || event.publishedMs === row.publishedMs)
  );
}

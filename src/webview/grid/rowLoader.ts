import { maxRowsPerRequest } from "../../shared/limits";
import type { Row, RowsInfo, RowsResult } from "../../shared/feedState";
import { type EventRef, movedRows, type RowsParams } from "../../shared/viewQueries";
import type { RowRange } from "./rowGeometry";
import type { RowsCache } from "./rowsCache";
import type { Anchor } from "./scrollAnchor";

export type FetchRows = (params: RowsParams) => Promise<RowsResult>;

/** What loading needs to know of the screen. */
interface RowsViewport {
  /** The rows that will be visible in a list of `rowCount` rows. */
  visible(rowCount: number): RowRange;
  /** The row that must not move; undefined: new rows may come into view. */
  readonly anchor: Anchor | undefined;
  didReplaceRows(info: RowsInfo, shift: number): void;
}

/** Rows on each side of the visible ones that must not be missing, and how many are requested once one is. */
const overscan = 20;
const requestedAround = 60;
const retryMs = 5000;
/** After this many replies that no longer match what is visible, the next one is shown anyway. */
const maxDiscarded = 3;

/**
 * Keeps the visible rows in the cache: requests what is missing, one request at a time, and replaces all rows at once when
 * the host has another revision, so that rows of two revisions are never on screen together. With another revision the host
 * sends the rows that were requested last.
 */
export class RowLoader {
  /** The rows that the host last announced. */
  private latest: RowsInfo;
  /** What the host sends with another revision: undefined before the first request, when it sends the top of the list. */
  private requested: RowsParams | undefined;
  private isFetching = false;
  private discarded = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param onDidChangeRows rows were added or, with the number of rows by which the anchor moved, replaced */
  constructor(
    private readonly fetchRows: FetchRows,
    private readonly cache: RowsCache,
    private readonly viewport: RowsViewport,
    private readonly onDidChangeRows: (shift: number | undefined) => void,
  ) {
    this.latest = { revision: cache.revision, rowCount: 0, eventCount: 0 };
  }

  get latestRevision(): number {
    return this.latest.revision;
  }

  get isUpToDate(): boolean {
    return this.latest.revision === this.cache.revision;
  }

  /**
   * The host has another revision.
   * @param isSnapshot its revisions have nothing to do with those before, and it has forgotten what was requested
   */
  update(result: RowsResult, isSnapshot = false): void {
    if (isSnapshot) {
      this.cache.forgetRevision();
      this.requested = undefined;
    }
    const { revision, rowCount, eventCount } = result;
    this.latest = { revision, rowCount, eventCount };
    this.discarded = 0;
    if (!this.isFetching) {
      const requested = this.requested ?? { start: 0, end: result.rows.length };
      this.requested &&= movedRows(this.requested, result.shift);
      const shift = this.currentShift(requested, result);
      if (shift !== undefined && (this.cache.isEmpty || this.coversVisible(requested))) {
        this.replaceRows({ ...result, shift });
      }
    }
    this.loadMissing();
  }

  /** Requests what is visible and not in the cache, or does so after the reply if a request is pending. */
  loadMissing(): void {
    if (this.isFetching) {
      return;
    }
    if (this.isOutdated && this.latest.rowCount === 0) {
      this.replaceRows({ ...this.latest, start: 0, rows: [], shift: 0 });
      return;
    }
    const range = this.missing;
    if (range) {
      void this.load({ ...range, ...this.anchorParam, isShown: true });
    }
  }

  /** Row index of an event that may be far from what is visible; undefined if it has none, or rows change meanwhile. */
  async fetchIndexOf(id: string): Promise<number | undefined> {
    const { revision } = this.cache;
    const result = await this.fetchRows({ start: 0, end: 1, anchor: { id, index: 0 } });
    const row = result.rows[0];
    const isCurrent = result.revision === revision && revision === this.cache.revision;
    return isCurrent && row?.kind === "event" && row.id === id ? result.start : undefined;
  }

  /**
   * The events of a range that may be far from what is visible; none of them is cached.
   *
   * @param max ends with the batch that exceeds it
   * @param anchor moves the range with this event
   */
  async fetchEvents({ start, end }: RowRange, max: number, anchor?: Anchor): Promise<EventRef[]> {
    const events: EventRef[] = [];
    for (let from = start; from < end && events.length <= max; from += maxRowsPerRequest) {
      const range = { start: from, end: Math.min(from + maxRowsPerRequest, end) };
      const { rows } = await this.fetchRows({ ...range, ...(anchor && { anchor }) });
      events.push(...rows.flatMap((row) => (row.kind === "event" ? [row] : [])));
    }
    return events;
  }

  /** Whether the host has a newer revision than the cache. */
  private get isOutdated(): boolean {
    return this.latest.revision > this.cache.revision;
  }

  private get anchorParam(): Pick<RowsParams, "anchor"> {
    const { anchor } = this.viewport;
    return anchor ? { anchor } : {};
  }

  /** Rows of the newer revision; with an anchor the host moves the range, and only then knows where the list ends. */
  private get latestRowCount(): number {
    return this.viewport.anchor ? Infinity : this.latest.rowCount;
  }

  private around(rowCount: number, overscan: number): RowRange {
    const { start, end } = this.viewport.visible(rowCount);
    return { start: Math.max(0, start - overscan), end: Math.min(rowCount, end + overscan) };
  }

  /** The rows around the visible ones, if any of those next to them is missing. */
  private get missing(): RowRange | undefined {
    if (this.isOutdated) {
      return this.around(this.latestRowCount, requestedAround);
    }
    const { rowCount } = this.cache;
    return this.cache.hasAll(this.around(rowCount, overscan))
      ? undefined
      : this.around(rowCount, requestedAround);
  }

  private async load(params: RowsParams): Promise<void> {
    this.isFetching = true;
    this.requested = params;
    clearTimeout(this.retryTimer);
    const { revision } = this.cache;
    try {
      const result = await this.fetchRows(params);
      this.isFetching = false;
      this.requested = movedRows(params, result.shift);
      this.receive(params, result, revision);
    } catch {
      this.isFetching = false;
      // Scrolling requests them at once, too.
      this.retryTimer = setTimeout(() => this.loadMissing(), retryMs);
    }
  }

  /** @param requestedAt the cache's revision when the rows were requested */
  private receive(params: RowsParams, result: RowsResult, requestedAt: number): void {
    const { revision } = this.cache;
    if (result.revision < revision || requestedAt !== revision) {
      this.loadMissing();
      return;
    }
    if (result.revision === revision) {
      this.cache.add(result, this.viewport.visible(this.cache.rowCount));
      this.onDidChangeRows(undefined);
      this.loadMissingBeyond(params);
      return;
    }
    const shift = this.currentShift(params, result);
    if (shift === undefined || (this.discarded < maxDiscarded && !this.coversVisible(params))) {
      this.discarded++;
      this.loadMissing();
      return;
    }
    this.replaceRows({ ...result, shift });
    this.loadMissingBeyond({ start: params.start + result.shift, end: params.end + result.shift });
  }

  /** Continues, but does not request the same range again if the reply had fewer rows. */
  private loadMissingBeyond(requested: RowRange): void {
    const { missing } = this;
    if (missing && (missing.start < requested.start || missing.end > requested.end || this.isOutdated)) {
      this.loadMissing();
    }
  }

  /**
   * By how many rows a reply moves the anchor, which may differ from the requested one if the list was scrolled
   * meanwhile. Undefined if the reply does not show it.
   */
  private currentShift(
    { anchor: requested }: RowsParams,
    { start, rows, shift }: RowsResult,
  ): number | undefined {
    const { anchor } = this.viewport;
    if (anchor?.id === requested?.id) {
      return shift;
    }
    const isAnchor = (row: Row): boolean =>
      row.kind === "event" && row.id === anchor?.id && row.publishedMs === anchor.publishedMs;
    const position = requested ? rows.findIndex(isAnchor) : -1;
    return anchor && position >= 0 ? start + position - anchor.index : undefined;
  }

  /** Whether all that is visible now was requested. */
  private coversVisible({ start, end }: RowRange): boolean {
    const visible = this.viewport.visible(this.latestRowCount);
    return visible.start >= start && visible.end <= end;
  }

  private replaceRows(result: RowsResult): void {
    this.discarded = 0;
    this.cache.replace(result);
    if (this.latest.revision < result.revision) {
      const { revision, rowCount, eventCount } = result;
      this.latest = { revision, rowCount, eventCount };
    }
    this.viewport.didReplaceRows(result, result.shift);
    this.onDidChangeRows(result.shift);
  }
}

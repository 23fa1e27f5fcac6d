/**
 * The rows the page holds: those on screen and some around them. It asks the host for what is missing, one request at a
 * time, and takes up a new revision as one step (count, rows and the shift of what is read), never piecemeal.
 */
import type { Row, RowsInfo, RowsResult } from "../../shared/feedState";
import type { RowsUpdate } from "../../shared/protocol";
import type { EventRef, RowsParams } from "../../shared/viewQueries";

export type Anchor = NonNullable<RowsParams["anchor"]>;

/** What the cache must know about the list on screen. */
export interface RowsView {
  /** Half-open range of the rows that are to be on screen, for a list of `rowCount` rows. */
  visible(rowCount: number): Range;
  /** The event that must not move; undefined: the list is at its top and new rows may come in. */
  anchor(): Anchor | undefined;
  /** Rows came or went. `shift`: by how many rows what is read moved, undefined where only rows were filled in. */
  changed(shift: number | undefined): void;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

export type Ask = (params: RowsParams) => Promise<RowsResult>;

/** Rows asked for on each side of those on screen, and rows kept there. */
const around = 20;
const kept = 500;
const retryMs = 5000;
/** Rows asked for at a time where many are looked through. */
const slice = 1000;

export class RowsCache {
  private readonly rows = new Map<number, Row>();
  private applied: RowsInfo = { revision: Number.NEGATIVE_INFINITY, rowCount: 0, eventCount: 0 };
  private announced = this.applied;
  private asking = false;
  private discarded = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: Ask,
    private readonly view: RowsView,
  ) {}

  get rowCount(): number {
    return this.applied.rowCount;
  }

  get eventCount(): number {
    return this.applied.eventCount;
  }

  /** Events by what the host told last. */
  get announcedCount(): number {
    return this.announced.eventCount;
  }

  row(index: number): Row | undefined {
    return this.rows.get(index);
  }

  /** Row index of an event among the rows that are there. */
  find(id: string): number | undefined {
    for (const [index, row] of this.rows) {
      if (row.kind === "event" && row.id === id) {
        return index;
      }
    }
    return undefined;
  }

  /** Row index of a gap among the rows that are there. */
  findGap(sinceMs: number): number | undefined {
    for (const [index, row] of this.rows) {
      if (row.kind === "gap" && row.sinceMs === sinceMs) {
        return index;
      }
    }
    return undefined;
  }

  /** Whether what the host told last is what is there. */
  get upToDate(): boolean {
    return this.announced.revision === this.applied.revision;
  }

  /** The revision that is there. */
  get revision(): number {
    return this.applied.revision;
  }

  /** The revision the host told of last. */
  get announcedRevision(): number {
    return this.announced.revision;
  }

  /** The host tells how many rows there are; `fresh` begins anew: its revisions have nothing to do with those before. */
  announce({ firstRows, ...info }: RowsUpdate, fresh = false): void {
    if (fresh) {
      this.applied = { ...this.applied, revision: Number.NEGATIVE_INFINITY };
    }
    this.announced = info;
    this.discarded = 0;
    if (firstRows && this.rows.size === 0 && !this.view.anchor()) {
      this.take({ ...info, start: 0, rows: firstRows, shift: 0 });
    }
    this.fill();
  }

  /** Asks for what is wanted and missing. Call it when the wanted range changes. */
  fill(): void {
    if (this.asking) {
      return;
    }
    if (this.announced.revision > this.applied.revision && this.announced.rowCount === 0) {
      this.take({ ...this.announced, start: 0, rows: [], shift: 0 });
      return;
    }
    const range = this.missing();
    if (range) {
      const anchor = this.view.anchor();
      void this.fetch({ ...range, ...(anchor && { anchor }) });
    }
  }

  /** Finds the row index of an event that may be far from what is on screen. */
  async indexOf(id: string): Promise<number | undefined> {
    const { revision } = this.applied;
    const result = await this.ask({ start: 0, end: 1, anchor: { id, index: 0 } });
    const row = result.rows[0];
    const current = result.revision === revision && revision === this.applied.revision;
    return current && row?.kind === "event" && row.id === id ? result.start : undefined;
  }

  heldEvents({ start, end }: Range): EventRef[] | undefined {
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

  /**
   * The events of a range that may be far from what is on screen; it moves with `anchor`. Nothing of it is kept. Where they
   * are more than `max` it ends early.
   */
  async readEvents({ start, end }: Range, max: number, anchor?: Anchor): Promise<EventRef[]> {
    const events: EventRef[] = [];
    for (let from = start; from < end && events.length <= max; from += slice) {
      const range = { start: from, end: Math.min(from + slice, end) };
      const { rows } = await this.ask({ ...range, ...(anchor && { anchor }) });
      events.push(...rows.filter((row) => row.kind === "event"));
    }
    return events;
  }

  private wanted(rowCount: number): Range {
    const { start, end } = this.view.visible(rowCount);
    return { start: Math.max(0, start - around), end: Math.min(rowCount, end + around) };
  }

  /** The host moves the range with the anchor, and only then knows where the list ends. */
  private get comingCount(): number {
    return this.view.anchor() ? Infinity : this.announced.rowCount;
  }

  private missing(): Range | undefined {
    if (this.announced.revision > this.applied.revision) {
      return this.wanted(this.comingCount);
    }
    let { start, end } = this.wanted(this.applied.rowCount);
    while (start < end && this.rows.has(start)) {
      start++;
    }
    while (start < end && this.rows.has(end - 1)) {
      end--;
    }
    return start < end ? { start, end } : undefined;
  }

  private async fetch(params: RowsParams): Promise<void> {
    this.asking = true;
    clearTimeout(this.retry);
    const revision = this.applied.revision;
    try {
      const result = await this.ask(params);
      this.asking = false;
      this.receive(params, result, revision);
    } catch {
      this.asking = false;
      // What is on screen stays; moving on asks at once, else after a while.
      this.retry = setTimeout(() => this.fill(), retryMs);
    }
  }

  private receive(params: RowsParams, result: RowsResult, askedAt: number): void {
    if (result.revision < this.applied.revision || askedAt !== this.applied.revision) {
      this.fill();
      return;
    }
    if (result.revision === this.applied.revision) {
      this.store(result);
      this.view.changed(undefined);
      this.fillUnless(params);
      return;
    }
    const shift = this.shiftNow(params, result);
    if (shift === undefined || (this.discarded < 3 && !this.covers(params))) {
      this.discarded++;
      this.fill();
      return;
    }
    this.take({ ...result, shift });
    this.fillUnless({ start: params.start + result.shift, end: params.end + result.shift });
  }

  /** Goes on, but does not ask again for what was just answered with less. */
  private fillUnless(asked: Range): void {
    const next = this.missing();
    if (
      next &&
      (next.start < asked.start || next.end > asked.end || this.announced.revision > this.applied.revision)
    ) {
      this.fill();
    }
  }

  /**
   * By how many rows an answer moves what is read now: while it was under way the person may have moved on. Undefined where
   * it does not tell.
   */
  private shiftNow({ anchor: asked }: RowsParams, { start, rows, shift }: RowsResult): number | undefined {
    const anchor = this.view.anchor();
    if (anchor?.id === asked?.id) {
      return shift;
    }
    const isAnchor = (row: Row): boolean =>
      row.kind === "event" && row.id === anchor?.id && row.publishedMs === anchor.publishedMs;
    const place = asked ? rows.findIndex(isAnchor) : -1;
    return anchor && place >= 0 ? start + place - anchor.index : undefined;
  }

  /** Whether all that is on screen now was asked for. */
  private covers({ start, end }: Range): boolean {
    const visible = this.view.visible(this.comingCount);
    return visible.start >= start && visible.end <= end;
  }

  /** Takes up another revision in one step. */
  private take(result: RowsResult): void {
    this.rows.clear();
    this.discarded = 0;
    const { revision, rowCount, eventCount } = result;
    this.applied = { revision, rowCount, eventCount };
    if (this.announced.revision < revision) {
      this.announced = this.applied;
    }
    this.store(result);
    this.view.changed(result.shift);
  }

  private store(result: RowsResult): void {
    result.rows.forEach((row, i) => this.rows.set(result.start + i, row));
    const { start, end } = this.view.visible(this.applied.rowCount);
    if (this.rows.size > end - start + 3 * kept) {
      for (const index of this.rows.keys()) {
        if (index < start - kept || index >= end + kept) {
          this.rows.delete(index);
        }
      }
    }
  }
}

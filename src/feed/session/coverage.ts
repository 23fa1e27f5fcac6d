import {
  endOf,
  type PagingStart,
  type PagingState,
  type ReadPage,
  readPages,
  type ReadPagesOptions,
} from "../../service/readPages";
import type { ServiceClient } from "../../service/client";
import type { FeedRequest, TimeRange } from "../../service/types";
import type { Completeness } from "../../shared/feedState";
import type { DatedEventRef, TimeSpan } from "../../shared/viewQueries";
import type { Clock } from "../../util/clock";
import { windowBefore } from "../feedRequest";

/** How far back a session is loaded. */
export interface Extent {
  /** Start of the oldest window that was opened before the query's own; undefined if none was. */
  readonly extendedTo: number | undefined;
  /** The ID of the oldest event, and the instant that paging has reached. */
  readonly oldest: DatedEventRef;
}

/** A part of the time range that is read from its newer end, and how far it was read. */
export class Stretch {
  state: PagingState = { kind: "more" };
  private end: PagingStart | undefined;

  constructor(
    private readonly client: Pick<ServiceClient, "readFeed">,
    readonly request: FeedRequest,
  ) {}

  /** The pages after the last one that was added. */
  pages(options: ReadPagesOptions, read = readPages): AsyncGenerator<ReadPage, void> {
    return read(this.client, this.request, { ...options, start: this.end });
  }

  addPage({ state, end }: ReadPage): void {
    this.state = state;
    this.end = end;
  }
}

/** A part of the window that was skipped. It is loaded from its newer end; `sinceMs` stays the same and identifies it. */
interface Gap extends TimeSpan {
  readonly stretch: Stretch;
}

/**
 * Which part of the time range that a session requested is loaded. Paging proceeds from the end of the query's window to older
 * events, then through the previous window, and so on. Whatever paging or live updates skip is a gap; gaps never overlap.
 */
export class Coverage {
  private pagedWindow: TimeRange;
  /** Where paging goes on to older events. */
  older: Stretch;
  /** The instant that paging has reached; Infinity before the first page. */
  reachedMs = Infinity;
  /** In no particular order. */
  gaps: readonly Gap[] = [];

  /**
   * @param queryWindow the query's window when the session started.
   * @param stretchOf makes the stretch for a window
   * @param extendedTo for a refresh: start of the oldest window that it may open again.
   */
  constructor(
    private readonly queryWindow: TimeRange,
    private readonly stretchOf: (window: TimeRange) => Stretch,
    private readonly clock: Clock,
    readonly extendedTo?: number,
  ) {
    this.pagedWindow = queryWindow;
    this.older = stretchOf(queryWindow);
  }

  /** Everything requested so far: from the start of the oldest window to the end of the newest. */
  get window(): TimeRange {
    return { ...this.queryWindow, sinceMs: this.pagedWindow.sinceMs };
  }

  /** Earlier windows than the query's were opened. */
  get isExtended(): boolean {
    return this.pagedWindow.sinceMs < this.queryWindow.sinceMs;
  }

  /** New events may belong to the window. */
  get isOpen(): boolean {
    return this.queryWindow.untilMs === undefined || this.queryWindow.untilMs > this.clock.now();
  }

  /** The parts of the window that are not loaded: gaps, and what is older than the instant reached. */
  get unloaded(): readonly TimeSpan[] {
    const gaps = this.gaps.map(({ sinceMs, untilMs }) => ({ sinceMs, untilMs }));
    const { sinceMs } = this.pagedWindow;
    const untilMs = Math.min(this.reachedMs, this.endMs);
    return sinceMs < untilMs ? [...gaps, { sinceMs, untilMs }] : gaps;
  }

  get unloadedMs(): number {
    return this.unloaded.reduce((ms, { sinceMs, untilMs }) => ms + untilMs - sinceMs, 0);
  }

  /** True also if only some of the events of an instant are loaded. */
  contains(ms: number): boolean {
    return this.hasPassed(ms) && !this.gaps.some((gap) => ms >= gap.sinceMs && ms < gap.untilMs);
  }

  /** Older pages will have no more events of the instant. */
  hasPassed(ms: number): boolean {
    return this.reachedMs < ms || (this.reachedMs === ms && this.older.state.kind === "complete");
  }

  /** @param remaining how many more of the `maxEvents` over all panels may be loaded */
  completeness(remaining: number, maxEvents: number): Completeness {
    const { state } = this.older;
    const hasGap = this.gaps.length > 0;
    if (state.kind === "stopped") {
      return { kind: "stopped", message: state.reason };
    }
    if (remaining <= 0 && (state.kind === "more" || hasGap)) {
      return { kind: "limit", maxEvents };
    }
    if (state.kind === "more") {
      return { kind: "more", older: this.unloaded.at(-1) };
    }
    const { windowBefore } = this;
    return { kind: hasGap ? "gap" : "complete", ...(windowBefore && { before: windowBefore }) };
  }

  /** Moves on to the previous window if this one is fully loaded. */
  openWindowBefore(): void {
    const { windowBefore } = this;
    if (windowBefore && this.older.state.kind === "complete") {
      this.pagedWindow = windowBefore;
      this.older = this.stretchOf(windowBefore);
    }
  }

  /** Continues paging at an older instant, in its window; what is skipped becomes a gap. @returns whether anything is skipped */
  skipTo(untilMs: number): boolean {
    // There may be more events of the instant reached.
    const gapEndMs = Math.min(this.reachedMs + 1, this.endMs);
    if (untilMs >= gapEndMs) {
      // The service's clock may be ahead of ours: an event in our future belongs to an open window.
      return false;
    }
    for (
      let before = this.windowBefore;
      before && untilMs <= this.pagedWindow.sinceMs;
      before = this.windowBefore
    ) {
      this.pagedWindow = before;
    }
    this.addGap(Math.max(untilMs, this.pagedWindow.sinceMs), gapEndMs);
    this.restartAt(untilMs);
    return true;
  }

  /**
   * Notes that the events of a page are in the store.
   * @param stretch the one that the page was read from. If it was replaced meanwhile, the page does not count as loaded.
   */
  addPage(read: ReadPage, stretch: Stretch): void {
    const { page } = read;
    stretch.addPage(read);
    if (stretch === this.older) {
      const { pagedWindow } = this;
      this.reachedMs = page.hasMore
        ? (endOf(page.items, pagedWindow) ?? this.reachedMs)
        : pagedWindow.sinceMs;
      return;
    }
    this.gaps = this.gaps.flatMap((gap) => {
      if (gap.stretch !== stretch) {
        return [gap];
      }
      const endMs = endOf(page.items, gap);
      // The next page may have more events of that instant.
      return page.hasMore ? [{ ...gap, untilMs: endMs === undefined ? gap.untilMs : endMs + 1 }] : [];
    });
  }

  /** Everything from `completeFromMs` on is loaded; what is older, back to `sinceMs` or where paging goes on, is a gap. */
  setLoadedFrom(completeFromMs: number, sinceMs: number): void {
    this.trimGaps(-Infinity, sinceMs);
    this.addGap(Math.max(sinceMs, this.reachedMs), completeFromMs);
  }

  /** Call after the events before an instant were removed, to read them again later. Paging not there yet goes on where it is. */
  removeBefore(ms: number): void {
    if (this.reachedMs < Infinity) {
      // The cursor may have passed the day of events that were listed late.
      const untilMs = Math.max(ms, this.reachedMs + 1);
      this.trimGaps(untilMs, Infinity);
      this.restartAt(untilMs);
    }
  }

  /** The end of the window, or now if it is open-ended, milliseconds since 1970 UTC. */
  get endMs(): number {
    return this.queryWindow.untilMs ?? this.clock.now();
  }

  /** The window adjacent to the one being paged through; undefined if no earlier dates exist. */
  private get windowBefore(): TimeSpan | undefined {
    const { sinceMs } = this.pagedWindow;
    return this.extendedTo !== undefined && this.extendedTo < sinceMs
      ? { sinceMs: this.extendedTo, untilMs: sinceMs }
      : windowBefore(this.pagedWindow, this.clock.now());
  }

  private restartAt(untilMs: number): void {
    this.older = this.stretchOf({ sinceMs: this.pagedWindow.sinceMs, untilMs });
    this.reachedMs = untilMs;
  }

  private addGap(sinceMs: number, untilMs: number): void {
    if (sinceMs < untilMs) {
      this.gaps = [...this.gaps, { sinceMs, untilMs, stretch: this.stretchOf({ sinceMs, untilMs }) }];
    }
  }

  private trimGaps(fromMs: number, toMs: number): void {
    const isWithin = ({ sinceMs, untilMs }: Gap): boolean => sinceMs >= fromMs && untilMs <= toMs;
    const others = this.gaps.filter((gap) => !isWithin(gap));
    this.gaps = this.gaps.filter(isWithin);
    others.forEach((gap) => this.addGap(Math.max(gap.sinceMs, fromMs), Math.min(gap.untilMs, toMs)));
  }
}

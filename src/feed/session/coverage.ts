import {
  endOf,
  type PagingStart,
  type PagingState,
  type ReadPage,
  readPages,
  type ReadPagesOptions,
} from "../../service/readPages";
import type { FeedRequest, ServiceClient } from "../../service/types";
import type { Completeness } from "../../shared/feedState";
import type { DatedEventRef, TimeSpan } from "../../shared/viewQueries";
import type { Clock } from "../../util/clock";
import { type Window, windowBefore } from "../feedRequest";

export interface Extent {
  /** Start of the oldest window that was opened before the query's own; undefined if none was. */
  readonly extendedTo: number | undefined;
  /** The oldest event, with the instant that paging reached. */
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

  /** From where the last page that was added ends. */
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
  /** What is paged through to older events. */
  older: Stretch;
  /** The instant that paging has reached; Infinity before the first page. */
  reachedMs = Infinity;
  /** In no particular order. */
  gaps: readonly Gap[] = [];
  private pagedWindow: Window;

  /**
   * @param queryWindow the query's window when the session started.
   * @param stretchOf reads a window.
   * @param extendedTo for a refresh: start of the oldest window that it may open again.
   */
  constructor(
    private readonly queryWindow: Window,
    private readonly stretchOf: (window: Window) => Stretch,
    private readonly clock: Clock,
    readonly extendedTo?: number,
  ) {
    this.pagedWindow = queryWindow;
    this.older = stretchOf(queryWindow);
  }

  /** Everything requested so far: from the start of the oldest window to the end of the newest. */
  get window(): Window {
    return { ...this.queryWindow, sinceMs: this.pagedWindow.sinceMs };
  }

  /** Whether `window` starts before the query's. */
  get extended(): boolean {
    return this.pagedWindow.sinceMs < this.queryWindow.sinceMs;
  }

  get isOpen(): boolean {
    return this.queryWindow.untilMs === undefined;
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

  /** Whether an instant is loaded, with all its events or some. */
  contains(ms: number): boolean {
    return this.hasPassed(ms) && !this.gaps.some((gap) => ms >= gap.sinceMs && ms < gap.untilMs);
  }

  /** Whether older pages will have no more events of an instant. */
  hasPassed(ms: number): boolean {
    return this.reachedMs < ms || (this.reachedMs === ms && this.older.state.kind === "complete");
  }

  /** @param remaining how many more events may be loaded, of `maxEvents` over all panels. */
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
      return { kind: "more" };
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

  /**
   * Continues paging at an older instant, in the window that contains it. Anything skipped becomes a gap.
   * @returns whether anything is skipped.
   */
  skipTo(untilMs: number): boolean {
    // The instant reached may have more events.
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
   * A page was added to the store.
   * @param stretch what it is a part of. If that was replaced meanwhile, the page does not affect what counts as loaded.
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

  /** Everything from `completeFromMs` on is loaded; what is older, back to `sinceMs`, is a gap. */
  setLoadedFrom(completeFromMs: number, sinceMs: number): void {
    this.trimGaps((gap) => [gap.sinceMs, Math.min(gap.untilMs, sinceMs)]);
    this.addGap(sinceMs, completeFromMs);
  }

  /** Events before an instant were removed: paging continues there. */
  removeBefore(ms: number): void {
    if (ms > this.pagedWindow.sinceMs) {
      this.trimGaps((gap) => [Math.max(gap.sinceMs, ms), gap.untilMs]);
      this.restartAt(ms);
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

  private trimGaps(trim: (gap: Gap) => readonly [sinceMs: number, untilMs: number]): void {
    const before = this.gaps;
    this.gaps = [];
    for (const gap of before) {
      const [sinceMs, untilMs] = trim(gap);
      if (sinceMs === gap.sinceMs && untilMs === gap.untilMs) {
        this.gaps = [...this.gaps, gap];
      } else {
        this.addGap(sinceMs, untilMs);
      }
    }
  }
}

import type { DatedEventRef } from "../../shared/viewQueries";
import type { FeedPage } from "../../api/types";
import type { Clock } from "../../util/clock";
import { Gaps } from "./gaps";
import type { FeedPaginator } from "../paging/feedPaginator";
import { pageEnd } from "../paging/pageEnd";
import { type Window, windowBefore } from "../query";

/** How far back a session was read. */
export interface Extent {
  /** Start of the oldest window that was opened before that of the query; undefined where none was. */
  readonly extendedTo: number | undefined;
  /** The oldest event, with the instant that the walk had come to. */
  readonly oldest: DatedEventRef;
}

/**
 * What of the time that a session asked for is loaded. A walk goes from the end of its window to older events, then through
 * the window just before it, and so on; what the walk or live updates pass over is a gap.
 */
export class Coverage {
  readonly gaps: Gaps;
  /** The window that the walk goes through. */
  private walked: Window;
  private current: FeedPaginator;
  /** The instant that the walk has come to. */
  private frontierMs = Infinity;

  /**
   * @param firstWindow that of the query when the session began.
   * @param paginatorOf reads a window from its newer end.
   * @param extendedTo start of the oldest window that a refresh is to open again.
   */
  constructor(
    private readonly firstWindow: Window,
    private readonly paginatorOf: (window: Window) => FeedPaginator,
    private readonly clock: Clock,
    readonly extendedTo?: number,
  ) {
    this.gaps = new Gaps(paginatorOf);
    this.walked = firstWindow;
    this.current = paginatorOf(firstWindow);
  }

  /** All that was asked for so far: from the start of the oldest window to the end of the newest. */
  get window(): Window {
    return { ...this.firstWindow, sinceMs: this.walked.sinceMs };
  }

  /** Whether it reaches further back than the window of the query. */
  get extended(): boolean {
    return this.walked.sinceMs < this.firstWindow.sinceMs;
  }

  /** Whether the window has no end: anything new may come. */
  get isOpen(): boolean {
    return this.firstWindow.untilMs === undefined;
  }

  /** The end of the window, now where it has none, milliseconds since 1970 UTC. */
  get endMs(): number {
    return this.firstWindow.untilMs ?? this.clock.now();
  }

  /** What the walk reads on from. */
  get walk(): FeedPaginator {
    return this.current;
  }

  /** Stretches of the window that are not loaded: gaps, and what the walk has not come to. */
  get notLoaded(): readonly Required<Window>[] {
    const gaps = this.gaps.all.map(({ sinceMs, untilMs }) => ({ sinceMs, untilMs }));
    const { sinceMs } = this.walked;
    const untilMs = Math.min(this.frontierMs, this.endMs);
    return sinceMs < untilMs ? [...gaps, { sinceMs, untilMs }] : gaps;
  }

  /** Whether the walk has come past an instant, and left no gap there. */
  has(ms: number): boolean {
    return this.isPast(ms) && !this.gaps.contains(ms);
  }

  /** Whether no more events of an instant are to come from the walk. */
  isPast(ms: number): boolean {
    return this.frontierMs < ms || (this.frontierMs === ms && this.walk.state.kind === "drained");
  }

  /** The instant that the walk has come to; Infinity before its first page. */
  get reachedMs(): number {
    return this.frontierMs;
  }

  /** The window just before the one walked through, so that both tile without gap or overlap; nothing where time begins. */
  get before(): Required<Window> | undefined {
    const { sinceMs } = this.walked;
    return this.extendedTo !== undefined && this.extendedTo < sinceMs
      ? { sinceMs: this.extendedTo, untilMs: sinceMs }
      : windowBefore(this.walked, this.clock.now());
  }

  /** Goes on in the window before. */
  openBefore(): void {
    const { before } = this;
    if (before) {
      this.walked = before;
      this.current = this.paginatorOf(before);
    }
  }

  /**
   * Has the walk go on at an instant, in the window that holds it; what it passes over is a gap.
   * @returns whether it passes over anything.
   */
  skipTo(untilMs: number): boolean {
    // More events of the instant reached may be to come.
    const gapEndMs = Math.min(this.frontierMs + 1, this.endMs);
    if (untilMs >= gapEndMs) {
      // The service's clock may be ahead of ours: what it dates beyond our present belongs to an open window.
      return false;
    }
    for (let before = this.before; before && untilMs <= this.walked.sinceMs; before = this.before) {
      this.walked = before;
    }
    this.gaps.add(Math.max(untilMs, this.walked.sinceMs), gapEndMs);
    this.current = this.paginatorOf({ sinceMs: this.walked.sinceMs, untilMs });
    this.frontierMs = untilMs;
    return true;
  }

  /** A page of what is, or was, the walk has been taken up; more may have been read meanwhile. */
  walkedOver(page: FeedPage, paginator: FeedPaginator): void {
    if (paginator === this.walk) {
      this.frontierMs = page.hasMore ? (pageEnd(page, this.walked) ?? this.frontierMs) : this.walked.sinceMs;
    }
  }

  /** Events before an instant are not loaded any more: the walk comes to them again, where they are of the window. */
  forgetBefore(ms: number): void {
    if (ms <= this.walked.sinceMs) {
      return;
    }
    this.gaps.cutBefore(ms);
    this.current = this.paginatorOf({ sinceMs: this.walked.sinceMs, untilMs: ms });
    this.frontierMs = ms;
  }
}

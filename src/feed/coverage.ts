import type { FeedPage } from "../api/types";
import type { Clock } from "../util/clock";
import { Gaps } from "./gaps";
import type { FeedPaginator } from "./paging/feedPaginator";
import { pageEnd } from "./paging/pageEnd";
import { type Window, windowBefore } from "./query";

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
   */
  constructor(
    private readonly firstWindow: Window,
    private readonly paginatorOf: (window: Window) => FeedPaginator,
    private readonly clock: Clock,
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
    return ms > this.frontierMs && !this.gaps.contains(ms);
  }

  /** The window just before the one walked through, so that both tile without gap or overlap; nothing where time begins. */
  get before(): Required<Window> | undefined {
    return windowBefore(this.walked, this.clock.now());
  }

  /** Goes on in the window before. */
  openBefore(): void {
    const { before } = this;
    if (before) {
      this.walked = before;
      this.current = this.paginatorOf(before);
    }
  }

  /** Before anything is read: has the walk begin at an instant, in the window that holds it; what is newer is a gap. */
  startAt(untilMs: number): void {
    const { endMs } = this;
    if (untilMs >= endMs) {
      // The service's clock may be ahead of ours: what it dates beyond our present belongs to an open window.
      return;
    }
    for (let before = this.before; before && untilMs <= this.walked.sinceMs; before = this.before) {
      this.walked = before;
    }
    this.gaps.add(Math.max(untilMs, this.walked.sinceMs), endMs);
    this.current = this.paginatorOf({ sinceMs: this.walked.sinceMs, untilMs });
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

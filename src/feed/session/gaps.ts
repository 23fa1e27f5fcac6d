import type { FeedPage } from "../../api/types";
import { type FeedPaginator, stalledError } from "../paging/feedPaginator";
import { pageEnd } from "../paging/pageEnd";
import type { Window } from "../query";

/** A stretch `[sinceMs, untilMs)` that was passed over; it is filled from its newer end. */
export interface Gap {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly paginator: FeedPaginator;
}

/** Stretches of a session that are known not to be loaded. No two of them overlap. */
export class Gaps {
  private open: readonly Gap[] = [];

  constructor(private readonly paginatorOf: (window: Window) => FeedPaginator) {}

  /** In no order. */
  get all(): readonly Gap[] {
    return this.open;
  }

  startingAt(sinceMs: number): Gap | undefined {
    return this.open.find((gap) => gap.sinceMs === sinceMs);
  }

  contains(ms: number): boolean {
    return this.open.some((gap) => ms >= gap.sinceMs && ms < gap.untilMs);
  }

  /** @param untilMs after `sinceMs`, or there is no gap. */
  add(sinceMs: number, untilMs: number): void {
    if (sinceMs < untilMs) {
      this.open = [...this.open, { sinceMs, untilMs, paginator: this.paginatorOf({ sinceMs, untilMs }) }];
    }
  }

  /** All from an instant on is loaded, or in a gap that comes next. */
  cutAfter(ms: number): void {
    this.cut((gap) => [gap.sinceMs, Math.min(gap.untilMs, ms)]);
  }

  /** What is older than an instant is nobody's gap any more. */
  cutBefore(ms: number): void {
    this.cut((gap) => [Math.max(gap.sinceMs, ms), gap.untilMs]);
  }

  /**
   * What is left of a gap after a page of it was taken up.
   * @throws {ApiError} where paging stopped; the gap is as much narrower as it can be.
   */
  narrow(gap: Gap, page: FeedPage): void {
    const { state } = gap.paginator;
    const endMs = pageEnd(page, gap);
    // More events of that same instant may be on the page to come.
    const untilMs = endMs === undefined ? gap.untilMs : endMs + 1;
    // One that was cut meanwhile is no more here: the page's events are loaded all the same.
    this.open = this.open.flatMap((other) =>
      other !== gap ? other : state.kind === "drained" ? [] : { ...gap, untilMs },
    );
    if (state.kind === "stopped") {
      throw stalledError(state.reason);
    }
  }

  private cut(to: (gap: Gap) => readonly [sinceMs: number, untilMs: number]): void {
    const before = this.open;
    this.open = [];
    for (const gap of before) {
      const [sinceMs, untilMs] = to(gap);
      if (sinceMs === gap.sinceMs && untilMs === gap.untilMs) {
        this.open = [...this.open, gap];
      } else {
        this.add(sinceMs, untilMs);
      }
    }
  }
}

import type { FeedPage } from "../../api/types";
import type { Window } from "../query";
import { pageEnd } from "./pageEnd";

/** The service walks days: a window of ten years may have some thousands in a row that are empty. */
const mostEmptyPages = 5_000;
const mostRepeatedPages = 50;
/** As many ids are remembered, so that memory has a limit. */
const mostIds = 200_000;

/** How far a walk through a window is, and whether it still gets anywhere. */
export class PagingProgress {
  private count = 0;
  private oldestMs = Infinity;
  /** Ids seen since the walk was last at an older instant than ever before. */
  private readonly ids = new Set<string>();
  /** Pages with new ids since then. */
  private newPages = 0;
  private emptyPages = 0;
  private repeatedPages = 0;

  private end: number | undefined;

  constructor(
    private readonly window: Window,
    private position: number | undefined,
  ) {
    this.end = position;
  }

  /** What the last page that had a date within the window said, milliseconds since 1970 UTC. */
  get positionMs(): number | undefined {
    return this.position;
  }

  /** The date of the last event of that page. */
  get endMs(): number | undefined {
    return this.end;
  }

  /** Pages so far that brought anything new. */
  get steps(): number {
    return this.count;
  }

  /** Takes a page into account. */
  note(items: FeedPage["items"]): void {
    // Both are to happen: the ids of this page are those that the next one is compared with.
    const isOlder = this.moveTo(positionOf(items, this.window));
    this.end = pageEnd({ items }, this.window) ?? this.end;
    const isNew = this.remember(items);
    if (isOlder || isNew) {
      this.count++;
      this.newPages = isOlder ? 0 : this.newPages + 1;
      this.resetStallCounters();
    } else if (items.length === 0) {
      this.emptyPages++;
    } else {
      this.repeatedPages++;
    }
  }

  /** Why paging stalled, once there have been too many pages in a row with nothing new. */
  get stalled(): string | undefined {
    if (this.emptyPages >= mostEmptyPages) {
      return `the service sent ${this.emptyPages.toLocaleString("en-US")} empty pages in a row`;
    }
    // After a restart among many events of one instant, as many pages come again.
    return this.repeatedPages >= mostRepeatedPages + this.newPages
      ? "the service sends the same events again and again"
      : undefined;
  }

  resetStallCounters(): void {
    this.emptyPages = 0;
    this.repeatedPages = 0;
  }

  private moveTo(ms: number | undefined): boolean {
    if (ms === undefined) {
      return false;
    }
    this.position = ms;
    if (ms >= this.oldestMs) {
      return false;
    }
    this.oldestMs = ms;
    this.ids.clear();
    return true;
  }

  private remember(items: FeedPage["items"]): boolean {
    const before = this.ids.size;
    for (const { value } of items) {
      if (this.ids.size < mostIds) {
        this.ids.add(value.id);
      }
    }
    return this.ids.size > before;
  }
}

/**
 * How far back a page surely goes, newest first: the newest instant within the window in its older half, so that an event
 * that is dated out of its order takes nothing else along. Undefined where no event has such a date; milliseconds since 1970 UTC.
 */
export function positionOf(
  items: FeedPage["items"],
  { sinceMs, untilMs = Infinity }: Window,
): number | undefined {
  const instants = items.flatMap(({ value: { publishedMs } }) =>
    publishedMs !== undefined && publishedMs >= sinceMs && publishedMs < untilMs ? [publishedMs] : [],
  );
  return instants.length === 0 ? undefined : Math.max(...instants.slice(-(instants.length >> 1) - 1));
}

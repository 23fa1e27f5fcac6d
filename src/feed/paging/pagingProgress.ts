import * as l10n from "@vscode/l10n";
import type { FeedPage } from "../../api/types";
import { formatNumber } from "../../shared/text";
import type { Window } from "../feedRequest";

/** The service pages day by day: a window of ten years may have thousands of empty days in a row. */
const maxEmptyPages = 5_000;
const maxRepeatedPages = 50;
/** Maximum number of remembered IDs, to bound memory. */
const maxIds = 200_000;

/** How far back a window has been read, and whether paging still makes progress. */
export class PagingProgress {
  private newPageCount = 0;
  private oldestMs = Infinity;
  /** IDs since the position last became older than ever before. */
  private readonly ids = new Set<string>();
  /** Pages with new IDs since then. */
  private newPagesAtPosition = 0;
  private emptyPages = 0;
  private repeatedPages = 0;
  private lastEventMs: number | undefined;

  /** @param position where an earlier reading of the window ended, as `positionOf` returned it. */
  constructor(
    private readonly window: Window,
    private position: number | undefined,
  ) {
    this.lastEventMs = position;
  }

  /** `positionOf` the last page with a date within the window, milliseconds since 1970 UTC. */
  get positionMs(): number | undefined {
    return this.position;
  }

  /** `endOf` that page. */
  get endMs(): number | undefined {
    return this.lastEventMs;
  }

  /** Number of pages so far with anything new. */
  get newPages(): number {
    return this.newPageCount;
  }

  addPage(items: FeedPage["items"]): void {
    const isOlder = this.moveTo(positionOf(items, this.window));
    this.lastEventMs = endOf(items, this.window) ?? this.lastEventMs;
    // Also if the position is older: the next page is compared with these IDs.
    const hasNewIds = this.addIds(items);
    if (isOlder || hasNewIds) {
      this.newPageCount++;
      this.newPagesAtPosition = isOlder ? 0 : this.newPagesAtPosition + 1;
      this.resetStallCounters();
    } else if (items.length === 0) {
      this.emptyPages++;
    } else {
      this.repeatedPages++;
    }
  }

  /** Why paging stalled, as a sentence: too many pages in a row had nothing new. Undefined while it makes progress. */
  get stallReason(): string | undefined {
    if (this.emptyPages >= maxEmptyPages) {
      return emptyPagesMessage(this.emptyPages);
    }
    // After a restart among many events of one instant, all pages of that instant are repeated.
    return this.repeatedPages >= maxRepeatedPages + this.newPagesAtPosition
      ? l10n.t("Paging stopped: the service keeps sending the same events.")
      : undefined;
  }

  resetStallCounters(): void {
    this.emptyPages = 0;
    this.repeatedPages = 0;
  }

  /** @returns whether the position is older than ever before */
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

  /** @returns whether any of the IDs is new */
  private addIds(items: FeedPage["items"]): boolean {
    const before = this.ids.size;
    for (const { value } of items) {
      if (this.ids.size < maxIds) {
        this.ids.add(value.id);
      }
    }
    return this.ids.size > before;
  }
}

/** Why a window was not read on, as a sentence. */
export function emptyPagesMessage(pages: number): string {
  return l10n.t("Paging stopped: the service sent {0} empty pages in a row.", formatNumber(pages));
}

/**
 * How far back a page certainly goes: the newest date within the window in the older half of the page, so that events dated
 * out of order cannot make paging skip others. Milliseconds since 1970 UTC; undefined if no event has such a date.
 * Pages are newest first (docs/service.md, Event feed: response).
 */
export function positionOf(items: FeedPage["items"], window: Window): number | undefined {
  const instants = instantsIn(items, window);
  return instants.length === 0 ? undefined : Math.max(...instants.slice(-(instants.length >> 1) - 1));
}

/** How far back a page goes: the date of its last event that is dated within the window, milliseconds since 1970 UTC. */
export function endOf(items: FeedPage["items"], window: Window): number | undefined {
  return instantsIn(items, window).at(-1);
}

function instantsIn(items: FeedPage["items"], { sinceMs, untilMs = Infinity }: Window): number[] {
  return items.flatMap(({ value: { publishedMs } }) =>
    publishedMs !== undefined && publishedMs >= sinceMs && publishedMs < untilMs ? [publishedMs] : [],
  );
}

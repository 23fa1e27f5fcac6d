/** Feeds for tests, and helpers to read their state. */
import { Feed, type FeedOptions } from "../../src/feed/feed";
import { EventBudget } from "../../src/feed/store/eventBudget";
import { Emitter } from "../../src/shared/emitter";
import type { FeedQuery } from "../../src/shared/feedQuery";
import type { GapRow, Row } from "../../src/shared/feedState";
import type { IDisposable } from "../../src/util/disposable";

export const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

/** Defaults for most tests: no limit, no preloading, a check every 30 s, an overlap of 10 min. */
export const feedDefaults: Pick<FeedOptions, "budget" | "preloadEvents" | "live"> = {
  get budget() {
    return new EventBudget(() => 1_000_000);
  },
  preloadEvents: () => 0,
  live: {
    random: () => 0,
    intervalMs: () => 30_000,
    onDidChangeInterval: new Emitter<void>().event,
    overlapMs: () => 600_000,
  },
};

/** A feed of the last week in pages of 10, unless specified otherwise. */
export function createFeed(
  client: FeedOptions["client"],
  clock: FeedOptions["clock"],
  options: Partial<FeedOptions> & { readonly query?: FeedQuery } = {},
): Feed {
  const { query = lastWeek, ...dependencies } = options;
  return new Feed(query, { client, clock, pageSize: () => 10, ...feedDefaults, ...dependencies });
}

/** IDs of the events in view. */
export function eventIds(feed: Feed): string[] {
  return Array.from(feed.events.inView(), ({ value }) => value.id);
}

export function allRows(feed: Feed): Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < feed.rows.info.rowCount; start += 1000) {
    rows.push(...feed.rows.get({ start, end: start + 1000 }).rows);
  }
  return rows;
}

export function gapRows(feed: Feed): GapRow[] {
  return allRows(feed).filter((row) => row.kind === "gap");
}

/** Checks for new events, and waits until the check has ended. */
export async function checkForUpdates(feed: Feed): Promise<void> {
  feed.live.pollNow();
  await checkEnded(feed);
}

/** Waits until the current check, if any, has ended. */
export async function checkEnded(feed: Feed): Promise<void> {
  while (feed.state.live.kind === "checking") {
    await new Promise<void>((resolve) => {
      const listener = feed.onDidChange(() => {
        listener.dispose();
        resolve();
      });
    });
  }
}

/** Listens to changes of the rows only. */
export function onDidChangeRows(feed: Feed, listener: () => void): IDisposable {
  let { revision } = feed.rows.info;
  return feed.onDidChange(() => {
    const previous = revision;
    ({ revision } = feed.rows.info);
    if (revision !== previous) {
      listener();
    }
  });
}

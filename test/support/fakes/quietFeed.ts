import { EventBudget } from "../../../src/feed/session/eventBudget";
import type { FeedDependencies } from "../../../src/feed/feed";

/** What most tests of a feed do not care about: no limit that is felt, no visit before, polls twice a minute by the clock. */
export const quietFeed: Pick<FeedDependencies, "budget" | "live" | "lastVisit"> = {
  get budget() {
    return new EventBudget(() => 1_000_000);
  },
  live: { random: () => 0, intervalMs: () => 30_000, overlapMs: () => 600_000 },
  lastVisit: () => undefined,
};

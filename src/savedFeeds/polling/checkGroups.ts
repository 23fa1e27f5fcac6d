import type { FeedQuery } from "../../shared/feedQuery";
import { filtersKey, type FollowedFeed } from "../model/followedFeeds";

/** Followed feeds that one check serves, because they request the same from the same connection. */
export interface CheckGroup {
  /** Groups have the same key only if they have the same connection and filters. */
  readonly key: string;
  readonly connection: FollowedFeed["connection"];
  /** Only its filters are used: checks read the newest events, whatever its time range. */
  readonly query: FeedQuery;
  readonly feeds: readonly FollowedFeed[];
}

/** Groups feeds by connection and filters. Feeds whose time range does not include the present are left out. */
export function checkGroups(feeds: readonly FollowedFeed[], nowMs: number): CheckGroup[] {
  const groups = new Map<string, FollowedFeed[]>();
  for (const feed of feeds.filter(({ feed }) => includesNow(feed.query, nowMs))) {
    const key = groupKey(feed.connection, feed.feed.query);
    groups.set(key, [...(groups.get(key) ?? []), feed]);
  }
  return [...groups].flatMap(([key, members]) => {
    const [first] = members;
    return first ? [{ key, connection: first.connection, query: first.feed.query, feeds: members }] : [];
  });
}

export function groupKey({ name, origin }: FollowedFeed["connection"], query: FeedQuery): string {
  return JSON.stringify([name, origin, filtersKey(query)]);
}

/** When the feed that has waited longest was last checked; undefined if one of the feeds was never checked. */
export function checkedAtOf({ feeds }: CheckGroup): number | undefined {
  const times = feeds.map(({ checkedAtMs }) => checkedAtMs);
  return times.reduce<number | undefined>(
    (first, time) => (first === undefined || time === undefined ? undefined : Math.min(first, time)),
    Infinity,
  );
}

function includesNow({ window }: FeedQuery, nowMs: number): boolean {
  return (
    window.kind === "last" ||
    (Date.parse(window.since) <= nowMs && (window.until === undefined || nowMs < Date.parse(window.until)))
  );
}

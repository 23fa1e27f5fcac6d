/**
 * The followed feeds of this machine and their unread events, as pure functions of an immutable state.
 *
 * A feed counts as read up to its mark. The service may list events late, by up to the overlap. The
 * mark therefore covers by date only what is older than the overlap (`fromMs`), and lists the newer events
 * that were read. Unread are the events after `fromMs` that are not in this list. A check adds them and moves
 * `completeUntilMs`; the next check reads on from there, less the overlap.
 * All windows share a file. Each merges its state with the file before it writes: for each feed, the version
 * that a person changed last wins, then the one with more checks. The next check finds the other's events.
 */
import type { DatedEventRef } from "../../shared/viewQueries";
import type { SavedFeedId } from "./savedFeed";

/** Unread events that a feed remembers (also in docs/saved-feeds.md). */
const maxUnread = 1000;

export interface Mark {
  /** Events published up to here count as read: the mark minus the overlap. */
  readonly fromMs: number;
  /** Events published since then that were read. Newest first. */
  readonly read: readonly DatedEventRef[];
}

interface UnreadState {
  readonly mark: Mark;
  /** Newest first. */
  readonly unread: readonly DatedEventRef[];
  /** There are more unread events than are remembered. */
  readonly isCut?: true;
}

/** A feed that is followed, or was until `changedMs`. */
export interface FollowedFeed extends UnreadState {
  /** When a person last changed it, by our clock, but always later than the previous change. */
  readonly changedMs: number;
  /** Number of checks since then. */
  readonly checks: number;
  /** Absent: not followed any more. */
  readonly connection?: { readonly name: string; readonly origin: string };
  /** Fingerprint of the filters and account that events were counted with. Absent before the first check. */
  readonly filters?: string;
  /** All events published before this are known. By the earlier of our clock and the service's. */
  readonly completeUntilMs: number;
  /** Latest publication time covered by a notification, or that needs none. */
  readonly announcedMs: number;
  /** When a check last succeeded by our clock, and the ID of its window. */
  readonly checkedAtMs?: number;
  readonly checkedBy?: string;
  /** As it was before the last Mark as Read. */
  readonly previous?: UnreadState & { readonly atMs: number };
}

export interface FollowedFeeds {
  readonly feeds: Readonly<Record<SavedFeedId, FollowedFeed>>;
  /** When a notification was last shown, and the ID of its window. */
  readonly announcement?: { readonly atMs: number; readonly by: string };
}

/** `globalState` key: folder of the file with what is followed. Absent until a feed is followed. */
export const savedFeedsFolderKey = "savedFeeds.folder";

export const nothingFollowed: FollowedFeeds = { feeds: {} };

/** Result of a check: all events of a feed that were published since `fromMs`. */
export interface Check {
  /** The feed's own, under its current name. */
  readonly connection: NonNullable<FollowedFeed["connection"]>;
  readonly filters: string;
  readonly fromMs: number;
  readonly overlapMs: number;
  /** Later events may be missing. */
  readonly untilMs: number;
  /** The service's time (ours if it sends none), and how far its clock is ahead of ours. */
  readonly serviceMs: number;
  readonly aheadMs: number;
  /** Events that match the filters and companies of the feed, published before its time range ends. */
  readonly events: readonly DatedEventRef[];
  /** Start of the feed's time range. */
  readonly sinceMs: number;
  /** There were too many events to read them all. */
  readonly isCut: boolean;
  readonly atMs: number;
  /** ID of the window. */
  readonly by: string;
  /** The feed shows no notifications. */
  readonly isQuiet: boolean;
}

/** Has the changes of both states. Of equal versions of a feed, `b`'s is used. */
export function merge(a: FollowedFeeds, b: FollowedFeeds, nowMs: number): FollowedFeeds {
  const feeds: Record<SavedFeedId, FollowedFeed> = { ...b.feeds };
  for (const [id, feed] of Object.entries(a.feeds)) {
    const other = b.feeds[id];
    feeds[id] = other ? mergeFeed(feed, other) : feed;
  }
  // On a tie keep `a`'s object, which its window compares by identity. Drop announcements from the future.
  const [announcement] = [a.announcement, b.announcement]
    .flatMap((each) => (each && each.atMs <= nowMs ? each : []))
    .sort((one, other) => other.atMs - one.atMs || compareTexts(other.by, one.by));
  return { feeds, ...(announcement && { announcement }) };
}

function mergeFeed(a: FollowedFeed, b: FollowedFeed): FollowedFeed {
  const newer = compareVersions(a, b) > 0 ? a : b;
  const announcedMs = Math.max(a.announcedMs, b.announcedMs);
  return announcedMs === newer.announcedMs ? newer : { ...newer, announcedMs };
}

/** Positive: `a` is newer. All windows prefer the same version. */
function compareVersions(a: FollowedFeed, b: FollowedFeed): number {
  return (
    a.changedMs - b.changedMs ||
    a.checks - b.checks ||
    (a.checkedAtMs ?? 0) - (b.checkedAtMs ?? 0) ||
    compareTexts(a.checkedBy ?? "", b.checkedBy ?? "")
  );
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** @param connection undefined: the feed is not followed any more */
export function follow(
  state: FollowedFeeds,
  id: SavedFeedId,
  connection: FollowedFeed["connection"],
  nowMs: number,
): FollowedFeeds {
  return withFeed(state, id, {
    ...(connection && { connection }),
    changedMs: nextChangeMs(state, nowMs),
    checks: 0,
    mark: { fromMs: nowMs, read: [] },
    unread: [],
    completeUntilMs: nowMs,
    // The first check sets it, by the service's clock.
    announcedMs: 0,
  });
}

export function rename(
  state: FollowedFeeds,
  from: SavedFeedId,
  to: SavedFeedId,
  nowMs: number,
): FollowedFeeds {
  const feed = state.feeds[from];
  return feed ? withFeed(follow(state, from, undefined, nowMs), to, newVersion(state, feed, nowMs)) : state;
}

/**
 * Sets the marks of these feeds to the newest unread event that was shown.
 * @param options `shown`: the state that this window showed; events found since by another window stay unread
 */
export function markRead(
  state: FollowedFeeds,
  ids: readonly SavedFeedId[],
  options: { readonly shown: FollowedFeeds; readonly nowMs: number; readonly overlapMs: number },
): FollowedFeeds {
  const { shown, nowMs, overlapMs } = options;
  return update(state, ids, (feed, id) => {
    const shownIds = new Set(shown.feeds[id]?.unread.map((event) => event.id));
    const seen = feed.unread.filter((event) => shownIds.has(event.id));
    const [newest] = seen;
    if (!newest) {
      return feed;
    }
    const markMs = Math.min(newest.publishedMs, feed.completeUntilMs);
    const oldestMs = feed.isCut ? (seen.at(-1)?.publishedMs ?? -Infinity) : -Infinity;
    const fromMs = Math.max(markMs - overlapMs, feed.mark.fromMs, oldestMs);
    const { isCut, ...rest } = newVersion(state, feed, nowMs);
    return {
      ...rest,
      mark: markOf(fromMs, [...seen, ...feed.mark.read]),
      unread: feed.unread.filter((event) => !shownIds.has(event.id)),
      announcedMs: Math.max(feed.announcedMs, markMs),
      previous: { atMs: rest.changedMs, mark: feed.mark, unread: seen, ...(isCut && { isCut }) },
    };
  });
}

/** Undoes the last Mark as Read of these feeds, for all that were marked together. */
export function undoMarkRead(
  state: FollowedFeeds,
  ids: readonly SavedFeedId[],
  nowMs: number,
): FollowedFeeds {
  const times = ids.map((id) => state.feeds[id]?.previous?.atMs ?? -Infinity);
  const lastMs = Math.max(-Infinity, ...times);
  return update(state, ids, (feed) => {
    const { previous, ...rest } = newVersion(state, feed, nowMs);
    return previous?.atMs === lastMs
      ? {
          ...rest,
          mark: previous.mark,
          ...limitUnread([...feed.unread, ...previous.unread], feed.isCut ?? previous.isCut),
        }
      : feed;
  });
}

/** Adds the events that a check found. Applied twice, or after a later check, it adds no event twice. */
export function applyCheck(state: FollowedFeeds, id: SavedFeedId, check: Check): FollowedFeeds {
  return update(state, [id], (feed) => {
    if (!feed.connection) {
      return feed;
    }
    const isNew = feed.filters !== check.filters;
    const { isCut, ...base } = isNew ? restartCounting(feed, check) : feed;
    const { read, fromMs } = base.mark;
    const known = new Set([...read, ...base.unread].map((event) => event.id));
    const found = check.events.filter((event) => event.publishedMs > fromMs && !known.has(event.id));
    // If all that are remembered have left the time range, so have those that were cut off.
    const wasCut = isCut && (base.unread[0]?.publishedMs ?? Infinity) >= check.sinceMs;
    const reachesBack = isNew || check.isCut || check.fromMs <= feed.completeUntilMs - check.overlapMs;
    return {
      ...base,
      ...limitUnread(
        [...base.unread, ...found].filter(({ publishedMs }) => publishedMs >= check.sinceMs),
        wasCut || check.isCut || undefined,
      ),
      connection: check.connection,
      checks: feed.checks + 1,
      filters: check.filters,
      completeUntilMs: reachesBack ? check.untilMs : feed.completeUntilMs,
      announcedMs: check.isQuiet ? Math.max(base.announcedMs, check.serviceMs) : base.announcedMs,
      checkedAtMs: check.atMs,
      checkedBy: check.by,
    };
  });
}

/** Where counting starts: at the end of the last check; with other filters, at the oldest unread event. */
export function countFrom(feed: FollowedFeed, filters: string): number {
  const oldestMs = feed.filters === filters ? undefined : feed.unread.at(-1)?.publishedMs;
  return Math.min((oldestMs ?? Infinity) - 1, feed.completeUntilMs);
}

/** Resets the feed for new filters: events up to the mark, or dated in the future, count as read. */
function restartCounting(feed: FollowedFeed, check: Check): FollowedFeed {
  const isFirst = feed.filters === undefined;
  const markMs = isFirst
    ? Math.min(feed.completeUntilMs + check.aheadMs, check.serviceMs)
    : countFrom(feed, check.filters);
  const earlyMs = markMs - check.overlapMs;
  const fromMs = check.fromMs <= earlyMs ? earlyMs : markMs;
  const seen = check.events.filter(
    ({ publishedMs }) => publishedMs <= markMs || publishedMs > check.atMs + check.aheadMs,
  );
  const { changedMs, checks, completeUntilMs, announcedMs } = feed;
  return {
    changedMs,
    checks,
    completeUntilMs,
    mark: markOf(fromMs, seen),
    unread: [],
    announcedMs: isFirst ? markMs : announcedMs,
  };
}

function markOf(fromMs: number, seen: readonly DatedEventRef[]): Mark {
  const read = newestFirst(seen.filter(({ publishedMs }) => publishedMs > fromMs));
  // The mark moves up to the first event that is not remembered.
  const forgotten = read[maxUnread];
  return forgotten
    ? { fromMs: Math.max(fromMs, forgotten.publishedMs), read: read.slice(0, maxUnread) }
    : { fromMs, read };
}

function limitUnread(events: readonly DatedEventRef[], isCut: true | undefined): Omit<UnreadState, "mark"> {
  const unread = newestFirst(events);
  return {
    unread: unread.slice(0, maxUnread),
    ...((isCut || unread.length > maxUnread) && { isCut: true }),
  };
}

function newestFirst(events: readonly DatedEventRef[]): readonly DatedEventRef[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  return [...byId.values()].sort((a, b) => b.publishedMs - a.publishedMs || compareTexts(a.id, b.id));
}

/** Unread events that no notification has announced. Events dated in the future wait until then. */
export function unannounced(feed: FollowedFeed): readonly DatedEventRef[] {
  const { announcedMs, completeUntilMs } = feed;
  return feed.unread.filter(({ publishedMs }) => publishedMs > announcedMs && publishedMs <= completeUntilMs);
}

export function announce(
  state: FollowedFeeds,
  ids: readonly SavedFeedId[],
  announcement: NonNullable<FollowedFeeds["announcement"]>,
): FollowedFeeds {
  const announced = update(state, ids, (feed) => {
    // Not up to now: the service may list earlier events late.
    const [newest] = unannounced(feed);
    return newest ? { ...feed, announcedMs: newest.publishedMs } : feed;
  });
  return { ...announced, announcement };
}

function newVersion(state: FollowedFeeds, feed: FollowedFeed, nowMs: number): FollowedFeed {
  return { ...feed, changedMs: nextChangeMs(state, nowMs), checks: 0 };
}

/** Later than any previous change, even if the clock was set back. */
function nextChangeMs({ feeds }: FollowedFeeds, nowMs: number): number {
  return Math.max(nowMs, ...Object.values(feeds).map(({ changedMs }) => changedMs + 1));
}

function withFeed(state: FollowedFeeds, id: SavedFeedId, feed: FollowedFeed): FollowedFeeds {
  return { ...state, feeds: { ...state.feeds, [id]: feed } };
}

function update(
  state: FollowedFeeds,
  ids: readonly SavedFeedId[],
  change: (feed: FollowedFeed, id: SavedFeedId) => FollowedFeed,
): FollowedFeeds {
  return ids.reduce((next, id) => {
    const feed = state.feeds[id];
    const now = feed && change(feed, id);
    return now && now !== feed ? withFeed(next, id, now) : next;
  }, state);
}

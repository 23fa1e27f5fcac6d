/** What is known on this machine of the feeds that are followed: pure functions of an immutable state. */
import type { SavedFeedId } from "./savedFeed";

/** Unread events that a feed remembers (also in docs/saved-feeds.md). */
const maxUnread = 1000;

export interface FoundEvent {
  readonly id: string;
  readonly publishedMs: number;
}

export interface Mark {
  /** The instant that was read up to, less the time in which events may arrive late: no earlier event is unread. */
  readonly fromMs: number;
  /** Those published since then that have been seen. Newest first. */
  readonly read: readonly FoundEvent[];
}

interface Reading {
  readonly mark: Mark;
  readonly unread: readonly FoundEvent[];
  readonly isCut?: true;
}

/** A feed that is followed, or was until `changedMs`. */
export interface FollowedFeed extends Reading {
  /** When a person last changed it, by our clock, and later than the change before: the latest change wins. */
  readonly changedMs: number;
  /** Counts the checks since then: of two versions with the same change, the one with more of them wins. */
  readonly checks: number;
  /** Absent: not followed any more. */
  readonly connection?: { readonly name: string; readonly origin: string };
  /** What was asked for, and of whom, when the events were counted. Unknown before the first check. */
  readonly filters?: string;
  /** Everything published before is known, by the service's clock. */
  readonly completeUntilMs: number;
  /** Events published until then have been in a toast, or none is due for them. */
  readonly announcedMs: number;
  /** When a check last succeeded by our clock, and in which window. */
  readonly checkedAtMs?: number;
  readonly checkedBy?: string;
  /** As it was before the last Mark as Read. */
  readonly previous?: Reading & { readonly atMs: number };
}

export interface Marks {
  readonly feeds: Readonly<Record<SavedFeedId, FollowedFeed>>;
  /** When a toast was last shown, and by which window. */
  readonly announcement?: { readonly atMs: number; readonly by: string };
}

type Announcement = Marks["announcement"];

export const nothingFollowed: Marks = { feeds: {} };

/** What a check read: all events of a feed that were published from `fromMs` on. */
export interface Check {
  readonly filters: string;
  readonly fromMs: number;
  /** Later events may be missing. */
  readonly untilMs: number;
  /** The service's time, ours if it does not tell, and how far its clock is ahead. */
  readonly serviceMs: number;
  readonly aheadMs: number;
  /** Those that match the filters, the companies and the time range of the feed. */
  readonly events: readonly FoundEvent[];
  readonly sinceMs: number;
  /** There were too many events to read them all. */
  readonly isCut: boolean;
  readonly atMs: number;
  readonly by: string;
  readonly isQuiet: boolean;
}

/** The state that knows all changes of both. Of feeds that are equally new, what is in `b`. */
export function join(a: Marks, b: Marks, nowMs: number): Marks {
  const feeds: Record<SavedFeedId, FollowedFeed> = { ...b.feeds };
  for (const [id, ofA] of Object.entries(a.feeds)) {
    const ofB = b.feeds[id];
    feeds[id] = ofB ? joinFeed(ofA, ofB) : ofA;
  }
  // Of equal ones that of `a`, by which the window that made it knows its own; none from before the clock was set back.
  const [announcement] = [a.announcement, b.announcement]
    .flatMap((each) => (each && each.atMs <= nowMs ? each : []))
    .sort((one, other) => other.atMs - one.atMs || compareTexts(other.by, one.by));
  return { feeds, ...(announcement && { announcement }) };
}

function joinFeed(a: FollowedFeed, b: FollowedFeed): FollowedFeed {
  const newer = compareVersions(a, b) > 0 ? a : b;
  const announcedMs = Math.max(a.announcedMs, b.announcedMs);
  return announcedMs === newer.announcedMs ? newer : { ...newer, announcedMs };
}

/** Positive: `a` is newer. Any two windows prefer the same one. */
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
  marks: Marks,
  id: SavedFeedId,
  connection: FollowedFeed["connection"],
  nowMs: number,
): Marks {
  return withFeed(marks, id, {
    ...(connection && { connection }),
    changedMs: nextChange(marks, nowMs),
    checks: 0,
    mark: { fromMs: nowMs, read: [] },
    unread: [],
    completeUntilMs: nowMs,
    // The first check sets it by the service's clock.
    announcedMs: 0,
  });
}

export function rename(marks: Marks, from: SavedFeedId, to: SavedFeedId, nowMs: number): Marks {
  const feed = marks.feeds[from];
  return feed ? withFeed(follow(marks, from, undefined, nowMs), to, changed(marks, feed, nowMs)) : marks;
}

/**
 * Sets the marks of these feeds to the newest unread event that could be seen.
 * @param shown what this window showed: what another one has found since stays unread
 */
export function markRead(
  marks: Marks,
  ids: readonly SavedFeedId[],
  { shown, nowMs, overlapMs }: { readonly shown: Marks; readonly nowMs: number; readonly overlapMs: number },
): Marks {
  return update(marks, ids, (feed, id) => {
    const shownIds = new Set(shown.feeds[id]?.unread.map((event) => event.id));
    const seen = feed.unread.filter((event) => shownIds.has(event.id));
    const [newest] = seen;
    if (!newest) {
      return feed;
    }
    const markMs = Math.min(newest.publishedMs, feed.completeUntilMs);
    const oldestMs = feed.isCut ? (seen.at(-1)?.publishedMs ?? -Infinity) : -Infinity;
    const fromMs = Math.max(markMs - overlapMs, feed.mark.fromMs, oldestMs);
    const { isCut, ...rest } = changed(marks, feed, nowMs);
    return {
      ...rest,
      mark: markOf(fromMs, [...seen, ...feed.mark.read]),
      unread: feed.unread.filter((event) => !shownIds.has(event.id)),
      announcedMs: Math.max(feed.announcedMs, markMs),
      previous: { atMs: rest.changedMs, mark: feed.mark, unread: seen, ...(isCut && { isCut }) },
    };
  });
}

/** Takes back the last Mark as Read of these feeds: those that were marked together. */
export function undoMarkRead(marks: Marks, ids: readonly SavedFeedId[], nowMs: number): Marks {
  const times = ids.map((id) => marks.feeds[id]?.previous?.atMs ?? -Infinity);
  const lastMs = Math.max(-Infinity, ...times);
  return update(marks, ids, (feed) => {
    const { previous, ...rest } = changed(marks, feed, nowMs);
    return previous?.atMs === lastMs
      ? {
          ...rest,
          mark: previous.mark,
          ...cut([...feed.unread, ...previous.unread], feed.isCut ?? previous.isCut),
        }
      : feed;
  });
}

/** Adds what a check of the feed found. Applied twice, or in another order, it changes nothing more. */
export function applyCheck(marks: Marks, id: SavedFeedId, check: Check, overlapMs: number): Marks {
  return update(marks, [id], (feed) => {
    if (!feed.connection) {
      return feed;
    }
    const isNew = feed.filters !== check.filters;
    const base = isNew ? started(feed, check, overlapMs) : feed;
    const { read, fromMs } = base.mark;
    const known = new Set([...read, ...base.unread].map((event) => event.id));
    const found = check.events.filter((event) => event.publishedMs > fromMs && !known.has(event.id));
    const reachesBack = isNew || check.isCut || check.fromMs <= feed.completeUntilMs - overlapMs;
    return {
      ...base,
      ...cut(
        [...base.unread, ...found].filter(({ publishedMs }) => publishedMs >= check.sinceMs),
        base.isCut ?? (check.isCut || undefined),
      ),
      checks: feed.checks + 1,
      filters: check.filters,
      completeUntilMs: reachesBack ? check.untilMs : feed.completeUntilMs,
      announcedMs: check.isQuiet ? Math.max(base.announcedMs, check.serviceMs) : base.announcedMs,
      checkedAtMs: check.atMs,
      checkedBy: check.by,
    };
  });
}

/** Where counting starts: where the last check ended; with other filters, from the oldest unread event on. */
export function countFrom(
  { filters: counted, unread, completeUntilMs }: FollowedFeed,
  filters: string,
): number {
  const oldestMs = counted === filters ? undefined : unread.at(-1)?.publishedMs;
  return Math.min((oldestMs ?? Infinity) - 1, completeUntilMs);
}

/** A feed as the first check of its filters finds it: what was published until the mark, or is dated in the future, has been seen. */
function started(feed: FollowedFeed, check: Check, overlapMs: number): FollowedFeed {
  const isFirst = feed.filters === undefined;
  const markMs = isFirst
    ? Math.min(feed.completeUntilMs + check.aheadMs, check.serviceMs)
    : countFrom(feed, check.filters);
  const fromMs = check.fromMs <= markMs - overlapMs ? markMs - overlapMs : markMs;
  const seen = check.events.filter(
    ({ publishedMs }) => publishedMs <= markMs || publishedMs > check.serviceMs,
  );
  const { connection, changedMs, checks, completeUntilMs, announcedMs } = feed;
  return {
    ...(connection && { connection }),
    changedMs,
    checks,
    completeUntilMs,
    mark: markOf(fromMs, seen),
    unread: [],
    announcedMs: isFirst ? markMs : announcedMs,
  };
}

function markOf(fromMs: number, seen: readonly FoundEvent[]): Mark {
  const read = newestFirst(seen.filter(({ publishedMs }) => publishedMs > fromMs));
  const forgotten = read[maxUnread];
  return forgotten
    ? { fromMs: Math.max(fromMs, forgotten.publishedMs), read: read.slice(0, maxUnread) }
    : { fromMs, read };
}

function cut(events: readonly FoundEvent[], isCut: true | undefined): Pick<Reading, "unread" | "isCut"> {
  const unread = newestFirst(events);
  return {
    unread: unread.slice(0, maxUnread),
    ...((isCut || unread.length > maxUnread) && { isCut: true }),
  };
}

function newestFirst(events: readonly FoundEvent[]): readonly FoundEvent[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  return [...byId.values()].sort((a, b) => b.publishedMs - a.publishedMs || compareTexts(a.id, b.id));
}

/** Unread events that no toast has told of. One that is dated in the future waits until then. */
export function unannounced({ unread, announcedMs, completeUntilMs }: FollowedFeed): readonly FoundEvent[] {
  return unread.filter(({ publishedMs }) => publishedMs > announcedMs && publishedMs <= completeUntilMs);
}

export function announce(
  marks: Marks,
  ids: readonly SavedFeedId[],
  announcement: NonNullable<Announcement>,
): Marks {
  const told = update(marks, ids, (feed) => {
    // Later events may have been published by now, but not have arrived.
    const [newest] = unannounced(feed);
    return newest ? { ...feed, announcedMs: newest.publishedMs } : feed;
  });
  return { ...told, announcement };
}

function changed(marks: Marks, feed: FollowedFeed, nowMs: number): FollowedFeed {
  return { ...feed, changedMs: nextChange(marks, nowMs), checks: 0 };
}

/** Later than any change before, also if the clock was set back. */
function nextChange({ feeds }: Marks, nowMs: number): number {
  return Math.max(nowMs, ...Object.values(feeds).map(({ changedMs }) => changedMs + 1));
}

function withFeed(marks: Marks, id: SavedFeedId, feed: FollowedFeed): Marks {
  return { ...marks, feeds: { ...marks.feeds, [id]: feed } };
}

function update(
  marks: Marks,
  ids: readonly SavedFeedId[],
  change: (feed: FollowedFeed, id: SavedFeedId) => FollowedFeed,
): Marks {
  return ids.reduce((next, id) => {
    const feed = marks.feeds[id];
    const now = feed && change(feed, id);
    return now && now !== feed ? withFeed(next, id, now) : next;
  }, marks);
}

import { dayMs } from "../../shared/instant";
import type { FeedCheck } from "./actions";
import {
  type Baseline,
  compareEvents,
  type FollowedFeed,
  isInWindow,
  sameEventsCount,
  type SeenEvent,
  type UnreadEvent,
  withChanges,
} from "./followedFeeds";

/** Unread events that a feed remembers; of more, the newest. */
export const maxUnread = 1_000;
/** Seen events that a feed remembers; of more, the newest. */
export const maxSeen = 2_000;
/** The same for those without a usable date: further ones do not count. */
export const maxUndatedSeen = 200;
/** Events with longer IDs do not count. */
const maxIdLength = 512;
/** An event that is dated further in the future has no usable date. */
const maxAheadMs = dayMs;
/** How much the clocks of a service's machines may differ. */
const clockToleranceMs = 5 * 60_000;

type FoundEvents = ReadonlyMap<string, SeenEvent>;

/** What a check says about one feed. */
export interface CheckedFeed {
  readonly feed: FollowedFeed;
  /** Of events that were unread once, those that would still count. */
  stillCounted(events: readonly UnreadEvent[]): readonly UnreadEvent[];
}

/** Counts what a check has found; undefined if the check says nothing about the feed as it is now. */
export function applyCheck(feed: FollowedFeed, check: FeedCheck): CheckedFeed | undefined {
  if (!isApplicable(feed, check)) {
    return undefined;
  }
  if (!feed.baseline && check.fromMs > check.untilMs && !check.isCutShort) {
    // The service's clock is further behind ours than the check reached back: the next one starts over, by the service's clock.
    const checkFromMs = check.untilMs - check.overlapMs;
    return {
      feed: { ...feed, checkFromMs, checkedAtMs: check.atMs, ...keyOf(check) },
      stillCounted: (events) => events,
    };
  }
  const found = new Map<string, SeenEvent>();
  for (const { id, publishedMs } of check.events) {
    if (id.length <= maxIdLength) {
      found.set(id, { id, ...(publishedMs !== undefined && { publishedMs }) });
    }
  }
  const baseline = nextBaseline(feed.baseline, check, found);
  const stillCounted = remainingEvents(feed, check, found, baseline.completeUntilMs);
  const kept = stillCounted(feed.unread);
  const arrived = feed.baseline ? newEvents(feed, feed.baseline, baseline, check, found) : [];
  const unread =
    arrived.length > 0 || kept !== feed.unread ? [...kept, ...arrived].sort(compareEvents) : kept;
  const isMissed = isGap(feed.baseline, check);
  const isClockLost =
    check.serviceClockMs !== undefined && check.serviceClockMs < baseline.knownFromMs - clockToleranceMs;
  const isRechecked = check.fromMs <= (feed.checkFromMs ?? Infinity) || check.isCutShort === true;
  const nextFromMs = isRechecked ? undefined : feed.checkFromMs;
  return {
    feed: withChanges(feed, {
      unread: unread.slice(0, maxUnread),
      partialSinceMs:
        isMissed || isClockLost
          ? check.atMs
          : (feed.partialSinceMs ?? (unread.length > maxUnread ? check.atMs : undefined)),
      // The service's clock was set back: dates no longer tell new events from old ones, so the next check starts over.
      baseline: isClockLost ? undefined : baseline,
      checkFromMs: isClockLost
        ? Math.min(check.untilMs - check.overlapMs, nextFromMs ?? Infinity)
        : nextFromMs,
      checkedAtMs: check.atMs,
      ...keyOf(check),
      ...snoozeAt(feed, check.atMs),
    }),
    stillCounted,
  };
}

function keyOf({ keyFingerprint }: FeedCheck): Pick<FollowedFeed, "keyFingerprint"> {
  return keyFingerprint === undefined ? {} : { keyFingerprint };
}

function isApplicable(feed: FollowedFeed, { before, fromMs, isCutShort }: FeedCheck): boolean {
  return (
    feed.connection.name === before.connection.name &&
    feed.connection.origin === before.connection.origin &&
    sameEventsCount(feed.feed, before.feed) &&
    (!feed.baseline || fromMs <= feed.baseline.completeUntilMs || isCutShort === true)
  );
}

/** Whether events were published that no check has read. */
function isGap(baseline: Baseline | undefined, { fromMs, isCutShort }: FeedCheck): boolean {
  return isCutShort === true && baseline !== undefined && fromMs > baseline.completeUntilMs;
}

function nextBaseline(old: Baseline | undefined, check: FeedCheck, found: FoundEvents): Baseline {
  const { fromMs, untilMs, overlapMs } = check;
  // If our clock was set back, all is complete until the later instant nevertheless.
  const completeUntilMs = Math.max(untilMs, old?.completeUntilMs ?? -Infinity);
  const reachedMs = !old || isGap(old, check) ? fromMs : -Infinity;
  const knownFromMs = Math.max(completeUntilMs - overlapMs, reachedMs, old?.knownFromMs ?? -Infinity);

  const wasSeen = idsOf(check.before.baseline?.seen);
  const before = (old?.seen ?? []).filter(({ id }) => !found.has(id));
  const early = before.filter(({ id, isReadEarly }) => isReadEarly && !wasSeen.has(id));
  const absent = before.filter(({ isReadEarly }) => !isReadEarly);
  const oldIds = idsOf(old?.seen);
  const again = [...found.values()].filter(({ id }) => oldIds.has(id));
  const first = [...found.values()].filter(({ id }) => !oldIds.has(id));
  const seen = [...again, ...first, ...absent];

  const undated = seen.filter((event) => !hasPlace(event, completeUntilMs)).slice(0, maxUndatedSeen);
  const dated = seen
    .filter((event) => hasPlace(event, completeUntilMs) && dateOf(event) >= knownFromMs)
    .sort(compareEvents);
  const beyond = dated[maxSeen];
  return {
    completeUntilMs,
    knownFromMs: beyond ? dateOf(beyond) + 1 : knownFromMs,
    seen: [
      ...(beyond ? dated.filter((event) => dateOf(event) > dateOf(beyond)) : dated),
      ...undated,
      ...early,
    ],
  };
}

/** Events that count from this check on. */
function newEvents(
  { feed, unread }: FollowedFeed,
  old: Baseline,
  next: Baseline,
  { uncounted }: FeedCheck,
  found: FoundEvents,
): UnreadEvent[] {
  const known = idsOf([...old.seen, ...unread]);
  const remembered = idsOf(next.seen);
  return [...found.values()].filter(
    (event) =>
      !known.has(event.id) &&
      uncounted?.has(event.id) !== true &&
      isInWindow(feed.query.window, event, next.completeUntilMs) &&
      (hasPlace(event, next.completeUntilMs) ? dateOf(event) >= old.knownFromMs : remembered.has(event.id)),
  );
}

function remainingEvents(
  { feed }: FollowedFeed,
  { before, fromMs, uncounted }: FeedCheck,
  found: FoundEvents,
  completeUntilMs: number,
): CheckedFeed["stillCounted"] {
  const wasKnown = idsOf([...(before.baseline?.seen ?? []), ...before.unread]);
  return (events) => {
    const remaining = events.flatMap((event) => {
      const now = found.get(event.id);
      const isRemoved =
        !now && wasKnown.has(event.id) && event.publishedMs !== undefined && event.publishedMs >= fromMs;
      if (isRemoved || uncounted?.has(event.id)) {
        return [];
      }
      const isMoved = now && now.publishedMs !== event.publishedMs;
      return [isMoved ? withChanges<UnreadEvent>(event, { publishedMs: now.publishedMs }) : event];
    });
    const counted = remaining.filter((event) => isInWindow(feed.query.window, event, completeUntilMs));
    const isSame =
      counted.length === events.length && counted.every((event, index) => event === events[index]);
    return isSame ? events : counted;
  };
}

/** A snooze that is over is removed. If our clock was set back, a snooze does not last longer than planned. */
function snoozeAt(
  { snoozedUntilMs, snoozedAtMs }: FollowedFeed,
  nowMs: number,
): Pick<FollowedFeed, "snoozedUntilMs" | "snoozedAtMs"> | object {
  if (snoozedUntilMs === undefined || snoozedAtMs === undefined || snoozedUntilMs <= nowMs) {
    return { snoozedUntilMs: undefined, snoozedAtMs: undefined };
  }
  return nowMs >= snoozedAtMs
    ? {}
    : { snoozedUntilMs: nowMs + snoozedUntilMs - snoozedAtMs, snoozedAtMs: nowMs };
}

function hasPlace({ publishedMs }: SeenEvent, completeUntilMs: number): boolean {
  return publishedMs !== undefined && publishedMs <= completeUntilMs + maxAheadMs;
}

function dateOf({ publishedMs }: SeenEvent): number {
  return publishedMs ?? -Infinity;
}

function idsOf(events: readonly SeenEvent[] = []): ReadonlySet<string> {
  return new Set(events.map(({ id }) => id));
}

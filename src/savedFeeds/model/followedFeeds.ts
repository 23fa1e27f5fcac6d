import type { CompanyEvent } from "../../shared/companyEvent";
import { canonicalQuery, type FeedQuery, type FeedWindow, sameQuery } from "../../shared/feedQuery";
import { dayMs } from "../../shared/instant";
import type { SavedFeed, SavedFeedId, SavedFeedSource } from "./savedFeed";

/** An event that has not been read yet. */
export interface UnreadEvent {
  readonly id: string;
  /** Milliseconds since 1970 UTC; absent if its date cannot be read. */
  readonly publishedMs?: number;
  /** It was part of a toast, or none is due for it. */
  readonly isTold?: true;
}

/** Unread events of one feed that no window has notified of. */
export interface NewEvents {
  readonly id: SavedFeedId;
  /** Newest first, all that the feed remembers; the title only of the newest. */
  readonly events: readonly Pick<CompanyEvent, "id" | "title" | "publishedMs">[];
  readonly count: UnreadCount;
}

export interface UnreadCount {
  readonly count: number;
  /** There may be more: an outage was too long to catch up on, or more events arrived than are remembered. */
  readonly atLeast: boolean;
}

/** An event that a check has found. */
export interface SeenEvent {
  readonly id: string;
  /** As of the latest check that found it. */
  readonly publishedMs?: number;
  /** No check has found it yet: it was read in a panel, which had it earlier. */
  readonly isReadEarly?: true;
}

/** What checks have found so far. It tells new events from those that only arrive again. */
export interface Baseline {
  /** All events published before are known, milliseconds since 1970 UTC by the service's clock. */
  readonly completeUntilMs: number;
  /** `seen` has every event that was published at or after it and found. Unknown events before may be old: they never count. */
  readonly knownFromMs: number;
  readonly seen: readonly SeenEvent[];
}

/** A feed that is followed on this machine: what it asks for, where, and what was seen of it. */
export interface FollowedFeed {
  readonly id: SavedFeedId;
  readonly source: SavedFeedSource;
  /** As the settings had it last: it is also checked by windows that do not have its workspace open. */
  readonly feed: SavedFeed;
  /** The connection it is read from: its name, and the origin that it had then. */
  readonly connection: { readonly name: string; readonly origin: string };
  /** Of the key that it was read with; absent: not known. Another key may be for another organization. */
  readonly keyFingerprint?: string;
  /** Newest first, those without a date last. */
  readonly unread: readonly UnreadEvent[];
  /** When it turned out that there are more unread events than `unread` has; absent: there are not. */
  readonly partialSinceMs?: number;
  /** Absent until the first check, which counts nothing. */
  readonly baseline?: Baseline;
  /**
   * The next check has to read from here on: the service's clock turned out to be behind, or companies or muted words were changed,
   * and unread events may no longer count.
   */
  readonly checkFromMs?: number;
  /** Milliseconds since 1970 UTC; absent: not snoozed. */
  readonly snoozedUntilMs?: number;
  /** When it was snoozed. */
  readonly snoozedAtMs?: number;
  /** When a check last succeeded, by our clock. */
  readonly checkedAtMs?: number;
  /** Why checks fail, a sentence; absent: they succeed. */
  readonly problem?: string;
}

/** Events that were marked as read together, and can be marked as unread together. */
export interface ReadMark {
  readonly id: string;
  /** When the first and the last of them were marked. */
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly feeds: readonly MarkedFeed[];
}

export interface MarkedFeed {
  readonly id: SavedFeedId;
  readonly events: readonly UnreadEvent[];
  /** As it was before the mark. */
  readonly partialSinceMs?: number;
  /** All unread events were marked. */
  readonly isAll?: true;
}

/** Everything that is known on this machine about the feeds that are followed. */
export interface FollowedFeeds {
  readonly feeds: readonly FollowedFeed[];
  /** Those that can be taken back, the latest last. */
  readonly marks: readonly ReadMark[];
  /** Former IDs of feeds, for windows that do not know yet that a feed was renamed. */
  readonly renamed: readonly (readonly [formerId: SavedFeedId, id: SavedFeedId])[];
  /** When a toast was last shown, by our clock. */
  readonly toldAtMs?: number;
}

export const nothingFollowed: FollowedFeeds = { feeds: [], marks: [], renamed: [] };

export function unreadCount({ unread, partialSinceMs }: FollowedFeed): UnreadCount {
  return { count: unread.length, atLeast: partialSinceMs !== undefined };
}

export function hasUnread({ count, atLeast }: UnreadCount): boolean {
  return count > 0 || atLeast;
}

/** Finds a feed also by a former ID. */
export function findFollowed({ feeds, renamed }: FollowedFeeds, id: SavedFeedId): FollowedFeed | undefined {
  const found = feeds.find((feed) => feed.id === id);
  const newId = renamed.find(([formerId]) => formerId === id)?.[1];
  return found ?? feeds.find((feed) => feed.id === newId);
}

/**
 * From where the next check has to read, milliseconds since 1970 UTC by the service's clock; undefined: the overlap is enough, by our
 * clock.
 */
export function nextCheckFrom(
  { baseline, checkFromMs }: FollowedFeed,
  overlapMs: number,
): number | undefined {
  return baseline ? Math.min(baseline.completeUntilMs - overlapMs, checkFromMs ?? Infinity) : checkFromMs;
}

/**
 * The events of the next check that have to be matched with companies and muted words: unknown ones, and all of them after companies or
 * muted words were changed.
 */
export function needsMatching({ baseline, unread, checkFromMs }: FollowedFeed): (eventId: string) => boolean {
  if (checkFromMs !== undefined || !baseline) {
    return () => unread.length > 0 || baseline !== undefined;
  }
  const known = new Set([...baseline.seen, ...unread].map(({ id }) => id));
  return (eventId) => !known.has(eventId);
}

/** The order of feeds: newest first, then by ID; those without a date last. */
export function compareEvents(a: UnreadEvent, b: UnreadEvent): number {
  const [msA, msB] = [a.publishedMs ?? -Infinity, b.publishedMs ?? -Infinity];
  if (msA !== msB) {
    return msA > msB ? -1 : 1;
  }
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

/** Whether a feed with this time range shows an event. One without a date is shown in any. */
export function isInWindow(window: FeedWindow, { publishedMs }: UnreadEvent, nowMs: number): boolean {
  if (publishedMs === undefined) {
    return true;
  }
  return window.kind === "last"
    ? publishedMs >= nowMs - window.days * dayMs
    : publishedMs >= Date.parse(window.since) &&
        (window.until === undefined || publishedMs < Date.parse(window.until));
}

/** When the time range of a feed that is over ended, milliseconds since 1970 UTC; undefined if it is not over. */
export function endedAt(window: FeedWindow, nowMs: number): number | undefined {
  const untilMs = window.kind === "fixed" && window.until !== undefined ? Date.parse(window.until) : Infinity;
  return untilMs <= nowMs ? untilMs : undefined;
}

/** Whether both ask the service for the same events, whatever the time range. */
export function sameFilters(a: SavedFeed, b: SavedFeed): boolean {
  return filtersKey(a.query) === filtersKey(b.query);
}

/** Whether the same events count in both, whatever the time range. */
export function sameEventsCount(a: SavedFeed, b: SavedFeed): boolean {
  return a === b || (sameFilters(a, b) && sameTexts(a.companies, b.companies) && sameTexts(a.mute, b.mute));
}

/** Whether nothing is to be done when the settings have `b` instead of `a`. */
export function sameDefinition(a: SavedFeed, b: SavedFeed): boolean {
  return a.name === b.name && a.alert === b.alert && sameQuery(a.query, b.query) && sameEventsCount(a, b);
}

/** The same for queries with equal filters only. */
export function filtersKey(query: FeedQuery): string {
  return canonicalQuery({ ...query, window: { kind: "last", days: 1 } });
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((text, index) => text === b[index]));
}

/** Whether these keys are known to be two. */
export function areOtherKeys(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** The same object with other values; undefined removes one. */
export function withChanges<T extends object>(
  object: T,
  changes: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const entries = Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}

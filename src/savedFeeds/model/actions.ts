import { findFollowed, type FollowedFeed, type FollowedFeeds, type SeenEvent } from "./followedFeeds";
import type { SavedFeed, SavedFeedId, SavedFeedSource } from "./savedFeed";

type FeedConnection = FollowedFeed["connection"];

/** What a person does, in any window. */
export type UserAction =
  /** Of a feed that is followed on this connection already, only the definition is updated. */
  | {
      readonly kind: "follow";
      readonly source: SavedFeedSource;
      readonly feed: SavedFeed;
      readonly connection: FeedConnection;
    }
  | { readonly kind: "unfollow"; readonly id: SavedFeedId }
  /** The settings have it otherwise now; with another name, it was renamed. `replaces`: a followed feed with that name is forgotten. */
  | {
      readonly kind: "define";
      readonly id: SavedFeedId;
      readonly feed: SavedFeed;
      readonly replaces?: true;
    }
  | { readonly kind: "renameConnection"; readonly connection: FeedConnection; readonly name: string }
  /** Events by their IDs, so that none is marked that arrived after the click. */
  | { readonly kind: "markRead"; readonly feeds: readonly ReadEvents[] }
  | { readonly kind: "undoMarkRead"; readonly markId: string }
  /** `untilMs` absent: ends a snooze. */
  | { readonly kind: "snooze"; readonly id: SavedFeedId; readonly untilMs?: number };

export interface ReadEvents {
  readonly id: SavedFeedId;
  readonly eventIds: readonly string[];
  /** All unread events were marked, also those that `partialSinceMs` of the feed stands for. */
  readonly all?: { readonly partialSinceMs?: number };
}

/** An action as one window left it for the window that checks. */
export interface ActionRequest {
  /** Also names the mark that it makes. */
  readonly requestId: string;
  /** Milliseconds since 1970 UTC. */
  readonly atMs: number;
  readonly action: UserAction;
}

/**
 * A check has read all events of a feed's filters that were published from `fromMs` on.
 * Checks may overlap, and be applied after others that were started later.
 */
export interface FeedCheck {
  readonly kind: "checked";
  /** The feed when the check was started. */
  readonly before: FollowedFeed;
  readonly fromMs: number;
  /** Later events may be missing (`completeUntil` of src/feed/paging/serviceTime.ts). */
  readonly untilMs: number;
  /** When the check was started by the service's clock, if it is reported. */
  readonly serviceClockMs?: number;
  /** How much before `untilMs` events may arrive later. */
  readonly overlapMs: number;
  readonly events: readonly SeenEvent[];
  /** Those of them, unread or new, that are muted or of other companies. */
  readonly uncounted?: ReadonlySet<string>;
  /** Of the key that the events were read with; absent: not known. */
  readonly keyFingerprint?: string;
  /** There were too many events to read back as far as the feed needs (`nextCheckFrom`). */
  readonly isCutShort?: boolean;
  /** When the check ended, by our clock. */
  readonly atMs: number;
}

/** These events are about to be shown in a toast, or none is due for them. */
export interface ToldEvents {
  readonly kind: "told";
  readonly feeds: readonly { readonly id: SavedFeedId; readonly eventIds: readonly string[] }[];
  /** When the toast is shown, by our clock; absent if there is none. */
  readonly toastAtMs?: number;
}

/** Whether checks of these feeds fail. */
export interface FailedChecks {
  readonly kind: "failed";
  /** `problem`: why, a sentence; absent: they succeed again. */
  readonly feeds: readonly { readonly id: SavedFeedId; readonly problem?: string }[];
}

/** The connection of these feeds has other events now: what was seen says nothing about them. */
export interface OtherEvents {
  readonly kind: "otherEvents";
  readonly ids: readonly SavedFeedId[];
  /** Another key is the reason: feeds that are known to have been read with it are left alone. */
  readonly keyFingerprint?: string;
}

/** What the window that checks finds out. */
export type Finding = FeedCheck | ToldEvents | FailedChecks | OtherEvents;

/** Events that a feed remembers as read although no check has found them yet. */
export const maxEarlyReads = 500;

/** Marks events of one feed, or all that are unread in `state`; undefined if there is nothing to mark. */
export function markReadAction(
  state: FollowedFeeds,
  id: SavedFeedId,
  eventIds?: readonly string[],
): UserAction | undefined {
  const feed = findFollowed(state, id);
  return feed && markedAction([eventIds ? someOf(feed, eventIds) : allOf(feed)]);
}

/** Marks everything that is unread in `state`; undefined if nothing is. */
export function markAllReadAction({ feeds }: FollowedFeeds): UserAction | undefined {
  return markedAction(feeds.map(allOf));
}

/** Takes back a mark of `state`, or else the last one; undefined if there is none. */
export function undoMarkReadAction({ marks }: FollowedFeeds, markId?: string): UserAction | undefined {
  const mark = markId === undefined ? marks.at(-1) : marks.find(({ id }) => id === markId);
  return mark && { kind: "undoMarkRead", markId: mark.id };
}

function markedAction(feeds: readonly ReadEvents[]): UserAction | undefined {
  const marked = feeds.filter(
    ({ eventIds, all }) => eventIds.length > 0 || all?.partialSinceMs !== undefined,
  );
  return marked.length > 0 ? { kind: "markRead", feeds: marked } : undefined;
}

function allOf({ id, unread, partialSinceMs }: FollowedFeed): ReadEvents {
  return {
    id,
    eventIds: unread.map((event) => event.id),
    all: partialSinceMs === undefined ? {} : { partialSinceMs },
  };
}

/** Also events that no check has found yet: a panel may show them earlier. */
function someOf({ id, unread, baseline }: FollowedFeed, eventIds: readonly string[]): ReadEvents {
  const unreadIds = new Set(unread.map((event) => event.id));
  const seenIds = new Set(baseline?.seen.map((event) => event.id));
  const marked = [...new Set(eventIds)];
  const unknown = marked.filter((eventId) => !unreadIds.has(eventId) && !seenIds.has(eventId));
  return {
    id,
    eventIds: [...marked.filter((eventId) => unreadIds.has(eventId)), ...unknown.slice(0, maxEarlyReads)],
  };
}

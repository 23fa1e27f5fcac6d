import type { ActionRequest, FeedCheck, UserAction } from "../../../../src/savedFeeds/model/actions";
import { type Action, apply } from "../../../../src/savedFeeds/model/apply";
import {
  findFollowed,
  type FollowedFeed,
  type FollowedFeeds,
  nothingFollowed,
  type SeenEvent,
} from "../../../../src/savedFeeds/model/followedFeeds";
import { type SavedFeed, savedFeedId } from "../../../../src/savedFeeds/model/savedFeed";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** When all tests of this folder start. */
export const startMs = Date.UTC(2026, 10, 21, 12);
export const overlapMs = 10 * minuteMs;

export const connection = { name: "Acme", origin: "https://api.example.com" };
export const source = { kind: "user" } as const;

export function savedFeed(changes: Partial<SavedFeed> = {}): SavedFeed {
  return {
    name: "Fintech",
    query: { window: { kind: "last", days: 7 }, types: ["funding"] },
    companies: [],
    mute: [],
    alert: "badge",
    ...changes,
  };
}

export const feedId = savedFeedId(source, savedFeed().name);

/** An event that was published some minutes after the start; without them, one without a date. */
export function event(id: string, minutes?: number): SeenEvent {
  return { id, ...(minutes !== undefined && { publishedMs: startMs + minutes * minuteMs }) };
}

/** Applies actions as the window that checks does. */
export class Model {
  private requests = 0;
  nowMs = startMs;

  constructor(public state: FollowedFeeds = nothingFollowed) {}

  get feed(): FollowedFeed {
    const feed = findFollowed(this.state, feedId);
    if (!feed) {
      throw new Error("The feed is not followed.");
    }
    return feed;
  }

  /** IDs of the unread events. */
  get unread(): readonly string[] {
    return this.feed.unread.map(({ id }) => id);
  }

  apply(...actions: readonly Action[]): this {
    this.state = actions.reduce(apply, this.state);
    return this;
  }

  request(action: UserAction | undefined): ActionRequest | undefined {
    if (!action) {
      return undefined;
    }
    const request = { requestId: `request ${++this.requests}`, atMs: this.nowMs, action };
    this.apply(request);
    return request;
  }

  follow(feed = savedFeed()): this {
    this.request({ kind: "follow", source, feed, connection });
    return this;
  }

  /** A check that starts some minutes after the start, and finds these events from the overlap on. */
  check(minutes: number, events: readonly SeenEvent[], changes: Partial<FeedCheck> = {}): this {
    const untilMs = startMs + minutes * minuteMs;
    this.nowMs = untilMs;
    const fromMs = (this.feed.baseline?.completeUntilMs ?? untilMs) - overlapMs;
    return this.apply({
      kind: "checked",
      before: this.feed,
      fromMs,
      untilMs,
      overlapMs,
      events: events.filter(({ publishedMs }) => publishedMs === undefined || publishedMs >= fromMs),
      atMs: untilMs,
      ...changes,
    });
  }
}

import {
  type SavedFeed,
  savedFeedId,
  type SavedFeedSource,
} from "../../../../src/savedFeeds/model/savedFeed";
import type { SavedFeedStatus } from "../../../../src/savedFeeds/savedFeeds";

export const user: SavedFeedSource = { kind: "user" };
export const team: SavedFeedSource = { kind: "folder", uri: "file:///team", label: "team" };

export const nowMs = new Date(2026, 10, 22, 18, 0).getTime();

export function savedFeed(name: string, parts: Partial<SavedFeed> = {}): SavedFeed {
  return {
    name,
    query: { window: { kind: "last", days: 7 }, types: [] },
    companies: [],
    mute: [],
    alert: "badge",
    ...parts,
  };
}

/** A feed that is not followed. */
export function unfollowed(feed: SavedFeed, source = user): SavedFeedStatus {
  return { id: savedFeedId(source, feed.name), feed, source };
}

export function followed(
  feed: SavedFeed,
  count = 0,
  parts: Partial<NonNullable<SavedFeedStatus["following"]>> = {},
  source = user,
): SavedFeedStatus {
  const connection = { name: "Acme", origin: "https://api.example" };
  return {
    ...unfollowed(feed, source),
    following: { connection, unread: { count, atLeast: false }, ...parts },
  };
}

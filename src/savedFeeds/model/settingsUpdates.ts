import type { Event } from "../../shared/event";
import { dayMs } from "../../shared/instant";
import type { UserAction } from "./actions";
import { type FollowedFeed, sameDefinition } from "./followedFeeds";
import { isSameSource, type SavedFeedEntry, type SavedFeedId, type SavedFeedSource } from "./savedFeed";

/** The saved feeds in the settings. */
export interface SavedFeedSettings {
  readonly onDidChange: Event<void>;
  /** This window renamed a feed; its new name is in `entries` already. */
  readonly onDidRename: Event<{ readonly from: SavedFeedId; readonly to: SavedFeedId }>;
  /** In their order: the user's, then the workspace's. */
  readonly entries: readonly SavedFeedEntry[];
  /** Whose settings `entries` has. */
  readonly sources: readonly SavedFeedSource[];
}

interface ConnectionsByName {
  clientFor(name: string): Pick<FollowedFeed, "connection"> | undefined;
}

/** How long feeds that are no longer in the settings are remembered (also in docs/saved-feeds.md). */
const maxRemovedMs = 30 * dayMs;

/** Whether a followed feed is in the settings. Of settings that this window does not have, all feeds are. */
export function isSaved({ entries, sources }: SavedFeedSettings, { id, source }: FollowedFeed): boolean {
  return entries.some((entry) => entry.id === id) || !sources.some((known) => isSameSource(known, source));
}

/** Windows without these settings read the feeds as they were defined last. */
export function definitionUpdates(
  followed: readonly FollowedFeed[],
  { entries }: SavedFeedSettings,
): UserAction[] {
  return entries.flatMap(({ id, feed }): UserAction[] => {
    const former = followed.find((each) => each.id === id);
    return former && !sameDefinition(former.feed, feed) ? [{ kind: "define", id, feed }] : [];
  });
}

/** Feeds that were removed may be put back, also by an undo: they are forgotten only after a while. */
export function forgottenFeeds(
  followed: readonly FollowedFeed[],
  settings: SavedFeedSettings,
  nowMs: number,
): UserAction[] {
  return followed
    .filter((feed) => !isSaved(settings, feed) && nowMs - (feed.checkedAtMs ?? nowMs) > maxRemovedMs)
    .map(({ id }) => ({ kind: "unfollow", id }));
}

/** Connections that were renamed in this window: others do not know their old names. */
export function renamedConnections(
  followed: readonly FollowedFeed[],
  connections: ConnectionsByName,
): UserAction[] {
  const known = new Map(followed.map(({ connection }) => [JSON.stringify(connection), connection]));
  return [...known.values()].flatMap((connection): UserAction[] => {
    const now = connections.clientFor(connection.name)?.connection;
    return now && now.name !== connection.name && now.origin === connection.origin
      ? [{ kind: "renameConnection", connection, name: now.name }]
      : [];
  });
}

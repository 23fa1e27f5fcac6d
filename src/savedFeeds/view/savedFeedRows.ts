import type { SavedFeedId, SavedFeedSource } from "../model/savedFeed";
import type { InvalidSavedFeedEntry } from "../savedFeedList";
import type { SavedFeedStatus } from "../savedFeeds";

export interface FeedRow {
  readonly kind: "feed";
  /** For commands that take the ID of a feed. */
  readonly id: SavedFeedId;
  readonly status: SavedFeedStatus;
  /** Followed, but in the settings of a workspace that is not open in this window. */
  readonly isElsewhere?: true;
}

export interface InvalidRow {
  readonly kind: "invalid";
  readonly entry: InvalidSavedFeedEntry;
}

/** What a workspace offers and the user has not followed: collapsed, and never among the user's own feeds. */
export interface OffersRow {
  readonly kind: "offers";
  readonly feeds: readonly FeedRow[];
  readonly invalid: readonly InvalidRow[];
}

export type SavedFeedRow = FeedRow | InvalidRow | OffersRow;

/**
 * The rows of the view: the user's feeds, those of workspaces that are followed, what the open workspace offers, and what is invalid.
 * @param listed the feeds in the settings of this window; all if absent
 */
export function savedFeedRows(
  feeds: readonly SavedFeedStatus[],
  invalidEntries: readonly InvalidSavedFeedEntry[],
  listed?: ReadonlySet<SavedFeedId>,
): readonly SavedFeedRow[] {
  const feedRows = feeds.map((status): FeedRow => ({
    kind: "feed",
    id: status.id,
    status,
    ...(listed?.has(status.id) === false && { isElsewhere: true }),
  }));
  const isUser = ({ kind }: SavedFeedSource): boolean => kind === "user";
  const own = feedRows.filter(({ status }) => isUser(status.source));
  const shared = feedRows.filter(({ status }) => !isUser(status.source));
  const followed = shared.filter(({ status }) => status.following !== undefined);
  const offers = shared.filter(({ status }) => status.following === undefined);
  const invalid = invalidEntries.map((entry): InvalidRow => ({ kind: "invalid", entry }));
  const sharedInvalid = invalid.filter(({ entry }) => !isUser(entry.source));
  return [
    ...own,
    ...followed,
    ...(offers.length > 0 || sharedInvalid.length > 0
      ? [{ kind: "offers", feeds: offers, invalid: sharedInvalid } as const]
      : []),
    ...invalid.filter(({ entry }) => isUser(entry.source)),
  ];
}

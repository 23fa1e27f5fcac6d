/** What the commands of the view "Feeds" do, loaded together on first use. */
import * as l10n from "@vscode/l10n";
import { connectedClient } from "../connections/connectionCommands";
import { eventCount } from "../shared/text";
import { toError } from "../util/errors";
import { oneLine } from "../util/strings";
import { showInformation, showStatusBarMessage } from "../window";
import { followedClient } from "./checkGroups";
import { chosenFeeds, type Run } from "./pickSavedFeed";
import type { SavedFeedList } from "./savedFeedList";
import type { SavedFeedStatus } from "./savedFeeds";

export { editSavedFeed, saveFeed } from "./savedFeedDialogs";
export { importWatchlist } from "./importCompanies";

/** Opens a feed on the connection that it is followed on; if it is not followed, on the active one. */
export const openSavedFeed: Run = async ({ savedFeeds, connections, panels }, argument) => {
  const [status] = await chosenFeeds(savedFeeds, [argument], l10n.t("Open Saved Feed"));
  if (!status) {
    return undefined;
  }
  const client = status.following
    ? followedClient(connections, status.following.connection)
    : await connectedClient(connections, l10n.t("Connect to a service to open this saved feed."));
  if (typeof client === "string") {
    throw new Error(client);
  }
  return client && (() => panels.open(client, { savedFeed: status.id }));
};

/** Removes feeds from the settings. Undo brings them back, also if others can't be removed; what is known of them was kept. */
export const removeSavedFeed: Run = async ({ savedFeeds, list }, ...args) => {
  const removed: Awaited<ReturnType<SavedFeedList["remove"]>>[] = [];
  let failure: Error | undefined;
  for (const { id } of await chosenFeeds(savedFeeds, args, l10n.t("Remove Saved Feed"))) {
    try {
      removed.unshift(await list.remove(id));
    } catch (error) {
      failure ??= toError(error);
    }
  }
  const [last, ...others] = removed;
  const offerUndo = async (): Promise<void> => {
    const message =
      others.length === 0
        ? l10n.t('Removed "{0}".', oneLine(last?.feed.name ?? "", 100))
        : l10n.t("Removed {0} saved feeds.", removed.length);
    const undo = l10n.t("Undo");
    if (last && (await showInformation(message, undo)) === undo) {
      for (const { feed, source, place } of removed) {
        await list.add(feed, source, place);
      }
    }
  };
  return async () => {
    // The error does not wait for the answer to the notification.
    await Promise.all([offerUndo(), failure && Promise.reject(failure)]);
  };
};

export const followSavedFeed: Run = async ({ savedFeeds, connections }, argument) => {
  const title = l10n.t("Follow or Unfollow Saved Feed");
  const [status] = await chosenFeeds(savedFeeds, [argument], title);
  if (!status) {
    return undefined;
  }
  const { id, feed, following } = status;
  if (following && typeof followedClient(connections, following.connection) !== "string") {
    await savedFeeds.unfollow(id);
    showStatusBarMessage(l10n.t('Unfollowed "{0}"', oneLine(feed.name, 100)), { icon: "check" });
    return undefined;
  }
  const { pickConnectionToRead } = await import("../connections/connectionDialogs");
  const followTitle = l10n.t('Follow "{0}"', oneLine(feed.name, 60));
  const connection = await pickConnectionToRead(connections, followTitle);
  if (connection) {
    await savedFeeds.follow(id, connection);
    showStatusBarMessage(l10n.t('Following "{0}"', oneLine(feed.name, 100)), { icon: "check" });
  }
  return undefined;
};

/** Marks feeds as read: those of the menu, else that of the open panel, else one that is picked. */
export const markFeedRead: Run = async (objects, ...args) => {
  const { savedFeeds, panels } = objects;
  const unread = savedFeeds.feeds.filter(isUnread);
  const { panel, savedFeed } = panels.focusedLast ?? {};
  const shown = panel?.active ? unread.find(({ id }) => id === savedFeed?.id) : undefined;
  if (unread.length === 0 || (args[0] === undefined && shown)) {
    return mark(objects, shown ? [shown] : []);
  }
  const chosen = await chosenFeeds(savedFeeds, args, l10n.t("Mark as Read"), unread);
  return chosen.length > 0 ? mark(objects, chosen.filter(isUnread)) : undefined;
};

export const markAllFeedsRead: Run = (objects) => mark(objects, objects.savedFeeds.feeds.filter(isUnread));

const mark = async (
  { savedFeeds }: Parameters<Run>[0],
  feeds: readonly SavedFeedStatus[],
): Promise<undefined> => {
  await savedFeeds.markRead(...feeds.map(({ id }) => id));
  const count = feeds.reduce((sum, { following }) => sum + (following?.unread.count ?? 0), 0);
  showStatusBarMessage(
    count === 0
      ? l10n.t("No saved feed has unread events.")
      : l10n.t("Marked {0} as read.", eventCount(count)),
  );
  return undefined;
};

export const undoMarkRead: Run = async ({ savedFeeds }) => {
  const isUndone = await savedFeeds.undoMarkRead();
  showStatusBarMessage(isUndone ? l10n.t("Marked as unread") : l10n.t("There is nothing to undo"));
  return undefined;
};

function isUnread({ following }: SavedFeedStatus): boolean {
  return following !== undefined && following.unread.count > 0;
}

/** Commands of the view "Feeds", loaded on first use. */
import * as l10n from "@vscode/l10n";
import { ensureConnected } from "../connections/connectionCommands";
import type { Connections } from "../connections/connections";
import type { FeedPanels } from "../panel/feedPanels";
import { toError } from "../util/errors";
import { oneLine } from "../util/strings";
import { showInformation, showStatusBarMessage } from "../window";
import { followedClient } from "./checkGroups";
import { pickSavedFeeds } from "./pickSavedFeeds";
import type { SavedFeedList } from "./savedFeedList";
import type { SavedFeeds, SavedFeedStatus } from "./savedFeeds";
import { hasUnread, markedReadText } from "./savedFeedText";

/** @returns a function to run after the command's dialogs have closed, such as opening a feed */
export type SavedFeedCommand = (
  context: {
    readonly savedFeeds: SavedFeeds;
    readonly list: SavedFeedList;
    readonly connections: Connections;
    readonly panels: FeedPanels;
  },
  ...args: readonly unknown[]
) => Promise<(() => Promise<void>) | undefined>;

/** Opens a feed on the connection that it is followed on, or on the active one if it is not followed. */
export const openSavedFeed: SavedFeedCommand = async ({ savedFeeds, connections, panels }, argument) => {
  const [status] = await pickSavedFeeds({ savedFeeds, panels }, [argument], l10n.t("Open Saved Feed"));
  if (!status) {
    return undefined;
  }
  const client = status.following
    ? followedClient(connections, status.following.connection)
    : await ensureConnected(connections, l10n.t("Connect to a service to open this saved feed."));
  if (typeof client === "string") {
    throw new Error(client);
  }
  return client && (() => panels.open(client, { savedFeed: status.id }));
};

/** Removes feeds from the settings. Undo restores them, even if others couldn't be removed. */
export const removeSavedFeed: SavedFeedCommand = async ({ savedFeeds, list, panels }, ...args) => {
  const removed: Awaited<ReturnType<SavedFeedList["remove"]>>[] = [];
  let failure: Error | undefined;
  for (const { id } of await pickSavedFeeds({ savedFeeds, panels }, args, l10n.t("Remove Saved Feed"))) {
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
    // Shows the error without waiting for the answer to the notification.
    await Promise.all([offerUndo(), failure && Promise.reject(failure)]);
  };
};

export const followSavedFeed: SavedFeedCommand = async ({ savedFeeds, connections, panels }, argument) => {
  const title = l10n.t("Follow or Unfollow Saved Feed");
  const [status] = await pickSavedFeeds({ savedFeeds, panels }, [argument], title);
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

/** Marks as read the feeds of the menu, or the feed of the active panel, or one that is picked. */
export const markFeedRead: SavedFeedCommand = async ({ savedFeeds, panels }, ...args) => {
  const unread = savedFeeds.feeds.filter(hasUnread);
  const { webviewPanel, savedFeed } = panels.focusedLast ?? {};
  const shown = webviewPanel?.active ? unread.find(({ id }) => id === savedFeed?.id) : undefined;
  if (unread.length === 0 || (args[0] === undefined && shown)) {
    return markRead(savedFeeds, shown ? [shown] : []);
  }
  const chosen = await pickSavedFeeds({ savedFeeds, panels }, args, l10n.t("Mark as Read"), unread);
  return chosen.length > 0 ? markRead(savedFeeds, chosen.filter(hasUnread)) : undefined;
};

export const markAllFeedsRead: SavedFeedCommand = ({ savedFeeds }) =>
  markRead(savedFeeds, savedFeeds.feeds.filter(hasUnread));

async function markRead(savedFeeds: SavedFeeds, feeds: readonly SavedFeedStatus[]): Promise<undefined> {
  await savedFeeds.markRead(...feeds.map(({ id }) => id));
  showStatusBarMessage(markedReadText(feeds));
  return undefined;
}

export const undoMarkRead: SavedFeedCommand = async ({ savedFeeds }) => {
  const isUndone = await savedFeeds.undoMarkRead();
  showStatusBarMessage(isUndone ? l10n.t("Marked as unread") : l10n.t("There is nothing to undo"));
  return undefined;
};

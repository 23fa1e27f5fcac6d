/** What the commands of the view "Feeds" do, loaded together on first use. */
import * as l10n from "@vscode/l10n";
import type { Connections } from "../connections/connections";
import { connectedClient } from "../connections/connectedClient";
import type { FeedPanels } from "../panel/feedPanels";
import type { Settings } from "../settings";
import { eventCount } from "../shared/text";
import { isRecord } from "../shared/typeGuards";
import { toError } from "../util/errors";
import { oneLine } from "../util/strings";
import { showInformation, showStatusBarMessage } from "../window";
import { followedClient } from "./checkGroups";
import type { FeedsView } from "./feedsView";
import { chosenFeeds } from "./pickSavedFeed";
import type { SavedFeedList } from "./savedFeedList";
import type { SavedFeeds, SavedFeedStatus } from "./savedFeeds";

export { saveFeed } from "./saveFeedDialog";
export { editSavedFeed } from "./editSavedFeedDialog";
export { importCompanies } from "./importCompanies";

/** What commands act on. */
export interface FeedCommands {
  readonly savedFeeds: SavedFeeds;
  readonly list: SavedFeedList;
  readonly view: FeedsView;
  readonly connections: Connections;
  readonly panels: FeedPanels;
  readonly settings: Settings;
  /** Called whenever a new feed was saved. */
  readonly onDidSave: () => void;
}

/** @returns what goes on when the dialog has ended, such as loading a feed */
export type Run = (
  commands: FeedCommands,
  ...args: readonly unknown[]
) => Promise<(() => Promise<void>) | undefined>;

/** Opens a feed on the connection that it is followed on; if it is not followed, on the active one. */
export const openSavedFeed: Run = async (commands, ...args) => {
  const { savedFeeds, connections, panels } = commands;
  const [status] = await chosenFeeds(savedFeeds, args.slice(0, 1), { title: l10n.t("Open Saved Feed") });
  if (!status) {
    return undefined;
  }
  const client = status.following
    ? followedClient(connections, status.following.connection)
    : await connectedClient(connections, l10n.t("Connect to a service to open this saved feed."));
  if (typeof client === "string") {
    return () => offer(client, l10n.t("Select Connection…"), () => follow(commands, status));
  }
  const eventId = isRecord(args[0]) ? args[0]["eventId"] : undefined;
  const event = typeof eventId === "string" ? { id: eventId } : undefined;
  return client && (() => panels.openSaved(client, status.id, event));
};

/** Removes feeds from the settings. Undo brings them back; what is known of them was kept. */
export const removeSavedFeed: Run = async ({ savedFeeds, list }, ...args) => {
  const chosen = await chosenFeeds(savedFeeds, args, { title: l10n.t("Remove Saved Feed") });
  const removed: Awaited<ReturnType<SavedFeedList["remove"]>>[] = [];
  let failure: Error | undefined;
  for (const { id } of chosen) {
    try {
      removed.unshift(await list.remove(id));
    } catch (error) {
      failure ??= toError(error);
    }
  }
  const restore = async (): Promise<void> => {
    for (const { feed, source, place } of removed) {
      await list.add(feed, source, place);
    }
  };
  return async () => {
    const [last] = removed;
    const message =
      last && removed.length === 1
        ? l10n.t('Removed "{0}".', oneLine(last.feed.name, 100))
        : l10n.t("Removed {0} saved feeds.", removed.length);
    // The error does not wait for the answer to the notification.
    await Promise.all([last && offer(message, l10n.t("Undo"), restore), failure && Promise.reject(failure)]);
  };
};

export const followOrUnfollow: Run = async (commands, ...args) => {
  const title = l10n.t("Follow or Unfollow Saved Feed");
  const [status] = await chosenFeeds(commands.savedFeeds, args.slice(0, 1), { title });
  if (status?.following) {
    await commands.savedFeeds.unfollow(status.id);
    showStatusBarMessage(l10n.t('Unfollowed "{0}"', oneLine(status.feed.name, 100)), { icon: "check" });
  } else if (status) {
    await follow(commands, status);
  }
  return undefined;
};

async function follow(
  { connections, savedFeeds }: FeedCommands,
  { id, feed }: SavedFeedStatus,
): Promise<void> {
  const { pickConnectionToRead } = await import("../connections/dialogs/index");
  const title = l10n.t('Follow "{0}"', oneLine(feed.name, 60));
  const connection = await pickConnectionToRead(connections, title);
  if (connection) {
    await savedFeeds.follow(id, connection);
    showStatusBarMessage(l10n.t('Following "{0}"', oneLine(feed.name, 100)), { icon: "check" });
  }
}

/** Marks feeds as read: those of the menu, else that of the open panel, else one that is picked. */
export const markRead: Run = async ({ savedFeeds, panels }, ...args) => {
  const { panel, savedFeed } = panels.focusedLast ?? {};
  const shown = panel?.active && savedFeed?.id !== undefined ? savedFeeds.find(savedFeed.id) : undefined;
  const chosen = await chosenFeeds(
    savedFeeds,
    args[0] === undefined && shown && isUnread(shown) ? [shown] : args,
    {
      title: l10n.t("Mark as Read"),
      accepts: isUnread,
      none: l10n.t("No saved feed has unread events."),
    },
  );
  if (chosen.length > 0) {
    await savedFeeds.markRead(...chosen.map(({ id }) => id));
    showStatusBarMessage(markedText(chosen), { icon: "check" });
  }
  return undefined;
};

export const markAllRead: Run = async ({ savedFeeds }) => {
  const unread = savedFeeds.feeds.filter(isUnread);
  if (unread.length === 0) {
    showStatusBarMessage(l10n.t("No saved feed has unread events."));
    return undefined;
  }
  const ids = unread.map(({ id }) => id);
  await savedFeeds.markRead(...ids);
  return () => offer(markedText(unread), l10n.t("Undo"), () => savedFeeds.undoMarkRead(...ids));
};

export const undoMarkRead: Run = async ({ savedFeeds }) => {
  if (await savedFeeds.undoMarkRead()) {
    showStatusBarMessage(l10n.t("Marked as unread"), { icon: "check" });
  } else {
    showStatusBarMessage(l10n.t("There is nothing to undo"));
  }
  return undefined;
};

/** A notification with one button. */
export async function offer(message: string, button: string, run: () => Promise<unknown>): Promise<void> {
  if ((await showInformation(message, button)) === button) {
    await run();
  }
}

function isUnread({ following }: SavedFeedStatus): boolean {
  return following !== undefined && following.unread.count > 0;
}

function markedText(feeds: readonly SavedFeedStatus[]): string {
  const count = feeds.reduce((sum, { following }) => sum + (following?.unread.count ?? 0), 0);
  return l10n.t("Marked {0} as read.", eventCount(count));
}

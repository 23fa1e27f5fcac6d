/** What the commands of the view "Saved Feeds" do, loaded together on first use. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connection } from "../../connections/connection";
import { connectedClient } from "../../connections/connectedClient";
import { extensionId, settings } from "../../ids";
import { formatFeedLink } from "../../panel/feedLink";
import { isRecord } from "../../shared/typeGuards";
import { oneLine, withFullStop } from "../../util/strings";
import { showInformation, showStatusBarMessage } from "../../window";
import { followedClient } from "../followedClient";
import { endedAt, hasUnread } from "../model/followedFeeds";
import type { SavedFeeds, SavedFeedStatus } from "../savedFeeds";
import type { DialogEnvironment, Run } from "./dialogEnvironment";
import { moveSavedFeed } from "./moveSavedFeeds";
import { chosenFeeds } from "./pickSavedFeed";
import { removeSavedFeeds } from "./removeSavedFeeds";
import { markedText } from "./savedFeedText";

export { saveFeed } from "./saveFeedDialog";
export { editSavedFeed } from "./editSavedFeedDialog";

/** Opens a feed on the connection that it is followed on; if it is not followed, on the active one. */
export const openSavedFeed: Run = async (environment, ...args) => {
  const { connections, panels, clock } = environment;
  const savedFeeds = await environment.savedFeeds();
  const [status] = await chosenFeeds(savedFeeds, args.slice(0, 1), {
    title: l10n.t("Open Saved Feed"),
    clock,
  });
  if (!status) {
    return undefined;
  }
  const { following } = status;
  const message = l10n.t("Connect to a service to open this saved feed.");
  const client = following
    ? followedClient(connections, following.connection)
    : await connectedClient(connections, message);
  if (typeof client === "string") {
    return () => offerToFollowAgain(environment, status, client);
  }
  return client && (async () => (await panels()).openSaved(client, status.id, eventOf(args[0])));
};

/** @param problem why the connection cannot be used */
async function offerToFollowAgain(
  environment: DialogEnvironment,
  status: SavedFeedStatus,
  problem: string,
): Promise<void> {
  const choose = l10n.t("Select Connection…");
  if ((await showInformation(problem, choose)) === choose) {
    await environment.view.withDialog(() => follow(environment, status));
  }
}

/** The event that a caller wants to see. */
function eventOf(argument: unknown): { readonly id: string } | undefined {
  const id = isRecord(argument) ? argument["eventId"] : undefined;
  return typeof id === "string" ? { id } : undefined;
}

/** Removes feeds from the settings. Undo brings them back, and follows them as before, also if another one could not be removed. */
export const removeSavedFeed: Run = async (environment, ...args) => {
  const [savedFeeds, list] = await Promise.all([environment.savedFeeds(), environment.list()]);
  const chosen = await chosenFeeds(savedFeeds, args, {
    title: l10n.t("Remove Saved Feed"),
    clock: environment.clock,
  });
  const { names, failure, restore } = await removeSavedFeeds(chosen, list, (status) =>
    followAgain(environment, status),
  );
  return async () => {
    const [last] = names;
    const message =
      last !== undefined && names.length === 1
        ? l10n.t('Removed "{0}".', oneLine(last, 100))
        : l10n.t("Removed {0} saved feeds.", names.length);
    // The error does not wait for the answer to the notification.
    await Promise.all([
      last !== undefined && offerUndo(message, restore),
      failure && Promise.reject(failure),
    ]);
  };
};

async function offerUndo(message: string, run: () => Promise<unknown>): Promise<void> {
  const undo = l10n.t("Undo");
  if ((await showInformation(message, undo)) === undo) {
    await run();
  }
}

async function followAgain(
  { savedFeeds, connections }: DialogEnvironment,
  { id, following }: SavedFeedStatus,
): Promise<void> {
  const feeds = await savedFeeds();
  if (following && !feeds.find(id)?.following) {
    const client = followedClient(connections, following.connection);
    if (typeof client !== "string") {
      await feeds.follow(id, client.connection);
    }
  }
}

export const followOrUnfollow: Run = async (environment, ...args) => {
  const savedFeeds = await environment.savedFeeds();
  const [status] = await chosenFeeds(savedFeeds, args.slice(0, 1), {
    title: l10n.t("Follow or Unfollow Saved Feed"),
    clock: environment.clock,
  });
  if (!status) {
    return undefined;
  }
  const name = oneLine(status.feed.name, 100);
  if (status.following) {
    await savedFeeds.unfollow(status.id);
    showStatusBarMessage(l10n.t('Unfollowed "{0}"', name), { icon: "check" });
  } else {
    await follow(environment, status);
  }
  return undefined;
};

async function follow(environment: DialogEnvironment, { id, feed }: SavedFeedStatus): Promise<void> {
  const { connections, savedFeeds, clock } = environment;
  const { pickConnectionToRead } = await import("../../connections/dialogs/index");
  const connection: Connection | undefined = await pickConnectionToRead(
    connections,
    l10n.t('Follow "{0}"', oneLine(feed.name, 60)),
  );
  if (connection) {
    await (await savedFeeds()).follow(id, connection);
    const name = oneLine(feed.name, 100);
    showStatusBarMessage(
      endedAt(feed.query.window, clock.now()) === undefined
        ? l10n.t('Following "{0}"', name)
        : l10n.t('Following "{0}" (ended, not checked)', name),
      { icon: "check" },
    );
  }
}

/** Marks feeds as read: those of the menu, else that of the open panel, else one that the user picks. */
export const markRead: Run = async (environment, ...args) => {
  const savedFeeds = await environment.savedFeeds();
  const shown = args[0] === undefined ? await shownFeed(environment, savedFeeds) : undefined;
  const chosen = await chosenFeeds(savedFeeds, shown ? [{ id: shown.id }] : args, {
    title: l10n.t("Mark as Read"),
    none: l10n.t("No saved feed has unread events."),
    clock: environment.clock,
    accepts: isUnread,
  });
  const count = unreadCount(chosen);
  for (const { id } of chosen) {
    await savedFeeds.markRead(id);
  }
  if (count > 0) {
    showStatusBarMessage(markedText(count), { icon: "check" });
  }
  return undefined;
};

async function shownFeed(
  { panels }: DialogEnvironment,
  savedFeeds: SavedFeeds,
): Promise<SavedFeedStatus | undefined> {
  const panel = (await panels()).focusedLast;
  const id = panel?.panel.active ? panel.savedFeed.id : undefined;
  const status = id === undefined ? undefined : savedFeeds.find(id);
  return status && isUnread(status) ? status : undefined;
}

export const markAllRead: Run = async (environment) => {
  const savedFeeds = await environment.savedFeeds();
  const count = unreadCount(savedFeeds.feeds.filter(isUnread));
  if (count === 0) {
    showStatusBarMessage(l10n.t("No saved feed has unread events."));
    return undefined;
  }
  const mark = await savedFeeds.markAllRead();
  // The button may be pressed late: what was marked since stays.
  return () =>
    offerUndo(
      withFullStop(markedText(count)),
      async () => mark !== undefined && savedFeeds.undoMarkRead(mark),
    );
};

export const undoMarkRead: Run = async ({ savedFeeds }) => {
  const isUndone = await (await savedFeeds()).undoMarkRead();
  showStatusBarMessage(
    isUndone ? l10n.t("Marked as unread") : l10n.t("There is nothing to undo"),
    isUndone ? { icon: "check" } : {},
  );
  return undefined;
};

function isUnread({ following }: SavedFeedStatus): boolean {
  return following !== undefined && hasUnread(following.unread);
}

function unreadCount(feeds: readonly SavedFeedStatus[]): number {
  return feeds.reduce((sum, { following }) => sum + (following?.unread.count ?? 0), 0);
}

/** Moves the feed of the menu, else the selected one, by one row. */
export function move(direction: "up" | "down"): Run {
  return async ({ list, view, savedFeeds, clock }, ...args) => {
    const row = args[0] ?? view.selection[0];
    const [status] =
      row === undefined ? [] : await chosenFeeds(await savedFeeds(), [row], { title: "", clock });
    if (status) {
      await moveSavedFeed(status.id, direction, await list());
    }
    return undefined;
  };
}

export const copyLink: Run = async ({ savedFeeds, clock }, ...args) => {
  const [status] = await chosenFeeds(await savedFeeds(), args.slice(0, 1), {
    title: l10n.t("Copy Link to Saved Feed"),
    clock,
  });
  if (status) {
    const { feed } = status;
    const uri = vscode.Uri.from({
      scheme: vscode.env.uriScheme,
      authority: extensionId,
      ...formatFeedLink(feed.query, feed),
    });
    await vscode.env.clipboard.writeText(uri.toString());
    showStatusBarMessage(l10n.t("Copied a link to this feed. Anyone with the link can save it."), {
      icon: "check",
    });
  }
  return undefined;
};

/** @param args the source of an entry; the user settings if there is none */
export const openSetting: Run = async (_, source) => {
  const kind = isRecord(source) ? source["kind"] : undefined;
  const uri =
    isRecord(source) && typeof source["uri"] === "string" ? vscode.Uri.parse(source["uri"]) : undefined;
  const key = `${settings.section}.${settings.savedFeeds}`;
  if (kind === "folder" && uri) {
    const file = vscode.Uri.joinPath(uri, ".vscode", "settings.json");
    await vscode.window.showTextDocument(file);
  } else {
    const command =
      kind === "workspace"
        ? "workbench.action.openWorkspaceSettingsFile"
        : "workbench.action.openSettingsJson";
    await vscode.commands.executeCommand(command, { revealSetting: { key } });
  }
  return undefined;
};

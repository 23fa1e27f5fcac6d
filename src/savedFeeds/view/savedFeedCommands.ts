import type { CommandRegistrar } from "../../commands";
import { type CommandId, commands } from "../../ids";
import type { DialogEnvironment, Run } from "./dialogEnvironment";

const loadDialogs = () => import("./savedFeedDialogs");

type Dialogs = Awaited<ReturnType<typeof loadDialogs>>;

/** The commands of the view "Saved Feeds". What they do is loaded with the first of them. */
export function registerSavedFeedCommands(registrar: CommandRegistrar, environment: DialogEnvironment): void {
  const register = (id: CommandId, run: (dialogs: Dialogs) => Run): void =>
    registrar.registerCommand(id, async (...args) => {
      const dialogs = await loadDialogs();
      const afterDialog = await environment.view.withDialog(() => run(dialogs)(environment, ...args));
      await afterDialog?.();
    });
  register(commands.saveFeed, ({ saveFeed }) => saveFeed);
  register(commands.openSavedFeed, ({ openSavedFeed }) => openSavedFeed);
  register(commands.editSavedFeed, ({ editSavedFeed }) => editSavedFeed);
  register(commands.removeSavedFeed, ({ removeSavedFeed }) => removeSavedFeed);
  register(commands.followSavedFeed, ({ followOrUnfollow }) => followOrUnfollow);
  // Titles of commands are fixed, so those of the menu are two.
  register(commands.followFeed, ({ followOrUnfollow }) => followOrUnfollow);
  register(commands.unfollowFeed, ({ followOrUnfollow }) => followOrUnfollow);
  register(commands.markFeedRead, ({ markRead }) => markRead);
  register(commands.markAllFeedsRead, ({ markAllRead }) => markAllRead);
  register(commands.undoMarkRead, ({ undoMarkRead }) => undoMarkRead);
  register(commands.moveSavedFeedUp, ({ move }) => move("up"));
  register(commands.moveSavedFeedDown, ({ move }) => move("down"));
  register(commands.copySavedFeedLink, ({ copyLink }) => copyLink);
  register(commands.openSavedFeedsSetting, ({ openSetting }) => openSetting);
}

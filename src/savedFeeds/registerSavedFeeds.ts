import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import { type CommandId, commands } from "../ids";
import type { FeedPanels } from "../panel/feedPanels";
import type { DisposableStore } from "../util/disposable";
import { lazyAsync } from "../util/lazy";
import { logRejection } from "../util/log";
import { savedFeedsFolderKey } from "./model/followedFeeds";
import { SavedFeedsView } from "./savedFeedsView";
import type { SavedFeedCommand } from "./savedFeedCommands";
import type { SavedFeedsOptions } from "./startSavedFeeds";

/** Time from activation until the followed feeds are loaded, so that VS Code can start first. */
const startDelayMs = 3000;

/**
 * Shows the view "Feeds", and checks the followed feeds once VS Code has started. Until then, and without a
 * followed feed, loads only what this file imports.
 * @param resources owns everything that is created
 */
export function showSavedFeeds(options: SavedFeedsOptions, resources: DisposableStore) {
  const { clock, log, globalState, connections, settings } = options;
  const list = lazyAsync(async () => {
    const { SavedFeedList } = await import("./savedFeedList");
    const loaded = resources.add(new SavedFeedList(settings));
    resources.add(loaded.onDidChange(() => view.update()));
    return loaded;
  });
  const savedFeeds = lazyAsync(async () => {
    const { startSavedFeeds } = await import("./startSavedFeeds");
    const feeds = await startSavedFeeds(await list(), options, resources);
    resources.add(feeds.onDidChange(() => view.update(feeds)));
    view.update(feeds);
    return feeds;
  });
  // Without a followed feed, no folder is chosen: two windows would choose different ones at the same time.
  const areFollowed = (): boolean => globalState.get(savedFeedsFolderKey) !== undefined;
  const feeds = async () => (areFollowed() ? (await savedFeeds()).feeds : (await list()).entries);
  const view = resources.add(new SavedFeedsView(feeds, list, connections, clock));
  const start = (): void => {
    if (areFollowed()) {
      logRejection(savedFeeds(), log);
    }
  };
  resources.add(clock.after(startDelayMs, start));
  // Another window may have been the first to follow a feed.
  resources.add(vscode.window.onDidChangeWindowState(start));
  return { list, savedFeeds, view };
}

export function registerSavedFeedCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  { list, savedFeeds, view }: ReturnType<typeof showSavedFeeds>,
  panels: () => Promise<FeedPanels>,
): void {
  const register = (id: CommandId, load: () => Promise<SavedFeedCommand>): void =>
    registrar.registerCommand(id, async (...args) => {
      const run = await load();
      const context = {
        connections,
        savedFeeds: await savedFeeds(),
        list: await list(),
        panels: await panels(),
      };
      const afterDialog = await view.dialogs.run(() => run(context, ...args));
      await afterDialog?.();
    });
  const dialogs = () => import("./savedFeedDialogs");
  const feedCommands = () => import("./savedFeedCommands");
  register(commands.saveFeed, async () => (await dialogs()).saveFeed);
  register(commands.editSavedFeed, async () => (await dialogs()).editSavedFeed);
  register(commands.importWatchlist, async () => (await import("./importCompanies")).importWatchlist);
  register(commands.openSavedFeed, async () => (await feedCommands()).openSavedFeed);
  register(commands.removeSavedFeed, async () => (await feedCommands()).removeSavedFeed);
  register(commands.followSavedFeed, async () => (await feedCommands()).followSavedFeed);
  register(commands.markFeedRead, async () => (await feedCommands()).markFeedRead);
  register(commands.markAllFeedsRead, async () => (await feedCommands()).markAllFeedsRead);
  register(commands.undoMarkRead, async () => (await feedCommands()).undoMarkRead);
}

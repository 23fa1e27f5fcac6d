import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import { commands, savedFeedsFolderKey } from "../ids";
import type { FeedPanels } from "../panel/feedPanels";
import type { DisposableStore } from "../util/disposable";
import { lazyAsync } from "../util/lazy";
import { logRejection } from "../util/log";
import { FeedsView } from "./feedsView";
import type { SavedFeedList } from "./savedFeedList";
import type { SavedFeeds } from "./savedFeeds";
import type { SavedFeedsOptions } from "./startSavedFeeds";

/** How long after activation the followed feeds are loaded: VS Code has started by then. */
const startDelayMs = 3000;

/** The saved feeds of this window, loaded on first use. */
interface LazySavedFeeds {
  readonly list: () => Promise<SavedFeedList>;
  readonly savedFeeds: () => Promise<SavedFeeds>;
  readonly view: FeedsView;
}

/**
 * Shows the view "Feeds", and checks the followed feeds once VS Code has started. Until then, and without a followed feed, no more of this
 * folder is loaded than what this file imports.
 * @param resources owns everything that is created
 */
export function showSavedFeeds(options: SavedFeedsOptions, resources: DisposableStore): LazySavedFeeds {
  const { clock, log, globalState, connections, settings } = options;
  const list = lazyAsync(async () => {
    const { SavedFeedList } = await import("./savedFeedList");
    return resources.add(new SavedFeedList(settings));
  });
  const savedFeeds = lazyAsync(async () => {
    const { startSavedFeeds } = await import("./startSavedFeeds");
    const feeds = await startSavedFeeds(await list(), options, resources);
    resources.add(feeds.onDidChange(() => view.update(feeds)));
    view.update(feeds);
    return feeds;
  });
  const view = resources.add(new FeedsView(savedFeeds, list, connections, clock));
  const start = (): void => {
    if (globalState.get(savedFeedsFolderKey) !== undefined) {
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
  { list, savedFeeds, view }: LazySavedFeeds,
  panels: () => Promise<FeedPanels>,
): void {
  const loadCommands = () => import("./savedFeedCommands");
  const register = (...names: readonly (keyof Awaited<ReturnType<typeof loadCommands>>)[]): void =>
    names.forEach((name) =>
      registrar.registerCommand(commands[name], async (...args) => {
        const { [name]: run } = await loadCommands();
        const context = {
          connections,
          savedFeeds: await savedFeeds(),
          list: await list(),
          panels: await panels(),
        };
        const afterDialog = await view.dialogs.run(() => run(context, ...args));
        await afterDialog?.();
      }),
    );
  register("saveFeed", "openSavedFeed", "editSavedFeed", "removeSavedFeed", "followSavedFeed");
  register("markFeedRead", "markAllFeedsRead", "undoMarkRead", "importWatchlist");
}

import { randomBytes } from "node:crypto";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import type { LiveEnvironment } from "../feed/live/livePoller";
import { type CommandId, commands, storageKeys, views } from "../ids";
import type { FeedPanels } from "../panel/feedPanels";
import type { LoadedSavedFeeds } from "../panel/panelSavedFeed";
import type { Settings } from "../settings";
import type { Event } from "../shared/event";
import type { Clock } from "../util/clock";
import type { DisposableStore } from "../util/disposable";
import { errorMessage } from "../util/errors";
import { nodeFileSystem, watchFile } from "../util/fileSystem";
import { lazyAsync } from "../util/lazy";
import { type Log, logRejection } from "../util/log";
import { showInformation, showWarning } from "../window";
import type { ToldFeed } from "./alerts";
import type { PanelRead } from "./checks";
import { FeedsView } from "./feedsView";
import type { Run } from "./savedFeedCommands";
import type { SavedFeedList } from "./savedFeedList";
import type { SavedFeeds } from "./savedFeeds";

/** How long after activation the followed feeds are loaded: VS Code has started by then. */
const startDelayMs = 3000;

export interface SavedFeedsEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  readonly globalState: vscode.Memento;
  readonly storageFolder: string;
  readonly settings: Settings;
  readonly connections: Connections;
  readonly panels: () => Promise<FeedPanels>;
  readonly live: Omit<LiveEnvironment, "clock">;
  readonly onDidReadPanel: Event<PanelRead>;
  /** Whether a visible feed of this window shows an event. */
  readonly isOnScreen: (eventId: string) => boolean;
  /** Called whenever a new feed was saved. */
  readonly onDidSave: () => void;
}

export interface RegisteredSavedFeeds {
  /** What panels need of the saved feeds. */
  readonly load: () => Promise<LoadedSavedFeeds>;
  /** Those in the settings, followed or not. */
  readonly list: () => Promise<SavedFeedList>;
}

/**
 * Registers the view "Feeds" and the commands of this folder, and checks the followed feeds once VS Code has started. Until then, and
 * without a followed feed, no more of this folder is loaded than what this file imports.
 * @param resources owns everything that is created
 */
export function registerSavedFeeds(
  registrar: CommandRegistrar,
  environment: SavedFeedsEnvironment,
  resources: DisposableStore,
): RegisteredSavedFeeds {
  const { clock, log, globalState, connections, settings, panels } = environment;
  const list = lazyAsync(async () => {
    const { SavedFeedList } = await import("./savedFeedList");
    return resources.add(new SavedFeedList(settings));
  });
  const savedFeeds = lazyAsync(async () => {
    const feeds = await createSavedFeeds(environment, await list(), resources);
    resources.add(feeds.onDidChange(() => view.update(feeds)));
    view.update(feeds);
    return feeds;
  });
  const view = resources.add(new FeedsView(savedFeeds, list, connections, clock));
  const loadCommands = () => import("./savedFeedCommands");
  type Loaded = Awaited<ReturnType<typeof loadCommands>>;
  const register = (id: CommandId, run: (loaded: Loaded) => Run): void =>
    registrar.registerCommand(id, async (...args) => {
      const loaded = await loadCommands();
      const context = {
        ...environment,
        view,
        savedFeeds: await savedFeeds(),
        list: await list(),
        panels: await panels(),
      };
      const afterDialog = await view.withDialog(() => run(loaded)(context, ...args));
      await afterDialog?.();
    });
  register(commands.saveFeed, ({ saveFeed }) => saveFeed);
  register(commands.openSavedFeed, ({ openSavedFeed }) => openSavedFeed);
  register(commands.editSavedFeed, ({ editSavedFeed }) => editSavedFeed);
  register(commands.removeSavedFeed, ({ removeSavedFeed }) => removeSavedFeed);
  register(commands.followSavedFeed, ({ followOrUnfollow }) => followOrUnfollow);
  register(commands.markFeedRead, ({ markRead }) => markRead);
  register(commands.markAllFeedsRead, ({ markAllRead }) => markAllRead);
  register(commands.undoMarkRead, ({ undoMarkRead }) => undoMarkRead);
  register(commands.importWatchlist, ({ importCompanies }) => importCompanies);

  const start = (): void => {
    if (globalState.get(storageKeys.savedFeedsFolder) !== undefined) {
      logRejection(savedFeeds(), log);
    }
  };
  resources.add(clock.after(startDelayMs, start));
  // Another window may have been the first to follow a feed.
  resources.add(vscode.window.onDidChangeWindowState(start));

  const load = async (): Promise<LoadedSavedFeeds> => {
    const { eventFilterOf } = await import("./eventFilter");
    const { onDidRename } = await list();
    return { savedFeeds: await savedFeeds(), eventFilterOf, onDidRename };
  };
  return { load, list };
}

async function createSavedFeeds(
  environment: SavedFeedsEnvironment,
  list: SavedFeedList,
  resources: DisposableStore,
): Promise<SavedFeeds> {
  const { clock, log, connections, live, settings, isOnScreen } = environment;
  const { FeedChecks, MarksFile, SavedFeeds, Toasts } = await import("./savedFeedsParts");
  const folder = await profileFolder(environment);
  const report = (sentence: string): void => void showWarning(sentence);
  const file = resources.add(new MarksFile(path.join(folder, "marks.json"), nodeFileSystem, clock, report));
  await file.sync().catch((error: unknown) => log.warn(errorMessage(error)));
  await nodeFileSystem.createFolder(folder).catch((error: unknown) => log.warn(errorMessage(error)));
  resources.add(watchFile(file.path, () => logRejection(file.sync(), log)));
  const isFocused = (): boolean => vscode.window.state.focused;
  const checks = resources.add(new FeedChecks(list, file, connections, { ...live, clock, log, isFocused }));
  const feeds = resources.add(new SavedFeeds(list, file, checks, { ...live, clock, log, connections }));
  const quietMs = (): number => settings.alertsQuietMs;
  const show = (text: string, told: readonly ToldFeed[]): Promise<void> => showToast(feeds, text, told);
  resources.add(new Toasts(feeds, checks, { clock, log, isOnScreen, quietMs, show }));
  resources.add(environment.onDidReadPanel((read) => void checks.applyPanelRead(read)));
  return feeds;
}

/** VS Code's profiles have settings of their own, but share the storage: the name of the folder is in the state of the profile. */
async function profileFolder({ globalState, storageFolder }: SavedFeedsEnvironment): Promise<string> {
  const stored: unknown = globalState.get(storageKeys.savedFeedsFolder);
  if (typeof stored === "string" && /^[\da-f]{16}$/.test(stored)) {
    return path.join(storageFolder, stored);
  }
  const name = randomBytes(8).toString("hex");
  await globalState.update(storageKeys.savedFeedsFolder, name);
  return path.join(storageFolder, name);
}

/** Of information severity, which VS Code holds back in its do-not-disturb mode. */
async function showToast(savedFeeds: SavedFeeds, text: string, feeds: readonly ToldFeed[]): Promise<void> {
  const [open, read] = [l10n.t("Open"), l10n.t("Mark as Read")];
  const choice = await showInformation(text, open, read);
  const [first, ...others] = feeds;
  if (choice === read) {
    await savedFeeds.markRead(...feeds.map(({ id }) => id));
  } else if (choice === open && first && others.length === 0) {
    const [eventId, ...older] = first.eventIds;
    const argument = { id: first.id, ...(older.length === 0 && { eventId }) };
    await vscode.commands.executeCommand(commands.openSavedFeed, argument);
  } else if (choice === open) {
    await vscode.commands.executeCommand(`${views.savedFeeds}.focus`);
  }
}

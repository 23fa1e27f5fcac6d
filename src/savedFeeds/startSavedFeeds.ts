import { randomBytes } from "node:crypto";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import { commands, views } from "../ids";
import type { Settings } from "../settings";
import type { Event } from "../shared/emitter";
import type { Clock } from "../util/clock";
import type { DisposableStore } from "../util/disposable";
import { errorMessage } from "../util/errors";
import { nodeFileSystem, watchFile } from "../util/fileSystem";
import { type Log, logRejection } from "../util/log";
import { showInformation, showWarning } from "../window";
import { type AnnouncedFeed, NewEventNotifier } from "./notifications";
import { SavedFeedChecks, type PanelCheck } from "./savedFeedChecks";
import { FollowedFeedsFile } from "./followedFeedsFile";
import { savedFeedsFolderKey } from "./model/followedFeeds";
import type { SavedFeedList } from "./savedFeedList";
import { SavedFeeds } from "./savedFeeds";

export interface SavedFeedsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly globalState: vscode.Memento;
  readonly storageFolder: string;
  readonly settings: Settings;
  readonly connections: Connections;
  readonly onDidCheckPanel: Event<PanelCheck>;
}

/** Starts the checks of the followed feeds. @param resources owns everything that is created */
export async function startSavedFeeds(
  list: SavedFeedList,
  options: SavedFeedsOptions,
  resources: DisposableStore,
): Promise<SavedFeeds> {
  const { clock, log, connections, settings } = options;
  const folder = await profileFolder(options);
  const warn = (error: unknown): void => log.warn(errorMessage(error));
  await nodeFileSystem.createFolder(folder).catch(warn);
  const report = (sentence: string): void => void showWarning(sentence);
  const statePath = path.join(folder, "marks.json");
  const file = resources.add(new FollowedFeedsFile(statePath, nodeFileSystem, clock, report));
  await file.sync().catch(warn);
  resources.add(watchFile(file.path, () => logRejection(file.sync(), log)));
  const live = {
    clock,
    log,
    connections,
    random: Math.random,
    // The user's values, because one window checks for all, whatever its workspace.
    intervalMs: () => settings.durationMs("feedPollInterval", "user"),
    onDidChangeInterval: settings.onDidChange("feedPollInterval"),
    overlapMs: () => settings.durationMs("feedOverlap", "user"),
    isFocused: () => vscode.window.state.focused,
    quietMs: () => settings.durationMs("alertsQuietMinutes"),
    show: (text: string, announced: readonly AnnouncedFeed[]) => notify(feeds, text, announced),
  };
  const checks = resources.add(new SavedFeedChecks(list, file, connections, live));
  const feeds = resources.add(new SavedFeeds(list, file, checks, live));
  resources.add(new NewEventNotifier(list, file, checks, live));
  resources.add(options.onDidCheckPanel((check) => void checks.applyPanelCheck(check)));
  return feeds;
}

/** Profiles share the storage folder, but not `globalState`, which has the name of the profile's folder. */
async function profileFolder({ globalState, storageFolder }: SavedFeedsOptions): Promise<string> {
  const stored: unknown = globalState.get(savedFeedsFolderKey);
  if (typeof stored === "string" && /^[\da-f]{16}$/.test(stored)) {
    return path.join(storageFolder, stored);
  }
  const name = randomBytes(8).toString("hex");
  await globalState.update(savedFeedsFolderKey, name);
  return path.join(storageFolder, name);
}

/** Shows an information message, so that Do Not Disturb hides it. */
async function notify(savedFeeds: SavedFeeds, text: string, feeds: readonly AnnouncedFeed[]): Promise<void> {
  const [open, read] = [l10n.t("Open"), l10n.t("Mark as Read")];
  const choice = await showInformation(text, open, read);
  const [first, ...others] = feeds;
  if (choice === read) {
    await savedFeeds.markRead(...feeds.map(({ id }) => id));
  } else if (choice === open) {
    const command = others.length === 0 ? commands.openSavedFeed : `${views.savedFeeds}.focus`;
    await vscode.commands.executeCommand(command, first);
  }
}

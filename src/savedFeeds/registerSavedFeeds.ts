import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import type { LiveEnvironment } from "../feed/live/livePoller";
import { storageKeys } from "../ids";
import type { LoadedSavedFeeds } from "../panel/panelSavedFeed";
import type { Event } from "../shared/event";
import type { DisposableStore } from "../util/disposable";
import { nodeFileSystem } from "../util/fileSystem";
import { lazyAsync } from "../util/lazy";
import { logRejection } from "../util/log";
import { registerSnooze } from "./alerts/snoozeCommand";
import { registerCompanyCommands } from "./companies/companyCommands";
import type { CompaniesEnvironment } from "./companies/importWatchlist";
import { registerDigest } from "./digest/digestCommand";
import type { DigestEnvironment } from "./digest/digestEnvironment";
import type { PanelRead } from "./polling/feedChecker";
import type { SavedFeedList } from "./savedFeedList";
import { registerSavedFeedCommands } from "./view/savedFeedCommands";
import type { DialogEnvironment } from "./view/dialogEnvironment";
import { SavedFeedsView } from "./view/savedFeedsView";

/** How long after activation the followed feeds are loaded: VS Code has started by then. */
const startDelayMs = 3000;

export interface SavedFeedsEnvironment
  extends
    Omit<DigestEnvironment, "savedFeeds" | "overlapMs" | "defaultDays">,
    Pick<CompaniesEnvironment, "settings" | "reports"> {
  readonly storageFolder: string;
  readonly connections: Connections;
  readonly live: Omit<LiveEnvironment, "clock">;
  readonly onDidReadPanel: Event<PanelRead>;
  /** Whether a visible feed of this window shows an event. */
  readonly isOnScreen: (eventId: string) => boolean;
  readonly onDidSave: DialogEnvironment["onDidSave"];
}

export interface RegisteredSavedFeeds {
  /** What panels need of the saved feeds. */
  readonly load: () => Promise<LoadedSavedFeeds>;
  /** Those in the settings, followed or not. */
  readonly list: () => Promise<SavedFeedList>;
}

/**
 * Registers the view "Saved Feeds", the commands of this folder and the links in digests, and checks the followed feeds once VS Code
 * has started. Until then, and without a followed feed, no more of this folder is loaded than what this file imports.
 * @param resources owns everything that is created
 */
export function registerSavedFeeds(
  registrar: CommandRegistrar,
  environment: SavedFeedsEnvironment,
  resources: DisposableStore,
): RegisteredSavedFeeds {
  const { clock, log, globalState, connections, live, settings } = environment;
  const list = lazyAsync(async () => {
    const { SavedFeedList } = await import("./savedFeedList");
    return resources.add(new SavedFeedList(settings));
  });
  const savedFeeds = lazyAsync(async () => {
    const { ProfileFolder, SavedFeedsService } = await import("./savedFeedsService");
    const { Alerts } = await import("./alerts/alerts");
    const service = resources.add(
      new SavedFeedsService({
        ...live,
        clock,
        log,
        files: nodeFileSystem,
        connections,
        onDidReadPanel: environment.onDidReadPanel,
        settings: await list(),
        folder: new ProfileFolder(globalState, environment.storageFolder),
      }),
    );
    try {
      await service.start();
    } catch (error) {
      // The next call starts another one.
      service.dispose();
      throw error;
    }
    const { isOnScreen } = environment;
    const quietMs = (): number => settings.alertsQuietMs;
    const setBadge = (badge: vscode.ViewBadge | undefined): void => view.setBadge(badge);
    resources.add(new Alerts(service, { clock, log, quietMs, isOnScreen, setBadge }));
    return service;
  });
  const view = resources.add(new SavedFeedsView({ savedFeeds, list, settings, clock }));
  registerSavedFeedCommands(registrar, { ...environment, view, savedFeeds, list });
  registerCompanyCommands(registrar, { ...environment, view, savedFeeds, list });
  registerSnooze(registrar, savedFeeds, clock);
  const { overlapMs } = live;
  const defaultDays = (): number => settings.feedWindowDays;
  resources.add(registerDigest(registrar, { ...environment, savedFeeds, overlapMs, defaultDays }));

  const start = (): void => {
    const folder = globalState.get(storageKeys.savedFeedsFolder);
    if (folder !== undefined && folder !== globalState.get(storageKeys.unusedSavedFeedsFolder)) {
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

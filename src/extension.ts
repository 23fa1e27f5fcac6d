import "./displayLanguage";
import * as vscode from "vscode";
import { logRequest } from "./api/http/requestLog";
import { registerChangeCommands } from "./collections/changes/changeCommands";
import { updateCollectionDocuments } from "./collections/tree/collectionDocuments";
import { registerCollectionCommands } from "./collections/tree/collectionCommands";
import { CollectionsView } from "./collections/tree/collectionsView";
import { ItemPicker } from "./collections/tree/itemPicker";
import { CommandRegistrar } from "./commands";
import type { ClientFactory } from "./connections/connectionClient";
import { registerConnectionCommands } from "./connections/connectionCommands";
import { ConnectionList } from "./connections/connectionList";
import {
  confirmKeyDeletion,
  InvalidSettingsNotice,
  RejectedKeyNotice,
} from "./connections/connectionNotices";
import { Connections } from "./connections/connections";
import { ConnectionStatusBar } from "./connections/connectionStatusBar";
import { KeyStore } from "./connections/keyStore";
import { OrphanedKeys } from "./connections/orphanedKeys";
import { registerExports } from "./export/ui/exportCommands";
import { commands } from "./ids";
import { JsonCache } from "./jsonDocuments/jsonCache";
import { JsonDocuments, registerJsonDocuments } from "./jsonDocuments/jsonDocuments";
import { registerFeedCommands, registerFeedUriAndSerializer } from "./panel/feedCommands";
import { Settings } from "./settings";
import { systemClock as clock } from "./util/clock";
import { DisposableStore } from "./util/disposable";
import { nodeFileSystem } from "./util/fileSystem";
import { lazyAsync } from "./util/lazy";
import { logRejection } from "./util/log";
import { WalkthroughProgress } from "./walkthrough";

export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri, globalState, globalStorageUri, secrets, workspaceState } = context;
  const resources = new DisposableStore();
  context.subscriptions.push(resources);
  const log = resources.add(vscode.window.createOutputChannel("Company Feed", { log: true }));
  const settings = new Settings(context.extension.packageJSON);
  const registrar = resources.add(new CommandRegistrar(log));
  registrar.registerCommand(commands.showLog, () => log.show());

  const createClient: ClientFactory = async (target) => {
    const { createServiceClient } = await import("./api/client");
    return createServiceClient(target, {
      timeoutMs: settings.requestTimeoutMs,
      typesFormat: settings.feedTypesFormat,
      clock,
      random: Math.random,
      log: (entry) => logRequest(entry, log),
    });
  };
  const sampleService = lazyAsync(async () => {
    const { SampleService } = await import("./sample/sampleService");
    return resources.add(new SampleService());
  });
  const keys = resources.add(new KeyStore(secrets, clock));
  const connectionList = resources.add(new ConnectionList());
  const storage = { workspace: workspaceState, global: globalState };
  const connections = resources.add(
    new Connections(connectionList, keys, storage, createClient, async () => (await sampleService()).start()),
  );
  resources.add(new ConnectionStatusBar(connections));
  resources.add(new InvalidSettingsNotice(connectionList));
  resources.add(new RejectedKeyNotice(connections, clock));
  resources.add(new OrphanedKeys(connectionList, keys, globalState, confirmKeyDeletion, clock, log));
  const reports = lazyAsync(async () => {
    const { ConnectionReports } = await import("./connections/diagnostics/connectionReport");
    return resources.add(new ConnectionReports(connections, clock));
  });
  registerConnectionCommands(registrar, connections, reports);

  const documentsFolder = vscode.Uri.joinPath(globalStorageUri, "documents").fsPath;
  const documentCache = new JsonCache(documentsFolder, { files: nodeFileSystem, clock }, log);
  const documents = resources.add(new JsonDocuments(documentCache, clock));
  resources.add(registerJsonDocuments(documents));

  const collections = resources.add(
    new CollectionsView(connections, globalState, () => settings.collectionsPageSize, clock),
  );
  resources.add(
    collections.onDidChangeItems(({ connection, list }) => {
      logRejection(updateCollectionDocuments(documents, connection, list.state.items), log);
    }),
  );
  const picker = new ItemPicker(collections, clock);
  registerCollectionCommands(registrar, collections, documents, picker);
  registerChangeCommands(registrar, connections, collections, picker);

  const walkthrough = new WalkthroughProgress(globalState);
  const panels = lazyAsync(async () => {
    const { EventBudget, EventReader, FeedPanels, LastVisits } = await import("./panel/feedPanels");
    return resources.add(
      new FeedPanels(
        {
          extensionUri,
          clock,
          log,
          documents,
          budget: new EventBudget(() => settings.feedMaxEvents),
          eventReader: new EventReader(),
          preloadEvents: () => settings.feedPreloadEvents,
          visits: new LastVisits(globalState),
          live: {
            random: Math.random,
            intervalMs: () => settings.feedPollIntervalMs,
            overlapMs: () => settings.feedOverlapMs,
          },
          pageSize: () => settings.feedPageSize,
          defaultQuery: () => settings.defaultFeedQuery,
          typesFormat: () => settings.feedTypesFormat,
          completeStep: (step) => walkthrough.complete(step),
        },
        connections,
      ),
    );
  });
  registerFeedCommands(registrar, connections, panels);
  resources.add(registerFeedUriAndSerializer(connections, panels));

  registerExports(
    registrar,
    {
      storageFolder: vscode.Uri.joinPath(globalStorageUri, "exports").fsPath,
      clock,
      log,
      connections,
      panels,
      defaultQuery: () => settings.defaultFeedQuery,
    },
    (exports) => resources.add(exports),
    () => walkthrough.complete("export"),
  );
}

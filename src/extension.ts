import * as vscode from "vscode";
import { logRequest } from "./api/http/requestLog";
import { updateCollectionDocuments } from "./collections/documents/collectionDocuments";
import { CollectionsView } from "./collections/tree/collectionsView";
import { registerCollectionCommands } from "./collections/tree/collectionCommands";
import { CommandRegistrar } from "./commands";
import { InvalidSettingsNotice } from "./connections/invalidSettingsNotice";
import { confirmKeyDeletion } from "./connections/dialogs/confirmKeyDeletion";
import { registerConnectionCommands } from "./connections/connectionCommands";
import { ConnectionList } from "./connections/connectionList";
import { Connections } from "./connections/connections";
import { KeyNotice } from "./connections/keyNotice";
import { KeyStore } from "./connections/keyStore";
import { OrphanedKeys } from "./connections/orphanedKeys";
import { RenamedKeys } from "./connections/renamedKeys";
import type { ClientFactory, StartSample } from "./connections/connectionClient";
import { ConnectionStatusBar } from "./connections/connectionStatusBar";
import { registerExports } from "./export/ui/exportCommands";
import { commands } from "./ids";
import { JsonCache } from "./jsonDocuments/jsonCache";
import { JsonDocuments, serveJsonDocuments } from "./jsonDocuments/jsonDocuments";
import { registerFeedCommands, registerFeedUriAndSerializer } from "./panel/feedCommands";
import type { FeedPanels } from "./panel/feedPanels";
import { Settings } from "./settings";
import type { FeedQuery } from "./shared/feedQuery";
import { systemClock } from "./util/clock";
import { DisposableStore } from "./util/disposable";
import { nodeFileSystem } from "./util/fileSystem";
import { lazyAsync } from "./util/lazy";
import { logRejection } from "./util/log";

export function activate(context: vscode.ExtensionContext): void {
  const resources = new DisposableStore();
  context.subscriptions.push(resources);
  const log = resources.add(vscode.window.createOutputChannel("Company Feed", { log: true }));
  const settings = new Settings(context.extension.packageJSON);
  const registrar = resources.add(new CommandRegistrar(log));

  const keys = resources.add(new KeyStore(context.secrets, systemClock));
  const list = resources.add(new ConnectionList());
  const connections = resources.add(
    new Connections(
      list,
      keys,
      { workspace: context.workspaceState, global: context.globalState },
      clientFactory(settings, log),
      sampleStarter(resources),
    ),
  );
  resources.add(new ConnectionStatusBar(connections));
  resources.add(new InvalidSettingsNotice(list));
  resources.add(new KeyNotice(connections));
  resources.add(new RenamedKeys(list, keys, systemClock, log));
  resources.add(new OrphanedKeys(list, keys, context.globalState, confirmKeyDeletion, systemClock, log));
  const reports = lazyAsync(async () => {
    const { ConnectionReports } = await import("./connections/diagnostics/connectionReport");
    return resources.add(new ConnectionReports(connections, systemClock));
  });
  registerConnectionCommands(registrar, connections, reports);

  const collections = resources.add(
    new CollectionsView(connections, context.globalState, () => settings.collectionsPageSize, systemClock),
  );
  const documents = resources.add(new JsonDocuments(jsonCache(context, log), systemClock));
  resources.add(serveJsonDocuments(documents));
  resources.add(
    collections.onDidLoad(({ access, pages }) => {
      logRejection(updateCollectionDocuments(documents, access.connection, pages.state.items), log);
    }),
  );
  registerCollectionCommands(registrar, collections, documents, systemClock);

  const panels = feedPanels(context, connections, documents, settings, log, resources);
  registerFeedCommands(registrar, connections, panels);
  resources.add(registerFeedUriAndSerializer(connections, panels));
  registerExports(
    registrar,
    {
      storage: vscode.Uri.joinPath(context.globalStorageUri, "exports").fsPath,
      clock: systemClock,
      log,
      connections,
      panels,
      defaultQuery: () => defaultQuery(settings),
    },
    (exports) => resources.add(exports),
  );
  registrar.registerCommand(commands.showLog, () => log.show());
}

function jsonCache({ globalStorageUri }: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
  const folder = vscode.Uri.joinPath(globalStorageUri, "documents").fsPath;
  return new JsonCache(folder, { files: nodeFileSystem, clock: systemClock }, log);
}

/** Clients of the service; the HTTP client is loaded with the first. */
function clientFactory(settings: Settings, log: vscode.LogOutputChannel): ClientFactory {
  const load = lazyAsync(() => import("./api/client"));
  return async (target) =>
    (await load()).createServiceClient(
      target,
      { timeoutMs: settings.requestTimeoutMs, typesFormat: settings.feedTypesFormat },
      { clock: systemClock, random: Math.random, log: (exchange) => logRequest(exchange, log) },
    );
}

/** The sample service, loaded and started on first use. */
function sampleStarter(resources: DisposableStore): StartSample {
  const service = lazyAsync(async () => {
    const { SampleService } = await import("./sample/sampleService");
    return resources.add(new SampleService());
  });
  return async () => (await service()).start();
}

function feedPanels(
  { extensionUri, globalState }: vscode.ExtensionContext,
  connections: Connections,
  documents: JsonDocuments,
  settings: Settings,
  log: vscode.LogOutputChannel,
  resources: DisposableStore,
): () => Promise<FeedPanels> {
  return lazyAsync(async () => {
    const { EventBudget, FeedPanels, LastVisits } = await import("./panel/feedPanels");
    return resources.add(
      new FeedPanels(
        {
          extensionUri,
          clock: systemClock,
          log,
          pageSize: () => settings.feedPageSize,
          budget: new EventBudget(() => settings.feedMaxEvents),
          live: {
            random: Math.random,
            intervalMs: () => settings.feedPollIntervalMs,
            overlapMs: () => settings.feedOverlapMs,
          },
          visits: new LastVisits(globalState),
          documents,
          defaultQuery: () => defaultQuery(settings),
          typesFormat: () => settings.feedTypesFormat,
        },
        connections,
      ),
    );
  });
}

function defaultQuery(settings: Settings): FeedQuery {
  return { window: { kind: "last", days: settings.feedWindowDays }, types: [] };
}

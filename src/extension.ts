import "./displayLanguage";
import * as vscode from "vscode";
import { McpToken } from "./agent/mcp/token";
import { registerAgent } from "./agent/registerAgent";
import { logRequest } from "./service/requestLog";
import { registerCollections } from "./collections/registerCollections";
import { CollectionsView } from "./collections/tree/collectionsView";
import { CommandRegistrar } from "./commands";
import type { ClientFactory } from "./connections/connectionClient";
import { ConnectionList } from "./connections/connectionList";
import { InvalidSettingsNotice } from "./connections/connectionNotices";
import { Connections } from "./connections/connections";
import { registerConnections } from "./connections/registerConnections";
import { KeyStore } from "./connections/keyStore";
import { registerExports } from "./export/exportCommands";
import { commands } from "./ids";
import { JsonDocuments, registerJsonDocuments } from "./jsonDocuments/jsonDocuments";
import { registerFeedPanels } from "./panel/feedCommands";
import type { PanelRead } from "./savedFeeds/checks";
import { registerSavedFeeds } from "./savedFeeds/registerSavedFeeds";
import { Settings } from "./settings";
import { Emitter } from "./shared/event";
import { systemClock as clock } from "./util/clock";
import { DisposableStore } from "./util/disposable";
import { nodeFileSystem } from "./util/fileSystem";
import { lazyAsync } from "./util/lazy";

export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri, globalState, globalStorageUri, secrets, workspaceState } = context;
  const resources = new DisposableStore();
  context.subscriptions.push(resources);
  const log = resources.add(vscode.window.createOutputChannel("Company Feed", { log: true }));
  const settings = new Settings(context.extension.packageJSON);
  const registrar = resources.add(new CommandRegistrar(log));
  registrar.registerCommand(commands.showLog, () => log.show());

  const loadClient = lazyAsync(() => import("./service/client"));
  const createClient: ClientFactory = async (target) => {
    const { createServiceClient } = await loadClient();
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
  const connectionList = resources.add(new ConnectionList(settings));
  const storage = { workspace: workspaceState, global: globalState };
  const connections = resources.add(
    new Connections(connectionList, keys, storage, createClient, async () => (await sampleService()).start()),
  );
  const common = { clock, log, globalState, connections };
  const storageFolder = (name: string) => vscode.Uri.joinPath(globalStorageUri, name).fsPath;
  const reports = lazyAsync(async () => {
    const { TextReports } = await import("./textReports");
    return resources.add(new TextReports());
  });
  registerConnections(registrar, { ...common, reports }, resources);

  const documents = resources.add(new JsonDocuments(storageFolder("documents"), nodeFileSystem, clock));
  resources.add(registerJsonDocuments(documents));

  const pageSize = () => settings.collectionsPageSize;
  const collections = resources.add(new CollectionsView(connections, pageSize, clock, log));
  registerCollections(registrar, connections, collections, globalState, documents);
  resources.add(
    new InvalidSettingsNotice(connectionList, log, collections.onDidChangeVisibility, registrar.onWillRun),
  );

  const defaultQuery = () => settings.defaultFeedQuery;
  const live = {
    random: Math.random,
    intervalMs: () => settings.feedPollIntervalMs,
    onDidChangeInterval: settings.onDidChange("feedPollInterval"),
    overlapMs: () => settings.feedOverlapMs,
  };
  const panelReads = resources.add(new Emitter<PanelRead>());
  const panels = registerFeedPanels(
    registrar,
    connections,
    {
      clock,
      log,
      extensionUri,
      documents,
      live,
      maxEvents: () => settings.feedMaxEvents,
      preloadEvents: () => settings.feedPreloadEvents,
      pageSize: () => settings.feedPageSize,
      defaultQuery,
      typesFormat: () => settings.feedTypesFormat,
      onDidRead: (client, check) => panelReads.fire({ client, check }),
      loadSavedFeeds: () => savedFeeds.load(),
    },
    resources,
  );

  const savedFeeds = registerSavedFeeds(
    registrar,
    {
      ...common,
      storageFolder: storageFolder("savedFeeds"),
      settings,
      panels: panels.load,
      onDidReadPanel: panelReads.event,
    },
    resources,
  );

  registerExports(registrar, { ...common, panels: panels.load, defaultQuery }, resources);

  registerAgent(
    registrar,
    {
      ...common,
      settings,
      mcpToken: new McpToken(secrets, clock),
      panels,
      savedFeeds: savedFeeds.list,
    },
    resources,
  );
}

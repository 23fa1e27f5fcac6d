// Must stay first: modules may look up messages as they are evaluated.
import "./displayLanguage";
import * as vscode from "vscode";
import { McpToken } from "./agent/mcp/token";
import { registerAgent } from "./agent/registerAgent";
import { registerMcp } from "./agent/vscode/registerMcp";
import { registerCollections } from "./collections/registerCollections";
import { registerSubscriptions } from "./collections/subscriptions/registerSubscriptions";
import { SubscriptionsView } from "./collections/subscriptions/subscriptionsView";
import { CollectionsView } from "./collections/tree/collectionsView";
import { CommandRegistrar } from "./commands";
import { registerConnectionCommands } from "./connections/connectionCommands";
import { ConnectionList } from "./connections/connectionList";
import { clientFactory } from "./connections/connectionClient";
import { Connections } from "./connections/connections";
import { ConnectionStatusBar } from "./connections/connectionStatusBar";
import { KeyStore } from "./connections/keyStore";
import { registerExports } from "./export/exportCommands";
import { EventBudget } from "./feed/store/eventBudget";
import { commands } from "./ids";
import { JsonDocuments, registerJsonDocuments } from "./jsonDocuments/jsonDocuments";
import { registerFeedPanels } from "./panel/feedCommands";
import type { PanelCheck } from "./savedFeeds/savedFeedChecks";
import { registerSavedFeedCommands, showSavedFeeds } from "./savedFeeds/registerSavedFeeds";
import { Settings } from "./settings";
import { Emitter } from "./shared/emitter";
import { systemClock as clock } from "./util/clock";
import { DisposableStore } from "./util/disposable";
import { nodeFileSystem } from "./util/fileSystem";
import { lazyAsync } from "./util/lazy";

export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri, globalState, globalStorageUri, secrets } = context;
  const resources = new DisposableStore();
  context.subscriptions.push(resources);
  const log = resources.add(vscode.window.createOutputChannel("Company Feed", { log: true }));
  const settings = new Settings(context.extension.packageJSON);
  const registrar = resources.add(new CommandRegistrar(log));
  registrar.registerCommand(commands.showLog, () => log.show());
  const storageFolder = (name: string) => vscode.Uri.joinPath(globalStorageUri, name).fsPath;

  const sampleService = lazyAsync(async () => {
    const { SampleService } = await import("./sample/sampleService");
    return resources.add(new SampleService());
  });
  const clientProvider = {
    createClient: clientFactory(settings, log),
    startSample: async () => (await sampleService()).start(),
  };
  const keys = resources.add(new KeyStore(secrets, clock));
  const connectionList = resources.add(new ConnectionList(settings));
  const connections = resources.add(new Connections(connectionList, keys, clientProvider, context));
  const common = { clock, log, globalState, connections };

  const documents = resources.add(new JsonDocuments(storageFolder("documents"), nodeFileSystem, clock));
  registerJsonDocuments(documents, resources);
  const pageSize = () => settings.number("collectionsPageSize");
  const collections = resources.add(new CollectionsView(connections, pageSize, clock, log));
  registerCollections(registrar, connections, collections, globalState, documents);

  const panelChecks = resources.add(new Emitter<PanelCheck>());
  const savedFeeds = showSavedFeeds(
    { ...common, storageFolder: storageFolder("savedFeeds"), settings, onDidCheckPanel: panelChecks.event },
    resources,
  );
  const view = resources.add(new SubscriptionsView(connections, clock, log));
  registerSubscriptions(registrar, connections, view, documents, async () =>
    (await savedFeeds.list()).entries.map(({ feed }) => feed),
  );

  const defaultQuery = () => settings.defaultFeedQuery;
  const panels = registerFeedPanels(
    registrar,
    connections,
    {
      clock,
      log,
      extensionUri,
      documents,
      live: {
        random: Math.random,
        intervalMs: () => settings.durationMs("feedPollInterval"),
        onDidChangeInterval: settings.onDidChange("feedPollInterval"),
        overlapMs: () => settings.durationMs("feedOverlap"),
      },
      budget: new EventBudget(() => settings.number("feedMaxEvents")),
      preloadEvents: () => settings.number("feedPreloadEvents"),
      pageSize: () => settings.number("feedPageSize"),
      defaultQuery,
      typesFormat: () => settings.feedTypesFormat,
      onDidCheck: (client, check) => panelChecks.fire({ client, ...check }),
      loadSavedFeeds: savedFeeds.savedFeeds,
    },
    resources,
  );
  resources.add(new ConnectionStatusBar(connections, panels, log));
  registerConnectionCommands(registrar, connections, panels, resources);
  registerSavedFeedCommands(registrar, connections, savedFeeds, panels.load);
  registerExports(registrar, { ...common, panels: panels.load, defaultQuery }, resources);
  const agentOptions = { ...common, panels: panels.load, savedFeedList: savedFeeds.list };
  const callTool = registerAgent(registrar, agentOptions, resources);
  const mcpToken = new McpToken(secrets, clock);
  const tools = { manifest: context.extension.packageJSON as unknown, call: callTool };
  registerMcp(registrar, { ...common, settings, mcpToken, tools }, resources);
}

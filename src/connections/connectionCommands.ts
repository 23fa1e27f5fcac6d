import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import { commands, schemes, views } from "../ids";
import { isRecord } from "../shared/schemas";
import type { DisposableStore } from "../util/disposable";
import { showInformation } from "../window";
import { type Connection, sampleConnection } from "./connection";
import type { ConnectionClient } from "./connectionClient";
import type { Connections } from "./connections";

/**
 * Registers the commands that add, select, change and test connections. Those about one connection take its name. Without arguments, as from
 * the Command Palette, they are about that of the feed in the active editor, or else the active one. Menus and links of the view of collections,
 * which shows the active one, pass something else.
 * @param feeds of the feed in the active editor
 * @param resources owns everything that is created
 */
export function registerConnectionCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  feeds: { readonly activeConnection: Connection | undefined },
  resources: DisposableStore,
): void {
  const loadDialogs = () => import("./connectionDialogs");
  const reports = { provideTextDocumentContent: ({ query }: vscode.Uri) => query };
  resources.add(vscode.workspace.registerTextDocumentContentProvider(schemes.report, reports));
  registrar.registerCommand(commands.connect, async (options: unknown) => {
    const { connect } = await loadDialogs();
    const isConnected = await connect(connections);
    if (isConnected) {
      await showConnected(options);
    }
    return isConnected;
  });
  registrar.registerCommand(commands.connectSample, async (options: unknown) => {
    await connections.activate(sampleConnection.name);
    await showConnected(options);
    return true;
  });
  registrar.registerCommand(commands.switchConnection, async () =>
    (await loadDialogs()).switchConnection(connections),
  );

  const choose = async (args: readonly unknown[], useSample: boolean) => {
    const [name] = args;
    const focused = args.length === 0 ? feeds.activeConnection : undefined;
    const named = typeof name === "string" ? requireConnection(name, connections) : undefined;
    const offered = named ? [named] : [focused, connections.active?.connection];
    // The connection of a feed may have been removed. The sample has no key and nothing to edit.
    const usable = offered.find(
      (each) => each && connections.clientFor(each.name) && (useSample || !each.sample),
    );
    return usable ?? (await loadDialogs()).pickConnection(connections);
  };
  for (const name of ["editConnection", "removeConnection", "setApiKey", "clearApiKey"] as const) {
    registrar.registerCommand(commands[name], async (...args) => {
      const connection = await choose(args, false);
      return connection && (await loadDialogs())[name](connection, connections);
    });
  }
  registrar.registerCommand(commands.testConnection, async (...args) => {
    const connection = await choose(args, true);
    const client = connection && connections.clientFor(connection.name);
    return client && (await loadDialogs()).reportConnection(client);
  });
}

/** Never another connection than the named one: the next dialog may ask for its key. */
function requireConnection(name: string, connections: Connections): Connection {
  const connection = connections.clientFor(name)?.connection;
  if (connection?.name !== name) {
    throw new Error(l10n.t("This connection was removed or renamed."));
  }
  return connection;
}

/**
 * Shows the views and, with the focus, the feed. Not by the view of collections: VS Code may not have it yet.
 * @param options `{ openFeed: false }` if the caller opens a feed itself
 */
async function showConnected(options: unknown): Promise<void> {
  await vscode.commands.executeCommand(`${views.savedFeeds}.focus`);
  if (!isRecord(options) || options["openFeed"] !== false) {
    await vscode.commands.executeCommand(commands.openFeed);
  }
}

/**
 * For commands that need a connection: without an active one, offers those in the settings, or to connect. VS Code can't take an offer back
 * once there is one.
 * @param message what the command would do with a connection
 * @returns the active connection; undefined if the offer, or the dialog to connect, was dismissed
 */
export async function connectedClient(
  connections: Pick<Connections, "active" | "list">,
  message: string,
): Promise<ConnectionClient | undefined> {
  if (connections.active) {
    return connections.active;
  }
  if (connections.list.all.length > 0) {
    await vscode.commands.executeCommand(commands.switchConnection);
    return connections.active;
  }
  const connect = l10n.t("Connect…");
  const choice = await showInformation(message, connect, l10n.t("Connect to Sample Service"));
  if (choice === undefined) {
    return undefined;
  }
  const command = choice === connect ? commands.connect : commands.connectSample;
  const isConnected = await vscode.commands.executeCommand(command, { openFeed: false });
  return isConnected === true ? connections.active : undefined;
}

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import { type CommandId, commands, schemes, views } from "../ids";
import { isRecord } from "../shared/schemas";
import type { DisposableStore } from "../util/disposable";
import { showInformation } from "../window";
import { type Connection, sampleConnection } from "./connection";
import type { ConnectionClient } from "./connectionClient";
import type { Connections } from "./connections";

/**
 * Registers the commands that add, select, change and test connections. Commands for one connection take its
 * name. Without arguments, as from the Command Palette, they apply to the connection of the feed in the
 * active editor, then to the active one. Any other argument, as from a view, means the active one.
 * @param feeds `activeConnection` is that of the feed in the active editor
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
    const named = typeof name === "string" ? connections.requireConnection(name) : undefined;
    const offered = named ? [named] : [focused, connections.active?.connection];
    // A feed's connection may have been removed. The sample has no key and nothing to edit.
    const usable = offered.find(
      (each) => each && connections.clientFor(each.name) && (useSample || !each.sample),
    );
    return usable ?? (await loadDialogs()).pickConnection(connections);
  };
  type Dialogs = Awaited<ReturnType<typeof loadDialogs>>;
  const register = (id: CommandId, run: (dialogs: Dialogs, chosen: Connection) => Promise<void>): void =>
    registrar.registerCommand(id, async (...args) => {
      const connection = await choose(args, false);
      return connection && run(await loadDialogs(), connection);
    });
  register(commands.editConnection, (dialogs, chosen) => dialogs.editConnection(chosen, connections));
  register(commands.removeConnection, (dialogs, chosen) => dialogs.removeConnection(chosen, connections));
  register(commands.setApiKey, (dialogs, chosen) => dialogs.setApiKey(chosen, connections));
  register(commands.clearApiKey, (dialogs, chosen) => dialogs.clearApiKey(chosen, connections));
  registrar.registerCommand(commands.testConnection, async (...args) => {
    const connection = await choose(args, true);
    const client = connection && connections.clientFor(connection.name);
    return client && (await loadDialogs()).reportConnection(client);
  });
}

/**
 * Shows the views, then focuses the feed. Not through the view of collections, which may not exist yet.
 * @param options `{ openFeed: false }` if the caller opens a feed itself
 */
async function showConnected(options: unknown): Promise<void> {
  await vscode.commands.executeCommand(`${views.savedFeeds}.focus`);
  if (!isRecord(options) || options["openFeed"] !== false) {
    await vscode.commands.executeCommand(commands.openFeed);
  }
}

/**
 * For commands that need a connection. If none is active, offers those in the settings, or to connect.
 * @param message what a connection is needed for
 * @returns undefined if the user dismissed the offer
 */
export async function ensureConnected(
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

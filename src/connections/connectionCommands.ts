import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import { type CommandId, commands, views } from "../ids";
import { isRecord } from "../shared/typeGuards";
import { type Connection, sampleConnection } from "./connection";
import type { Connections } from "./connections";
import type { ConnectionReports } from "./diagnostics/connectionReport";

/** The connection of a command whose caller does not name one. */
interface Selection {
  /** Asks for a connection. */
  readonly placeholder: () => string;
  /** Take the active connection without asking. */
  readonly useActive?: boolean;
  /** Also accept the sample connection, which has no key and nothing to edit. */
  readonly useSample?: boolean;
}

const loadDialogs = () => import("./dialogs/index");

/** Registers the commands that add, select, change and test connections. */
export function registerConnectionCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  reports: () => Promise<ConnectionReports>,
): void {
  registrar.registerCommand(commands.connect, async (options: unknown) => {
    const { connect } = await loadDialogs();
    const isConnected = (await connect(connections)) !== undefined;
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

  const register = (
    id: CommandId,
    selection: Selection,
    run: (connection: Connection) => Promise<void>,
  ): void =>
    registrar.registerCommand(id, async (name: unknown) => {
      const connection = await selectConnection(name, selection, connections);
      return connection && run(connection);
    });

  register(
    commands.editConnection,
    { placeholder: () => l10n.t("Select a connection to edit") },
    async (connection) => (await loadDialogs()).editConnection(connection, connections),
  );
  register(
    commands.removeConnection,
    { placeholder: () => l10n.t("Select a connection to remove") },
    async (connection) => (await loadDialogs()).removeConnection(connection, connections),
  );
  register(
    commands.testConnection,
    { placeholder: () => l10n.t("Select a connection to test"), useActive: true, useSample: true },
    async (connection) => (await reports()).run(connection),
  );
  register(
    commands.setApiKey,
    { placeholder: () => l10n.t("Select a connection to set its API key"), useActive: true },
    async (connection) => (await loadDialogs()).setKey(connection, connections),
  );
  register(
    commands.clearApiKey,
    { placeholder: () => l10n.t("Select a connection to clear its API key") },
    async (connection) => (await loadDialogs()).clearKey(connection, connections),
  );
}

async function selectConnection(
  name: unknown,
  { placeholder, useActive, useSample }: Selection,
  connections: Connections,
): Promise<Connection | undefined> {
  const { list, active } = connections;
  if (typeof name === "string") {
    const named = list.find(name);
    if (!named) {
      // Never another connection instead: the next dialog may ask for its key.
      throw new Error(l10n.t("This connection was removed or renamed."));
    }
    return named;
  }
  if (active) {
    const { sample } = active.connection;
    if (sample ? useSample : useActive || list.all.length === 1) {
      return active.connection;
    }
  }
  const { pickConnection } = await loadDialogs();
  return pickConnection(connections, placeholder());
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

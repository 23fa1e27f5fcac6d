import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import { type CommandId, commands, views } from "../ids";
import { type Connection, sampleConnection } from "./connection";
import type { ConnectionReports } from "./diagnostics/connectionReport";
import type { Connections } from "./connections";

/** A command on one of the person's connections: the one named by the caller, the active one, or one they pick. */
type ConnectionCommand = (connection: Connection, connections: Connections) => Promise<unknown>;

const dialogs = () => import("./dialogs/index");

/** The commands that make, choose and change connections; their dialogs are loaded on first use. */
export function registerConnectionCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  reports: () => Promise<ConnectionReports>,
): void {
  const register = (id: CommandId, question: string, preferActive: boolean, run: ConnectionCommand): void =>
    registrar.registerCommand(id, async (name: unknown) => {
      const connection = await target(name, question, preferActive, connections);
      return connection && run(connection, connections);
    });

  registrar.registerCommand(commands.connect, async () => {
    const { connect } = await dialogs();
    if (await connect(connections)) {
      await showCollections();
    }
  });
  registrar.registerCommand(commands.connectSample, async () => {
    await connections.activate(sampleConnection.name);
    await showCollections();
  });
  registrar.registerCommand(commands.switchConnection, async () =>
    (await dialogs()).switchConnection(connections),
  );
  register(commands.editConnection, "Which connection to edit", false, async (connection) => {
    const { edit } = await dialogs();
    await edit(connection, connections);
  });
  register(commands.removeConnection, "Which connection to remove", false, async (connection) => {
    const { remove } = await dialogs();
    await remove(connection, connections);
  });
  registrar.registerCommand(commands.testConnection, async (name: unknown) => {
    const { active } = connections;
    const connection =
      typeof name !== "string" && active
        ? active.connection
        : await target(name, "Which connection to test", true, connections);
    return connection && (await reports()).run(connection);
  });
  register(commands.setApiKey, "Which connection to set the key of", true, async (connection) => {
    const { setKey } = await dialogs();
    await setKey(connection, connections);
  });
  register(commands.clearApiKey, "Which connection to clear the key of", false, async (connection) => {
    const { clearKey } = await dialogs();
    await clearKey(connection, connections);
  });
}

/** The connection a command is about: the sample has no key and nothing to edit. */
async function target(
  name: unknown,
  question: string,
  preferActive: boolean,
  connections: Connections,
): Promise<Connection | undefined> {
  const named = typeof name === "string" ? connections.list.find(name) : undefined;
  const active = connections.active?.connection;
  if (named) {
    return named;
  }
  if (typeof name === "string") {
    // Never another one in its stead: what is asked next may be its key.
    throw new Error("This connection is gone: it was removed or renamed.");
  }
  if (active && !active.sample && (preferActive || connections.list.all.length === 1)) {
    return active;
  }
  const { pickConnection } = await dialogs();
  return pickConnection(connections, question);
}

async function showCollections(): Promise<void> {
  await vscode.commands.executeCommand(`${views.collections}.focus`);
}

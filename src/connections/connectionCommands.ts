import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import { commands, views } from "../ids";
import { sampleConnection } from "./connection";
import type { Connections } from "./connections";

/** The commands that make and choose connections; their dialogs are loaded on first use. */
export function registerConnectionCommands(registrar: CommandRegistrar, connections: Connections): void {
  registrar.register(commands.connect, async () => {
    const { connect } = await import("./connectFlow");
    if (await connect(connections)) {
      await showCollections();
    }
  });
  registrar.register(commands.connectSample, async () => {
    await connections.activate(sampleConnection.name);
    await showCollections();
  });
}

async function showCollections(): Promise<void> {
  await vscode.commands.executeCommand(`${views.collections}.focus`);
}

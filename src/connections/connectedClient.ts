import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands } from "../ids";
import { showInformation } from "../window";
import type { ConnectionClient } from "./connectionClient";
import type { Connections } from "./connections";

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

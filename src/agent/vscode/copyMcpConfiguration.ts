import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ensureConnected } from "../../connections/connectionCommands";
import type { Connections } from "../../connections/connections";
import type { Settings } from "../../settings";
import { type PickItem, showConfirmation, showInformation, showQuickPick } from "../../window";
import { configurations } from "../mcp/configurations";
import type { McpServerManager } from "../mcp/serverManager";
import type { McpToken } from "../mcp/token";

/** Copies a configuration of the MCP server for another program. Offers to turn the server on first. */
export async function copyMcpConfiguration(
  settings: Settings,
  connections: Connections,
  load: () => Promise<McpServerManager>,
  token: McpToken,
): Promise<void> {
  if (!settings.mcpEnabled) {
    const message = l10n.t("Connect to a service to let other programs read its events and collections.");
    const client = await ensureConnected(connections, message);
    if (!client || !(await turnOn(settings))) {
      return;
    }
  }
  const server = await load();
  await server.start(settings.mcpPort);
  const copyItems = configurations().map(({ text, copied, ...item }) => ({
    ...item,
    run: async () => {
      // The token may have been replaced while the list was open.
      const started = await server.start(settings.mcpPort);
      await vscode.env.clipboard.writeText(text(started));
      void showInformation(started.isTaken ? takenMessage(started.url) : copied);
    },
  }));
  const tokenItem = {
    label: l10n.t("New token…"),
    description: l10n.t("Existing configurations stop working"),
    icon: "refresh",
    run: () => replaceToken(token),
  };
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator };
  const items: readonly (PickItem & { readonly run?: () => Promise<void> })[] = [
    ...copyItems,
    separator,
    tokenItem,
  ];
  const picked = await showQuickPick(items, {
    title: l10n.t("Copy MCP Configuration"),
    placeHolder: l10n.t("Select the program that will use Company Feed"),
    matchOnDescription: true,
  });
  await picked?.run?.();
}

async function turnOn(settings: Settings): Promise<boolean> {
  const detail = [
    l10n.t(
      "Programs on this computer that have its token can then read events and collections through your active connection.",
    ),
    l10n.t("They can't change anything on the service, and never get your API key."),
  ];
  const isConfirmed = await showConfirmation(l10n.t("Turn on the MCP server?"), detail, l10n.t("Turn On"));
  if (isConfirmed) {
    await settings.update("mcpEnabled", true, vscode.ConfigurationTarget.Global);
  }
  return isConfirmed;
}

async function replaceToken(token: McpToken): Promise<void> {
  const question = l10n.t("Replace the token of the MCP server?");
  const detail = l10n.t(
    "Programs with an existing configuration lose access. Copy the new one for those that should keep it.",
  );
  if (await showConfirmation(question, detail, l10n.t("Replace"))) {
    await token.replace();
    void showInformation(l10n.t("The MCP server has a new token."));
  }
}

function takenMessage(url: string): string {
  return l10n.t(
    "Copied. {0} is taken by another window, which answers with its own connection, or by another program.",
    new URL(url).host,
  );
}

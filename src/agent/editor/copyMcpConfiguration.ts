import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { connectedClient } from "../../connections/connectedClient";
import type { Connections } from "../../connections/connections";
import type { Settings } from "../../settings";
import { type PickItem, showInformation, showModalWarning, showQuickPick } from "../../window";
import { type Configuration, configurations } from "../mcp/configurations";
import type { McpWindowServer, Started } from "../mcp/server";
import type { McpToken } from "../mcp/token";

interface ProgramItem extends PickItem {
  /** Undefined for what replaces the token. */
  readonly configuration?: Configuration;
}

/** Copies what another program needs to reach the MCP server, which is turned on first if the user agrees and has a connection for it. */
export async function copyMcpConfiguration(
  settings: Settings,
  connections: Connections,
  load: () => Promise<McpWindowServer>,
  token: McpToken,
): Promise<void> {
  if (!settings.mcpEnabled) {
    const message = l10n.t("Connect to a service to let other programs read its events and collections.");
    const client = await connectedClient(connections, message);
    if (!client || !(await turnOn(settings))) {
      return;
    }
  }
  const server = await load();
  await server.start(settings.mcpPort);
  const picked = await showQuickPick(programItems(), {
    title: l10n.t("Copy MCP Configuration"),
    placeHolder: l10n.t("Select the program that will use Company Feed"),
    matchOnDescription: true,
  });
  if (!picked) {
    return;
  }
  if (!picked.configuration) {
    await replaceToken(token);
    return;
  }
  // The token may have been replaced while the list was open.
  const started = await server.start(settings.mcpPort);
  await vscode.env.clipboard.writeText(picked.configuration.text(started));
  void showInformation(copiedMessage(picked.configuration, started));
}

async function turnOn(settings: Settings): Promise<boolean> {
  const action = l10n.t("Turn On");
  const answer = await showModalWarning(
    l10n.t("Turn on the MCP server?"),
    [
      l10n.t(
        "Programs on this computer that have its token can then read events and collections through your active connection.",
      ),
      l10n.t("They can't change anything on the service, and never get your API key."),
    ],
    action,
  );
  if (answer !== action) {
    return false;
  }
  await settings.update("mcpEnabled", true, vscode.ConfigurationTarget.Global);
  return true;
}

function programItems(): readonly ProgramItem[] {
  return [
    ...configurations.map((configuration) => ({ ...labels(configuration), configuration })),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    {
      label: l10n.t("New token…"),
      description: l10n.t("Existing configurations stop working"),
      icon: "refresh",
    },
  ];
}

function labels({ name, file }: Configuration): { readonly label: string; readonly description: string } {
  if (name === undefined) {
    return { label: l10n.t("Other program"), description: "JSON" };
  }
  const description =
    file === undefined ? l10n.t("Terminal command") : l10n.t("And others that read {0}", file);
  return { label: name, description };
}

async function replaceToken(token: McpToken): Promise<void> {
  const action = l10n.t("Replace");
  const answer = await showModalWarning(
    l10n.t("Replace the token of the MCP server?"),
    l10n.t(
      "Programs with an existing configuration lose access. Copy the new one for those that should keep it.",
    ),
    action,
  );
  if (answer === action) {
    await token.replace();
    void showInformation(l10n.t("The MCP server has a new token."));
  }
}

/** Short: VS Code shows one line. */
function copiedMessage({ name, file }: Configuration, { url, isTaken }: Started): string {
  if (isTaken) {
    return l10n.t(
      "Copied. {0} is taken by another window, which answers with its own connection, or by another program.",
      new URL(url).host,
    );
  }
  if (name === undefined) {
    return l10n.t("Copied. It contains a token: keep it private.");
  }
  return file === undefined
    ? l10n.t("Copied. Run it in a terminal. It contains a token: keep it private.")
    : l10n.t("Copied. Add it to {0}. Keep it private.", file);
}

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connections } from "../../../connections/connections";
import { connectedClient } from "../../../connections/connectedClient";
import type { Settings } from "../../../settings";
import { type PickItem, showInformation, showModalWarning, showQuickPick } from "../../../window";
import {
  type ClientConfiguration,
  clientConfigurations,
  otherConfiguration,
} from "../../mcp/clientConfigurations";
import type { McpEndpoint, McpService } from "../../mcp/mcpService";

export interface CopyEnvironment {
  readonly settings: Settings;
  readonly connections: Connections;
  readonly service: () => Promise<McpService>;
}

interface ProgramItem extends PickItem {
  /** Undefined for what replaces the address. */
  readonly program?: ClientConfiguration;
}

/** Copies what another program needs to reach the MCP server, which is turned on first if the user agrees and has a connection for it. */
export async function copyMcpConfiguration({
  settings,
  connections,
  service,
}: CopyEnvironment): Promise<void> {
  if (!settings.mcpEnabled) {
    const message = l10n.t("Connect to a service to let other programs read its events and collections.");
    const client = await connectedClient(connections, message);
    if (!client || !(await turnOn(settings))) {
      return;
    }
  }
  const server = await service();
  const endpoint = await server.start();
  const picked = await showQuickPick(programItems(), {
    title: l10n.t("Copy MCP Configuration"),
    placeHolder: l10n.t("Select the program that will use Company Feed"),
    matchOnDescription: true,
  });
  if (!picked) {
    return;
  }
  if (!picked.program) {
    await replaceAddress(server);
    return;
  }
  // The address may have changed while the list was open.
  const current = server.endpoint ?? endpoint;
  await vscode.env.clipboard.writeText(picked.program.text(current));
  void showInformation(copiedMessage(picked.program, current));
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
    ...clientConfigurations.map((program) => ({
      label: program.name,
      description: program.file ?? l10n.t("Terminal command"),
      program,
    })),
    {
      label: l10n.t("Other program"),
      description: "JSON",
      program: otherConfiguration,
    },
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    {
      label: l10n.t("New address and token…"),
      description: l10n.t("Existing configurations stop working"),
      icon: "refresh",
    },
  ];
}

async function replaceAddress(server: McpService): Promise<void> {
  const action = l10n.t("Replace");
  const answer = await showModalWarning(
    l10n.t("Replace the address and the token of the MCP server?"),
    l10n.t(
      "Programs with an existing configuration lose access. Copy the new one for those that should keep it.",
    ),
    action,
  );
  if (answer === action) {
    await server.replaceAddress();
    void showInformation(l10n.t("The MCP server has a new address and token."));
  }
}

/** Short: VS Code shows one line. */
function copiedMessage(
  { name, file, runs }: ClientConfiguration,
  { url, windowUrl, isKept }: McpEndpoint,
): string {
  if (!isKept) {
    return l10n.t("Copied. Secret storage failed, so it works only until this window is closed or reloaded.");
  }
  if (url !== windowUrl) {
    return l10n.t("Copied. Another window answers for now, with its own connection.");
  }
  if (name === undefined) {
    return l10n.t("Copied. It contains a token: keep it private.");
  }
  if (file === undefined) {
    return l10n.t("Copied. Run it in a terminal. It contains a token: keep it private.");
  }
  return runs === undefined
    ? l10n.t("Copied. Add it to {0}. Keep it private.", file)
    : l10n.t(
        "Copied. Add it to {0}. Keep it private. It runs {1} from npm, which gets the token.",
        file,
        runs,
      );
}

import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import type { Connections } from "../../connections/connections";
import { commands, mcpPortKey } from "../../ids";
import type { Settings } from "../../settings";
import type { Clock } from "../../util/clock";
import type { DisposableStore } from "../../util/disposable";
import { lazyAsync } from "../../util/lazy";
import { type Log, logRejection } from "../../util/log";
import type { ServedTools } from "../mcp/httpServer";
import type { McpServerManager } from "../mcp/serverManager";
import type { McpToken } from "../mcp/token";

/** How long after activation the server is started: VS Code has started by then. */
const startDelayMs = 3000;

/**
 * Starts and stops the MCP server with its setting. Nothing of the server is loaded before it is enabled.
 * @param resources owns everything that is created
 */
export function registerMcp(
  registrar: CommandRegistrar,
  options: {
    readonly clock: Clock;
    readonly log: Log;
    readonly connections: Connections;
    readonly settings: Settings;
    readonly globalState: vscode.Memento;
    readonly mcpToken: McpToken;
    readonly tools: ServedTools;
  },
  resources: DisposableStore,
): void {
  const { clock, log, connections, settings, globalState, mcpToken, tools } = options;
  let loaded: McpServerManager | undefined;
  const load = lazyAsync(async () => {
    const { McpServerManager } = await import("../mcp/serverManager");
    loaded = resources.add(new McpServerManager(tools, globalState, mcpToken, log));
    return loaded;
  });
  /** A window without the focus chooses no port: of several that see the setting change, one has to. */
  const mayStart = (): boolean =>
    settings.mcpEnabled &&
    (settings.mcpPort > 0 || globalState.get(mcpPortKey) !== undefined || vscode.window.state.focused);
  const update = async (): Promise<void> => {
    const server = mayStart() ? await load() : loaded;
    // It may have been turned off while it was loaded.
    if (settings.mcpEnabled) {
      await server?.start(settings.mcpPort);
    } else {
      server?.stop();
    }
  };
  const updateNow = (): void => logRejection(update(), log);
  resources.add(clock.after(startDelayMs, updateNow));
  resources.add(settings.onDidChange("mcpEnabled", "mcpPort")(updateNow));
  resources.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && updateNow()));
  registrar.registerCommand(commands.copyMcpConfiguration, async () => {
    const { copyMcpConfiguration } = await import("./copyMcpConfiguration");
    await copyMcpConfiguration(settings, connections, load, mcpToken);
  });
}

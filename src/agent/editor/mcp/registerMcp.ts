import type { CommandRegistrar } from "../../../commands";
import { commands } from "../../../ids";
import type { Connections } from "../../../connections/connections";
import type { Settings } from "../../../settings";
import { Emitter } from "../../../shared/event";
import type { Clock } from "../../../util/clock";
import type { DisposableStore } from "../../../util/disposable";
import { lazyAsync } from "../../../util/lazy";
import { type Log, logRejection } from "../../../util/log";
import type { McpAddresses, McpEndpoint, McpService } from "../../mcp/mcpService";
import type { CallTool } from "../../mcp/toolServer";
import { registerMcpProvider } from "./mcpProvider";

/** How long after activation the server is started: VS Code has started by then. */
const startDelayMs = 3000;

export interface McpEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  readonly connections: Connections;
  /** Keeps port and bearer token for all windows. */
  readonly addresses: McpAddresses;
  /** Among them is the one that turns the server on. */
  readonly settings: Settings;
  readonly call: CallTool;
}

/**
 * Starts and stops the MCP server with its setting, and registers what tells others about it. Nothing of the server is loaded before it is
 * enabled.
 * @param resources owns everything that is created
 */
export function registerMcp(
  registrar: CommandRegistrar,
  environment: McpEnvironment,
  resources: DisposableStore,
): void {
  const { clock, log, connections, addresses, settings } = environment;
  const changed = resources.add(new Emitter<void>());
  let loaded: McpService | undefined;
  const service = lazyAsync(async () => {
    const { McpService } = await import("../../mcp/mcpService");
    loaded = resources.add(new McpService({ ...environment, version: settings.version }, addresses));
    resources.add(loaded.onDidChange(() => changed.fire()));
    return loaded;
  });
  const endpoint = async (): Promise<McpEndpoint | undefined> => {
    const server = settings.mcpEnabled ? await service() : undefined;
    // It may have been turned off while it was loaded.
    return server && settings.mcpEnabled ? server.start() : undefined;
  };
  const update = (): void => {
    if (settings.mcpEnabled) {
      logRejection(endpoint(), log);
    } else {
      loaded?.stop();
    }
  };
  resources.add(clock.after(startDelayMs, update));
  resources.add(
    settings.onDidChange("mcpEnabled")(() => {
      update();
      changed.fire();
    }),
  );
  resources.add(registerMcpProvider({ version: settings.version, endpoint, onDidChange: changed.event }));
  registrar.registerCommand(commands.copyMcpConfiguration, async () => {
    const { copyMcpConfiguration } = await import("./copyMcpConfiguration");
    await copyMcpConfiguration({ settings, connections, service });
  });
}

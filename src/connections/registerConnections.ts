import type { CommandRegistrar } from "../commands";
import type { TextReports } from "../textReports";
import type { Clock } from "../util/clock";
import type { DisposableStore } from "../util/disposable";
import { lazyAsync } from "../util/lazy";
import type { Log } from "../util/log";
import { registerConnectionCommands } from "./connectionCommands";
import { RejectedKeyNotice } from "./connectionNotices";
import type { Connections } from "./connections";
import { ConnectionStatusBar } from "./connectionStatusBar";

export interface ConnectionsEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  readonly connections: Connections;
  readonly reports: () => Promise<TextReports>;
}

/** Registers what users see of connections: commands, notices and the status bar. @param resources owns everything that is created */
export function registerConnections(
  registrar: CommandRegistrar,
  { clock, log, connections, reports }: ConnectionsEnvironment,
  resources: DisposableStore,
): void {
  resources.add(new ConnectionStatusBar(connections));
  resources.add(new RejectedKeyNotice(connections, clock, log));
  const connectionReports = lazyAsync(async () => {
    const { ConnectionReports } = await import("./diagnostics/connectionReport");
    return new ConnectionReports(connections, await reports(), clock);
  });
  registerConnectionCommands(registrar, connections, connectionReports);
}

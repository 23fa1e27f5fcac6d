import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import { commands } from "../ids";
import type { FeedPanels } from "../panel/feedPanels";
import type { FeedQuery } from "../shared/feedQuery";
import { isRecord } from "../shared/schemas";
import type { Clock } from "../util/clock";
import type { DisposableStore } from "../util/disposable";
import { lazyAsync } from "../util/lazy";
import type { Log } from "../util/log";

/**
 * Registers Export Events…. The rest of the folder is loaded when the command first runs.
 * @param resources owns the exports
 */
export function registerExports(
  registrar: CommandRegistrar,
  options: {
    readonly clock: Clock;
    readonly log: Log;
    readonly connections: Connections;
    readonly panels: () => Promise<FeedPanels>;
    readonly defaultQuery: () => FeedQuery;
  },
  resources: DisposableStore,
): void {
  const { clock, log, connections, panels, defaultQuery } = options;
  const loadDialog = lazyAsync(async () => {
    const { ExportDialog, Exports } = await import("./exportDialog");
    const exports = resources.add(new Exports(clock, log, connections));
    return new ExportDialog(exports, connections, panels, defaultQuery);
  });
  registrar.registerCommand(
    commands.exportEvents,
    async (argument) => {
      const dialog = await loadDialog();
      const path = await dialog.run(argument instanceof vscode.Uri ? undefined : argument);
      if (path === undefined && isForResult(argument)) {
        throw new Error(l10n.t("Export Events did not write a file."));
      }
      return path;
    },
    isForResult,
  );
}

/** True for a task or keybinding. With `panelId`, a feed panel runs the command on behalf of the user. */
function isForResult(argument: unknown): boolean {
  // The editor's menu passes a URI.
  const isGiven = argument !== undefined && !(argument instanceof vscode.Uri);
  return isGiven && !(isRecord(argument) && "panelId" in argument);
}

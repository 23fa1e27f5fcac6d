import * as l10n from "@vscode/l10n";
import { type CommandRegistrar, withoutResource } from "../commands";
import type { Connections } from "../connections/connections";
import { commands } from "../ids";
import type { FeedPanels } from "../panel/feedPanels";
import type { FeedQuery } from "../shared/feedQuery";
import { isRecord } from "../shared/typeGuards";
import type { Clock } from "../util/clock";
import type { DisposableStore } from "../util/disposable";
import { lazyAsync } from "../util/lazy";
import type { Log } from "../util/log";

/**
 * Registers Export Events…. The rest of the folder is loaded when it runs first.
 * @param resources owns the exports
 * @param onDidExport called after a file was written
 */
export function registerExports(
  registrar: CommandRegistrar,
  services: {
    readonly clock: Clock;
    readonly log: Log;
    readonly connections: Connections;
    readonly panels: () => Promise<FeedPanels>;
    readonly defaultQuery: () => FeedQuery;
  },
  resources: DisposableStore,
  onDidExport: () => void,
): void {
  const { clock, log, connections, panels, defaultQuery } = services;
  const loadDialog = lazyAsync(async () => {
    const { ExportDialog, Exports } = await import("./exportDialog");
    const exports = resources.add(new Exports(clock, log));
    return new ExportDialog(exports, connections, panels, defaultQuery);
  });
  registrar.registerCommand(
    commands.exportEvents,
    async (argument) => {
      const dialog = await loadDialog();
      const path = await dialog.run(withoutResource(argument));
      if (path !== undefined) {
        onDidExport();
      }
      if (path === undefined && isForResult(argument)) {
        throw new Error(l10n.t("Export Events did not write a file."));
      }
      return path;
    },
    { shouldRethrow: isForResult },
  );
}

/** Whether a task or keybinding runs the command. With `panel`, a feed panel does, on behalf of the user. */
function isForResult(argument: unknown): boolean {
  const given = withoutResource(argument);
  return given !== undefined && !(isRecord(given) && "panel" in given);
}

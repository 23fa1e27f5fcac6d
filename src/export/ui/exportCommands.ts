import * as l10n from "@vscode/l10n";
import { type CommandRegistrar, withoutResource } from "../../commands";
import { commands } from "../../ids";
import { isRecord } from "../../shared/typeGuards";
import type { DisposableStore } from "../../util/disposable";
import { nodeFileSystem } from "../../util/fileSystem";
import { lazyAsync } from "../../util/lazy";
import type { FlowEnvironment } from "./exportFlow";
import type { ExportEnvironment, ExportManager } from "./exportManager";

/**
 * Registers Export Events… and offers to resume exports that an earlier window left. The rest of the folder is loaded when
 * one of the two needs it.
 * @param resources owns the manager
 * @param onDidExport called after a file was written
 */
export function registerExports(
  registrar: CommandRegistrar,
  environment: ExportEnvironment & FlowEnvironment,
  resources: DisposableStore,
  onDidExport: () => void,
): void {
  const loadManager = lazyAsync(async () => {
    const { ExportManager } = await import("./exportFlow");
    return resources.add(new ExportManager(environment));
  });
  registrar.registerCommand(
    commands.exportEvents,
    async (argument) => {
      const { ExportFlow } = await import("./exportFlow");
      const flow = new ExportFlow(await loadManager(), environment);
      const path = await flow.run(withoutResource(argument));
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
  offerInterrupted(environment.storageFolder, loadManager).catch((error: unknown) =>
    environment.log.error(`Couldn't offer to resume exports: ${String(error)}`),
  );
}

/** Whether a task or keybinding runs the command. With `selected`, a feed panel does, on behalf of the user. */
function isForResult(argument: unknown): boolean {
  const given = withoutResource(argument);
  return given !== undefined && !(isRecord(given) && "selected" in given);
}

async function offerInterrupted(folder: string, loadManager: () => Promise<ExportManager>): Promise<void> {
  const entries = await nodeFileSystem.readFolder(folder).catch(() => []);
  if (entries.length > 0) {
    const manager = await loadManager();
    await manager.offerInterrupted();
  }
}

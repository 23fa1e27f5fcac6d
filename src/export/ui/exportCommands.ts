import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import { commands } from "../../ids";
import { isRecord } from "../../shared/typeGuards";
import { nodeFileSystem } from "../../util/fileSystem";
import { lazyAsync } from "../../util/lazy";
import type { FlowEnvironment } from "./exportFlow";
import type { ExportEnvironment, ExportManager } from "./exportManager";

/** The export command, and exports that an earlier window left behind. The rest is loaded when one of both is there. */
export function registerExports(
  registrar: CommandRegistrar,
  environment: ExportEnvironment & FlowEnvironment,
  own: (exports: ExportManager) => ExportManager,
): void {
  const exports = lazyAsync(async () => {
    const { Exports } = await import("./exportFlow");
    return own(new Exports(environment));
  });
  registrar.registerCommand(
    commands.exportEvents,
    async (argument) => {
      const { ExportFlow } = await import("./exportFlow");
      const written = await new ExportFlow(await exports(), environment).run(givenBy(argument));
      if (written === undefined && isForResult(argument)) {
        throw new Error("Export Events did not write a file.");
      }
      return written;
    },
    { shouldRethrow: isForResult },
  );
  offerInterrupted(environment.storage, exports).catch((error: unknown) =>
    environment.log.error(`Interrupted exports: ${String(error)}`),
  );
}

/** A menu passes the resource of its editor, which says nothing of an export. */
function givenBy(argument: unknown): unknown {
  return argument instanceof vscode.Uri ? undefined : argument;
}

/** Not where the page of a feed panel says what is selected in it: a person waits there. */
function isForResult(argument: unknown): boolean {
  const given = givenBy(argument);
  return given !== undefined && !(isRecord(given) && "selected" in given);
}

async function offerInterrupted(storage: string, exports: () => Promise<ExportManager>): Promise<void> {
  const entries = await nodeFileSystem.readFolder(storage).catch(() => []);
  if (entries.length > 0) {
    await (await exports()).offerInterrupted();
  }
}

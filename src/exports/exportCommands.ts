import { readdir } from "node:fs/promises";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import { commands } from "../ids";
import { isRecord } from "../shared/unknown";
import { lazy } from "../util/lazy";
import type { FlowEnvironment } from "./exportFlow";
import type { ExportEnvironment, Exports } from "./exports";

/** The export command, and exports that an earlier window left behind. The rest is loaded when one of both is there. */
export function registerExports(
  registrar: CommandRegistrar,
  environment: ExportEnvironment & FlowEnvironment,
  own: (exports: Exports) => Exports,
): void {
  const exports = lazy(async () => {
    const { Exports } = await import("./exportFlow");
    return own(new Exports(environment));
  });
  const isForResult = (argument: unknown): boolean =>
    argument !== undefined && !(argument instanceof vscode.Uri) && !isFromPage(argument);
  registrar.register(
    commands.exportEvents,
    async (argument) => {
      const { ExportFlow } = await import("./exportFlow");
      const written = await new ExportFlow(await exports(), environment).run(argument);
      if (written === undefined && isForResult(argument)) {
        throw new Error("Export Events wrote no file.");
      }
      return written;
    },
    { forResult: isForResult },
  );
  offerInterrupted(environment.storage, exports).catch((error: unknown) =>
    environment.log.error(`Interrupted exports: ${String(error)}`),
  );
}

/** The page of a feed panel says what is selected in it; a person waits there. */
function isFromPage(argument: unknown): boolean {
  return isRecord(argument) && "selected" in argument;
}

async function offerInterrupted(storage: string, exports: () => Promise<Exports>): Promise<void> {
  const names = await readdir(storage).catch(() => []);
  if (names.length > 0) {
    await (await exports()).offerInterrupted();
  }
}

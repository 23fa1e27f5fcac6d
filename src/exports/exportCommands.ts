import { readdir } from "node:fs/promises";
import type { CommandRegistrar } from "../commands";
import { commands } from "../ids";
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
  registrar.register(commands.exportEvents, async (argument) => {
    const { ExportFlow } = await import("./exportFlow");
    return new ExportFlow(await exports(), environment).run(argument);
  });
  offerInterrupted(environment.storage, exports).catch((error: unknown) =>
    environment.log.error(`Interrupted exports: ${String(error)}`),
  );
}

async function offerInterrupted(storage: string, exports: () => Promise<Exports>): Promise<void> {
  const names = await readdir(storage).catch(() => []);
  if (names.length > 0) {
    await (await exports()).offerInterrupted();
  }
}

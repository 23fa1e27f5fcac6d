import { readdir } from "node:fs/promises";
import type { CommandRegistrar } from "../commands";
import { commands } from "../ids";
import type { Exports } from "./exports";

/** The export command; all else of exports is loaded with its first use. */
export function registerExportCommand(registrar: CommandRegistrar, exports: () => Promise<Exports>): void {
  registrar.register(commands.exportEvents, async (argument) => (await exports()).command(argument));
}

/** Offers exports that an earlier window left behind, and loads nothing where there are none. */
export async function offerInterruptedExports(storage: string, exports: () => Promise<Exports>): Promise<void> {
  const names = await readdir(storage).catch(() => []);
  if (names.length > 0) {
    await (await exports()).offerInterrupted();
  }
}

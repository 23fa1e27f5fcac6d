import path from "node:path";
import { ManagedProcess } from "../support/runner/managedProcess";
import { out } from "../support/runner/paths";

const mark = "result: ";

/**
 * Runs a program of this folder (`name.main.ts`) in a separate process, with its own memory and compiler state, and returns
 * what it passed to `sendResult`. @throws with its output if there is no result
 */
export async function runInSeparateProcess<T>(name: string, ...args: string[]): Promise<T> {
  const child = new ManagedProcess(process.execPath, [path.join(out, "bench", `${name}.main.js`), ...args]);
  let said = "";
  child.onOutput((text) => (said += text));
  await child.exited;
  const told = said.split("\n").find((line) => line.startsWith(mark));
  if (told === undefined) {
    throw new Error(said.trim() || `${name} said nothing.`);
  }
  // The program is in this folder.
  return JSON.parse(told.slice(mark.length)) as T;
}

/** The result of this process. */
export function sendResult(result: unknown): void {
  console.log(mark + JSON.stringify(result));
}

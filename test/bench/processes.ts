import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { onShutdown } from "../support/runner/cli";
import { ManagedProcess } from "../support/runner/managedProcess";
import { out } from "../support/runner/paths";

const resultMark = "result: ";
const addressMark = "address: ";

/** A program of this folder (`name.main.ts`) in a separate process. */
function start(name: string, args: readonly string[]): ManagedProcess {
  return new ManagedProcess(process.execPath, [path.join(out, "bench", `${name}.main.js`), ...args]);
}

function marked(said: string, mark: string): string | undefined {
  const line = said.split("\n").find((each) => each.startsWith(mark));
  return line?.slice(mark.length);
}

/** Runs a program with its own memory and compiler state. @returns what it passed to `sendResult` */
export async function runInSeparateProcess<T>(name: string, ...args: string[]): Promise<T> {
  const child = start(name, args);
  let said = "";
  child.onOutput((text) => (said += text));
  await child.exited;
  const told = marked(said, resultMark);
  if (told === undefined) {
    throw new Error(said.trim() || `${name} said nothing.`);
  }
  return JSON.parse(told) as T;
}

/** The result of this process. */
export function sendResult(result: unknown): void {
  console.log(resultMark + JSON.stringify(result));
}

/** A service in a separate process, which is not measured. */
export interface ServiceProcess {
  /** Before `/v2`. */
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** @param options of the program, as JSON in its first argument */
export async function startService(name: string, options: object): Promise<ServiceProcess> {
  const child = start(name, [JSON.stringify(options)]);
  const stop = onShutdown(() => child.stop());
  let said = "";
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.onOutput((text) => {
      said += text;
      const address = marked(said.slice(0, said.lastIndexOf("\n") + 1), addressMark);
      if (address !== undefined) {
        resolve(address);
      }
    });
    child.exited.then(() => reject(new Error(`${name} ended: ${said.trim()}`)), reject);
  });
  return { baseUrl, stop };
}

/** Runs in the service's process: listens on the loopback address, and tells it. */
export async function serve(server: Server): Promise<void> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  console.log(`${addressMark}http://127.0.0.1:${port}`);
}

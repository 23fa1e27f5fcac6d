import { once } from "node:events";
import type { Server } from "node:http";
import path from "node:path";
import { onShutdown } from "../support/runner/cli";
import { ManagedProcess } from "../support/runner/managedProcess";
import { out } from "../support/runner/paths";

/** A service of this folder (`name.main.ts`) in a separate process, which is not measured. It prints its URL when it is ready. */
export class ServiceProcess {
  private constructor(
    /** Before `/v2`. */
    readonly baseUrl: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(name: string, options: string): Promise<ServiceProcess> {
    const child = new ManagedProcess(process.execPath, [path.join(out, "bench", `${name}.main.js`), options]);
    const end = onShutdown(() => child.stop());
    let said = "";
    const ready = new Promise<string>((resolve, reject) => {
      child.onOutput((text) => {
        said += text;
        const address = /^http\S+$/m.exec(said)?.[0];
        if (address !== undefined) {
          resolve(address);
        }
      });
      child.exited.then(() => reject(new Error(`${name} ended: ${said.trim()}`)), reject);
    });
    try {
      return new ServiceProcess(await ready, end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.end();
  }
}

/** Runs in the service's process: listens on the loopback address and prints the URL for `ServiceProcess`. */
export async function serve(server: Server): Promise<void> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The service has no port.");
  }
  console.log(`http://127.0.0.1:${address.port}`);
}

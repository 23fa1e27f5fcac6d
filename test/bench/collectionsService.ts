import path from "node:path";
import { onEnd } from "../support/cleanup";
import { Guarded } from "../support/guarded";
import { out } from "../support/paths";

/** A service with many collections in a process of its own. */
export class CollectionsService {
  private constructor(
    /** Before `/v2`. */
    readonly baseUrl: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(count: number): Promise<CollectionsService> {
    const program = path.join(out, "bench", "collectionsService.main.js");
    const child = new Guarded(process.execPath, [program, String(count)]);
    const stop = onEnd(() => child.stop());
    let said = "";
    const ready = new Promise<string>((resolve, reject) => {
      child.onOutput((text) => {
        said += text;
        const address = /^http\S+$/m.exec(said)?.[0];
        if (address !== undefined) {
          resolve(address);
        }
      });
      child.exited.then(() => reject(new Error(`The collections service ended: ${said.trim()}`)), reject);
    });
    try {
      return new CollectionsService(await ready, async () => {
        await stop();
      });
    } catch (error) {
      await stop();
      throw error;
    }
  }
}

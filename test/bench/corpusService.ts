import path from "node:path";
import { onEnd } from "../support/cleanup";
import { Guarded } from "../support/guarded";
import { out } from "../support/paths";

export interface CorpusServiceOptions {
  /** How many events of the corpus are served, newest first. */
  readonly events: number;
  /** Of every page, whatever is asked for. */
  readonly pageSize: number;
  /** Waited before each answer; 0 unless told. */
  readonly latencyMs?: number;
}

/**
 * The feed endpoint over events of the corpus, in a process of its own whose work counts for nobody: pages are made before
 * it is ready. Its cursors are page numbers; key and filters are not looked at.
 */
export class CorpusService {
  private constructor(
    /** Before `/v2`. */
    readonly baseUrl: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(options: CorpusServiceOptions): Promise<CorpusService> {
    const program = path.join(out, "bench", "corpusService.main.js");
    const child = new Guarded(process.execPath, [program, JSON.stringify(options)]);
    const end = onEnd(() => child.stop());
    let said = "";
    const ready = new Promise<string>((resolve, reject) => {
      child.onOutput((text) => {
        said += text;
        const address = /^http\S+$/m.exec(said)?.[0];
        if (address !== undefined) {
          resolve(address);
        }
      });
      child.exited.then(() => reject(new Error(`The corpus service ended: ${said.trim()}`)), reject);
    });
    try {
      return new CorpusService(await ready, end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.end();
  }
}

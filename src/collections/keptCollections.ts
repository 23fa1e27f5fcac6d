import path from "node:path";
import { replaceFile, retryWhileBusy } from "../util/busyFiles";
import type { Clock } from "../util/clock";
import type { FileSystem } from "../util/fileSystem";
import { type Log, messageOf } from "../util/log";
import { decodeKept, encodeKept, type KeptCollection } from "./collectionFiles";

/** Files kept at most; the oldest go first. */
const keptAtMost = 200;

/** The last object of each collection that was opened, a file each in the extension's own storage. */
export class KeptCollections {
  /** @param folder its path */
  constructor(
    private readonly folder: string,
    private readonly environment: { readonly files: FileSystem; readonly clock: Clock },
    private readonly log: Log,
  ) {}

  /** @param key see `documentKey`. */
  async read(key: string): Promise<KeptCollection | undefined> {
    try {
      return decodeKept(await this.environment.files.readFile(this.fileOf(key)));
    } catch {
      // Never kept, or deleted since.
      return undefined;
    }
  }

  /** A storage that cannot be written costs the document's life after a reload, nothing else. */
  async write(key: string, kept: KeptCollection): Promise<void> {
    const { files, clock } = this.environment;
    try {
      await files.createFolder(this.folder);
      await replaceFile(files, clock, this.fileOf(key), encodeKept(kept));
      await this.deleteOldest();
    } catch (error) {
      this.log.warn(`A collection could not be kept: ${messageOf(error)}`);
    }
  }

  private async deleteOldest(): Promise<void> {
    const { files, clock } = this.environment;
    const entries = await files.readFolder(this.folder);
    if (entries.length <= keptAtMost) {
      return;
    }
    const found = await Promise.all(
      entries.map(async ({ name }) => {
        const file = path.join(this.folder, name);
        // Another window may delete it at the same time.
        const stat = await files.stat(file).catch(() => undefined);
        return { file, writtenMs: stat?.modifiedMs ?? -Infinity };
      }),
    );
    found.sort((a, b) => b.writtenMs - a.writtenMs);
    const oldest = found.slice(keptAtMost);
    await Promise.all(oldest.map(({ file }) => retryWhileBusy(clock, () => files.delete(file))));
  }

  private fileOf(key: string): string {
    return path.join(this.folder, `${key}.json`);
  }
}

import path from "node:path";
import type { Clock } from "../util/clock";
import { type FileSystem, replaceFile, retryWhileBusy } from "../util/fileSystem";
import { type Log, errorMessage } from "../util/log";
import { type CachedJson, decodeCached, encodeCached } from "./cachedJson";

/** Files kept at most, and how much they hold together; the oldest go first. */
const maxFiles = 200;
const maxBytes = 64 * 1024 * 1024;

/** The JSON of documents that were opened, a file each in the extension's own storage. */
export class JsonCache {
  /** @param folder its path */
  constructor(
    private readonly folder: string,
    private readonly environment: { readonly files: FileSystem; readonly clock: Clock },
    private readonly log: Log,
  ) {}

  /** @param key see `documentKey`. */
  async read(key: string): Promise<CachedJson | undefined> {
    try {
      return decodeCached(await this.environment.files.readFile(this.fileOf(key)));
    } catch {
      // Never kept, or deleted since.
      return undefined;
    }
  }

  /** A storage that cannot be written costs the document's life after a reload, nothing else. */
  async write(key: string, cached: CachedJson): Promise<void> {
    const { files, clock } = this.environment;
    try {
      await files.createFolder(this.folder);
      await replaceFile(files, clock, this.fileOf(key), encodeCached(cached));
      await this.deleteOldest();
    } catch (error) {
      this.log.warn(`A JSON document could not be cached: ${errorMessage(error)}`);
    }
  }

  private async deleteOldest(): Promise<void> {
    const { files, clock } = this.environment;
    const found = await Promise.all(
      (await files.readFolder(this.folder)).map(async ({ name }) => {
        const file = path.join(this.folder, name);
        // Another window may delete it at the same time.
        const stat = await files.stat(file).catch(() => undefined);
        return { file, writtenMs: stat?.modifiedMs ?? -Infinity, bytes: stat?.bytes ?? 0 };
      }),
    );
    found.sort((a, b) => b.writtenMs - a.writtenMs);
    let [count, bytes] = [0, 0];
    for (const each of found) {
      if (count < maxFiles && bytes + each.bytes <= maxBytes) {
        count++;
        bytes += each.bytes;
      } else {
        await retryWhileBusy(clock, () => files.delete(each.file));
      }
    }
  }

  private fileOf(key: string): string {
    return path.join(this.folder, `${key}.json`);
  }
}

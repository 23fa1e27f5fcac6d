import { createHash } from "node:crypto";
import path from "node:path";
import * as v from "valibot";
import type { Clock } from "../util/clock";
import { type FileSystem, replaceFile, retryWhileBusy } from "../util/fileSystem";
import type { Log } from "../util/log";
import { errorMessage } from "../util/errors";

/** Where the content of documents comes from. */
export interface DocumentSource {
  /** Of the documents' URIs; one for each kind of document. */
  readonly scheme: string;
  /** Of the connection. */
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId?: string;
}

const keyLength = 32;

/** Names a document in the cache. A connection with another base URL or organization is another source, regardless of its name. */
export function documentKey({ scheme, name, baseUrl, organizationId }: DocumentSource, id: string): string {
  const parts = [scheme, name, baseUrl, organizationId ?? null, id];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, keyLength);
}

/** Whether a text can be a key, which is used as a file name. */
export function isDocumentKey(text: string): boolean {
  return text.length === keyLength && /^[0-9a-f]+$/.test(text);
}

const cachedJson = v.object({ id: v.string(), json: v.string(), readAt: v.number() });

/** The content of a document. */
export interface CachedJson {
  /** Identifies what the document shows within its source. */
  readonly id: string;
  /** As the service sent it; for Markdown, a JSON string. */
  readonly json: string;
  /** When it was read, milliseconds since 1970 UTC. */
  readonly readAt: number;
}

/** Reads a file of the cache; undefined if it is invalid. */
export function decodeCachedJson(text: string): CachedJson | undefined {
  try {
    const result = v.safeParse(cachedJson, JSON.parse(text));
    // `indentJson` needs valid JSON.
    return result.success && JSON.parse(result.output.json) !== undefined ? result.output : undefined;
  } catch {
    return undefined;
  }
}

/** The oldest files beyond these limits are deleted. */
export const cacheLimits = { files: 200, bytes: 64 * 1024 * 1024 };

/** Preserves the content of documents across reloads, as JSON: a file for each document in the extension's storage. */
export class JsonCache {
  constructor(
    private readonly folder: string,
    private readonly environment: { readonly files: FileSystem; readonly clock: Clock },
    private readonly log: Log,
  ) {}

  /** @param key of `documentKey` */
  async read(key: string): Promise<CachedJson | undefined> {
    try {
      return decodeCachedJson(await this.environment.files.readFile(this.fileOf(key)));
    } catch {
      // Deleted, or never written.
      return undefined;
    }
  }

  /** A failure is only logged. All that is lost by it is the document after a reload. */
  async write(key: string, cached: CachedJson): Promise<void> {
    const { files, clock } = this.environment;
    try {
      await files.createFolder(this.folder);
      await replaceFile(files, clock, this.fileOf(key), JSON.stringify(cached));
      await this.deleteOldest();
    } catch (error) {
      this.log.warn(`Couldn't cache a JSON document: ${errorMessage(error)}`);
    }
  }

  private async deleteOldest(): Promise<void> {
    const { files, clock } = this.environment;
    const found = await Promise.all(
      (await files.readFolder(this.folder)).map(async (name) => {
        const file = path.join(this.folder, name);
        // Another window may have deleted it.
        const stat = await files.stat(file).catch(() => undefined);
        return { file, writtenMs: stat?.modifiedMs ?? -Infinity, bytes: stat?.bytes ?? 0 };
      }),
    );
    found.sort((a, b) => b.writtenMs - a.writtenMs);
    let [count, bytes] = [0, 0];
    for (const each of found) {
      if (count < cacheLimits.files && bytes + each.bytes <= cacheLimits.bytes) {
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

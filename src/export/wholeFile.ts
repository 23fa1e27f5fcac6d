import path from "node:path";
import { createHash } from "node:crypto";
import { abortedError } from "../api/errors";
import type { Clock } from "../util/clock";
import { FileAppender } from "../util/fileAppender";
import { type FileSystem, retryWhileBusy } from "../util/fileSystem";

/** A name beside a file that no other file has. It does not contain the file's name, which might make it too long. */
export function temporaryName(name: string): string {
  return `.company-feed-${createHash("sha256").update(name).digest("hex").slice(0, 8)}.tmp`;
}

/** Writes a file beside its target and renames it: the target is never partially written. */
export async function writeWholeFile(
  target: string,
  pieces: AsyncIterable<string | Uint8Array>,
  { files, clock }: { readonly files: FileSystem; readonly clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const temporary = path.join(path.dirname(target), temporaryName(path.basename(target)));
  const file = await FileAppender.create(files, temporary);
  try {
    try {
      for await (const piece of pieces) {
        if (signal?.aborted) {
          throw abortedError();
        }
        await file.append(Buffer.from(piece));
      }
    } finally {
      await file.close();
    }
    await retryWhileBusy(clock, () => files.rename(temporary, target));
  } catch (error) {
    await files.delete(temporary).catch(() => undefined);
    throw error;
  }
}

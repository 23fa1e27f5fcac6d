import { createHash } from "node:crypto";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { abortedError } from "../service/errors";
import type { Clock } from "../util/clock";
import { errorCode } from "../util/errors";
import { type FileSystem, nodeFileSystem, retryWhileBusy } from "../util/fileSystem";

/** Refuses folders and read-only files. @throws {Error} with a sentence */
export async function checkTarget(target: string, files = nodeFileSystem): Promise<void> {
  const found = await files.stat(target).catch(() => undefined);
  if (found?.isDirectory()) {
    throw writeError(target, l10n.t("it's a folder"));
  }
  if (found && (found.mode & 0o222) === 0) {
    throw writeError(target, l10n.t("the file is read-only"));
  }
}

/** Writes to a temporary file and renames it, so that the target is never partially written. */
export async function writeWholeFile(
  target: string,
  pieces: AsyncIterable<string | Uint8Array>,
  { files, clock }: { readonly files: FileSystem; readonly clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  await checkTarget(target, files);
  // A hash, because the target's name could make this one too long.
  const hash = createHash("sha256").update(path.basename(target)).digest("hex").slice(0, 8);
  const temporary = path.join(path.dirname(target), `.company-feed-${hash}.tmp`);
  const file = await files.openFile(temporary, "w+");
  try {
    try {
      for await (const piece of pieces) {
        if (signal?.aborted) {
          throw abortedError();
        }
        await file.append(typeof piece === "string" ? Buffer.from(piece) : piece);
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

/** Turns an error of the file system into one with a sentence. Returns others unchanged. */
export function toWriteError(error: unknown, target: string): unknown {
  const code = errorCode(error);
  return code === undefined ? error : writeError(target, reasonOf(code), error);
}

/** @param reason a clause */
function writeError(target: string, reason: string, cause?: unknown): Error {
  return new Error(l10n.t("Couldn't write {0}: {1}.", path.basename(target), reason), { cause });
}

/** Describes an error code of the system, as a clause. */
function reasonOf(code: string): string {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return l10n.t("the disk is full");
    case "EROFS":
      return l10n.t("the disk is read-only");
    case "EACCES":
    case "EPERM":
      return l10n.t("access is denied");
    case "EBUSY":
      return l10n.t("the file is in use by another program");
    default:
      return l10n.t("error {0}", code);
  }
}

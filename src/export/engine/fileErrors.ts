import { errorCode } from "../../api/http/httpErrors";

/** A file that cannot be written or read, told in a sentence. */
export class FileError extends Error {}

/** What was exported so far is not what the checkpoint says. */
export class DamagedExportError extends FileError {
  constructor() {
    super("The partial export is damaged. Start it again.");
  }
}

/** Another window runs the export by now: nothing of it may be written here. */
export class TakenOverError extends FileError {
  constructor() {
    super("Another window took over this export.");
  }
}

/** What the codes of file errors mean, as half a sentence. */
export const systemReasons: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is exceeded"],
  ["EFBIG", "the file is too large for the disk"],
  ["EROFS", "the disk is read-only"],
  ["EACCES", "access is denied"],
  ["EPERM", "access is denied"],
  ["EBUSY", "another program is using it"],
  ["ENAMETOOLONG", "the name is too long"],
  ["EIO", "the disk reported an error"],
]);

/** Why the system did not do what was asked of a file, as half a sentence. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  return systemReasons.get(code ?? "") ?? (code === undefined ? "the reason is not known" : `error ${code}`);
}

/** Does something with the files of an export under way. @throws {FileError} for whatever goes wrong */
export async function inStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileError
      ? error
      : new FileError(`The temporary files of the export could not be used: ${reasonOf(error)}.`, {
          cause: error,
        });
  }
}

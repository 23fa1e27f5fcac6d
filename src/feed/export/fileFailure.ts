import { codeOf } from "../../api/failures";

/** A file that cannot be written or read, told in a sentence. */
export class FileError extends Error {}

/** What was exported so far cannot be gone on with. */
export class DamagedExportError extends FileError {
  constructor() {
    super("What was exported so far is damaged; it has to be exported anew.");
  }
}

/** What the codes of file errors mean, as half a sentence. */
export const systemReasons: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EFBIG", "the disk takes no files of this size"],
  ["EROFS", "the disk is read-only"],
  ["EACCES", "access is denied"],
  ["EPERM", "access is denied"],
  ["EBUSY", "another program uses it"],
  ["EIO", "the disk does not work"],
]);

/** Why the system did not do what was asked of a file, as half a sentence. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return (
    systemReasons.get(code ?? "") ??
    (code === undefined ? "the system gave no reason" : `the system says ${code}`)
  );
}

/** Does something in VS Code's storage. @throws {FileError} for whatever goes wrong */
export async function inStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileError
      ? error
      : new FileError(`The export could not be kept in VS Code's storage: ${reasonOf(error)}.`, {
          cause: error,
        });
  }
}

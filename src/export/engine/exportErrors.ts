import { errorCode } from "../../util/errors";

/** A file cannot be read or written. The message is a sentence. */
export class FileError extends Error {}

/** The files of an export do not match its checkpoint. */
export class DamagedExportError extends FileError {
  constructor() {
    super("The partial export is damaged. Start the export again.");
  }
}

/** Another window holds the lease of the export: this one must not write to it. */
export class ExportInUseError extends FileError {
  constructor() {
    super("This export is running in another window.");
  }
}

/** The service reports more events, but paging makes no progress. The message is a sentence. */
export class PagingStoppedError extends Error {}

/** Codes of system errors as clauses. */
export const systemErrorReasons: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is exceeded"],
  ["EFBIG", "the file is too large for the disk"],
  ["EROFS", "the disk is read-only"],
  ["EACCES", "access is denied"],
  ["EPERM", "access is denied"],
  ["EBUSY", "the file is in use by another program"],
  ["ENAMETOOLONG", "the name is too long"],
  ["EIO", "the disk reported an error"],
]);

/** Why a file operation failed, as a clause. */
export function fileErrorReason(error: unknown): string {
  const code = errorCode(error);
  return systemErrorReasons.get(code ?? "") ?? (code === undefined ? "unknown error" : `error ${code}`);
}

/** Runs an operation on the temporary files of an export. @throws {FileError} for any failure */
export async function withFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileError
      ? error
      : new FileError(`Couldn't access the temporary files of the export: ${fileErrorReason(error)}.`, {
          cause: error,
        });
  }
}

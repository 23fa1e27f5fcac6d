import * as l10n from "@vscode/l10n";
import { errorCode } from "../../util/errors";

/** A file cannot be read or written. The message is a sentence. */
export class FileError extends Error {}

/** The files of an export do not match its checkpoint. */
export class DamagedExportError extends FileError {
  constructor() {
    super(l10n.t("The partial export is damaged. Start the export again."));
  }
}

/** Another window holds the lease of the export: this one must not write to it. */
export class ExportInUseError extends FileError {
  constructor() {
    super(l10n.t("This export is running in another window."));
  }
}

/** The service reports more events, but paging makes no progress. The message is a sentence. */
export class PagingStoppedError extends Error {}

/** What a system error means, as a clause; undefined for codes without a known meaning. */
export function systemErrorReason(code: string | undefined): string | undefined {
  switch (code) {
    case "ENOSPC":
      return l10n.t("the disk is full");
    case "EDQUOT":
      return l10n.t("the disk quota is exceeded");
    case "EFBIG":
      return l10n.t("the file is too large for the disk");
    case "EROFS":
      return l10n.t("the disk is read-only");
    case "EACCES":
    case "EPERM":
      return l10n.t("access is denied");
    case "EBUSY":
      return l10n.t("the file is in use by another program");
    case "ENAMETOOLONG":
      return l10n.t("the name is too long");
    case "EIO":
      return l10n.t("the disk reported an error");
    default:
      return undefined;
  }
}

/** Why a file operation failed, as a clause. */
export function fileErrorReason(error: unknown): string {
  const code = errorCode(error);
  return (
    systemErrorReason(code) ??
    (code === undefined
      ? l10n.t("unknown error")
      : l10n.t({ message: "error {0}", args: [code], comment: ["Code of a system error, such as EMFILE"] }))
  );
}

/** Runs an operation on the temporary files of an export. @throws {FileError} for any failure */
export async function withFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileError
      ? error
      : new FileError(
          l10n.t("Couldn't access the temporary files of the export: {0}.", fileErrorReason(error)),
          { cause: error },
        );
  }
}

import * as l10n from "@vscode/l10n";
import { ApiError } from "../api/errors";
import { errorCode, errorMessage } from "../util/errors";

/** A file of an export cannot be read or written. The message is a sentence. */
export class FileError extends Error {}

/** @param name of the file @param reason a clause */
export function fileError(name: string, reason: string, cause?: unknown): FileError {
  return new FileError(l10n.t("Couldn't write {0}: {1}.", name, reason), { cause });
}

/** The error with a sentence, if it is one of a file system. @param name of the file that is exported */
export function withSentence(error: unknown, name: string): unknown {
  // VS Code reports a system error as part of a message.
  const code = errorCode(error) ?? /\b(E[A-Z]{2,}): /.exec(errorMessage(error))?.[1];
  return code === undefined || error instanceof ApiError ? error : fileError(name, reasonOf(code), error);
}

/** What a system error means, as a clause. */
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
    case "ENAMETOOLONG":
      return l10n.t("the name is too long");
    default:
      return l10n.t({
        message: "error {0}",
        args: [code],
        comment: ["Code of a system error, such as EMFILE"],
      });
  }
}

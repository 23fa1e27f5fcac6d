import * as l10n from "@vscode/l10n";
import { ApiError } from "../../service/errors";
import { describeRequest } from "../../service/urls";
import type { ChangeRequest, ServiceAddress } from "../../service/types";
import {
  controlCharacters,
  formatNumber,
  invisibleCharacters,
  unicodeEscape,
  withFullStop,
} from "../../shared/text";
import { errorMessage } from "../../util/errors";
import { oneLine } from "../../util/strings";

/** The request as it is sent, in one line: method, URL and body. @throws {ApiError} if it cannot be sent */
export function requestText(address: ServiceAddress, change: ChangeRequest): string {
  const { method, url, body } = describeRequest(address, change);
  return [method, url.href, ...(body === undefined ? [] : [visible(body)])].join(" ");
}

/** Follows a prompt. Method and URL are kept together when the line is wrapped. */
export function requestPrompt(request: string): string {
  const text = l10n.t("Request: {0}", request);
  return text.replace(/^(\S+) (\S+) /, "$1\u00a0$2\u00a0");
}

/** Escapes the characters of a JSON text that are invisible or reorder others. */
function visible(json: string): string {
  return json.replace(controlCharacters, unicodeEscape).replace(invisibleCharacters, unicodeEscape);
}

/** What the user types to confirm a deletion: the name, or the ID if the name has no visible characters. */
export function textToType(name: string, id: string): string {
  return typable(name) || typable(id) || "delete";
}

/** Ignores characters that cannot be seen, because they cannot be typed. Any space counts as an ordinary one. */
export function isTyped(typed: string, text: string): boolean {
  return typable(typed) === typable(text);
}

function typable(text: string): string {
  return oneLine(text.normalize("NFC"), 10_000).replace(/\s/g, " ");
}

/** `a.pdf, b.pdf, c.pdf and 4 more` */
export function listText(labels: readonly string[], max = 3): string {
  const shown = labels
    .slice(0, max)
    .map((label) => oneLine(label, 60))
    .join(", ");
  const more = labels.length - Math.min(labels.length, max);
  return more > 0 ? l10n.t("{0} and {1} more", shown, formatNumber(more)) : shown;
}

/** Says that a document was not deleted, or may have been, and why. */
export function failureText(name: string, error: unknown): string {
  const reason = withFullStop(errorMessage(error));
  return error instanceof ApiError && error.mayHaveBeenApplied
    ? l10n.t("{0} may have been deleted: {1}", name, reason)
    : l10n.t({
        message: "{0} was not deleted: {1}",
        args: [name, reason],
        comment: ["The name of a document, and a sentence that says why"],
      });
}

/** Shown unless all documents were deleted. @param failure `failureText` of the first failure; undefined if the user canceled */
export function summaryText(count: number, deleted: number, failure: string | undefined): string {
  if (count === 1) {
    return failure ?? l10n.t("The document was not deleted.");
  }
  const text = l10n.t("Deleted {0} of {1} documents.", formatNumber(deleted), formatNumber(count));
  return failure === undefined ? text : `${text} ${failure}`;
}

/** Follows a warning about a change. @param isRead the list was read again */
export function refreshedText(isRead: boolean): string {
  return isRead
    ? l10n.t("The list was refreshed.")
    : l10n.t("The list couldn't be refreshed and may be outdated.");
}

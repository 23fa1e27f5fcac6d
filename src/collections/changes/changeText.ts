import * as l10n from "@vscode/l10n";
import type { ApiError } from "../../service/errors";
import { describeRequest } from "../../service/changes";
import type { ChangeRequest, Collection, Item } from "../../service/types";
import { controlCharacters, formatNumber, invisibleCharacters } from "../../shared/text";
import { oneLine, withFullStop } from "../../util/strings";
import { labelOf } from "../model/collectionText";

/** The request as it is sent, in one line: method, URL and body. @throws {ApiError} if it cannot be sent */
export function requestText(baseUrl: string, change: ChangeRequest): string {
  const { method, url, body } = describeRequest({ baseUrl }, change);
  return [method, url.href, ...(body === undefined ? [] : [visible(body)])].join(" ");
}

/** The request as a part of a prompt: method and URL stay together, so that they begin a line of their own where they do not fit. */
export function requestPrompt(request: string): { readonly text: string } {
  const text = l10n.t("Request: {0}", request);
  return { text: text.replace(/^(\S+) (\S+) /, "$1\u00a0$2\u00a0") };
}

/** The same JSON with escapes for what could not be seen. */
function visible(json: string): string {
  return json.replace(controlCharacters, escapeAll).replace(invisibleCharacters, escapeAll);
}

function escapeAll(text: string): string {
  return Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** A name within a sentence, or short enough for a title of one line. */
export function quotedName(collection: Collection, max = 80): string {
  return oneLine(labelOf(collection), max);
}

export const maxTitleName = 48;

/** What has to be typed to delete something: its name, or its ID if nothing of the name can be seen. */
export function textToType(name: string, id: string): string {
  return typable(name) || typable(id) || "delete";
}

/** Whether the typed text is what has to be typed. Characters that cannot be seen, and so not be typed, do not count. */
export function isTyped(typed: string, text: string): boolean {
  return typable(typed) === typable(text);
}

function typable(text: string): string {
  return oneLine(text.normalize("NFC"), 10_000);
}

/** The environments of collections, in the order in which they appear. */
export function environmentsOf(items: readonly Item<Collection>[]): readonly string[] {
  const seen = new Set(items.map(({ value }) => value.environment ?? ""));
  seen.delete("");
  return [...seen];
}

/** Names the environments that a permission would be for. */
export function environmentsText(environments: readonly string[]): string {
  const names = environments.slice(0, 3).map((environment) => oneLine(environment, 60));
  const more = environments.length - names.length;
  if (names.length === 0) {
    return l10n.t("The environment of its collections isn't known.");
  }
  if (more > 0) {
    return l10n.t("Environments of its collections: {0} and {1} more.", names.join(", "), formatNumber(more));
  }
  return names.length === 1
    ? l10n.t("Environment of its collections: {0}.", names.join(", "))
    : l10n.t("Environments of its collections: {0}.", names.join(", "));
}

/** What deleting a collection, or all of its documents, does. */
export function deletionText(
  kind: "deleteCollection" | "deleteAllDocuments",
  /** Of its documents, if it is known. */
  count: number | undefined,
): string {
  if (kind === "deleteCollection") {
    if (count === 0) {
      return l10n.t("This permanently deletes the collection. It has no documents.");
    }
    return count === undefined
      ? l10n.t("This permanently deletes the collection with all its documents.")
      : count === 1
        ? l10n.t("This permanently deletes the collection with its 1 document.")
        : l10n.t("This permanently deletes the collection with its {0} documents.", formatNumber(count));
  }
  return count === undefined || count === 0
    ? l10n.t("This permanently deletes all documents of the collection. The collection stays.")
    : count === 1
      ? l10n.t("This permanently deletes the 1 document of the collection. The collection stays.")
      : l10n.t(
          "This permanently deletes all {0} documents of the collection. The collection stays.",
          formatNumber(count),
        );
}

/** How a dialog goes on after the service has not made a change. */
export type Refusal =
  /** Another try, with or without other input, may succeed. */
  | "tryAgain"
  /** The thing is gone, or has another name. */
  | "missing"
  /** The service does not have this operation; for a 404, it may also be that the thing is gone. */
  | "notOffered"
  /** Nothing may be sent any more. */
  | "ended";

export function refusalOf({ failure }: ApiError): Refusal {
  switch (failure.kind) {
    case "notFound":
      return "missing";
    case "notOffered":
      return "notOffered";
    case "connectionChanged":
    case "changesNotAllowed":
    case "invalidName":
    case "invalidRequest":
    case "noKey":
    case "aborted":
      return "ended";
    default:
      return "tryAgain";
  }
}

/** The error of a change that was not made, for the dialog that is still open. */
export function refusedText({ message }: ApiError): string {
  return l10n.t("{0} Nothing was changed.", withFullStop(message));
}

/** What the list shows after it was read again. */
export type ListCheck = "listed" | "notListed" | "unread";

export function listCheckText(check: ListCheck): string {
  switch (check) {
    case "listed":
      return l10n.t("The list was refreshed: the collection is still in it.");
    case "notListed":
      return l10n.t("The list was refreshed: the collection is not in it.");
    case "unread":
      return l10n.t("The list couldn't be refreshed and may be outdated.");
  }
}

/** An answer was lost: what may have happened, and what can be seen now. */
export function unknownText({ message }: ApiError, change: ChangeRequest, check: ListCheck): string {
  return [withFullStop(message), possibleText(change), listCheckText(check)].join(" ");
}

/** What a request may have done whose answer was lost. */
function possibleText(change: ChangeRequest): string {
  const name = oneLine(change.collection, 80);
  switch (change.kind) {
    case "createCollection":
      return l10n.t('The collection "{0}" may have been created.', name);
    case "deleteCollection":
      return l10n.t('The collection "{0}" may have been deleted.', name);
    case "changeEnvironment":
      return l10n.t(
        'The collection "{0}" may have been moved to {1}.',
        name,
        oneLine(change.environment, 60),
      );
    case "deleteAllDocuments":
      return l10n.t('The documents of "{0}" may have been deleted.', name);
    case "deleteDocument":
      return l10n.t("The document {0} may have been deleted.", oneLine(change.documentId, 80));
  }
}

/** A change that was made, for the status bar. */
export function doneText(change: ChangeRequest, documentsDeleted?: number): string {
  const name = oneLine(change.collection, 60);
  switch (change.kind) {
    case "createCollection":
      return l10n.t('Created collection "{0}"', name);
    case "deleteCollection":
      return l10n.t('Deleted collection "{0}"', name);
    case "changeEnvironment":
      return l10n.t('Moved collection "{0}" to {1}', name, oneLine(change.environment, 60));
    case "deleteAllDocuments":
      return documentsDeleted === undefined
        ? l10n.t('Deleted all documents of "{0}"', name)
        : documentsDeleted === 1
          ? l10n.t('Deleted 1 document of "{0}"', name)
          : l10n.t('Deleted {0} documents of "{1}"', formatNumber(documentsDeleted), name);
    case "deleteDocument":
      return l10n.t("Deleted 1 document");
  }
}

/** While the request runs. */
export function runningText(change: ChangeRequest): string {
  const name = oneLine(change.collection, 60);
  switch (change.kind) {
    case "createCollection":
      return l10n.t('Creating collection "{0}"', name);
    case "deleteCollection":
      return l10n.t('Deleting collection "{0}"', name);
    case "changeEnvironment":
      return l10n.t('Moving collection "{0}"', name);
    case "deleteAllDocuments":
      return l10n.t('Deleting the documents of "{0}"', name);
    case "deleteDocument":
      return l10n.t("Deleting document");
  }
}

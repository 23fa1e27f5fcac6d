import * as l10n from "@vscode/l10n";
import { ApiError, type Failure, type NamedThing } from "./errors";
import type { Operation } from "./types";

/** A response whose status is not 2xx. `reason` is the service's own message from the body, if any. */
export function statusError(
  host: string,
  status: number,
  reason: string | undefined,
  retryAfterMs: number | undefined,
  operation: Operation,
): ApiError {
  const error = (failure: Failure, message: string): ApiError =>
    new ApiError(
      failure,
      reason === undefined
        ? sentence(message)
        : l10n.t({
            message: "{0}: {1}",
            args: [message, reason],
            comment: ["A sentence, and what a service says about it"],
          }),
      false,
      reason,
    );
  switch (status) {
    case 401:
      return error({ kind: "unauthorized", status }, l10n.t("{0} rejected the API key (401)", host));
    case 403:
      return error(
        { kind: "forbidden", status },
        l10n.t("{0} accepted the API key but denied access to this organization or request (403)", host),
      );
    case 404:
    case 405:
    case 409:
    case 410:
    case 501: {
      const known = operationError(host, status, reason, operation);
      if (known) {
        const [failure, message] = known;
        return failure.kind === "notFound" && reason !== undefined && saysOnlyMissing(reason)
          ? new ApiError(failure, sentence(message))
          : error(failure, message);
      }
    }
  }
  switch (status) {
    case 404:
      return error(
        { kind: "notFound", status },
        operation === "readFeed"
          ? l10n.t("{0} found nothing at this URL (404); the base URL or the dataset may be wrong", host)
          : l10n.t("{0} found nothing at this URL (404); the base URL may be wrong", host),
      );
    case 407:
      return error({ kind: "rejected", status }, l10n.t("The proxy requires authentication (407)"));
  }
  if (status >= 500 || status === 408 || status === 409 || status === 429) {
    return error(
      { kind: "unavailable", status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
      status === 429
        ? l10n.t("{0} received too many requests (429)", host)
        : l10n.t("{0} is unavailable ({1})", host, status),
    );
  }
  return status >= 400
    ? error({ kind: "rejected", status }, l10n.t("{0} rejected the request ({1})", host, status))
    : error(
        { kind: "malformed", status },
        l10n.t("{0} responded with an unexpected status ({1})", host, status),
      );
}

function sentence(text: string): string {
  return l10n.t({ message: "{0}.", args: [text], comment: ["A sentence that is the whole message"] });
}

/**
 * What 404, 405, 409, 410 and 501 mean for an operation that a service may lack (`docs/service.md`, Errors); undefined where they
 * mean nothing special. The sentence comes without its period.
 * @param reason the service's own message
 */
function operationError(
  host: string,
  status: number,
  reason: string | undefined,
  operation: Operation,
): [Failure, string] | undefined {
  if (operation === "listCollections" || operation === "readFeed") {
    return undefined;
  }
  if (status === 409) {
    return isChange(operation)
      ? [{ kind: "conflict", status }, l10n.t("{0} found a conflict (409)", host)]
      : undefined;
  }
  const thing = thingOf(operation);
  if (status === 405 || status === 501 || thing === undefined) {
    return [{ kind: "notOffered", status }, notOfferedMessage(host, status, operation)];
  }
  return status === 410 || (reason !== undefined && namesThing(reason))
    ? [{ kind: "notFound", status, missing: thing }, notFoundMessage(host, status, thing)]
    : [{ kind: "notOffered", status }, ambiguousMessage(host, status, thing)];
}

function isChange(operation: Operation): boolean {
  return operation !== "readEvent" && operation !== "listDocuments" && operation !== "readDocument";
}

/** What has to exist for the operation; nothing for one that creates it. */
function thingOf(operation: Operation): NamedThing | undefined {
  switch (operation) {
    case "readEvent":
      return "event";
    case "readDocument":
    case "deleteDocument":
      return "document";
    case "createCollection":
      return undefined;
    default:
      return "collection";
  }
}

/**
 * Whether a message of a 404 is about a thing, as in "Collection 'x' not found". Routers without the path say "Not Found" or
 * "Cannot DELETE /v2/collections/x": paths in the message do not count.
 */
function namesThing(reason: string): boolean {
  const words = reason.replace(/\S*\/\S*/g, " ");
  return (
    /\b(collections?|databases?|documents?|files?|events?)\b/i.test(words) &&
    !/\b(route|endpoint|path|url|uri|method)\b/i.test(words)
  );
}

const wordsOfAbsence = new Set(
  "the a an no such this that there is was has been with id named name of for or and not found exist exists does doesn't couldn't could be unknown missing collection database document file event in".split(
    " ",
  ),
);

/**
 * Whether a message of a 404 says nothing but that the thing does not exist, as in "Event 'evt_1' not found". Names and IDs in
 * it say nothing new: the user has just chosen them.
 */
function saysOnlyMissing(reason: string): boolean {
  const words = reason
    .toLowerCase()
    .replace(/"[^"]*"|'[^']*'|“[^”]*”|`[^`]*`/g, " ")
    .split(/[\s.,:;!]+/)
    .filter((word) => word !== "" && !/[_\d]/.test(word));
  return words.every((word) => wordsOfAbsence.has(word));
}

function notFoundMessage(host: string, status: number, thing: NamedThing): string {
  switch (thing) {
    case "event":
      return l10n.t("{0} has no such event ({1})", host, status);
    case "collection":
      return l10n.t("{0} has no such collection ({1})", host, status);
    case "document":
      return l10n.t("{0} has no such document ({1})", host, status);
  }
}

function ambiguousMessage(host: string, status: number, thing: NamedThing): string {
  switch (thing) {
    case "event":
      return l10n.t("{0} has no such event, or doesn't offer this operation ({1})", host, status);
    case "collection":
      return l10n.t("{0} has no such collection, or doesn't offer this operation ({1})", host, status);
    case "document":
      return l10n.t("{0} has no such document, or doesn't offer this operation ({1})", host, status);
  }
}

function notOfferedMessage(host: string, status: number, operation: Operation): string {
  switch (operation) {
    case "readEvent":
      return l10n.t("{0} doesn't offer reading an event by its ID ({1})", host, status);
    case "listDocuments":
      return l10n.t("{0} doesn't offer listing documents ({1})", host, status);
    case "readDocument":
      return l10n.t("{0} doesn't offer reading a document ({1})", host, status);
    case "createCollection":
      return l10n.t("{0} doesn't offer creating collections ({1})", host, status);
    case "deleteCollection":
      return l10n.t("{0} doesn't offer deleting collections ({1})", host, status);
    case "changeEnvironment":
      return l10n.t("{0} doesn't offer changing the environment of collections ({1})", host, status);
    case "deleteAllDocuments":
      return l10n.t("{0} doesn't offer deleting all documents of a collection ({1})", host, status);
    case "deleteDocument":
      return l10n.t("{0} doesn't offer deleting documents ({1})", host, status);
    default:
      return l10n.t("{0} doesn't offer this operation ({1})", host, status);
  }
}

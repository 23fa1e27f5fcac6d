import * as l10n from "@vscode/l10n";
import { ApiError, type Failure, type NamedThing } from "../errors";
import type { Operation } from "../types";

/** Where an error came from. */
export interface ErrorResponse {
  readonly host: string;
  readonly status: number;
  readonly operation: Operation;
  /** The service's own message, if any. */
  readonly reason: string | undefined;
  /** The service's advice. */
  readonly retryAfterMs: number | undefined;
}

/** The error for a response whose status is not 2xx (`docs/service.md`, Errors). */
export function statusError(response: ErrorResponse): ApiError {
  const { reason } = response;
  const [failure, message] = failureOf(response);
  // Its own words would only say again that the thing does not exist.
  return reason === undefined || (failure.kind === "notFound" && failure.missing !== undefined)
    ? new ApiError(
        failure,
        l10n.t({ message: "{0}.", args: [message], comment: ["A sentence that is the whole message"] }),
      )
    : new ApiError(
        failure,
        l10n.t({
          message: "{0}: {1}",
          args: [message, reason],
          comment: ["A sentence, and what a service says about it"],
        }),
        false,
        reason,
      );
}

/** The sentence comes without its period. */
function failureOf(response: ErrorResponse): [Failure, string] {
  const { host, status, operation, reason, retryAfterMs } = response;
  const thing = thingOf(operation);
  switch (status) {
    case 401:
      return [{ kind: "unauthorized", status }, l10n.t("{0} rejected the API key (401)", host)];
    case 403:
      return [
        { kind: "forbidden", status },
        l10n.t("{0} accepted the API key but denied access to this organization or request (403)", host),
      ];
    case 405:
    case 501:
      return [{ kind: "notOffered", status }, notOfferedText(response)];
    case 407:
      return [{ kind: "rejected", status }, l10n.t("The proxy requires authentication (407)")];
    case 404:
    case 410:
      if (thing !== undefined) {
        return status === 410 || namesThing(reason)
          ? [{ kind: "notFound", status, missing: thing }, missingText(host, status, thing)]
          : [{ kind: "notOffered", status }, missingOrNotOfferedText(host, status, thing)];
      }
      if (operation === "createCollection") {
        return [{ kind: "notOffered", status }, notOfferedText(response)];
      }
      if (status === 404) {
        return [{ kind: "notFound", status }, wrongUrlText(host, operation)];
      }
      break;
    case 409:
      if (isChange(operation)) {
        return [{ kind: "rejected", status }, l10n.t("{0} found a conflict (409)", host)];
      }
  }
  if (status >= 500 || status === 408 || status === 409 || status === 429) {
    return [
      { kind: "unavailable", status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
      status === 429
        ? l10n.t("{0} received too many requests (429)", host)
        : l10n.t("{0} is unavailable ({1})", host, status),
    ];
  }
  return status >= 400
    ? [{ kind: "rejected", status }, l10n.t("{0} rejected the request ({1})", host, status)]
    : [{ kind: "malformed", status }, l10n.t("{0} responded with an unexpected status ({1})", host, status)];
}

function isChange(operation: Operation): boolean {
  return !/^(list|read)/.test(operation);
}

/** What has to exist for the operation. */
function thingOf(operation: Operation): NamedThing | undefined {
  switch (operation) {
    case "listCollections":
    case "readFeed":
    case "createCollection":
      return undefined;
    case "readEvent":
      return "event";
    case "readDocument":
    case "deleteDocument":
      return "document";
    default:
      return "collection";
  }
}

/**
 * Whether a message of a 404 is about a thing, as in "Collection 'x' not found". Routers without the path say "Not Found" or
 * "Cannot DELETE /v2/collections/x": paths in the message do not count.
 */
function namesThing(reason = ""): boolean {
  const words = reason.replace(/\S*\/\S*/g, " ");
  return (
    /\b(collections?|databases?|documents?|files?|events?)\b/i.test(words) &&
    !/\b(route|endpoint|path|url|uri|method)\b/i.test(words)
  );
}

function wrongUrlText(host: string, operation: Operation): string {
  return operation === "readFeed"
    ? l10n.t("{0} found nothing at this URL (404); the base URL or the dataset may be wrong", host)
    : l10n.t("{0} found nothing at this URL (404); the base URL may be wrong", host);
}

function missingText(host: string, status: number, thing: NamedThing): string {
  switch (thing) {
    case "event":
      return l10n.t("{0} has no such event ({1})", host, status);
    case "collection":
      return l10n.t("{0} has no such collection ({1})", host, status);
    case "document":
      return l10n.t("{0} has no such document ({1})", host, status);
  }
}

function missingOrNotOfferedText(host: string, status: number, thing: NamedThing): string {
  switch (thing) {
    case "event":
      return l10n.t("{0} has no such event, or doesn't offer this operation ({1})", host, status);
    case "collection":
      return l10n.t("{0} has no such collection, or doesn't offer this operation ({1})", host, status);
    case "document":
      return l10n.t("{0} has no such document, or doesn't offer this operation ({1})", host, status);
  }
}

function notOfferedText({ host, status, operation }: ErrorResponse): string {
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

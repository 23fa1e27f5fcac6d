import * as l10n from "@vscode/l10n";
import { oneLine } from "../util/strings";
import { ApiError, type Failure, type NamedThing } from "./errors";
import type { Operation } from "./types";

/** A response whose status is not 2xx. */
interface ErrorResponse {
  readonly host: string;
  readonly status: number;
  readonly operation: Operation;
  /** The service's own message, if any. */
  readonly reason: string | undefined;
  /** The service's advice. */
  readonly retryAfterMs: number | undefined;
}

/** What an error response means (`docs/service.md`, Errors). */
export function statusError(response: ErrorResponse): ApiError {
  const { reason } = response;
  const [failure, message] = failureOf(response);
  // Its own words would only say again that the thing does not exist.
  const isMissing = failure.kind === "notFound" && failure.missing !== undefined;
  return reason === undefined || isMissing || !saysMore(reason, message)
    ? new ApiError(failure, `${message}.`)
    : new ApiError(failure, `${message}: ${reason}`, false, reason);
}

/** Words in which services say no more than the status does: "Invalid API key provided", "Internal Server Error". */
const statusWords = new Set(
  (
    "a an api auth authentication authorization bad credentials denied error failed forbidden found gateway given internal " +
    "invalid incorrect is key missing no not or permission provided rejected request required server service supplied temporarily " +
    "the this timeout token unauthorized unavailable was with wrong your"
  ).split(" "),
);

function saysMore(reason: string, message: string): boolean {
  const said = new Set(wordsOf(message));
  return wordsOf(reason).some((word) => !said.has(word) && !statusWords.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The sentence comes without its period. */
function failureOf({ host, status, operation, reason, retryAfterMs }: ErrorResponse): [Failure, string] {
  switch (status) {
    case 401:
      return [{ kind: "unauthorized", status }, l10n.t("{0} rejected the API key (401)", host)];
    case 403:
      return [
        { kind: "forbidden", status },
        operation === "listCollections" || operation === "readFeed"
          ? l10n.t("{0} accepted the API key but denied access to this organization or request (403)", host)
          : l10n.t("{0} accepted the API key but denied this request (403)", host),
      ];
    case 404:
    case 410: {
      const thing = requiredThings[operation];
      if (thing !== undefined) {
        return missing(host, status, thing, status === 410 || namesThing(reason));
      }
      if (operation === "readPublications") {
        return [
          { kind: "notFound", status },
          l10n.t("{0} found nothing at the path of the publication feed ({1})", host, status),
        ];
      }
      if (operation !== "readFeed" && operation !== "listCollections") {
        return notOffered(host, status);
      }
      const text =
        operation === "readFeed"
          ? l10n.t(
              "{0} found nothing at this URL ({1}); the base URL or the dataset may be wrong",
              host,
              status,
            )
          : l10n.t("{0} found nothing at this URL ({1}); the base URL may be wrong", host, status);
      return [{ kind: "notFound", status }, text];
    }
    case 405:
    case 501:
      return notOffered(host, status);
    case 407:
      return [{ kind: "rejected", status }, l10n.t("The proxy requires authentication (407)")];
  }
  if (status >= 500 || status === 408 || status === 429) {
    const failure = {
      kind: "unavailable",
      status,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    } as const;
    return status === 429
      ? [failure, l10n.t("{0} received too many requests (429)", host)]
      : [failure, l10n.t("{0} is unavailable ({1})", host, status)];
  }
  return status >= 400
    ? [{ kind: "rejected", status }, l10n.t("{0} rejected the request ({1})", host, status)]
    : [{ kind: "malformed" }, l10n.t("{0} responded with an unexpected status ({1})", host, status)];
}

function notOffered(host: string, status: number): [Failure, string] {
  return [{ kind: "notOffered", status }, l10n.t("{0} doesn't offer this operation ({1})", host, status)];
}

/** What has to exist for an operation. */
const requiredThings: Partial<Record<Operation, NamedThing>> = {
  readEvent: "event",
  readArticle: "article",
  listDocuments: "collection",
  deleteCollection: "collection",
  changeEnvironment: "collection",
  deleteAllDocuments: "collection",
  readDocument: "document",
  deleteDocument: "document",
  updateSubscription: "subscription",
  deleteSubscription: "subscription",
};

/**
 * Whether a message of a 404 is about a thing, as in "Collection 'x' not found". Routers without the path say "Not Found" or
 * "Cannot DELETE /v2/collections/x": paths in the message do not count.
 */
function namesThing(reason = ""): boolean {
  const words = reason.replace(/\S*\/\S*/g, " ");
  return (
    /\b(collections?|databases?|documents?|files?|events?|publications?|articles?|subscriptions?|webhooks?)\b/i.test(
      words,
    ) && !/\b(route|endpoint|path|url|uri|method)\b/i.test(words)
  );
}

/** @param isCertain whether it is not the operation that is missing */
function missing(host: string, status: number, thing: NamedThing, isCertain: boolean): [Failure, string] {
  if (isCertain) {
    const texts = {
      event: l10n.t("{0} has no such event ({1})", host, status),
      article: l10n.t("{0} has no such article ({1})", host, status),
      collection: l10n.t("{0} has no such collection ({1})", host, status),
      document: l10n.t("{0} has no such document ({1})", host, status),
      subscription: l10n.t("{0} has no such webhook alert ({1})", host, status),
    };
    return [{ kind: "notFound", status, missing: thing }, texts[thing]];
  }
  const texts = {
    event: l10n.t("{0} has no such event, or doesn't offer this operation ({1})", host, status),
    article: l10n.t("{0} has no such article, or doesn't offer this operation ({1})", host, status),
    collection: l10n.t("{0} has no such collection, or doesn't offer this operation ({1})", host, status),
    document: l10n.t("{0} has no such document, or doesn't offer this operation ({1})", host, status),
    subscription: l10n.t(
      "{0} has no such webhook alert, or doesn't offer this operation ({1})",
      host,
      status,
    ),
  };
  return [{ kind: "notOffered", status }, texts[thing]];
}

/** Fields that hold the message of an error body, the most specific first (`docs/service.md`, Errors). */
const messageFields = ["detail", "message", "msg", "error", "errors", "error_description", "title", "reason"];

/** Enough for `{"error":{"details":[{"msg":…}]}}`. */
const maxDepth = 4;
const maxParts = 3;
const maxLength = 200;

/**
 * The service's message in an error body of any shape: one line of plain text, at most 200 characters; undefined for HTML, an
 * empty body and anything without words. `redact` removes the key if the service echoes it.
 */
export function reasonIn(
  body: string,
  contentType: string | null,
  redact: (text: string) => string,
): string | undefined {
  const raw = rawMessage(body, contentType) ?? "";
  // Without the invisible characters that could hide a key, but before it is shortened, which could leave half of one.
  const reason = oneLine(redact(oneLine(raw, raw.length)), maxLength);
  return /\p{L}/u.test(reason) ? reason : undefined;
}

function rawMessage(body: string, contentType: string | null): string | undefined {
  try {
    return messageIn(JSON.parse(body), maxDepth);
  } catch {
    const isPlainText = /^text\/plain\b/i.test(contentType ?? "");
    return isPlainText && !/^\s*</.test(body) ? body : undefined;
  }
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") {
    return value.trim() === "" ? undefined : value;
  }
  if (depth === 0 || typeof value !== "object" || value === null) {
    return undefined;
  }
  if (Array.isArray(value)) {
    const messages = value.slice(0, maxParts).flatMap((part) => messageIn(part, depth - 1) ?? []);
    return messages.length === 0 ? undefined : messages.join("; ");
  }
  const fields = messageFields.map((field): unknown => Reflect.get(value, field));
  const message = fields.map((field) => messageIn(field, depth - 1)).find((text) => text !== undefined);
  // Of a validation error: `["query","page_size"]`.
  const location: unknown = Reflect.get(value, "loc");
  return message !== undefined && Array.isArray(location) ? `${location.join(".")}: ${message}` : message;
}

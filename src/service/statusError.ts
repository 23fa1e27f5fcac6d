import { STATUS_CODES } from "node:http";
import * as l10n from "@vscode/l10n";
import { isRecord } from "../shared/schemas";
import { oneLine } from "../util/strings";
import { ApiError, type Failure } from "./errors";
import type { NotFoundReason } from "./types";

/** A response whose status is not 2xx. */
interface ErrorResponse {
  readonly host: string;
  readonly path: string;
  readonly status: number;
  readonly notFound: NotFoundReason;
  /** The service's own message, if any. */
  readonly reason: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** What an error response means (`docs/service.md`, Errors). */
export function statusError(response: ErrorResponse): ApiError {
  const { reason, status } = response;
  const [failure, message] = failureOf(response);
  return reason === undefined || reason.toLowerCase() === STATUS_CODES[status]?.toLowerCase()
    ? new ApiError(failure, `${message}.`)
    : new ApiError(failure, `${message}: ${reason}`, false, reason);
}

/** The failure, and a sentence without its period. */
function failureOf({ host, path, status, notFound, retryAfterMs }: ErrorResponse): [Failure, string] {
  switch (status) {
    case 401:
      return [{ kind: "unauthorized", status }, l10n.t("{0} rejected the API key (401)", host)];
    case 403:
      return [
        { kind: "forbidden", status },
        l10n.t("{0} accepted the API key but denied access to this organization (403)", host),
      ];
    case 407:
      return [{ kind: "rejected", status }, l10n.t("The proxy requires authentication (407)")];
    case 429:
      return [
        { kind: "unavailable", status, retryAfterMs },
        l10n.t("{0} received too many requests (429)", host),
      ];
  }
  const isAbsent = status === 404 || status === 410;
  if (isAbsent && notFound === "address") {
    return [
      { kind: "notFound", status },
      l10n.t("{0} found nothing at {1} ({2}); the connection's settings may be wrong", host, path, status),
    ];
  }
  if (isAbsent && notFound === "item") {
    return [
      { kind: "notOffered", status },
      l10n.t("{0} has nothing with this name or ID, or doesn't offer this operation ({1})", host, status),
    ];
  }
  if (isAbsent || status === 405 || status === 501) {
    return [{ kind: "notOffered", status }, l10n.t("{0} doesn't offer this operation ({1})", host, status)];
  }
  if (status >= 500 || status === 408) {
    return [{ kind: "unavailable", status, retryAfterMs }, l10n.t("{0} is unavailable ({1})", host, status)];
  }
  return status >= 400
    ? [{ kind: "rejected", status }, l10n.t("{0} rejected the request ({1})", host, status)]
    : [{ kind: "malformed" }, l10n.t("{0} responded with an unexpected status ({1})", host, status)];
}

/** Fields that hold the message of an error body, the most specific first (`docs/service.md`, Errors). */
const messageFields = ["detail", "message", "msg", "error"];
const maxLength = 200;

/**
 * The service's message in an error body: one line of plain text, at most 200 characters; undefined for HTML, an empty body and
 * anything without words. `redact` removes the key if the service echoes it.
 */
export function reasonIn(
  body: string,
  contentType: string | null,
  redact: (text: string) => string,
): string | undefined {
  const raw = rawMessage(body, contentType) ?? "";
  // Redact after removing invisible characters, which could hide a key, and before shortening, which could leave half of one.
  const reason = oneLine(redact(oneLine(raw, raw.length)), maxLength);
  return /\p{L}/u.test(reason) ? reason : undefined;
}

function rawMessage(body: string, contentType: string | null): string | undefined {
  try {
    return messageIn(JSON.parse(body));
  } catch {
    const isPlainText = /^text\/plain\b/i.test(contentType ?? "");
    return isPlainText && !/^\s*</.test(body) ? body : undefined;
  }
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === "string") {
    return value;
  }
  if (Array.isArray(value)) {
    return value.flatMap((part) => messageIn(part) ?? []).join("; ");
  }
  if (!isRecord(value)) {
    return undefined;
  }
  const message = messageFields.map((field) => messageIn(value[field])).find((text) => text);
  // In a validation error: `["query","page_size"]`.
  const { loc } = value;
  return message !== undefined && Array.isArray(loc) ? `${loc.join(".")}: ${message}` : message;
}

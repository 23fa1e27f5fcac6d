import * as l10n from "@vscode/l10n";
import type { ProblemKind } from "../shared/problemKind";
import { formatNumber } from "../shared/text";
import { errorCode } from "../util/errors";

/** What went wrong with a request: one kind for each way of reacting to it (`docs/service.md`, Errors). */
export type Failure =
  /** No usable key is stored for the connection; nothing was sent. `lost`: this machine has stored one, and VS Code did not keep it. */
  | { readonly kind: "noKey"; readonly lost?: true }
  /** The connection was changed, or removed, in the meantime; nothing more is sent for it. */
  | { readonly kind: "connectionChanged"; readonly removed?: true }
  /** 401: the key is missing or invalid. */
  | { readonly kind: "unauthorized"; readonly status: number }
  /** 403: the key is valid, but not for this organization or request. */
  | { readonly kind: "forbidden"; readonly status: number }
  /** 404: the base URL or the dataset is probably wrong. With `missing` (404 or 410): the service says that it has no such thing. */
  | { readonly kind: "notFound"; readonly status: number; readonly missing?: NamedThing }
  /** 405 or 501: the service does not have this operation. 404: it lacks the operation or the thing, and does not say which. */
  | { readonly kind: "notOffered"; readonly status: number }
  /** Any other 4xx: repeating the request would not help. */
  | { readonly kind: "rejected"; readonly status: number }
  /** 408, 429 and 5xx: it may succeed later; the client has retried it. `retryAfterMs` is the service's advice. */
  | { readonly kind: "unavailable"; readonly status: number; readonly retryAfterMs?: number }
  /** No response. `code` is Node's (ECONNREFUSED, ENOTFOUND, …), if any. */
  | { readonly kind: "unreachable"; readonly code?: string }
  /** The connection ended in the middle of a response. */
  | { readonly kind: "interrupted"; readonly code?: string }
  /** TLS failed: the certificate is not trusted or is for another host. */
  | { readonly kind: "untrusted"; readonly code?: string }
  /** No complete response in time. `responding`: it had started. */
  | { readonly kind: "timeout"; readonly timeoutMs: number; readonly responding: boolean }
  /** A response of another shape than expected: HTML, JSON that is invalid or cut short, no list. */
  | { readonly kind: "malformed" }
  /** A body beyond the size limit. */
  | { readonly kind: "tooLarge" }
  /** A redirect to another origin, which must not receive the key, too many redirects, or one of a change. */
  | { readonly kind: "redirected" }
  /** A part of the connection cannot be sent; nothing was sent. */
  | { readonly kind: "invalidRequest"; readonly part: "baseUrl" | "dataset" | "key" | "organizationId" }
  /** A name or an ID cannot be a part of a URL; nothing was sent. */
  | { readonly kind: "invalidName" }
  /** The connection does not allow changes; nothing was sent. */
  | { readonly kind: "changesNotAllowed" }
  /** The caller canceled the request. */
  | { readonly kind: "aborted" }
  /** A bug in the extension: something else than an `ApiError` was thrown. */
  | { readonly kind: "internal" };

/** What a request can name in its path. */
export type NamedThing = "collection" | "document" | "event" | "subscription";

export type FailureKind = Failure["kind"];

/** The only error that the client throws. Code branches on `failure.kind`, never on the message. */
export class ApiError extends Error {
  constructor(
    readonly failure: Failure,
    /** A sentence for the user. It may quote the service, so it must be shown as plain text. */
    message: string,
    /** Of a change: whether the service may have made it nevertheless. False if nothing was sent, and for every refusal. */
    readonly mayHaveBeenApplied = false,
    /** What the service says about it in its own words, one line; it is part of the message. */
    readonly reason?: string,
  ) {
    super(message);
  }

  get kind(): FailureKind {
    return this.failure.kind;
  }
}

/** Whether the request might succeed with another key. */
export function dependsOnKey({ kind }: ApiError): boolean {
  return kind === "unauthorized" || kind === "forbidden" || kind === "noKey" || kind === "invalidRequest";
}

/** Whether the service could not be reached or could not answer, so that the same request may succeed later. */
export function isOutage({ kind }: ApiError): boolean {
  return kind === "unreachable" || kind === "interrupted" || kind === "timeout" || kind === "unavailable";
}

/** How long to wait before another request, as the service advised, in milliseconds. */
export function advisedDelayMs({ failure }: ApiError): number {
  return failure.kind === "unavailable" ? (failure.retryAfterMs ?? 0) : 0;
}

/** What a failure means for the user, both in the tree and in the feed. */
export function problemKindOf({ failure }: ApiError): ProblemKind {
  switch (failure.kind) {
    case "noKey":
    case "unauthorized":
      return "key";
    case "invalidRequest":
      return failure.part === "key" ? "key" : "connection";
    case "notFound":
      return failure.missing === undefined ? "connection" : "service";
    case "forbidden":
    case "redirected":
      return "connection";
    case "connectionChanged":
      return "removed";
    case "unreachable":
    case "untrusted":
      return "offline";
    case "timeout":
      return failure.responding ? "service" : "offline";
    case "unavailable":
      return "unavailable";
    default:
      return "service";
  }
}

/** Node's and OpenSSL's codes for a certificate that is not trusted or does not match the host. */
const certificateCode =
  /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT|INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$)/;

function isCertificateCode(code: string | undefined): boolean {
  return code !== undefined && certificateCode.test(code);
}

/** The TLS handshake failed for another reason, e.g. because the server speaks plain HTTP. */
function isHandshakeCode(code: string | undefined): boolean {
  return code !== undefined && /^(EPROTO$|ERR_SSL_)/.test(code);
}

/** An error from Node or node-fetch, before the response or in the middle of it (`responding`). */
export function networkError(host: string, error: unknown, responding: boolean): ApiError {
  const code = errorCode(error);
  const withCode = code === undefined ? {} : { code };
  if (code !== undefined && isCertificateCode(code)) {
    return new ApiError(
      { kind: "untrusted", code },
      l10n.t("The certificate of {0} isn't trusted or is for another host ({1}).", host, code),
    );
  }
  if (code !== undefined && isHandshakeCode(code)) {
    return new ApiError(
      { kind: "untrusted", code },
      l10n.t("Couldn't establish a secure connection to {0} ({1}).", host, code),
    );
  }
  return responding
    ? new ApiError({ kind: "interrupted", ...withCode }, l10n.t("The response from {0} was cut off.", host))
    : new ApiError({ kind: "unreachable", ...withCode }, unreachableText(host, code));
}

function unreachableText(host: string, code: string | undefined): string {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return l10n.t("Couldn't reach {0}: the host name could not be resolved.", host);
    case "ECONNREFUSED":
      return l10n.t("Couldn't reach {0}: the connection was refused.", host);
    case "ETIMEDOUT":
      return l10n.t("Couldn't reach {0}: the connection timed out.", host);
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ENETDOWN":
      return l10n.t("Couldn't reach {0}: the network is unreachable.", host);
    case "ECONNRESET":
    case "EPIPE":
    case undefined:
      return l10n.t("The connection to {0} was lost before it responded.", host);
    default:
      return code.startsWith("HPE_")
        ? l10n.t("{0} didn't send a valid HTTP response ({1}).", host, code)
        : l10n.t("Couldn't reach {0}: the connection failed ({1}).", host, code);
  }
}

/** @param message a sentence that says what the response contained instead */
export function malformedError(message: string): ApiError {
  return new ApiError({ kind: "malformed" }, message);
}

export function tooLargeError(host: string, limitBytes: number): ApiError {
  const megabytes = Math.max(1, Math.round(limitBytes / 1024 / 1024));
  return new ApiError(
    { kind: "tooLarge" },
    l10n.t("The response from {0} is larger than {1} MB.", host, formatNumber(megabytes)),
  );
}

export function timeoutError(host: string, timeoutMs: number, responding: boolean): ApiError {
  const seconds = formatNumber(timeoutMs / 1000);
  return new ApiError(
    { kind: "timeout", timeoutMs, responding },
    responding
      ? l10n.t("{0} didn't finish its response within {1} s.", host, seconds)
      : l10n.t("{0} didn't respond within {1} s.", host, seconds),
  );
}

export function abortedError(): ApiError {
  return new ApiError({ kind: "aborted" }, l10n.t("Canceled."));
}

/**
 * What the user sees of anything that was thrown. Whoever calls this for something else than an `ApiError` also throws that on, so
 * that it is logged.
 */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError
    ? thrown
    : new ApiError({ kind: "internal" }, l10n.t("Something went wrong in Company Feed; see the log."));
}

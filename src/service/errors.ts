import * as l10n from "@vscode/l10n";
import type { ProblemKind } from "../shared/problemKind";
import { retryingText } from "../shared/times";
import { errorCode } from "../util/errors";
import { withFullStop } from "../shared/text";
import { oneLine } from "../util/strings";

/** What went wrong with a request: one kind for each way of reacting to it (`docs/service.md`, Errors). `problems` explains them. */
export type Failure =
  | { readonly kind: "noKey" | "invalidName" | "noPath" | "changesNotAllowed" | "aborted" | "internal" }
  | { readonly kind: "connectionChanged"; readonly change: ConnectionChange }
  | {
      readonly kind: "unauthorized" | "forbidden" | "notFound" | "notOffered" | "rejected";
      readonly status: number;
    }
  /** `retryAfterMs` is the service's advice. */
  | { readonly kind: "unavailable"; readonly status: number; readonly retryAfterMs?: number | undefined }
  /** `code` is Node's (ECONNREFUSED, ENOTFOUND, …), if any. */
  | { readonly kind: "unreachable" | "interrupted" | "untrusted"; readonly code?: string }
  | { readonly kind: "timeout" | "malformed" | "otherEvent" | "tooLarge" | "redirected" };

/** Why a connection can no longer be used as it was. */
export type ConnectionChange = "edited" | "removed" | "otherKey";

export type FailureKind = Failure["kind"];

/** The only error that the client throws. Code branches on `failure.kind`, never on the message. */
export class ApiError extends Error {
  constructor(
    readonly failure: Failure,
    /** A sentence for the user. It may quote the service, so it must be shown as plain text. */
    message: string,
    /** Whether the service may have made a change although it failed: not if nothing was sent, or if the service refused it. */
    readonly mayHaveBeenApplied = false,
    /** The service's own words, on one line, which are a part of the message. */
    readonly reason?: string,
  ) {
    super(message);
  }

  get kind(): FailureKind {
    return this.failure.kind;
  }

  isOneOf(...kinds: readonly FailureKind[]): boolean {
    return kinds.includes(this.kind);
  }
}

/** What each kind means for the user, both in the tree and in the feed. */
const problems: Readonly<Record<FailureKind, ProblemKind>> = {
  // Nothing was sent: no usable key is stored, or a name cannot be a part of a URL.
  noKey: "key",
  invalidName: "service",
  // The connection does not have the path of the publication feed, or that of an article.
  noPath: "service",
  changesNotAllowed: "service",
  // The connection was changed or removed in the meantime; nothing more is sent for it.
  connectionChanged: "removed",
  // 401: the key is missing or invalid. 403: it is valid, but not for this organization.
  unauthorized: "key",
  forbidden: "connection",
  // 404 or 410: the base URL, the dataset or a path is probably wrong.
  notFound: "connection",
  // 405 or 501: the service does not have this operation. 404 or 410: it lacks the operation, or what was asked for.
  notOffered: "service",
  // Any other 4xx: repeating the request would not help.
  rejected: "service",
  // 408, 429 and 5xx: it may succeed later; the client has retried it.
  unavailable: "unavailable",
  // No response, one that ended in the middle, or none in time.
  unreachable: "offline",
  interrupted: "service",
  timeout: "offline",
  // TLS failed: the certificate is not trusted or is for another host.
  untrusted: "offline",
  // A response of another shape than expected: HTML, JSON that is invalid or cut short, no list; or beyond the size limit.
  malformed: "service",
  tooLarge: "service",
  // An event with another ID than the requested one.
  otherEvent: "service",
  // A redirect to another origin, which must not receive the key; too many redirects; or a redirected change.
  redirected: "connection",
  // The caller canceled the request.
  aborted: "service",
  // A bug in the extension: something other than an `ApiError` was thrown.
  internal: "service",
};

/** The service could not be reached or could not answer: the same request may succeed later. */
export function isOutage(error: ApiError): boolean {
  return error.isOneOf("unavailable", "unreachable", "interrupted", "timeout");
}

export function dependsOnKey(error: ApiError): boolean {
  return error.isOneOf("noKey", "unauthorized", "forbidden");
}

export function problemKindOf({ kind }: ApiError): ProblemKind {
  return problems[kind];
}

/** Node's codes of failures to connect. */
const notConnectedCode = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/;

export function mayHaveBeenApplied(error: ApiError): boolean {
  const { failure } = error;
  if (failure.kind === "unreachable") {
    return !notConnectedCode.test(failure.code ?? "");
  }
  if (failure.kind === "unavailable") {
    return failure.status >= 500;
  }
  return isOutage(error) || error.isOneOf("malformed", "redirected", "aborted");
}

/** How long to wait before another request, as the service advised, in milliseconds. */
export function advisedDelayMs({ failure }: ApiError): number {
  return failure.kind === "unavailable" ? (failure.retryAfterMs ?? 0) : 0;
}

/** `api.example.com is unavailable (503). Retrying in 8 s.` */
export function retryText({ message }: ApiError, delayMs: number): string {
  return `${withFullStop(oneLine(message, 300))} ${retryingText(delayMs)}`;
}

/** Node's and OpenSSL's codes for a certificate that is not trusted or does not match the host. */
const certificateCode =
  /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT|INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$)/;

/** The TLS handshake failed for another reason, e.g. because the server speaks plain HTTP. */
const handshakeCode = /^(EPROTO$|ERR_SSL_)/;

/** An error from Node or node-fetch, before the response or in the middle of it (`responding`). */
export function networkError(host: string, error: unknown, responding: boolean): ApiError {
  const code = errorCode(error);
  const isUntrusted = code !== undefined && (certificateCode.test(code) || handshakeCode.test(code));
  const kind = isUntrusted ? "untrusted" : responding ? "interrupted" : "unreachable";
  return new ApiError({ kind, ...(code !== undefined && { code }) }, networkText(host, kind, code));
}

function networkText(host: string, kind: FailureKind, code = "ECONNRESET"): string {
  if (kind === "untrusted") {
    return certificateCode.test(code)
      ? l10n.t("The certificate of {0} isn't trusted or is for another host ({1}).", host, code)
      : l10n.t("Couldn't establish a secure connection to {0} ({1}).", host, code);
  }
  if (kind === "interrupted") {
    return l10n.t("The response from {0} was cut off.", host);
  }
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return l10n.t("Couldn't reach {0}: the host name could not be resolved.", host);
    case "ECONNREFUSED":
      return l10n.t("Couldn't reach {0}: the connection was refused.", host);
    case "ECONNRESET":
      return l10n.t("The connection to {0} was closed.", host);
  }
  return l10n.t("The connection to {0} failed ({1}).", host, code);
}

/** @param message a sentence that says what the response contained instead */
export function malformedError(message: string): ApiError {
  return new ApiError({ kind: "malformed" }, message);
}

export function abortedError(): ApiError {
  return new ApiError({ kind: "aborted" }, l10n.t("Canceled."));
}

/** The error to show for anything that was thrown. If that is no `ApiError`, the caller also logs it or throws it on. */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError
    ? thrown
    : new ApiError({ kind: "internal" }, l10n.t("Something went wrong in Company Feed; see the log."));
}

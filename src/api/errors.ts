import type { ProblemKind } from "../shared/problemKind";
import { errorCode } from "../util/errors";

/** What went wrong with a request: one kind for each way of reacting to it (`docs/service.md`, Errors). */
export type Failure =
  /** No usable key is stored for the connection; nothing was sent. */
  | { readonly kind: "noKey" }
  /** The connection was changed or removed in the meantime; nothing more is sent for it. */
  | { readonly kind: "connectionChanged" }
  /** 401: the key is missing or invalid. */
  | { readonly kind: "unauthorized"; readonly status: number }
  /** 403: the key is valid, but not for this organization or request. */
  | { readonly kind: "forbidden"; readonly status: number }
  /** 404: the base URL or the dataset is probably wrong. */
  | { readonly kind: "notFound"; readonly status: number }
  /** Any other 4xx: repeating the request would not help. */
  | { readonly kind: "rejected"; readonly status: number }
  /**
   * 408, 409, 429 and 5xx: it may succeed later. The client has already retried it, but for other 5xx than 500, 502, 503 and 504.
   * `retryAfterMs` is the service's advice.
   */
  | { readonly kind: "unavailable"; readonly status: number; readonly retryAfterMs?: number }
  /** No response. `code` is Node's (ECONNREFUSED, ENOTFOUND, …), if any. */
  | { readonly kind: "unreachable"; readonly code?: string }
  /** The connection ended in the middle of a response. */
  | { readonly kind: "interrupted"; readonly code?: string }
  /** TLS failed: the certificate is not trusted or is for another host. */
  | { readonly kind: "untrusted"; readonly code?: string }
  /** No complete response in time. `responding`: it had started. */
  | { readonly kind: "timeout"; readonly timeoutMs: number; readonly responding: boolean }
  /** A response of another shape than expected: HTML, invalid JSON, no list. */
  | { readonly kind: "malformed"; readonly status: number }
  /** A body beyond the size limit. */
  | { readonly kind: "tooLarge"; readonly limitBytes: number }
  /** A redirect to another origin, which must not receive the key, or too many redirects (`loop`). */
  | { readonly kind: "redirected"; readonly location: string; readonly loop: boolean }
  /** A part of the connection cannot be sent; nothing was sent. */
  | { readonly kind: "invalidRequest"; readonly part: "baseUrl" | "dataset" | "key" | "organizationId" }
  /** The caller canceled the request. */
  | { readonly kind: "aborted" };

export type FailureKind = Failure["kind"];

/** The only error that `src/api` throws. Code branches on `failure.kind`, never on the message. */
export class ApiError extends Error {
  constructor(
    readonly failure: Failure,
    /** A sentence for the user. It may quote the service, so it must be shown as plain text. */
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get kind(): FailureKind {
    return this.failure.kind;
  }
}

/** Whether the request might succeed with another key. */
export function dependsOnKey({ kind }: ApiError): boolean {
  return kind === "unauthorized" || kind === "forbidden" || kind === "noKey" || kind === "invalidRequest";
}

/** What a failure means for the user, both in the tree and in the feed. */
export function problemKindOf({ failure }: ApiError): ProblemKind {
  switch (failure.kind) {
    case "noKey":
    case "unauthorized":
      return "key";
    case "invalidRequest":
      return failure.part === "key" ? "key" : "connection";
    case "forbidden":
    case "notFound":
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
    case "interrupted":
    case "rejected":
    case "malformed":
    case "tooLarge":
    case "aborted":
      return "service";
  }
}

/** A response whose status is not 2xx. `reason` is the service's own message from the body, if any. */
export function statusError(
  host: string,
  status: number,
  reason: string | undefined,
  retryAfterMs: number | undefined,
  /** Whether the URL contains a dataset. */
  hasDataset: boolean,
): ApiError {
  const error = (failure: Failure, sentence: string): ApiError =>
    new ApiError(failure, reason === undefined ? `${sentence}.` : `${sentence}: ${reason}`);
  switch (status) {
    case 401:
      return error({ kind: "unauthorized", status }, `${host} rejected the API key (401)`);
    case 403:
      return error(
        { kind: "forbidden", status },
        `${host} accepted the API key but denied access to this organization or request (403)`,
      );
    case 404:
      return error(
        { kind: "notFound", status },
        hasDataset
          ? `${host} found nothing at this URL (404); the base URL or the dataset may be wrong`
          : `${host} found nothing at this URL (404); the base URL may be wrong`,
      );
    case 407:
      return error({ kind: "rejected", status }, "The proxy requires authentication (407)");
  }
  if (status >= 500 || status === 408 || status === 409 || status === 429) {
    return error(
      { kind: "unavailable", status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
      status === 429 ? `${host} received too many requests (429)` : `${host} is unavailable (${status})`,
    );
  }
  return status >= 400
    ? error({ kind: "rejected", status }, `${host} rejected the request (${status})`)
    : error({ kind: "malformed", status }, `${host} responded with an unexpected status (${status})`);
}

/** Node's and OpenSSL's codes for a certificate that is not trusted or does not match the host. */
const certificateCode =
  /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT|INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$)/;
/** The TLS handshake failed, e.g. because the server speaks plain HTTP. */
const tlsCode = /^(EPROTO$|ERR_SSL_)/;

const networkReasons: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "the host name could not be resolved"],
  ["EAI_AGAIN", "host names cannot be resolved at the moment"],
  ["ECONNREFUSED", "the connection was refused"],
  ["ECONNRESET", "the connection was reset"],
  ["EPIPE", "the connection was reset"],
  ["ETIMEDOUT", "the connection timed out"],
  ["EHOSTUNREACH", "there is no route to the host"],
  ["ENETUNREACH", "the network is unreachable"],
  ["ENETDOWN", "the network is down"],
]);

/** An error from Node or node-fetch, before the response or in the middle of it (`responding`). */
export function networkError(host: string, error: unknown, responding: boolean): ApiError {
  const code = errorCode(error);
  const withCode = code === undefined ? {} : { code };
  if (code !== undefined && certificateCode.test(code)) {
    return new ApiError(
      { kind: "untrusted", ...withCode },
      `The certificate of ${host} is not trusted or is for another host (${code}).`,
    );
  }
  if (code !== undefined && tlsCode.test(code)) {
    return new ApiError(
      { kind: "untrusted", ...withCode },
      `Couldn't establish a secure connection to ${host} (${code}).`,
    );
  }
  if (responding) {
    return new ApiError({ kind: "interrupted", ...withCode }, `The response from ${host} was cut off.`);
  }
  if (code?.startsWith("HPE_")) {
    return new ApiError(
      { kind: "unreachable", ...withCode },
      `${host} did not send a valid HTTP response (${code}).`,
    );
  }
  const reason =
    networkReasons.get(code ?? "") ??
    (code === undefined ? "the connection failed" : `the connection failed (${code})`);
  return new ApiError({ kind: "unreachable", ...withCode }, `Couldn't reach ${host}: ${reason}.`);
}

/** @param content a noun phrase for what the response contained instead */
export function malformedError(host: string, status: number, content: string): ApiError {
  return new ApiError({ kind: "malformed", status }, `${host} responded with ${content}.`);
}

export function tooLargeError(host: string, limitBytes: number): ApiError {
  const megabytes = Math.max(1, Math.round(limitBytes / 1024 / 1024));
  return new ApiError(
    { kind: "tooLarge", limitBytes },
    `The response from ${host} is larger than ${megabytes} MB.`,
  );
}

export function timeoutError(host: string, timeoutMs: number, responding: boolean): ApiError {
  return new ApiError(
    { kind: "timeout", timeoutMs, responding },
    `${host} did not ${responding ? "finish its response" : "respond"} within ${timeoutMs / 1000} s.`,
  );
}

export function abortedError(): ApiError {
  return new ApiError({ kind: "aborted" }, "Canceled.");
}

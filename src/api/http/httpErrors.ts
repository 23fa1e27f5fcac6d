import { ApiError, type Failure } from "../errors";

/** Node's and OpenSSL's codes for a certificate that is not trusted or does not fit the name. */
const certificateCode =
  /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT|INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$)/;
/** No agreement on TLS itself, such as an answer in plain HTTP. */
const tlsCode = /^(EPROTO$|ERR_SSL_)/;

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "the name does not resolve"],
  ["EAI_AGAIN", "names cannot be looked up at the moment"],
  ["ECONNREFUSED", "it refused the connection"],
  ["ECONNRESET", "the connection was reset"],
  ["EPIPE", "the connection was reset"],
  ["ETIMEDOUT", "it does not answer"],
  ["EHOSTUNREACH", "there is no way to it from here"],
  ["ENETUNREACH", "the network is not reachable"],
  ["ENETDOWN", "the network is down"],
]);

/** An error that Node or node-fetch gave instead of an answer, or in the middle of one (`cut`). */
export function networkError(host: string, error: unknown, cut: boolean): ApiError {
  const code = errorCode(error);
  const withCode = code === undefined ? {} : { code };
  if (code !== undefined && certificateCode.test(code)) {
    return new ApiError(
      { kind: "untrusted", ...withCode },
      `The certificate of ${host} is not trusted or was made for another name (${code}).`,
    );
  }
  if (code !== undefined && tlsCode.test(code)) {
    return new ApiError(
      { kind: "untrusted", ...withCode },
      `No secure connection to ${host}: it does not speak TLS as expected.`,
    );
  }
  if (cut) {
    return new ApiError({ kind: "interrupted", ...withCode }, `The answer of ${host} was cut short.`);
  }
  if (code?.startsWith("HPE_")) {
    return new ApiError(
      { kind: "unreachable", ...withCode },
      `What answers at ${host} does not speak HTTP (${code}).`,
    );
  }
  const reason =
    reasons.get(code ?? "") ??
    (code === undefined ? "the connection failed" : `the connection failed (${code})`);
  return new ApiError({ kind: "unreachable", ...withCode }, `Couldn't reach ${host}: ${reason}.`);
}

/** Node's code of an error: upper-case letters, digits, underscores, or nothing. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) {
    return undefined;
  }
  const { code } = error;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

/** An answer with a status that is none of success. `said` is the service's own sentence. */
export function statusError(
  host: string,
  status: number,
  said: string | undefined,
  retryAfterMs: number | undefined,
): ApiError {
  const failure = statusFailure(status, retryAfterMs);
  const lead = statusSentence(host, status, failure);
  return new ApiError(failure, said === undefined ? lead : `${lead.slice(0, -1)}: ${said}`);
}

function statusFailure(status: number, retryAfterMs: number | undefined): Failure {
  if (status >= 500 || status === 408 || status === 409 || status === 429) {
    return { kind: "unavailable", status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
  switch (status) {
    case 401:
      return { kind: "unauthorized", status };
    case 403:
      return { kind: "forbidden", status };
    case 404:
      return { kind: "notFound", status };
    default:
      return status >= 400 ? { kind: "rejected", status } : { kind: "malformed", status };
  }
}

function statusSentence(host: string, status: number, failure: Failure): string {
  switch (failure.kind) {
    case "unauthorized":
      return `${host} rejected the API key (401).`;
    case "forbidden":
      return `${host} accepted the API key but denied access to this organization or request (403).`;
    case "notFound":
      return `${host} found nothing at this URL (404); the base URL or the dataset may be wrong.`;
    case "rejected":
      return status === 407
        ? "The proxy requires authentication (407)."
        : `${host} does not accept this request (${status}).`;
    case "unavailable":
      return status === 429
        ? `${host} received too many requests (429).`
        : `${host} is unavailable (${status}).`;
    default:
      return `${host} answered with status ${status}, which means nothing here.`;
  }
}

export function malformedError(host: string, status: number, what: string): ApiError {
  return new ApiError({ kind: "malformed", status }, `${host} answered with ${what}.`);
}

export function tooLargeError(host: string, limitBytes: number): ApiError {
  const megabytes = Math.max(1, Math.round(limitBytes / 1024 / 1024));
  return new ApiError(
    { kind: "tooLarge", limitBytes },
    `The answer of ${host} is larger than ${megabytes} MB and was dropped.`,
  );
}

/** @param answering whether an answer had begun */
export function timeoutError(host: string, timeoutMs: number, answering: boolean): ApiError {
  return new ApiError(
    { kind: "timeout", timeoutMs, answering },
    `${host} did not ${answering ? "finish its answer" : "answer"} within ${timeoutMs / 1000} s.`,
  );
}

export function abortedError(): ApiError {
  return new ApiError({ kind: "aborted" }, "Cancelled.");
}

import type { ApiError, FailureKind } from "../../api/errors";

/** Why the collections could not be loaded, short enough for a side bar of 170 px; the sentence stands behind it. */
export function shortReason({ failure }: ApiError): string {
  switch (failure.kind) {
    case "noKey":
      return "No API key";
    case "unauthorized":
      return "Key rejected";
    case "forbidden":
      return "No access";
    case "notFound":
      return "Not found";
    case "rejected":
      return "Refused";
    case "unavailable":
      return failure.status === 429 ? "Rate limited" : "Unavailable";
    case "unreachable":
      return "Not reachable";
    case "interrupted":
      return "Cut short";
    case "untrusted":
      return "Not trusted";
    case "timeout":
      return "Timed out";
    case "malformed":
      return "Bad answer";
    case "tooLarge":
      return "Too large";
    case "redirected":
      return "Redirected";
    case "invalidRequest":
      return "Can't be sent";
    case "connectionChanged":
      return "Changed";
    case "aborted":
      return "Canceled";
  }
}

/** What helps: another key, other connection details, another connection, or another try. */
export function remedyFor(kind: FailureKind): "setKey" | "edit" | "connect" | "retry" {
  switch (kind) {
    case "noKey":
    case "unauthorized":
    case "invalidRequest":
      return "setKey";
    case "forbidden":
    case "notFound":
    case "redirected":
      return "edit";
    case "connectionChanged":
      return "connect";
    default:
      return "retry";
  }
}

/** Counts down to the next attempt. */
export function retryText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return seconds > 0 ? `Retrying in ${seconds} s.` : "Retrying…";
}

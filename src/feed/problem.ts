import type { ApiError } from "../api/errors";
import type { Problem } from "../shared/protocol";
import type { StepFailure } from "./steps";

/** Why a step failed, as the page tells it. */
export function problemOf({ error, action }: StepFailure): Problem {
  return { kind: problemKind(error), message: error.message, action };
}

function problemKind({ failure }: ApiError): Problem["kind"] {
  switch (failure.kind) {
    case "noKey":
    case "unauthorized":
    case "unsendable":
      return "key";
    case "forbidden":
      return "organization";
    case "unreachable":
    case "untrusted":
      return "offline";
    case "timeout":
      return failure.answering ? "service" : "offline";
    case "unavailable":
      return "unavailable";
    case "interrupted":
    case "notFound":
    case "rejected":
    case "malformed":
    case "tooLarge":
    case "redirected":
    case "gone":
    case "aborted":
      return "service";
  }
}

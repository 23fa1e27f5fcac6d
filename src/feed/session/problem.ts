import type { Activity, Problem } from "../../shared/feedState";
import type { ApiError } from "../../api/errors";
import type { OperationFailure } from "./operationQueue";

/** What may be wrong with a feed at the same time. */
export interface Failures {
  /** Why every request on this connection fails. */
  readonly obstacle: ApiError | undefined;
  readonly activity: Activity | undefined;
  /** Why the last step ended early. */
  readonly step: OperationFailure | undefined;
  /** Why the last check for new events failed. */
  readonly live: ApiError | undefined;
}

/** The one problem to tell, of those there are: that which affects most. */
export function problemOf({ obstacle, activity, step, live }: Failures): Problem | undefined {
  if (obstacle) {
    return problem(obstacle, "everything");
  }
  if (activity?.waiting) {
    // It tells its own reason until it is through.
    return undefined;
  }
  if (step) {
    return problem(step.error, step.action);
  }
  return live && problem(live, "live");
}

function problem(error: ApiError, action: Problem["action"]): Problem {
  return { kind: problemKind(error, action), message: error.message, action };
}

function problemKind({ failure }: ApiError, action: Problem["action"]): Problem["kind"] {
  switch (failure.kind) {
    case "noKey":
    case "unauthorized":
    case "invalidRequest":
      return "key";
    case "forbidden":
    case "redirected":
      return "connection";
    case "notFound":
      // Where pages have been read from this address, its settings are not at fault.
      return action === "first" || action === "refresh" || action === "everything" ? "connection" : "service";
    case "connectionChanged":
      return "removed";
    case "unreachable":
    case "untrusted":
      return "offline";
    case "timeout":
      return failure.answering ? "service" : "offline";
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

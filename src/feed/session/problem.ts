import { type ApiError, problemKindOf } from "../../service/errors";
import { shortReason } from "../../service/failureText";
import type { Activity, Problem } from "../../shared/feedState";
import type { OperationFailure } from "./operationQueue";

/** Everything that may be wrong with a feed at the same time. */
export interface Failures {
  /** Why every request on this connection fails. */
  readonly blockingError: ApiError | undefined;
  readonly activity: Activity | undefined;
  /** Why the last operation ended early. */
  readonly operation: OperationFailure | undefined;
  /** Why the last check for new events failed. */
  readonly live: ApiError | undefined;
}

/** The problem to show: the one that affects most. */
export function problemOf({ blockingError, activity, operation, live }: Failures): Problem | undefined {
  if (blockingError) {
    return problem(blockingError, "everything");
  }
  if (activity?.waiting) {
    // While it waits for another attempt, the activity shows its own message.
    return undefined;
  }
  // A refresh loads everything again, and another query has nothing to do with what failed.
  const isRetried =
    activity?.kind === "first" || activity?.kind === "refresh" || activity?.kind === operation?.action;
  if (operation && !isRetried) {
    return problem(operation.error, operation.action);
  }
  return live && problem(live, "live");
}

function problem(error: ApiError, action: Problem["action"]): Problem {
  const isFirstRequest = action === "first" || action === "refresh" || action === "everything";
  // If pages have been read from this address before, the connection's settings are not at fault.
  const kind = error.kind === "notFound" && !isFirstRequest ? "service" : problemKindOf(error);
  return { kind, reason: shortReason(error), message: error.message, action };
}

import { dayMs } from "../../shared/day";
import type { ApiError } from "../errors";
import { parseHttpDate } from "./httpDate";

/** Advice beyond this is for the caller to follow, not for a call to sit out. */
const longestWaitMs = 60_000;
const firstBackoffMs = 1000;
/** Advice is told as at most a day: more says nothing, and timers do not count beyond 24 days. */
const longestAdviceMs = dayMs;

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504]);

/**
 * How long to wait after attempt number `attempt` (from 1) failed, in milliseconds; undefined when there is no use in
 * another attempt within this call. Exponential backoff, half of it jitter (`interface.md`, Errors: "after a short pause"), and
 * never earlier than the service advised.
 */
export function retryDelay(error: ApiError, attempt: number, random: () => number): number | undefined {
  const { failure } = error;
  const longestBackoffMs = Math.min(longestWaitMs, firstBackoffMs * 2 ** (attempt - 1));
  const backoffMs = Math.round((longestBackoffMs * (1 + random())) / 2);
  switch (failure.kind) {
    case "unavailable": {
      const adviceMs = failure.retryAfterMs ?? 0;
      return retriedStatuses.has(failure.status) && adviceMs <= longestWaitMs
        ? Math.max(adviceMs, backoffMs)
        : undefined;
    }
    case "unreachable":
      // A name that does not exist is mistyped, or the machine is offline: neither mends itself within seconds. (That
      // names cannot be resolved at the moment is another code, EAI_AGAIN.)
      return failure.code === "ENOTFOUND" ? undefined : backoffMs;
    case "interrupted":
      return backoffMs;
    case "timeout":
      // Once: a connection that died while the machine slept is found out this way. Who waited twice wants to be told.
      return attempt === 1 ? backoffMs : undefined;
    default:
      return undefined;
  }
}

/**
 * Reads `Retry-After` (seconds or HTTP date; a date counts from the answer's own `Date`, since the two clocks may differ).
 * Milliseconds from now, at most a day; undefined when there is no advice or it makes no sense.
 */
export function retryAfterMs(
  header: string | null,
  servedAt: number | undefined,
  now: number,
): number | undefined {
  if (header === null) {
    return undefined;
  }
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Math.min(Number(text) * 1000, longestAdviceMs);
  }
  const date = parseHttpDate(text);
  if (date === undefined) {
    return undefined;
  }
  return Math.min(Math.max(0, date - (servedAt ?? now)), longestAdviceMs);
}

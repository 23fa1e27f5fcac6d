import type { ApiError } from "../errors";

/** Longer advice is left to the caller. */
const maxWaitMs = 60_000;
const firstBackoffMs = 1000;

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504]);

/**
 * How long to wait after attempt number `attempt` (from 1) failed, in milliseconds; undefined when another attempt makes no
 * sense. Exponential backoff, half of it jitter, and never less than the service's advice (`docs/service.md`, Errors).
 */
export function retryDelay(error: ApiError, attempt: number, random: () => number): number | undefined {
  const { failure } = error;
  const maxBackoffMs = Math.min(maxWaitMs, firstBackoffMs * 2 ** (attempt - 1));
  const backoffMs = Math.round((maxBackoffMs * (1 + random())) / 2);
  switch (failure.kind) {
    case "unavailable": {
      const adviceMs = failure.retryAfterMs ?? 0;
      return retriedStatuses.has(failure.status) && adviceMs <= maxWaitMs
        ? Math.max(adviceMs, backoffMs)
        : undefined;
    }
    case "unreachable":
      // A mistyped name or an offline machine: neither changes within seconds. (A temporary DNS failure is EAI_AGAIN.)
      return failure.code === "ENOTFOUND" ? undefined : backoffMs;
    case "interrupted":
      return backoffMs;
    case "timeout":
      // Once, for a connection that died while the machine slept.
      return attempt === 1 ? backoffMs : undefined;
    default:
      return undefined;
  }
}

import { dayMs } from "../../shared/instant";
import type { ApiError } from "../errors";

/** Longer delays are left to the caller. */
const maxWaitMs = 60_000;
const firstBackoffMs = 1000;

/**
 * How long to wait after attempt number `attempt` (from 1) failed, in milliseconds; undefined if another attempt makes no
 * sense. Exponential backoff, half of it jitter, and never less than the service's advice (`docs/service.md`, Errors).
 * @param random from 0 to 1
 */
export function retryDelay({ failure }: ApiError, attempt: number, random: number): number | undefined {
  const maxBackoffMs = Math.min(maxWaitMs, firstBackoffMs * 2 ** (attempt - 1));
  const backoffMs = Math.round((maxBackoffMs * (1 + random)) / 2);
  switch (failure.kind) {
    case "unavailable": {
      const adviceMs = failure.retryAfterMs ?? 0;
      return adviceMs <= maxWaitMs ? Math.max(adviceMs, backoffMs) : undefined;
    }
    case "unreachable":
      // A mistyped name or an offline machine: neither changes within seconds. (A temporary DNS failure is EAI_AGAIN.)
      return failure.code === "ENOTFOUND" ? undefined : backoffMs;
    case "interrupted":
    case "malformed":
      return backoffMs;
    case "timeout":
      // Once, for a connection that was lost while the machine slept.
      return attempt === 1 ? backoffMs : undefined;
    default:
      return undefined;
  }
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A date of an HTTP header in milliseconds since 1970 UTC; undefined for anything else, where `Date.parse` accepts nearly everything. */
export function parseHttpDate(header: string | null): number | undefined {
  const ms = httpDate.test(header ?? "") ? Date.parse(header ?? "") : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** A day at most: longer delays make no difference, and timers overflow after 24 days. */
const maxRetryAfterMs = dayMs;

/**
 * Parses `Retry-After`, in seconds or as a date, into milliseconds from now; undefined if there is no usable one.
 * @param now the service's clock (its `Date` header), which a date is relative to; ours if that is missing
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Math.min(Number(text) * 1000, maxRetryAfterMs);
  }
  const date = parseHttpDate(text);
  return date === undefined ? undefined : Math.min(Math.max(0, date - now), maxRetryAfterMs);
}

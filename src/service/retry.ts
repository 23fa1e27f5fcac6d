import { dayMs } from "../shared/instant";
import type { ApiError } from "./errors";

/** The client does not wait longer: if the service advises that, the request fails. */
const maxWaitMs = 60_000;
const firstBackoffMs = 500;
/** Longer advice is cut off: timers overflow after 24 days. */
const maxAdviceMs = dayMs;

/**
 * How long to wait after so many failures in a row: doubled each time, plus up to half at random to spread windows.
 * @param random from 0 to 1
 */
export function backoffMs(failures: number, firstMs: number, maxMs: number, random: number): number {
  const doubledMs = firstMs * 2 ** Math.min(failures - 1, 20);
  return Math.round(Math.min(maxMs, doubledMs) * (1 + random / 2));
}

/**
 * How long to wait after attempt number `attempt` (from 1) failed, in milliseconds, never less than the service's advice
 * (`docs/service.md`, Errors); undefined if another attempt makes no sense.
 */
export function retryDelay({ failure }: ApiError, attempt: number, random: number): number | undefined {
  const delayMs = backoffMs(attempt, firstBackoffMs, maxWaitMs, random);
  switch (failure.kind) {
    case "unavailable": {
      const adviceMs = failure.retryAfterMs ?? 0;
      return adviceMs <= maxWaitMs ? Math.max(adviceMs, delayMs) : undefined;
    }
    case "unreachable":
      // A mistyped name or an offline machine: neither changes within seconds. (A temporary DNS failure is EAI_AGAIN.)
      return failure.code === "ENOTFOUND" ? undefined : delayMs;
    case "interrupted":
    case "malformed":
      return delayMs;
    case "timeout":
      // Once, for a connection that was lost while the machine slept.
      return attempt === 1 ? delayMs : undefined;
    default:
      return undefined;
  }
}

/** A date of an HTTP header in milliseconds since 1970 UTC; undefined for anything else, of which `Date.parse` accepts much. */
export function parseHttpDate(header: string | null): number | undefined {
  const ms = header !== null && /^[A-Z][a-z]{2}, .+ GMT$/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * `Retry-After`, in seconds or as a date, in milliseconds from now; undefined if there is no usable one.
 * @param now the service's clock (its `Date` header), which a date is relative to; ours if that is missing
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  const isSeconds = /^\d+(\.\d+)?$/.test(text);
  const ms = isSeconds ? Number(text) * 1000 : (parseHttpDate(text) ?? NaN) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxAdviceMs);
}

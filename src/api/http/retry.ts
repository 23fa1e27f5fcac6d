import { dayMs } from "../../shared/instant";
import type { ApiError } from "../errors";

/** Longer delays are left to the caller. */
const maxWaitMs = 60_000;
const firstBackoffMs = 1000;

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504]);

/**
 * How long to wait after attempt number `attempt` (from 1) failed, in milliseconds; undefined if another attempt makes no
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
      // Once, for a connection that was lost while the machine slept.
      return attempt === 1 ? backoffMs : undefined;
    default:
      return undefined;
  }
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three forms that a recipient has to accept (RFC 9110, 5.6.7); the first is the current one. */
const dateForms = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/,
  /^[A-Z][a-z]+day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) (?<year>\d{4})$/,
];

/**
 * Parses a date of an HTTP header into milliseconds since 1970 UTC; undefined for anything else, where `Date.parse` would
 * accept nearly everything.
 */
export function parseHttpDate(text: string): number | undefined {
  for (const form of dateForms) {
    const parts = form.exec(text.trim())?.groups;
    if (parts) {
      const month = months.indexOf(parts["month"] ?? "");
      const [day, h, m, s] = ["day", "h", "m", "s"].map((name) => Number(parts[name]));
      const year = parts["year"] ?? "";
      // A two-digit year is in this century: no service sends a date of the last one.
      const ms = Date.UTC(Number(year) + (year.length === 2 ? 2000 : 0), month, day, h, m, s);
      return month < 0 || Number.isNaN(ms) ? undefined : ms;
    }
  }
  return undefined;
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

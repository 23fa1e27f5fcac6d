import type { ApiError } from "../../api/errors";

/** A hidden panel asks no more often than that. */
const hiddenMs = 300_000;
const longestBackoffMs = 900_000;

/**
 * How long to wait after a poll ended, in milliseconds: the interval, longer while nobody looks; after failures twice as
 * long each time, spread by up to half, and never less than the service advised.
 * @param failures in a row, the last of them `error`.
 * @param random from 0 inclusive to 1 exclusive.
 */
export function pollDelay(
  intervalMs: number,
  visible: boolean,
  failures: number,
  error: ApiError | undefined,
  random: number,
): number {
  const usual = visible ? intervalMs : Math.max(intervalMs, hiddenMs);
  if (failures === 0) {
    return usual;
  }
  const longest = Math.max(usual, longestBackoffMs);
  const backoff = Math.min(longest, usual * 2 ** Math.min(failures - 1, 20));
  const adviceMs = error?.failure.kind === "unavailable" ? (error.failure.retryAfterMs ?? 0) : 0;
  return Math.max(adviceMs, Math.round(backoff * (1 + random / 2)));
}

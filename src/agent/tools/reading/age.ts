/** For how long what was read is used again, so that what is new may be missing from an answer. */
export const maxAgeMs = 2 * 60_000;

/** Whether something was read at most so long ago. If the clock was set back since, its age is not known, so that it is not. */
export function isYoungerThan(maxAgeMs: number, readAtMs: number, nowMs: number): boolean {
  const ageMs = nowMs - readAtMs;
  return ageMs >= 0 && ageMs <= maxAgeMs;
}

/** For how long events that were read are used again. What is newer may be missing from an answer. */
export const maxAgeMs = 2 * 60_000;

/** Whether something was read at most `maxAgeMs` ago. It is not if the clock was set back since: then its age is not known. */
export function isYoungerThan(maxAgeMs: number, readAtMs: number, nowMs: number): boolean {
  const ageMs = nowMs - readAtMs;
  return ageMs >= 0 && ageMs <= maxAgeMs;
}

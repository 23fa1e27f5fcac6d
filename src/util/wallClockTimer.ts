import type { Clock } from "./clock";
import { type IDisposable, MutableDisposable } from "./disposable";

/** The longest timer that is set. Timers stop while the machine sleeps, so the clock is read again after each of them. */
export const maxTimerMs = 30_000;

/**
 * Calls back once after `ms` milliseconds by the clock, even if the machine sleeps meanwhile. If the clock is set back, it
 * calls back as soon as that much time has really passed.
 *
 * @param onDidSetClock called with the time at which it now calls back, if that is another one
 */
export function afterWallClock(
  clock: Clock,
  ms: number,
  callback: () => void,
  onDidSetClock?: (atMs: number) => void,
): IDisposable {
  const timer = new MutableDisposable<IDisposable>();
  const endMs = clock.now() + ms;
  let expectedMs = endMs;
  const wait = (leftMs: number): void => {
    const timerMs = Math.max(0, Math.min(leftMs, maxTimerMs));
    timer.value = clock.after(timerMs, () => {
      const restMs = leftMs - timerMs;
      const nowMs = clock.now();
      if (restMs <= 0 || nowMs >= endMs) {
        timer.dispose();
        callback();
        return;
      }
      const atMs = Math.min(endMs, nowMs + restMs);
      if (atMs !== expectedMs) {
        expectedMs = atMs;
        onDidSetClock?.(atMs);
      }
      wait(restMs);
    });
  };
  wait(ms);
  return timer;
}

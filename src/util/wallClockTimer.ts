import type { Clock } from "./clock";
import { type IDisposable, MutableDisposable } from "./disposable";

/** Timers stop while the machine sleeps, so the clock is read again at least this often. */
const maxTimerMs = 30_000;

/** Calls back once after `ms` milliseconds, even if the machine sleeps meanwhile or the clock is set back. */
export function afterWallClock(clock: Clock, ms: number, callback: () => void): IDisposable {
  const timer = new MutableDisposable<IDisposable>();
  const endMs = clock.now() + ms;
  const wait = (leftMs: number): void => {
    const timerMs = Math.min(leftMs, maxTimerMs);
    timer.value = clock.after(timerMs, () => {
      if (leftMs <= timerMs || clock.now() >= endMs) {
        timer.dispose();
        callback();
      } else {
        wait(leftMs - timerMs);
      }
    });
  };
  wait(Math.max(0, ms));
  return timer;
}

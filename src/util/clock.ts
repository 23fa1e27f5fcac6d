import { type IDisposable, MutableDisposable } from "./disposable";

/** Time and timers; tests inject their own. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Calls back once after `ms` milliseconds, unless disposed first. */
  after(ms: number, callback: () => void): IDisposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. */
export function delay(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      timer.dispose();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = clock.after(ms, end);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** Timers pause while the machine sleeps, so the clock is read again at least this often. */
const maxTimerMs = 30_000;

/** Calls back once after `ms` milliseconds, even if the machine sleeps or the clock is set back. */
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

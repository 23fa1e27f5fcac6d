import type { IDisposable } from "./disposable";

/** Time, from outside: tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Calls back once after `ms` milliseconds, unless disposed of before. */
  after(ms: number, callback: () => void): IDisposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

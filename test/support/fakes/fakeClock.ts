import type { Clock } from "../../../src/util/clock";
import type { IDisposable } from "../../../src/util/disposable";

interface Timer {
  due: number;
  readonly callback: () => void;
}

/** A clock that only the test advances. */
export class FakeClock implements Clock {
  private readonly timers = new Set<Timer>();

  constructor(private time = Date.UTC(2026, 10, 21, 12)) {}

  now(): number {
    return this.time;
  }

  after(ms: number, callback: () => void): IDisposable {
    const timer: Timer = { due: this.time + ms, callback };
    this.timers.add(timer);
    return { dispose: () => this.timers.delete(timer) };
  }

  /** Milliseconds until each pending timer, sorted. */
  get pending(): number[] {
    return [...this.timers].map((timer) => timer.due - this.time).sort((a, b) => a - b);
  }

  /** Advances time by `ms` and runs all timers that become due, in order. */
  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = [...this.timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) {
        break;
      }
      this.timers.delete(next);
      this.time = Math.max(this.time, next.due);
      next.callback();
    }
    this.time = end;
  }

  /** Sets the time without affecting timers, like a user or a time server. */
  set(ms: number): void {
    this.timers.forEach((timer) => (timer.due += ms - this.time));
    this.time = ms;
  }

  /** Advances time until a promise settles. @param isBusy stops time while true, such as for disk access */
  async passUntil<T>(work: Promise<T>, stepMs = 100, isBusy = (): boolean => false): Promise<T> {
    const running = { isDone: false };
    const done = (): void => void (running.isDone = true);
    work.then(done, done);
    while (!running.isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!isBusy()) {
        this.advance(stepMs);
      }
    }
    return work;
  }

  /** Waits until there is a timer of exactly `ms`. */
  async timerOf(ms: number): Promise<void> {
    while (!this.pending.includes(ms)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

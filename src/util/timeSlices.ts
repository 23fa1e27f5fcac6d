const sliceMs = 6;

/** Events that columnar work processes between two `yield`s. */
const eventsPerYield = 20_000;

/** Parts of a list or table, each of which can be processed between two `yield`s. */
export function* slicesOf(
  length: number,
  size = eventsPerYield,
): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start < length; start += size) {
    yield { start, end: Math.min(start + size, length) };
  }
}

/** Resolves after pending I/O and immediates have run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Runs long work in slices of a few milliseconds, and yields to the event loop in between. The work can be interrupted at each
 * `yield`. Resolves to its result, or to undefined if `signal` was aborted first.
 */
export async function runInTimeSlices<T>(
  work: Generator<undefined, T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      if (signal.aborted) {
        return undefined;
      }
      const step = work.next();
      if (step.done) {
        return step.value;
      }
    } while (performance.now() < end);
    await yieldToEventLoop();
  }
}

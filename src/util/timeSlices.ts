const sliceMs = 6;

/** Events to process between two `yield`s when working on columns. */
const eventsPerYield = 20_000;

/** Ranges of a list, each to be processed between two `yield`s. */
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
 * Runs long work in slices of a few milliseconds, and yields to the event loop in between.
 * @param work can be interrupted at each `yield`
 * @returns its result; undefined if `signal` was aborted first
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

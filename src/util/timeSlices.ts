/** Short enough that nobody waits for the turn of something else. */
const sliceMs = 6;

/** How many events are looked at, for what is in columns, between two places where the work may be interrupted. */
export const eventsPerYield = 20_000;

/** Lets what was begun get under way, and what waits be done. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Does work that takes long a slice at a time, with the event loop turning between; the work says by `yield` where it may be
 * interrupted, which had better be often. Resolves to what it returns, or to undefined when `signal` ended it before.
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

/** Caches the result of the first call. A rejection is not cached. */
export function lazyAsync<T>(create: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () => {
    cached ??= create().catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}

/** Caches the result of the first call. */
export function lazyValue<T extends object>(create: () => T): () => T {
  let cached: T | undefined;
  return () => (cached ??= create());
}

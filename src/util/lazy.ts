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

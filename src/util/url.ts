/** Undefined for an invalid URL. `URL.canParse` won't do: it rejects letters beyond ASCII once V8 has optimized the call. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Scheme, host and port; only the scheme of a URL without a host, such as `data:`. */
export function originOrScheme({ origin, protocol }: URL): string {
  return origin === "null" ? protocol : origin;
}

/** Undefined for an invalid URL. `URL.canParse` won't do: it rejects letters beyond ASCII once V8 has optimized the call. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

const maxTypedLength = 2000;

/**
 * A URL that a person has typed or pasted; undefined where the parser would make another one of it: it drops tabs and line breaks
 * and replaces backslashes.
 */
export function parseTypedUrl(text: string): URL | undefined {
  const isAsTyped = text.length <= maxTypedLength && !/[\s\\\p{Cc}\p{Cs}]/u.test(text);
  return isAsTyped ? parseUrl(text) : undefined;
}

/** Scheme, host and port; only the scheme of a URL without a host, such as `data:`. */
export function originOrScheme({ origin, protocol }: URL): string {
  return origin === "null" ? protocol : origin;
}

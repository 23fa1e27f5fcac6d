/** Not `URL.canParse`, which rejects letters beyond ASCII once V8 has optimized the call. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

const maxTypedLength = 2000;

/** Parses a typed URL. Rejects what `new URL` would silently alter, such as line breaks and backslashes. */
export function parseTypedUrl(text: string): URL | undefined {
  const isAsTyped = text.length <= maxTypedLength && !/[\s\\\p{Cc}\p{Cs}]/u.test(text);
  return isAsTyped ? parseUrl(text) : undefined;
}

/** Labels start and end with a letter or digit. The last one is not a number, unlike in an IP address. */
const hostName =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;
const ascii = /^[!-~]*$/;
const maxDomainLength = 253;

/**
 * Normalizes a domain to lower case and the form of DNS (`xn--…`). Removes a scheme, `www.`, and a slash,
 * port or dot at the end.
 * @returns undefined if the text is not a domain
 */
export function domainOf(text: string): string | undefined {
  if (text.length > 2 * maxDomainLength) {
    return undefined;
  }
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "")
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "")
    .replace(/^www\.(?=.*\.)/, "");
  if (!host.includes(".") || host.length > maxDomainLength) {
    return undefined;
  }
  const name = ascii.test(host) ? host : host.normalize("NFKC");
  if (!hostName.test(name)) {
    return undefined;
  }
  return ascii.test(name) ? name : parseUrl(`https://${name}/`)?.hostname;
}

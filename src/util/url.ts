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

/** Each label starts and ends with a letter or digit; the last one is not a number, as that of an IP address is. */
const hostName =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;
const ascii = /^[!-~]*$/;
const maxDomainLength = 253;

/**
 * The domain that a text consists of, in lower case, in the form that DNS has (`xn--…`) and without `www.`; undefined if the text is
 * anything else. A scheme before it and a slash, a port or a dot behind it are no part of it.
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

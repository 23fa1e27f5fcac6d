import type { Company } from "../../shared/companyEvent";
import { comparableText } from "../../shared/text";

/** Each label starts and ends with a letter or digit; the last one is not a number, as that of an IP address is. */
const hostName =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;
const ascii = /^[!-~]*$/;
const maxDomainLength = 253;

/**
 * The companies of a saved feed. The service has no filter for companies (docs/service.md, Event feed: request), so events are
 * matched here.
 */
export class Watchlist {
  private static readonly compiled = new WeakMap<readonly string[], Watchlist>();

  private readonly domains = new Set<string>();
  private readonly entityIds = new Set<string>();
  private readonly names = new Set<string>();

  /** The same object for the same array, since compiling a long list takes a few milliseconds. */
  static of(entries: readonly string[]): Watchlist {
    let watchlist = this.compiled.get(entries);
    if (!watchlist) {
      watchlist = new Watchlist(entries);
      this.compiled.set(entries, watchlist);
    }
    return watchlist;
  }

  /** @param entries domains, entity IDs and names, in any order; without any, all events match */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const name = comparableText(entry);
      if (name === "") {
        continue;
      }
      // A name may look like a domain ("Booking.com"), and an entity ID like either: each is compared with its own field only.
      this.names.add(name);
      this.entityIds.add(entry.trim());
      const domain = domainOf(entry);
      if (domain !== undefined) {
        this.domains.add(domain);
      }
    }
  }

  get isEmpty(): boolean {
    return this.names.size === 0;
  }

  matches(company: Company | undefined): boolean {
    if (this.isEmpty) {
      return true;
    }
    if (!company) {
      return false;
    }
    const { domain, entityId, name } = company;
    return (
      (entityId !== undefined && this.entityIds.has(entityId.trim())) ||
      (domain !== undefined && this.domains.size > 0 && this.domains.has(domainOf(domain) ?? "")) ||
      (name !== undefined && this.names.has(comparableText(name)))
    );
  }
}

/**
 * The domain that a text consists of, in lower case, in the form that DNS has (`xn--…`) and without `www.`; undefined if the text is
 * anything else. A scheme before it and a slash, a port or a dot behind it are no part of it.
 */
export function domainOf(text: string): string | undefined {
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
  const url = `https://${name}/`;
  return ascii.test(name) ? name : URL.canParse(url) ? new URL(url).hostname : undefined;
}

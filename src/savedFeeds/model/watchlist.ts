import type { Company } from "../../shared/companyEvent";
import { comparableText } from "../../shared/text";
import { domainOf } from "../../util/url";

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

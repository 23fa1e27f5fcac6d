import type { Company } from "../../shared/companyEvent";
import { comparableText } from "../../shared/text";
import { domainOf } from "../../util/url";

/**
 * Whether a company is in the list of a saved feed. The service has no filter for companies (docs/service.md, Event feed: request), so
 * events are matched here.
 * @param entries domains, entity IDs and names, in any order; without any, all events match
 */
export function companyMatcher(entries: readonly string[]): (company: Company | undefined) => boolean {
  // A name may look like a domain ("Booking.com"), and an entity ID like either: each is compared with its own field only.
  const names = new Set(entries.map((entry) => comparableText(entry)));
  const entityIds = new Set(entries.map((entry) => entry.trim()));
  const domains = new Set(entries.flatMap((entry) => domainOf(entry) ?? []));
  return ({ domain, entityId, name } = {}) =>
    entries.length === 0 ||
    (entityId !== undefined && entityIds.has(entityId.trim())) ||
    (domain !== undefined && domains.size > 0 && domains.has(domainOf(domain) ?? "")) ||
    (name !== undefined && names.has(comparableText(name)));
}

import type { Company } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import { comparableText } from "../../shared/text";
import { domainOf } from "../../util/url";

export const alertLevels = ["off", "badge", "toast"] as const;

export type AlertLevel = (typeof alertLevels)[number];

/** A feed with a name, as the setting `companyFeed.savedFeeds` has it. It never contains an address or a key. */
export interface SavedFeed {
  readonly name: string;
  readonly query: FeedQuery;
  /** Domains, names or entity IDs; empty: events of all companies. They are matched by the extension, not by the service. */
  readonly companies: readonly string[];
  readonly alert: AlertLevel;
}

/** Whose settings a saved feed is in. A feed of the others does nothing until the user follows it on this machine. */
export type SavedFeedSource =
  | { readonly kind: "user" }
  /** `uri` of the workspace file or folder, `label` its name. */
  | { readonly kind: "workspace" | "folder"; readonly uri: string; readonly label: string };

export type SavedFeedId = string;

export function savedFeedId(source: SavedFeedSource, name: string): SavedFeedId {
  return JSON.stringify(source.kind === "user" ? [source.kind, name] : [source.kind, source.uri, name]);
}

export interface SavedFeedEntry {
  readonly id: SavedFeedId;
  readonly source: SavedFeedSource;
  readonly feed: SavedFeed;
}

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

import type { Company } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import { comparableText } from "../../shared/text";
import { domainOf } from "../../util/url";

export const alertLevels = ["off", "badge", "toast"] as const;

export type AlertLevel = (typeof alertLevels)[number];

/** An entry of the setting `companyFeed.savedFeeds`. It never contains an address or a key. */
export interface SavedFeed {
  readonly name: string;
  readonly query: FeedQuery;
  /** Domains, names or entity IDs, matched by the extension; empty: events of all companies. */
  readonly companies: readonly string[];
  readonly alert: AlertLevel;
}

/** Settings that contain a saved feed. Workspace feeds do nothing until they are followed on this machine. */
export type SavedFeedSource =
  | { readonly kind: "user" }
  /** URI and name of the workspace file or folder. */
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
 * Matches an event's company. The service has no filter for companies (docs/service.md, Event feed: request).
 * @param entries domains, entity IDs and names; if empty, all events match
 */
export function companyMatcher(entries: readonly string[]): (company: Company | undefined) => boolean {
  // A name may look like a domain ("Booking.com"), so each field is compared with all entries.
  const names = new Set(entries.map((entry) => comparableText(entry)));
  const entityIds = new Set(entries.map((entry) => entry.trim()));
  const domains = new Set(entries.flatMap((entry) => domainOf(entry) ?? []));
  return ({ domain, entityId, name } = {}) =>
    entries.length === 0 ||
    (entityId !== undefined && entityIds.has(entityId.trim())) ||
    (domain !== undefined && domains.size > 0 && domains.has(domainOf(domain) ?? "")) ||
    (name !== undefined && names.has(comparableText(name)));
}

import type { FeedQuery } from "../../shared/feedQuery";

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

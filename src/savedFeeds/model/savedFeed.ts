import type { FeedQuery } from "../../shared/feedQuery";

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

import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { ApiError } from "../api/errors";
import type { ServiceClient } from "../api/types";
import { canonicalQuery, type FeedQuery, type FeedWindow } from "../shared/feedQuery";
import type { FollowedFeed, Marks } from "./model/marks";
import type { SavedFeed, SavedFeedEntry } from "./model/savedFeed";

export type FeedConnection = NonNullable<FollowedFeed["connection"]>;

/** A connection that feeds are read from. */
export interface CheckedClient extends Pick<ServiceClient, "readFeed"> {
  readonly connection: FeedConnection & { readonly dataset?: string; readonly organizationId?: string };
  /** Of the key that its events are read with; undefined if it is not known yet. */
  readonly keyFingerprint: string | undefined;
  /** Why requests fail until a person acts. */
  readonly blockingError: ApiError | undefined;
}

export interface CheckedConnections {
  clientFor(name: string): CheckedClient | undefined;
}

export interface CheckedFeed {
  readonly entry: SavedFeedEntry;
  readonly followed: FollowedFeed;
}

/** Followed feeds that one check serves, because they request the same from the same connection. */
export interface CheckGroup {
  /** Equal for groups with the same connection and filters only. */
  readonly key: string;
  readonly client: CheckedClient;
  /** Only its filters are used. */
  readonly query: FeedQuery;
  readonly feeds: readonly CheckedFeed[];
}

/** The groups of the feeds that can be checked now. */
export function checkGroups(
  entries: readonly SavedFeedEntry[],
  { feeds }: Marks,
  connections: CheckedConnections,
  nowMs: number,
): readonly CheckGroup[] {
  const groups = new Map<string, CheckGroup>();
  for (const entry of entries) {
    const { query } = entry.feed;
    const followed = feeds[entry.id];
    const client = followed?.connection && followedClient(connections, followed.connection);
    if (!followed || !client || typeof client === "string" || endedAt(query.window, nowMs) !== undefined) {
      continue;
    }
    const key = groupKey(client.connection, query);
    const others = groups.get(key)?.feeds ?? [];
    groups.set(key, { key, client, query, feeds: [...others, { entry, followed }] });
  }
  return [...groups.values()];
}

export function groupKey({ name, origin }: FeedConnection, query: FeedQuery): string {
  return JSON.stringify([name, origin, filtersKey(query)]);
}

/** The client that reads a followed feed, or a sentence that says why there is none. */
export function followedClient<T extends { readonly connection: FeedConnection }>(
  connections: { clientFor(name: string): T | undefined },
  { name, origin }: FeedConnection,
): T | string {
  const client = connections.clientFor(name);
  if (!client) {
    return l10n.t('The connection "{0}" was removed.', name);
  }
  return client.connection.origin === origin
    ? client
    : l10n.t('The connection "{0}" now has another URL. Follow this feed again to use it.', name);
}

/** When the time range of a feed that is over ended, milliseconds since 1970 UTC; undefined if it is not over. */
export function endedAt(window: FeedWindow, nowMs: number): number | undefined {
  const untilMs = window.kind === "fixed" && window.until !== undefined ? Date.parse(window.until) : Infinity;
  return untilMs <= nowMs ? untilMs : undefined;
}

/** Equal for feeds only in which the same events count, whatever their time range. Short, also with thousands of companies. */
export function countedKey({ query, companies }: SavedFeed): string {
  const text = JSON.stringify([filtersKey(query), companies]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** Equal for the events of one organization only, as far as can be told. */
export function accountKey({ connection, keyFingerprint }: CheckedClient): string {
  const { origin, dataset, organizationId } = connection;
  return JSON.stringify([origin, dataset, organizationId, keyFingerprint]);
}

function filtersKey(query: FeedQuery): string {
  return canonicalQuery({ ...query, window: { kind: "last", days: 1 } });
}

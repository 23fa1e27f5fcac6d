import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { ConnectionClient } from "../connections/connectionClient";
import { canonicalQuery, type FeedQuery, type FeedWindow } from "../shared/feedQuery";
import type { FollowedFeed, FollowedFeeds } from "./model/followedFeeds";
import type { SavedFeed, SavedFeedEntry } from "./model/savedFeed";

export type FeedConnection = NonNullable<FollowedFeed["connection"]>;

export type CheckClient = Pick<
  ConnectionClient,
  "blockingError" | "connection" | "keyFingerprint" | "readFeed" | "requireKey"
>;

export interface CheckConnections {
  clientFor(name: string): CheckClient | undefined;
}

/** Followed feeds that share a check: they have the same connection and filters. */
export interface CheckGroup {
  readonly key: string;
  readonly client: CheckClient;
  readonly query: FeedQuery;
  readonly feeds: readonly { readonly entry: SavedFeedEntry; readonly followed: FollowedFeed }[];
}

export function checkGroups(
  entries: readonly SavedFeedEntry[],
  { feeds }: FollowedFeeds,
  connections: CheckConnections,
  overlapMs: number,
): readonly CheckGroup[] {
  const groups = new Map<string, CheckGroup>();
  for (const entry of entries) {
    const { query } = entry.feed;
    const followed = feeds[entry.id];
    const client = followed?.connection && followedClient(connections, followed.connection);
    // A time range is checked after its end, too, because events may be listed late.
    const isFullyCounted = followed && hasEnded(query.window, followed.completeUntilMs - overlapMs);
    if (!followed || !client || typeof client === "string" || isFullyCounted) {
      continue;
    }
    const key = groupKey(client, query);
    const others = groups.get(key)?.feeds ?? [];
    groups.set(key, { key, client, query, feeds: [...others, { entry, followed }] });
  }
  return [...groups.values()];
}

/** Differs once the connection is edited or has another key: what failed before may work now. */
export function groupKey({ connection, keyFingerprint }: CheckClient, query: FeedQuery): string {
  return JSON.stringify([connection, keyFingerprint, filtersKey(query)]);
}

/** @returns the client of a followed feed, or a sentence that says why there is none */
export function followedClient<T extends { readonly connection: FeedConnection }>(
  connections: { clientFor(name: string): T | undefined },
  { name, origin }: FeedConnection,
): T | string {
  const client = connections.clientFor(name);
  if (!client) {
    return l10n.t('The connection "{0}" was removed or renamed. Follow this feed again.', name);
  }
  return client.connection.origin === origin
    ? client
    : l10n.t(
        'The connection "{0}" now has another URL. Follow this feed again to use it.',
        client.connection.name,
      );
}

export function hasEnded(window: FeedWindow, nowMs: number): boolean {
  return window.kind === "fixed" && window.until !== undefined && Date.parse(window.until) <= nowMs;
}

/** Changes whenever different events would count, except by the time range. Short, as it is stored. */
export function countedKey({ query, companies }: SavedFeed, client: CheckClient): string {
  const { dataset, organizationId } = client.connection;
  const account = [dataset, organizationId, client.keyFingerprint];
  const text = JSON.stringify([filtersKey(query), companies, account]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function filtersKey(query: FeedQuery): string {
  return canonicalQuery({ ...query, window: { kind: "last", days: 1 } });
}

import type { ServiceClient } from "../../../../../src/api/types";
import { connectionLabelOf } from "../../../../../src/connections/connection";
import type {
  Digest,
  DigestFeed,
  DigestPeriod,
  DigestSection,
} from "../../../../../src/savedFeeds/digest/engine/digest";
import { readDigest } from "../../../../../src/savedFeeds/digest/engine/digestReader";
import { digestText } from "../../../../../src/savedFeeds/digest/engine/digestText";
import { type SavedFeed, savedFeedId } from "../../../../../src/savedFeeds/model/savedFeed";
import { formatDigestLink } from "../../../../../src/savedFeeds/digest/digestLink";
import type { Clock } from "../../../../../src/util/clock";

export const acme = { name: "Acme", origin: "https://api.example.com" };

export function savedFeed(name: string, more: Partial<SavedFeed> = {}): SavedFeed {
  return {
    name,
    query: { window: { kind: "last", days: 7 }, types: [] },
    companies: [],
    mute: [],
    alert: "badge",
    ...more,
  };
}

export function digestFeed(feed: SavedFeed, sinceMs: number, more: Partial<DigestFeed> = {}): DigestFeed {
  const id = savedFeedId({ kind: "user" }, feed.name);
  return { id, feed, connection: acme, sinceMs, knownIds: new Set(), ...more };
}

/** Ten minutes of overlap, as by default. */
export const overlapMs = 600_000;

export function readSections(
  feeds: readonly DigestFeed[],
  client: ServiceClient | string,
  clock: Clock,
): Promise<DigestSection[]> {
  return readDigest(feeds, { clock, overlapMs, clientFor: () => client });
}

/** As Open Digest… writes it, in UTC. */
export function textOf(
  sections: readonly DigestSection[],
  period: DigestPeriod,
  createdMs: number,
  notFollowedCount = 0,
): string {
  const digest: Digest = { createdMs, period, sections, notFollowedCount };
  return digestText(digest, {
    zone: "utc",
    linkTo: ({ id }, eventId) => formatDigestLink(id, eventId),
    connectionLabel: connectionLabelOf,
  });
}

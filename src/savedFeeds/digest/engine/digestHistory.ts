import * as v from "valibot";
import { parseOrUndefined } from "../../../shared/schemas";
import { areOtherKeys, type FollowedFeed } from "../../model/followedFeeds";
import type { DigestFeed, DigestPeriod, DigestSection } from "./digest";

const instant = v.pipe(v.number(), v.finite());

const schema = v.object({
  /** When the last digest was created. */
  lastMs: instant,
  /** By the ID of the saved feed. */
  feeds: v.record(
    v.string(),
    v.object({
      /** When it was last in a digest that could read it. */
      readMs: instant,
      /** Where the next digest begins, see `DigestMark`. */
      fromMs: instant,
      ids: v.array(v.string()),
      /** Where it was read, and with which key; absent: not known, as in what earlier versions stored. */
      connection: v.exactOptional(v.object({ name: v.string(), origin: v.string() })),
      keyFingerprint: v.exactOptional(v.string()),
    }),
  ),
});

/** What the next digest has to know of the last one, stored as JSON. Instants are milliseconds since 1970 UTC. */
export type DigestHistory = v.InferOutput<typeof schema>;

/** @returns undefined if there was no digest yet, or what is stored is invalid */
export function decodeDigestHistory(stored: unknown): DigestHistory | undefined {
  return parseOrUndefined(schema, stored);
}

/** A saved feed; only a followed one is read. */
type DigestCandidate = Pick<FollowedFeed, "id" | "feed"> & {
  readonly following?: Pick<FollowedFeed, "connection">;
};

/**
 * The followed feeds, with the start of their digest.
 * @param keyFingerprintOf of the key that a connection is read with now, if known
 */
export function digestFeeds(
  feeds: readonly DigestCandidate[],
  period: DigestPeriod,
  history: DigestHistory | undefined,
  keyFingerprintOf: (connection: DigestFeed["connection"]) => string | undefined,
): DigestFeed[] {
  return feeds.flatMap(({ id, feed, following }) => {
    if (!following) {
      return [];
    }
    const { connection } = following;
    const keyFingerprint = keyFingerprintOf(connection);
    const read = { id, feed, connection, ...(keyFingerprint !== undefined && { keyFingerprint }) };
    if (period.kind === "lastDays") {
      return [{ ...read, sinceMs: period.sinceMs, knownIds: new Set() }];
    }
    const last = history?.feeds[id];
    if (!last) {
      return [{ ...read, sinceMs: period.lastMs, knownIds: new Set() }];
    }
    const isSame = isReadAgain(last, read);
    return [
      {
        ...read,
        // Other events, also if their IDs are equal. The last one may not have been able to read it, because of its key.
        sinceMs: isSame ? last.fromMs : last.readMs,
        knownIds: new Set(isSame ? last.ids : []),
        ...(last.readMs < period.lastMs && { missedSinceMs: last.readMs }),
      },
    ];
  });
}

/** Whether a feed is read on the same connection, and not with another key. What is not known counts as the same. */
function isReadAgain(
  last: DigestHistory["feeds"][string],
  { connection, keyFingerprint }: Pick<DigestFeed, "connection" | "keyFingerprint">,
): boolean {
  const { name, origin } = last.connection ?? connection;
  return (
    name === connection.name &&
    origin === connection.origin &&
    !areOtherKeys(last.keyFingerprint, keyFingerprint)
  );
}

/**
 * The history after a digest. What a feed has in it stays if the digest could not read it, so that the next one does.
 * @param followed IDs of the feeds that are still followed
 */
export function historyAfter(
  history: DigestHistory | undefined,
  sections: readonly DigestSection[],
  followed: readonly string[],
  createdMs: number,
): DigestHistory {
  const feeds: DigestHistory["feeds"] = {};
  for (const id of followed) {
    // A feed that is in none of the digests so far begins where this one would have.
    const entry =
      history && (history.feeds[id] ?? { readMs: history.lastMs, fromMs: history.lastMs, ids: [] });
    if (entry) {
      feeds[id] = entry;
    }
  }
  for (const { feed, outcome, mark } of sections) {
    const { id, sinceMs, connection, keyFingerprint } = feed;
    if (mark) {
      feeds[id] = {
        readMs: createdMs,
        fromMs: mark.fromMs,
        ids: [...mark.ids],
        connection,
        ...(keyFingerprint !== undefined && { keyFingerprint }),
      };
    } else if (outcome.kind !== "ended") {
      // A feed that no digest has read yet begins where this one did.
      feeds[id] ??= { readMs: sinceMs, fromMs: sinceMs, ids: [] };
    }
  }
  return { lastMs: createdMs, feeds };
}

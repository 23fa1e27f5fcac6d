import type { ApiError } from "../../../api/errors";
import type { RequestOptions, ServiceClient } from "../../../api/types";
import type { Window } from "../../../feed/feedRequest";
import { readWindow } from "../../../feed/paging/windowReader";
import type { FeedQuery } from "../../../shared/feedQuery";
import type { Clock } from "../../../util/clock";
import { groupBy } from "../../../util/groupBy";
import { groupKey } from "../../polling/checkGroups";
import { concernsOnlyItsFilters } from "../../polling/connectionPoller";
import type { DigestEvents, DigestFeed, DigestOutcome, DigestSection } from "./digest";
import { digestSection } from "./digestSection";

/** Pages of one query that a digest reads at most: 20,000 events. */
const maxPages = 40;

export interface DigestReaderEnvironment {
  readonly clock: Clock;
  /** How much of the time before the end of this digest the next one reads again. */
  readonly overlapMs: number;
  /** The client of a connection, or a sentence that says why there is none. */
  readonly clientFor: (connection: DigestFeed["connection"]) => ServiceClient | string;
}

/** Feeds that are read with the same requests. */
interface FeedGroup {
  readonly query: FeedQuery;
  readonly window: Window;
  readonly feeds: readonly DigestFeed[];
}

/**
 * Reads the events of a digest: feeds with equal filters with the same requests, one request at a time for each connection.
 * @param onRead called after each feed
 * @returns one section for each feed, in their order
 * @throws {ApiError} only if it was aborted
 */
export async function readDigest(
  feeds: readonly DigestFeed[],
  environment: DigestReaderEnvironment,
  options: RequestOptions = {},
  onRead: (feeds: number) => void = () => undefined,
): Promise<DigestSection[]> {
  const sections = new Map<DigestFeed, DigestSection>();
  const byConnection = groupBy(feeds, ({ connection: { name, origin } }) => JSON.stringify([name, origin]));
  await Promise.all(
    [...byConnection.values()].map(async (ofConnection) => {
      // A failure that is not about the query alone would meet the other feeds too, each time after a while.
      let failure: DigestOutcome | undefined;
      for (const group of groupsOf(ofConnection)) {
        const read = failure ? nothingRead(failure) : await readGroup(group, environment, options);
        failure ??= read.error && !concernsOnlyItsFilters(read.error) ? failedOutcome(read.error) : undefined;
        for (const feed of group.feeds) {
          sections.set(feed, digestSection(feed, read, environment.overlapMs));
        }
        onRead(group.feeds.length);
      }
    }),
  );
  return feeds.flatMap((feed) => sections.get(feed) ?? []);
}

function groupsOf(feeds: readonly DigestFeed[]): FeedGroup[] {
  const keyOf = ({ connection, feed: { query } }: DigestFeed): string =>
    JSON.stringify([groupKey(connection, query), query.window.kind === "fixed" && query.window]);
  return [...groupBy(feeds, keyOf).values()].flatMap((ofGroup) => {
    const query = ofGroup[0]?.feed.query;
    return query ? [{ query, window: windowOf(query, ofGroup), feeds: ofGroup }] : [];
  });
}

/** From the earliest start of the feeds; within a fixed window. A relative window has no end, and its start is that of the digest. */
function windowOf({ window }: FeedQuery, feeds: readonly DigestFeed[]): Window {
  const sinceMs = Math.min(...feeds.map((feed) => feed.sinceMs));
  if (window.kind === "last") {
    return { sinceMs };
  }
  const { since, until } = window;
  return {
    sinceMs: Math.max(sinceMs, Date.parse(since)),
    ...(until !== undefined && { untilMs: Date.parse(until) }),
  };
}

type GroupRead = DigestEvents & { readonly error?: ApiError };

function nothingRead(outcome: DigestOutcome): GroupRead {
  return { outcome, events: [], malformedCount: 0, completeUntilMs: -Infinity };
}

async function readGroup(
  { query, window, feeds }: FeedGroup,
  { clientFor, clock }: DigestReaderEnvironment,
  options: RequestOptions,
): Promise<GroupRead> {
  if (window.untilMs !== undefined && window.untilMs <= window.sinceMs) {
    return nothingRead({ kind: "ended", untilMs: window.untilMs });
  }
  const client = feeds[0] ? clientFor(feeds[0].connection) : "";
  if (typeof client === "string") {
    return nothingRead({ kind: "failed", message: client });
  }
  return readWindow({ client, clock }, query, window, { maxPages }, options);
}

function failedOutcome({ message }: ApiError): DigestOutcome {
  return { kind: "failed", message };
}

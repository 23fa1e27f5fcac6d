import type { RequestOptions, ServiceClient } from "../../api/types";
import { type CheckedEvents, readIdsFirst } from "../../feed/live/newestPages";
import { completeUntil } from "../../feed/paging/serviceTime";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import type { FeedCheck } from "../model/actions";
import { type FollowedFeed, needsMatching, nextCheckFrom } from "../model/followedFeeds";
import { MutedWords } from "../model/mutedWords";
import { Watchlist } from "../model/watchlist";

interface CheckRequest {
  readonly query: FeedQuery;
  /** Followed feeds with the filters of `query`. */
  readonly feeds: readonly FollowedFeed[];
  /** How much further back to read, for events that are published late. */
  readonly overlapMs: number;
}

/**
 * Reads the IDs and titles of all events that one of the feeds may not know. Reads full events only for the period in which the
 * company of an event has to be known (docs/service.md, Event feed: polling).
 * @throws {ApiError}
 */
export function readCheck(
  { client, clock }: { readonly client: ServiceClient; readonly clock: Clock },
  { query, feeds, overlapMs }: CheckRequest,
  options: RequestOptions,
): Promise<CheckedEvents> {
  const fromMs = Math.min(...feeds.map((feed) => nextCheckFrom(feed, overlapMs) ?? clock.now() - overlapMs));
  const needing = feeds.map(companyNeeds);
  const needed = (events: readonly CompanyEvent[]): CompanyEvent[] =>
    events.filter(({ id }) => needing.some((needs) => needs(id)));
  return readIdsFirst({ client, clock, query }, fromMs, { needed }, options);
}

/** Tells which events of a check count only if their company is known to match. */
function companyNeeds(feed: FollowedFeed): (id: string) => boolean {
  return Watchlist.of(feed.feed.companies).isEmpty ? () => false : needsMatching(feed);
}

/** How a check was made. */
export interface CheckContext {
  readonly overlapMs: number;
  /** When it ended, by our clock. */
  readonly atMs: number;
  /** The check was made to reach back to where the feeds were complete. What a panel has read may not reach that far. */
  readonly isOwn: boolean;
  /** Fingerprint of the key that the events were read with, if it is known. */
  readonly keyFingerprint: string | undefined;
}

/** What a check found for one feed. @param before the feed when the check was started */
export function feedCheck(
  before: FollowedFeed,
  { startedAt, fromMs, events }: CheckedEvents,
  { overlapMs, atMs, isOwn, keyFingerprint }: CheckContext,
): FeedCheck {
  const { companies, mute } = before.feed;
  const [watchlist, muted, needsCompany] = [
    Watchlist.of(companies),
    MutedWords.of(mute),
    companyNeeds(before),
  ];
  const isUncounted = ({ id, title, company }: CompanyEvent): boolean =>
    muted.mutes(title) || (needsCompany(id) && !watchlist.matches(company));
  const { byOurClock, byServiceClock } = startedAt;
  const dates = events.flatMap(({ publishedMs }) => publishedMs ?? []);
  const newestMs = dates.reduce(
    (newest, ms) => (ms <= byOurClock ? Math.max(newest, ms) : newest),
    -Infinity,
  );
  return {
    kind: "checked",
    before,
    fromMs,
    untilMs: completeUntil(startedAt, newestMs),
    ...(byServiceClock !== undefined && { serviceClockMs: byServiceClock }),
    overlapMs,
    events: events.map(({ id, publishedMs }) => ({ id, ...(publishedMs !== undefined && { publishedMs }) })),
    uncounted: new Set(events.filter(isUncounted).map(({ id }) => id)),
    ...(isOwn && fromMs > (nextCheckFrom(before, overlapMs) ?? Infinity) && { isCutShort: true }),
    ...(keyFingerprint !== undefined && { keyFingerprint }),
    atMs,
  };
}

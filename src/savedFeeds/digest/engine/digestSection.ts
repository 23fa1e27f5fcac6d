import { totalOf } from "../../../feed/eventTotal";
import { foldStories } from "../../../feed/stories/foldStories";
import type { CompanyEvent } from "../../../shared/companyEvent";
import { groupBy } from "../../../util/groupBy";
import { MutedWords } from "../../model/mutedWords";
import { Watchlist } from "../../model/watchlist";
import type { DigestEvents, DigestFeed, DigestMark, DigestSection, TypeTotal } from "./digest";

/** IDs that are remembered for the next digest of a feed. */
const maxKnownIds = 200;

/** What a feed has of the events that were read for it and for others with equal filters. */
export function digestSection(feed: DigestFeed, read: DigestEvents, overlapMs: number): DigestSection {
  const { sinceMs, knownIds } = feed;
  const { companies, mute } = feed.feed;
  const watchlist = Watchlist.of(companies);
  const muted = MutedWords.of(mute);
  const since = read.events.filter(({ publishedMs }) => publishedMs === undefined || publishedMs >= sinceMs);
  const added = since.filter(({ id }) => !knownIds.has(id));
  const ofCompanies = added.filter(({ company }) => watchlist.matches(company));
  const unmuted = ofCompanies.filter(({ title }) => !muted.mutes(title));
  const { events, retold } = foldStories(unmuted);
  const { outcome } = read;
  const isCounted = outcome.kind === "complete" || outcome.kind === "limit";
  return {
    feed,
    outcome,
    events,
    retold,
    readCount: added.length,
    mutedCount: ofCompanies.length - unmuted.length,
    malformedCount: read.malformedCount,
    totals: totalsOf(events),
    ...(isCounted && { mark: markAfter(since, Math.max(sinceMs, read.completeUntilMs - overlapMs)) }),
  };
}

/**
 * An event that arrives late, but after `fromMs`, is in the next digest, and none is in both. With more events than can be remembered, late
 * ones may be in neither, and those without a time in both.
 */
function markAfter(events: readonly CompanyEvent[], fromMs: number): DigestMark {
  const undated = events.filter(({ publishedMs }) => publishedMs === undefined);
  const dated = events.filter(({ publishedMs = -Infinity }) => publishedMs >= fromMs);
  const [cut, last] = [dated[maxKnownIds], dated[maxKnownIds - 1]];
  // Later than all events whose IDs are not remembered.
  const startMs = cut && last ? Math.max(fromMs, (cut.publishedMs ?? fromMs) + 1) : fromMs;
  const known = dated.filter(({ publishedMs = -Infinity }) => publishedMs >= startMs);
  return {
    fromMs: startMs,
    ids: [...known, ...undated].slice(0, maxKnownIds).map(({ id }) => id),
  };
}

function totalsOf(events: readonly CompanyEvent[]): TypeTotal[] {
  return [...groupBy(events, ({ type }) => type)]
    .map(([type, ofType]) => ({ ...(type !== undefined && { type }), ...totalOf(ofType) }))
    .sort((a, b) => b.events - a.events || ((a.type ?? "") < (b.type ?? "") ? -1 : 1));
}

/** Queries that contain an event which is not in the list. */
import { startOf, type ZoneChoice } from "../../shared/calendar";
import { type FeedQuery, fixedWindow } from "../../shared/feedQuery";
import { activeNames, activeValues, excludingFilters, type FilteredFields } from "../../shared/filters";

/** Days before and after the one of the event. */
const daysAround = 3;

/**
 * The query with a time range of some days around an instant, and without the filters that exclude the event.
 * A range that reaches into the future has no end, and stays live.
 */
export function queryAround(
  query: FeedQuery,
  event: FilteredFields,
  publishedMs: number,
  zone: ZoneChoice,
  nowMs: number,
): FeedQuery {
  const sinceMs = startOf("day", publishedMs, zone, -daysAround);
  const untilMs = startOf("day", publishedMs, zone, daysAround + 1);
  const window = fixedWindow(sinceMs, untilMs > nowMs ? undefined : untilMs);
  return { ...withoutFilters(query, excludingFilters(query, event)), window };
}

/** The query without the filters that exclude the event; without any, if none is known to do so. */
export function queryWithEvent(query: FeedQuery, event: FilteredFields): FeedQuery {
  const excluding = excludingFilters(query, event);
  return withoutFilters(query, excluding.length > 0 ? excluding : activeNames(query));
}

function withoutFilters(query: FeedQuery, names: ReturnType<typeof activeNames>): FeedQuery {
  const { source, window } = query;
  const kept = activeNames(query).filter((name) => !names.includes(name));
  return { types: [], ...activeValues(query, kept), ...(source && { source }), window };
}

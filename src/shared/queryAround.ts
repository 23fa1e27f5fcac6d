import { instantOf, partsOf } from "./calendar";
import type { CompanyEvent } from "./companyEvent";
import type { FeedQuery, FeedWindow } from "./feedQuery";
import { activeNames, activeValues, excludingFilters } from "./filters";
import type { ZoneChoice } from "./calendar";

/** Days before and after the one of the event. */
const daysAround = 3;

/**
 * The query with a time range of some days around an instant, and without the filters that exclude the event. A range that reaches
 * into the future has no end, and stays live. Undefined for an instant that no time range can contain.
 */
export function queryAround(
  query: FeedQuery,
  event: Pick<CompanyEvent, "type" | "sector" | "amount">,
  publishedMs: number,
  zone: ZoneChoice,
  nowMs: number,
): FeedQuery | undefined {
  const window = windowAround(publishedMs, zone, nowMs);
  if (!window) {
    return undefined;
  }
  const excluding = excludingFilters(query, event);
  const kept = activeNames(query).filter((name) => !excluding.includes(name));
  return { types: [], ...activeValues(query, kept), window };
}

function windowAround(ms: number, zone: ZoneChoice, nowMs: number): FeedWindow | undefined {
  const { year, month, day } = partsOf(ms, zone);
  // Time ranges have years of four digits; the calendar functions read years below 100 as those of a century.
  if (year < 101 || year > 9998) {
    return undefined;
  }
  const since = new Date(instantOf({ year, month, day: day - daysAround }, zone)).toISOString();
  const untilMs = instantOf({ year, month, day: day + daysAround + 1 }, zone);
  return untilMs > nowMs
    ? { kind: "fixed", since }
    : { kind: "fixed", since, until: new Date(untilMs).toISOString() };
}

import { instantOf, partsOf } from "./calendar";
import type { CompanyEvent } from "./companyEvent";
import type { FeedQuery, FeedWindow, FilterName } from "./feedQuery";
import type { ZoneChoice } from "./calendar";

type FilteredFields = Pick<CompanyEvent, "type" | "sector" | "amount">;

/** Days before and after the one of the event. */
const daysAround = 3;

/**
 * The filters of a query that exclude an event (docs/service.md, Event feed: request). Whether the service ignores the case of a
 * type is not specified.
 */
export function excludingFilters(
  { types, sector, minAmount }: FeedQuery,
  { type, sector: ownSector, amount }: FilteredFields,
): FilterName[] {
  const typeKey = type?.toLowerCase();
  const excludes: Readonly<Record<FilterName, boolean>> = {
    types: types.length > 0 && !types.some((each) => each.toLowerCase() === typeKey),
    sector: sector !== undefined && sector !== ownSector,
    // Events without an amount may be left out, or not.
    minAmount: minAmount !== undefined && amount !== undefined && amount < minAmount,
  };
  return (Object.keys(excludes) as FilterName[]).filter((name) => excludes[name]);
}

/**
 * The query with a time range of some days around an instant, and without the filters that exclude the event. A range that reaches
 * into the future has no end, and stays live. Undefined for an instant that no time range can contain.
 */
export function queryAround(
  query: FeedQuery,
  event: FilteredFields,
  publishedMs: number,
  zone: ZoneChoice,
  nowMs: number,
): FeedQuery | undefined {
  const window = windowAround(publishedMs, zone, nowMs);
  if (!window) {
    return undefined;
  }
  const { types, sector, minAmount } = query;
  const excluding = excludingFilters(query, event);
  return {
    window,
    types: excluding.includes("types") ? [] : types,
    ...(sector !== undefined && !excluding.includes("sector") && { sector }),
    ...(minAmount !== undefined && !excluding.includes("minAmount") && { minAmount }),
  };
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

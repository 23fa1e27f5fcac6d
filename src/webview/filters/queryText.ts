/** Feed queries and views in words, and how to expand a query that finds nothing. */
import { html, type TemplateResult } from "lit";
import { exactUsd } from "../../shared/amounts";
import { dayMs } from "../../shared/instant";
import type { FeedQuery, FeedWindow, FilterName } from "../../shared/feedQuery";
import { maxWindowDays } from "../../shared/limits";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import type { View } from "../../shared/viewQueries";
import { displayLine } from "../ui/text";
import { shortInstant } from "../ui/times";

/** `last 7 days`, `last 24 hours` */
export function lastDaysText(days: number): string {
  return days === 1 ? "last 24 hours" : `last ${days.toLocaleString("en-US")} days`;
}

/** `last 7 days`, `14 Nov, 10:02 UTC – now` */
export function zonedWindowText(window: FeedWindow, zone: ZoneChoice, nowMs: number): string {
  if (window.kind === "last") {
    return lastDaysText(window.days);
  }
  const edge = (instant: string): string => shortInstant(Date.parse(instant), zone, nowMs);
  return `${edge(window.since)} – ${window.until === undefined ? "now" : edge(window.until)}`;
}

/** A sentence that nothing matches the query, or nothing so far if it is not completely loaded. */
export function noEventsText(panel: PanelState, zone: ZoneChoice, nowMs: number): string {
  const { query, window } = panel;
  const filters = filterPhrases(query);
  const since = window && shortInstant(window.sinceMs, zone, nowMs);
  const until = window?.untilMs === undefined ? "now" : shortInstant(window.untilMs, zone, nowMs);
  const when =
    query.window.kind === "last"
      ? ` in the ${lastDaysText(query.window.days)}${since ? ` (since ${since})` : ""}`
      : since
        ? ` from ${since} to ${until}`
        : "";
  const soFar = panel.completeness.kind === "complete" ? "" : " so far";
  return `No events${soFar}${filters.length > 0 ? ` ${filters.join(", ")}` : ""}${when}.`;
}

/** The filters as they follow "No events". */
function filterPhrases({ types, sector, minAmount }: FeedQuery): string[] {
  const phrases: Readonly<Record<FilterName, string>> = {
    types: types.length > 0 ? `of type ${joinWithOr(types.map(displayLine))}` : "",
    sector: sector === undefined ? "" : `in sector ${displayLine(sector)}`,
    minAmount: minAmount === undefined ? "" : `with ${exactUsd(minAmount)} or more`,
  };
  return Object.values(phrases).filter((phrase) => phrase !== "");
}

function joinWithOr(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/** The same query with a longer window: 30 days, or twice as long; undefined if it cannot be longer. */
export function expandedQuery(query: FeedQuery): FeedQuery | undefined {
  const { window } = query;
  if (window.kind === "last") {
    const days = window.days < 30 ? 30 : Math.min(2 * window.days, maxWindowDays);
    return days > window.days ? { ...query, window: { kind: "last", days } } : undefined;
  }
  const sinceMs = Date.parse(window.since);
  const span = Math.max(
    (window.until === undefined ? Date.now() : Date.parse(window.until)) - sinceMs,
    dayMs,
  );
  const since = new Date(Math.max(0, sinceMs - span)).toISOString();
  return since < window.since ? { ...query, window: { ...window, since } } : undefined;
}

/** Label of a link to an expanded query. */
export function expandText({ window }: FeedQuery): string {
  return window.kind === "last" ? `Expand to ${lastDaysText(window.days)}` : "Expand the time range";
}

/** Whether the view hides loaded events: by a search that shows only matches, or by the chart's zoom. */
export function isFiltered({ text, only, span }: View): boolean {
  return (text !== "" && only) || span !== undefined;
}

/** A sentence that a filtered view hides all loaded events. */
export function noMatchesText({ text, only, span }: View, zone: ZoneChoice, nowMs: number): TemplateResult {
  const edge = (ms: number): string => shortInstant(ms, zone, nowMs);
  const when = span ? ` between ${edge(span.sinceMs)} and ${edge(span.untilMs)}` : "";
  return text !== "" && only
    ? html`No loaded event${when} matches “<bdi>${displayLine(text)}</bdi>”.`
    : html`No event is loaded${when}.`;
}

/** Feed queries and views in words, and how to expand a query that finds nothing. */
import * as l10n from "@vscode/l10n";
import { compactUsd } from "../../shared/amounts";
import { dayMs } from "../../shared/instant";
import { type FeedQuery, type FeedWindow, type FilterName, lastDaysText } from "../../shared/feedQuery";
import { typeLabel } from "../../shared/eventKind";
import { maxWindowDays } from "../../shared/limits";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import type { View } from "../../shared/viewQueries";
import { formatNumber } from "../../shared/text";
import { dayRangeText, monthText, weekdayName } from "../../shared/dateNames";
import { displayLine, isolated } from "../ui/text";
import {
  instantOf,
  partsOf,
  shortDay,
  shortInstant,
  timeOfDay,
  timeRangeText,
  timeZoneOf,
} from "../../shared/times";

/**
 * `Last 7 days`, `Today`, `Since Monday`, `1–15 Nov 2026`, `14 Nov, 10:02 – 15 Nov, 18:00`. Dates in UTC are marked, as
 * ` · UTC`, if that is not the local time zone.
 */
export function windowLabel(window: FeedWindow, zone: ZoneChoice, nowMs: number): string {
  if (window.kind === "last") {
    return lastDaysText(window.days);
  }
  const since = Date.parse(window.since);
  const { year, month, day } = partsOf(nowMs, zone);
  const midnights = Array.from({ length: 7 }, (_, back) => instantOf({ year, month, day: day - back }, zone));
  const daysAgo = midnights.indexOf(since);
  if (window.until === undefined) {
    if (daysAgo === 0) {
      return l10n.t("Today");
    }
    if (daysAgo > 0) {
      return daysAgo === 1
        ? l10n.t("Since yesterday")
        : l10n.t({
            message: "Since {0}",
            args: [weekdayName(partsOf(since, zone).weekday)],
            comment: ["{0} is a weekday, such as Monday"],
          });
    }
    const start = isMidnight(since, zone) ? shortDay(since, zone, nowMs) : momentText(since, zone, nowMs);
    return withZone(
      l10n.t({ message: "Since {0}", args: [start], comment: ["{0} is a date, such as 14 Nov, 10:02"] }),
      zone,
    );
  }
  const until = Date.parse(window.until);
  if (daysAgo === 1 && until === midnights[0]) {
    return l10n.t("Yesterday");
  }
  const range =
    isMidnight(since, zone) && isMidnight(until, zone)
      ? wholeDaysText(since, until, zone, nowMs)
      : `${momentText(since, zone, nowMs)} – ${momentText(until, zone, nowMs)}`;
  return withZone(range, zone);
}

function withZone(text: string, zone: ZoneChoice): string {
  return zone === "utc" && timeZoneOf("local") !== "UTC" ? `${text} · UTC` : text;
}

function isMidnight(ms: number, zone: ZoneChoice): boolean {
  const { year, month, day } = partsOf(ms, zone);
  return instantOf({ year, month, day }, zone) === ms;
}

/** `14 Nov, 10:02` */
function momentText(ms: number, zone: ZoneChoice, nowMs: number): string {
  return `${shortDay(ms, zone, nowMs)}, ${timeOfDay(ms, zone)}`;
}

/** `2026`, `Q3 2026`, `Nov 2026`, `1–15 Nov 2026`. @param until exclusive */
function wholeDaysText(since: number, until: number, zone: ZoneChoice, nowMs: number): string {
  const [start, end] = [partsOf(since, zone), partsOf(until, zone)];
  const months = 12 * (end.year - start.year) + end.month - start.month;
  // The current month has no end when it is typed: where there is one, the days say so.
  if (start.day === 1 && end.day === 1 && until <= nowMs) {
    if (months === 12 && start.month === 0) {
      return String(start.year);
    }
    if (months === 3 && start.month % 3 === 0) {
      return l10n.t({
        message: "Q{0} {1}",
        args: [start.month / 3 + 1, start.year],
        comment: ["A quarter of a year, such as Q3 2026"],
      });
    }
    if (months === 1) {
      return monthText(start);
    }
  }
  // Noon, because a day may have 23 hours.
  const last = partsOf(until - dayMs / 2, zone);
  return dayRangeText(start, last);
}

/** A sentence that nothing matches the query, or nothing so far if it is not completely loaded. */
export function noEventsText(panel: PanelState, zone: ZoneChoice, nowMs: number): string {
  const { query, window, completeness } = panel;
  const filters = filterLabels(query).join(" · ");
  const since = window && shortInstant(window.sinceMs, zone, nowMs);
  const label = windowLabel(query.window, zone, nowMs);
  const when = query.window.kind === "last" && since ? l10n.t("{0} (since {1})", label, since) : label;
  if (completeness.kind === "complete") {
    return filters === ""
      ? l10n.t({
          message: "No events in this time range: {0}.",
          args: [when],
          comment: ["{0} is such as Last 7 days"],
        })
      : l10n.t("No events match these filters: {0} · {1}.", filters, when);
  }
  return filters === ""
    ? l10n.t("No events found yet in this time range: {0}.", when)
    : l10n.t("No events found yet that match these filters: {0} · {1}.", filters, when);
}

/** The active filters in a few words each: `Funding`, `Fintech`, `≥ $5M`. */
function filterLabels({ types, sector, minAmount }: FeedQuery): string[] {
  const labels: Readonly<Record<FilterName, readonly string[]>> = {
    types: types.map((type) => displayLine(typeLabel(type))),
    sector: sector === undefined ? [] : [displayLine(sector)],
    minAmount: minAmount === undefined ? [] : [`≥\u00a0${compactUsd(minAmount)}`],
  };
  return Object.values(labels).flat();
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
  return window.kind === "last"
    ? l10n.t("Expand to last {0} days", formatNumber(window.days))
    : l10n.t("Expand the time range");
}

/** Whether the view hides loaded events by a search that shows only matches, or by the chart's zoom. */
export function isFiltered({ text, only, span }: View): boolean {
  return (text !== "" && only) || span !== undefined;
}

/** Whether any loaded event is hidden, also because the saved feed leaves it out. */
export function hidesEvents({ view, localFilter }: Pick<PanelState, "view" | "localFilter">): boolean {
  return (
    isFiltered(view) ||
    (localFilter !== undefined &&
      ((localFilter.companies > 0 && !view.allCompanies) || (localFilter.muted > 0 && !view.muted)))
  );
}

/** A sentence that a saved feed leaves out all loaded events. */
export function leftOutText({ view, localFilter }: Pick<PanelState, "view" | "localFilter">): string {
  const { companies = 0 } = localFilter ?? {};
  if (companies === 0 || view.allCompanies) {
    return l10n.t("All loaded events are muted.");
  }
  return companies === 1
    ? l10n.t("No loaded event is about the company of this feed.")
    : l10n.t("No loaded event is about one of the {0} companies of this feed.", formatNumber(companies));
}

/** A sentence that a filtered view hides all loaded events. */
export function noMatchesText({ text, only, span }: View, zone: ZoneChoice, nowMs: number): string {
  const range = span && timeRangeText(span, zone, nowMs);
  if (text !== "" && only) {
    const quoted = isolated(displayLine(text));
    return range
      ? l10n.t("No loaded event of {0} matches “{1}”.", range, quoted)
      : l10n.t("No loaded event matches “{0}”.", quoted);
  }
  return range ? l10n.t("No events are loaded for {0}.", range) : l10n.t("No events are loaded.");
}

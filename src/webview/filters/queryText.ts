/** Texts about feed queries and views, and the expanded query that is offered if nothing is found. */
import * as l10n from "@vscode/l10n";
import { dayMs } from "../../shared/instant";
import {
  type CalendarPeriod,
  calendarPeriods,
  type FeedQuery,
  type FeedWindow,
  periodWindow,
  sameWindow,
  windowText,
} from "../../shared/feedQuery";
import { filterLabels } from "../../shared/filters";
import { maxWindowDays } from "../../shared/limits";
import type { ZoneChoice } from "../../shared/calendar";
import type { PanelState } from "../../shared/protocol";
import type { View } from "../../shared/viewQueries";
import { formatNumber, isolated } from "../../shared/text";
import { displayLine } from "../ui/text";
import { shortInstant, timeZoneOf } from "../../shared/times";

/** `Last 7 days`, `Today`, `Since Nov 1`, `Nov 1 – 15, 2026`; with ` · UTC` if that isn't local time. */
export function windowLabel(window: FeedWindow, zone: ZoneChoice, nowMs: number): string {
  if (window.kind === "last") {
    return windowText(window, zone, nowMs);
  }
  const period = calendarPeriods.find((name) => sameWindow(periodWindow(name, zone, nowMs), window));
  if (period) {
    return periodLabels[period]();
  }
  const dates = windowText(window, zone, nowMs);
  return zone === "utc" && timeZoneOf("local") !== "UTC" ? `${dates} · UTC` : dates;
}

const periodLabels: Readonly<Record<CalendarPeriod, () => string>> = {
  today: () => l10n.t("Today"),
  yesterday: () => l10n.t("Yesterday"),
  thisWeek: () => l10n.t("This week"),
  thisMonth: () => l10n.t("This month"),
  lastMonth: () => l10n.t("Last month"),
};

/** `No events found: Funding, Last 7 days (since Nov 14, 10:02).`, or `No events found yet: …` if not all is loaded. */
export function noEventsText(panel: PanelState, zone: ZoneChoice, nowMs: number): string {
  const { query, window, completeness } = panel;
  const filters = filterLabels(query).map((label) => displayLine(label).replace("≥ ", "≥\u00a0"));
  const since = window && shortInstant(window.sinceMs, zone, nowMs);
  const label = windowLabel(query.window, zone, nowMs);
  const when = query.window.kind === "last" && since ? l10n.t("{0} (since {1})", label, since) : label;
  const what = [...filters, when].join(", ");
  const isComplete = completeness.kind === "complete";
  if (query.source) {
    return isComplete
      ? l10n.t("No publications found: {0}.", what)
      : l10n.t("No publications found yet: {0}.", what);
  }
  return isComplete ? l10n.t("No events found: {0}.", what) : l10n.t("No events found yet: {0}.", what);
}

/** The query with a longer window: 30 days, or twice as long; undefined at the maximum. */
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

export function expandText({ window }: FeedQuery): string {
  return window.kind === "last"
    ? l10n.t("Expand to last {0} days", formatNumber(window.days))
    : l10n.t("Expand the time range");
}

/** True while a search or the chart's zoom hides loaded events. */
export function isNarrowed({ text, span }: View): boolean {
  return text !== "" || span !== undefined;
}

/** True also while the saved feed's companies hide loaded events. */
export function hidesEvents({ view, companyCount }: Pick<PanelState, "view" | "companyCount">): boolean {
  return isNarrowed(view) || (companyCount !== undefined && !view.allCompanies);
}

/** Why the list is empty although events are loaded. */
export function noMatchesText({ text, span }: View): string {
  if (text !== "") {
    return l10n.t('Nothing loaded matches "{0}".', isolated(displayLine(text)));
  }
  return span
    ? l10n.t("Nothing is loaded in the zoomed time range.")
    : l10n.t("No loaded event is about a company of this feed.");
}

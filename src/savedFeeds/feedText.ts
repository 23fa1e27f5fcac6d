import * as l10n from "@vscode/l10n";
import { connectionLabelOf } from "../connections/connection";
import { activeFilters, windowDays } from "../shared/feedQuery";
import { formatNumber } from "../shared/text";
import { recentInstant, shortDay } from "../shared/times";
import { oneLine, withFullStop } from "../util/strings";
import { endedAt } from "./checkGroups";
import type { AlertLevel, SavedFeed } from "./model/savedFeed";
import type { InvalidSavedFeedEntry } from "./savedFeedList";
import type { SavedFeedStatus } from "./savedFeeds";

/** The name, behind that of the workspace that it comes from: `team: Exits`. */
export function labelOf({ feed, source }: SavedFeedStatus): string {
  const name = oneLine(feed.name, 100);
  return source.kind === "user" ? name : `${oneLine(source.label, 40)}: ${name}`;
}

/** What is shown of a feed beside its name: `3 new`, and the connection if it is another one than the active one. */
export function descriptionOf(
  { feed, following, source }: SavedFeedStatus,
  active: string | undefined,
  nowMs: number,
): string {
  if (!following) {
    return source.kind === "user" ? l10n.t("not followed") : l10n.t("Follow");
  }
  const { connection, unread, problem } = following;
  const isEnded = endedAt(feed.query.window, nowMs) !== undefined;
  const count = `${formatNumber(unread.count)}${unread.atLeast ? "+" : ""}`;
  return [
    ...(connection.name === active ? [] : [oneLine(connectionLabelOf(connection.name), 40)]),
    ...(unread.count > 0 ? [l10n.t("{0} new", count)] : []),
    ...(isEnded ? [l10n.t("ended")] : problem === undefined ? [] : [l10n.t("not checked")]),
  ].join(" · ");
}

/** One fact on each line. */
export function tooltipOf({ feed, following, source }: SavedFeedStatus, nowMs: number): string {
  const { query, companies, alert } = feed;
  const endedMs = endedAt(query.window, nowMs);
  const lines = [
    feed.name,
    [...filtersOf(feed), windowDays(query.window)].join(" · "),
    companies.length > 0 && companies.slice(0, 5).join(", ") + (companies.length > 5 ? ", …" : ""),
    source.kind !== "user" && l10n.t("From the settings of {0}", oneLine(source.label, 80)),
    following
      ? l10n.t("Followed on {0}", connectionLabelOf(following.connection.name))
      : l10n.t("Not followed on this machine"),
    following && endedMs === undefined && l10n.t("Alerts: {0}", alertText(alert)),
    // The end of a time range is not part of it.
    endedMs !== undefined &&
      l10n.t("Ended {0}: not checked for new events", shortDay(endedMs - 1, "local", nowMs)),
    endedMs === undefined &&
      following?.problem !== undefined &&
      l10n.t("Not checked: {0}", following.problem),
    following?.checkedAtMs !== undefined &&
      l10n.t("Last checked: {0}", recentInstant(following.checkedAtMs, "local", nowMs)),
  ];
  return lines.flatMap((line) => (typeof line === "string" ? [oneLine(line, 500)] : [])).join("\n");
}

/** What a feed asks for, in a few words each: `Funding`, `≥ $50M`, `42 companies`. */
export function filtersOf({ query, companies }: Pick<SavedFeed, "query" | "companies">): readonly string[] {
  const filters = activeFilters(query);
  const all = companies.length === 0 ? [l10n.t("All events")] : [];
  return [
    ...(filters.length > 0 ? filters : all),
    ...(companies.length > 0 ? [companyCount(companies.length)] : []),
  ];
}

/** The name that a feed with these filters is given at first. */
export function suggestedName(feed: Pick<SavedFeed, "query" | "companies">): string {
  const { window } = feed.query;
  const parts = [...filtersOf(feed), ...(window.kind === "fixed" ? [windowDays(window)] : [])];
  return oneLine(parts.join(" · "), 60);
}

/** `1 company`, `42 companies` */
export function companyCount(count: number): string {
  return count === 1 ? l10n.t("1 company") : l10n.t("{0} companies", formatNumber(count));
}

/** How new events of a feed are announced. */
export function alertText(alert: AlertLevel): string {
  switch (alert) {
    case "off":
      return l10n.t("None");
    case "badge":
      return l10n.t("Badge only");
    case "toast":
      return l10n.t("Badge and notifications");
  }
}

/** `Entry 3 is invalid`, or the name of the feed if it has one */
export function invalidLabel({ index, name }: InvalidSavedFeedEntry): string {
  if (name !== undefined) {
    return oneLine(name, 100);
  }
  return index === undefined
    ? l10n.t("Invalid setting")
    : l10n.t("Entry {0} is invalid", formatNumber(index + 1));
}

export function invalidReason({ index, name, reason }: InvalidSavedFeedEntry): string {
  return index === undefined || name === undefined
    ? withFullStop(reason)
    : l10n.t("Entry {0}: {1}", formatNumber(index + 1), reason);
}

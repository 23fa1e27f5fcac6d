import * as l10n from "@vscode/l10n";
import { companyCountText, connectionLabel, formatNumber } from "../shared/text";
import { windowText } from "../shared/feedQuery";
import { filterLabels } from "../shared/filters";
import { dayAndTime } from "../shared/times";
import { oneLine } from "../util/strings";
import { hasEnded } from "./checkGroups";
import type { AlertLevel, SavedFeed } from "./model/savedFeed";
import type { SavedFeedStatus, UnreadCount } from "./savedFeeds";

/** Shown beside the name: `3 new`, the connection if it is not the active one, and the workspace or folder. */
export function savedFeedDescription(
  status: SavedFeedStatus,
  active: string | undefined,
  nowMs: number,
): string {
  const { source } = status;
  const origin = source.kind === "user" ? [] : [oneLine(source.label, 40)];
  return [...stateTexts(status, active, nowMs), ...origin].join(" · ");
}

function stateTexts(
  { feed, following, source }: SavedFeedStatus,
  active: string | undefined,
  nowMs: number,
): string[] {
  if (!following) {
    return [source.kind === "user" ? l10n.t("not followed") : l10n.t("Follow")];
  }
  const { connection, unread, problem } = following;
  const isEnded = hasEnded(feed.query.window, nowMs);
  return [
    ...(connection.name === active ? [] : [oneLine(connectionLabel(connection), 40)]),
    ...(unread.count > 0 ? [l10n.t("{0} new", unreadText(unread))] : []),
    ...(isEnded ? [l10n.t("ended")] : problem === undefined ? [] : [l10n.t("not checked")]),
  ];
}

export function hasUnread({ following }: SavedFeedStatus): boolean {
  return following !== undefined && following.unread.count > 0;
}

/** `3`, `1,000+` */
export function unreadText({ count, atLeast }: UnreadCount): string {
  return `${formatNumber(count)}${atLeast ? "+" : ""}`;
}

/** The unread events of several feeds together. */
export function totalUnread(feeds: readonly SavedFeedStatus[]): UnreadCount {
  const counts = feeds.flatMap(({ following }) => following?.unread ?? []);
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    atLeast: counts.some(({ atLeast }) => atLeast),
  };
}

/** @param feeds as they were before */
export function markedReadText(feeds: readonly SavedFeedStatus[]): string {
  const count = unreadText(totalUnread(feeds));
  const events = count === "1" ? l10n.t("1 event") : l10n.t("{0} events", count);
  return count === "0" ? l10n.t("No saved feed has unread events.") : l10n.t("Marked {0} as read.", events);
}

export function savedFeedTooltip({ feed, following }: SavedFeedStatus, nowMs: number): string {
  const isEnded = hasEnded(feed.query.window, nowMs);
  const { connection, problem, checkedAtMs } = following ?? {};
  const lines = [
    feed.name,
    [...savedFeedFilters(feed), windowText(feed.query.window, "local")].join(" · "),
    connection
      ? l10n.t("Followed on {0}", connectionLabel(connection))
      : l10n.t("Not followed on this machine"),
    problem !== undefined && !isEnded && l10n.t("Not checked: {0}", problem),
    checkedAtMs !== undefined && l10n.t("Last checked: {0}", dayAndTime(checkedAtMs, "local", nowMs)),
  ];
  return lines.flatMap((line) => (line ? [oneLine(line, 500)] : [])).join("\n");
}

/** Short texts for the filters of a feed: `Funding`, `≥ $50M`, `42 companies`. */
export function savedFeedFilters({
  query,
  companies,
}: Pick<SavedFeed, "query" | "companies">): readonly string[] {
  const filters = filterLabels(query);
  const all = companies.length === 0 ? [l10n.t("All events")] : [];
  return [
    ...(filters.length > 0 ? filters : all),
    ...(companies.length > 0 ? [companyCountText(companies.length)] : []),
  ];
}

export function suggestedFeedName(feed: Pick<SavedFeed, "query" | "companies">): string {
  const { window } = feed.query;
  // "All events" alone is the first row of the view.
  const isAll = filterLabels(feed.query).length === 0 && feed.companies.length === 0;
  const parts = [
    ...savedFeedFilters(feed),
    ...(isAll || window.kind === "fixed" ? [windowText(window, "local")] : []),
  ];
  return oneLine(parts.join(" · "), 60);
}

export function alertText(alert: AlertLevel): string {
  const texts = {
    off: l10n.t("None"),
    badge: l10n.t("Badge only"),
    toast: l10n.t("Badge and notifications"),
  };
  return texts[alert];
}

import * as l10n from "@vscode/l10n";
import { connectionLabel, sampleConnection } from "../../connections/connection";
import { activeFilters, windowDays } from "../../shared/feedQuery";
import { eventCount, formatNumber } from "../../shared/text";
import { recentInstant, timeOfDay } from "../../shared/times";
import { oneLine, withFullStop } from "../../util/strings";
import type { UnreadCount } from "../model/followedFeeds";
import type { SavedFeed, SavedFeedSource } from "../model/savedFeed";
import { isSnoozed } from "../model/snooze";
import type { SavedFeedStatus } from "../savedFeeds";
import type { InvalidSavedFeedEntry, OffersRow } from "./savedFeedRows";

/** `3 new`, `more than 1,000 new`; empty if there are none. */
export function unreadText({ count, atLeast }: UnreadCount): string {
  if (atLeast) {
    return l10n.t("more than {0} new", formatNumber(count));
  }
  return count === 0 ? "" : l10n.t("{0} new", formatNumber(count));
}

/** What a feed asks for, in a few words each: `Funding`, `≥ $50M`, `42 companies`. */
function feedParts({ query, companies }: SavedFeed): readonly string[] {
  return [
    ...activeFilters(query),
    ...(companies.length > 0 ? [companyCount(companies.length)] : []),
    ...(query.window.kind === "fixed" ? [windowDays(query.window)] : []),
  ];
}

/** `1 company`, `42 companies` */
export function companyCount(count: number): string {
  return count === 1 ? l10n.t("1 company") : l10n.t("{0} companies", formatNumber(count));
}

/** The name that a feed with these filters is given at first. */
export function suggestedName(feed: Omit<SavedFeed, "name">): string {
  const parts = feedParts({ ...feed, name: "" });
  return parts.length === 0 ? l10n.t("All events") : oneLine(parts.join(" · "), 60);
}

/** What is shown of a feed beside its name: first what is new in it. */
export function descriptionOf(status: SavedFeedStatus, nowMs: number): string {
  return [...stateParts(status, nowMs), ...feedParts(status.feed), ...offerParts(status)].join(" · ");
}

function stateParts({ feed, following, source }: SavedFeedStatus, nowMs: number): readonly string[] {
  if (!following) {
    return source.kind === "user" ? [l10n.t("not followed")] : [];
  }
  const { unread, snoozedUntilMs, problem } = following;
  return [
    ...(problem === undefined ? [] : [l10n.t("not checked")]),
    ...(isSnoozed(snoozedUntilMs, nowMs) ? [snoozeText(snoozedUntilMs, nowMs)] : []),
    ...[unreadText(unread)].filter(Boolean),
    ...(feed.alert === "off" ? [l10n.t("no alerts")] : []),
    ...originParts(source),
  ];
}

/** Offers are in a row of their own: where they come from is less important than what they ask for. */
function offerParts({ following, source }: SavedFeedStatus): readonly string[] {
  return following ? [] : originParts(source);
}

function originParts(source: SavedFeedSource): readonly string[] {
  return source.kind === "user" ? [] : [oneLine(source.label, 40)];
}

/** `snoozed until 8:00`; with the day unless it is today or the following night */
function snoozeText(untilMs: number, nowMs: number): string {
  const isSoon = untilMs - nowMs < 24 * 3_600_000;
  return l10n.t(
    "snoozed until {0}",
    isSoon ? timeOfDay(untilMs, "local") : recentInstant(untilMs, "local", nowMs),
  );
}

/** One fact on each line. */
export function tooltipOf(status: SavedFeedStatus, nowMs: number): string {
  const { feed, following, source } = status;
  const { query, companies, mute, alert } = feed;
  const filters = activeFilters(query);
  const lines = [
    feed.name,
    [filters.length > 0 ? filters.join(" · ") : l10n.t("All events"), windowDays(query.window)].join(" · "),
    companies.length > 0 && l10n.t("{0}: {1}", companyCount(companies.length), sampleOf(companies)),
    mute.length > 0 && l10n.t("Muted words: {0}", sampleOf(mute)),
    source.kind !== "user" && l10n.t("From the settings of {0}", oneLine(source.label, 80)),
    ...(following
      ? [
          l10n.t("Followed on {0}", connectionName(following.connection)),
          isSnoozed(following.snoozedUntilMs, nowMs)
            ? l10n.t("Snoozed until {0}", recentInstant(following.snoozedUntilMs, "local", nowMs))
            : alertText(alert),
          following.problem !== undefined && l10n.t("Not checked: {0}", following.problem),
          following.checkedAtMs !== undefined &&
            l10n.t("Last checked: {0}", recentInstant(following.checkedAtMs, "local", nowMs)),
        ]
      : [l10n.t("Not followed on this machine")]),
  ];
  return lines.flatMap((line) => (typeof line === "string" ? [oneLine(line, 500)] : [])).join("\n");
}

function connectionName({ name }: { readonly name: string }): string {
  return connectionLabel({ name, sample: name === sampleConnection.name });
}

/** The first of many texts: `acme.example, novagrid.example, … (40 more)` */
function sampleOf(texts: readonly string[]): string {
  const shown = texts.slice(0, 5).map((text) => oneLine(text, 60));
  const more = texts.length - shown.length;
  return more === 0 ? shown.join(", ") : l10n.t("{0} and {1} more", shown.join(", "), formatNumber(more));
}

/** How new events of a feed are announced. */
export function alertText(alert: SavedFeed["alert"]): string {
  switch (alert) {
    case "off":
      return l10n.t("No alerts");
    case "badge":
      return l10n.t("Counted in the badge");
    case "toast":
      return l10n.t("Counted in the badge, with notifications");
  }
}

/** What a screen reader says of a row. */
export function accessibilityLabelOf(status: SavedFeedStatus, nowMs: number): string {
  const { feed, following } = status;
  const { unread } = following ?? {};
  const news =
    unread === undefined || unread.atLeast
      ? []
      : unread.count === 0
        ? [l10n.t("nothing new")]
        : [unread.count === 1 ? l10n.t("1 new event") : l10n.t("{0} new events", formatNumber(unread.count))];
  const state = stateParts(status, nowMs).filter(
    (part) => news.length === 0 || part !== unreadText(unread ?? none),
  );
  const followed = following || status.source.kind === "user" ? [] : [l10n.t("not followed")];
  return [feed.name, ...news, ...followed, ...state, ...feedParts(feed), ...offerParts(status)].join(", ");
}

const none: UnreadCount = { count: 0, atLeast: false };

/** `3 feeds offered by this workspace` */
export function offersLabel({ feeds, invalid }: OffersRow): string {
  const count = feeds.length;
  if (count === 0) {
    return invalid.length === 1
      ? l10n.t("1 invalid feed in this workspace")
      : l10n.t("{0} invalid feeds in this workspace", formatNumber(invalid.length));
  }
  return count === 1
    ? l10n.t("1 feed offered by this workspace")
    : l10n.t("{0} feeds offered by this workspace", formatNumber(count));
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

/** `Marked 3 events as read` */
export function markedText(count: number): string {
  return l10n.t("Marked {0} as read", eventCount(count));
}

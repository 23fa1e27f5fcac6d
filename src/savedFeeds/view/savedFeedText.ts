import * as l10n from "@vscode/l10n";
import { connectionLabelOf } from "../../connections/connection";
import { windowDays } from "../../shared/feedQuery";
import { eventCount, formatNumber } from "../../shared/text";
import { recentInstant, shortDay, timeOfDay } from "../../shared/times";
import { oneLine, withFullStop } from "../../util/strings";
import { companyCount, feedParts, filtersOrAll, isNamedAfterFilters } from "../model/feedSummary";
import { endedAt, type UnreadCount } from "../model/followedFeeds";
import type { SavedFeed, SavedFeedSource } from "../model/savedFeed";
import { isSnoozed } from "../model/snooze";
import type { InvalidSavedFeedEntry } from "../savedFeedList";
import type { SavedFeedStatus } from "../savedFeeds";
import type { OffersRow } from "./savedFeedRows";

/** `3 new`, `more than 1,000 new`; empty if there are none. */
function unreadText({ count, atLeast }: UnreadCount): string {
  if (atLeast) {
    return l10n.t("more than {0} new", formatNumber(count));
  }
  return count === 0 ? "" : l10n.t("{0} new", formatNumber(count));
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
  const news = [unreadText(unread)].filter(Boolean);
  if (endedAt(feed.query.window, nowMs) !== undefined) {
    // The time range, which is shown, too, says when.
    return [...news, l10n.t("ended"), ...originParts(source)];
  }
  return [
    ...news,
    ...(problem === undefined ? [] : [l10n.t("not checked")]),
    ...(isSnoozed(snoozedUntilMs, nowMs) ? [snoozeText(snoozedUntilMs, nowMs)] : []),
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

/** `15 Nov`: the end of a time range is not part of it. */
function lastDay(endedMs: number, nowMs: number): string {
  return shortDay(endedMs - 1, "local", nowMs);
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
  const { query, companies, mute } = feed;
  const isNameEnough = isNamedAfterFilters(feed);
  const lines = [
    feed.name,
    (!isNameEnough || query.window.kind === "last") &&
      [...(isNameEnough ? [] : filtersOrAll(feed)), windowDays(query.window)].join(" · "),
    companies.length > 0 && l10n.t("{0}: {1}", companyCount(companies.length), sampleOf(companies)),
    mute.length > 0 && l10n.t("Muted words: {0}", sampleOf(mute)),
    source.kind !== "user" && l10n.t("From the settings of {0}", oneLine(source.label, 80)),
    ...(following
      ? [
          l10n.t("Followed on {0}", connectionLabelOf(following.connection.name)),
          ...checkLines(feed, following, nowMs),
          following.checkedAtMs !== undefined &&
            l10n.t("Last checked: {0}", recentInstant(following.checkedAtMs, "local", nowMs)),
        ]
      : [l10n.t("Not followed on this machine")]),
  ];
  return lines.flatMap((line) => (typeof line === "string" ? [oneLine(line, 500)] : [])).join("\n");
}

/** Whether the feed is checked for new events, and how they are announced. */
function checkLines(
  { query, alert }: SavedFeed,
  { snoozedUntilMs, problem }: NonNullable<SavedFeedStatus["following"]>,
  nowMs: number,
): readonly (string | false)[] {
  const endedMs = endedAt(query.window, nowMs);
  if (endedMs !== undefined) {
    return [l10n.t("Ended {0}: not checked for new events", lastDay(endedMs, nowMs))];
  }
  return [
    isSnoozed(snoozedUntilMs, nowMs)
      ? l10n.t("Snoozed until {0}", recentInstant(snoozedUntilMs, "local", nowMs))
      : l10n.t("Alerts: {0}", alertText(alert)),
    problem !== undefined && l10n.t("Not checked: {0}", problem),
  ];
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
      return l10n.t("None");
    case "badge":
      return l10n.t("Badge only");
    case "toast":
      return l10n.t("Badge and notifications");
  }
}

/** What a screen reader says of a row. */
export function accessibilityLabelOf(status: SavedFeedStatus, nowMs: number): string {
  const { feed, following } = status;
  const { unread } = following ?? {};
  const isEnded = endedAt(feed.query.window, nowMs) !== undefined;
  const news =
    unread === undefined || unread.atLeast
      ? []
      : unread.count === 0
        ? isEnded
          ? []
          : [l10n.t("nothing new")]
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

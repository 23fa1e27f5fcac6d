import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { isSnoozed } from "../model/snooze";
import type { SavedFeed, SavedFeedId } from "../model/savedFeed";
import { hasUnread, type NewEvents } from "../model/followedFeeds";
import type { SavedFeedStatus } from "../savedFeeds";

/** The number beside the icon of Company Feed, and what it counts. */
export interface Badge {
  readonly value: number;
  readonly tooltip: string;
}

/** Unread events of the feeds that are neither snoozed nor without alerts; undefined if there are none. */
export function badgeOf(feeds: readonly SavedFeedStatus[], nowMs: number): Badge | undefined {
  const counts = feeds.flatMap(({ feed, following }) =>
    following && feed.alert !== "off" && !isSnoozed(following.snoozedUntilMs, nowMs)
      ? [following.unread]
      : [],
  );
  const unread = counts.filter(hasUnread);
  const value = unread.reduce((sum, { count }) => sum + count, 0);
  if (value === 0) {
    return undefined;
  }
  const isPartial = unread.some(({ atLeast }) => atLeast);
  return { value, tooltip: badgeTooltip(value, unread.length, isPartial) };
}

/** Badges show one number; that there may be more is in the words. */
function badgeTooltip(events: number, feeds: number, isPartial: boolean): string {
  const counted = unreadEventCount(events, isPartial);
  return feeds === 1
    ? l10n.t({
        message: "{0} in 1 saved feed",
        args: [counted],
        comment: ["{0} is such as 3 unread events"],
      })
    : l10n.t({
        message: "{0} in {1} saved feeds",
        args: [counted, formatNumber(feeds)],
        comment: ["{0} is such as 3 unread events"],
      });
}

function unreadEventCount(count: number, isPartial: boolean): string {
  if (isPartial) {
    return l10n.t("More than {0} unread events", formatNumber(count));
  }
  return count === 1 ? l10n.t("1 unread event") : l10n.t("{0} unread events", formatNumber(count));
}

/** The new events of one feed that a toast is about. */
export interface ToldFeed {
  readonly id: SavedFeedId;
  readonly feed: Pick<SavedFeed, "name">;
  readonly connection: { readonly name: string };
  /** Newest first, at least one. */
  readonly events: NewEvents["events"];
  /** There are more than these. */
  readonly isPartial: boolean;
}

/** Feeds that a toast names. */
const maxNamed = 3;

/** One sentence about all feeds together. */
export function toastText(feeds: readonly ToldFeed[]): string {
  const [first, ...others] = feeds;
  if (!first) {
    return "";
  }
  const name = shortName(first);
  const [newest, ...older] = first.events;
  const title = oneLine(newest?.title ?? "", 150) || l10n.t("Untitled event");
  if (others.length > 0) {
    const named = feeds.slice(0, maxNamed).map((told) => `${shortName(told)} (${countText(told)})`);
    const rest = feeds.length - named.length;
    return l10n.t({
      message: "{0} in {1} saved feeds: {2}",
      args: [
        newEventCount(
          eventsOf(feeds),
          feeds.some(({ isPartial }) => isPartial),
        ),
        formatNumber(feeds.length),
        [...named, ...(rest === 0 ? [] : [l10n.t("{0} more", formatNumber(rest))])].join(", "),
      ],
      comment: ["{0} is such as 5 new events, {2} a list of feeds"],
    });
  }
  return older.length === 0 && !first.isPartial
    ? l10n.t({
        message: "{0}: {1}",
        args: [name, title],
        comment: ["A saved feed, and the title of its new event"],
      })
    : l10n.t({
        message: "{0}: {1}. Latest: {2}",
        args: [name, newEventCount(first.events.length, first.isPartial), title],
        comment: ["A saved feed, such as 5 new events, and the title of the latest one"],
      });
}

/** An event that is in several feeds of a connection is one. */
function eventsOf(feeds: readonly ToldFeed[]): number {
  return new Set(
    feeds.flatMap(({ connection, events }) => events.map(({ id }) => JSON.stringify([connection.name, id]))),
  ).size;
}

function newEventCount(count: number, isPartial: boolean): string {
  if (isPartial) {
    return l10n.t("More than {0} new events", formatNumber(count));
  }
  return count === 1 ? l10n.t("1 new event") : l10n.t("{0} new events", formatNumber(count));
}

function countText({ events, isPartial }: ToldFeed): string {
  return isPartial ? `> ${formatNumber(events.length)}` : formatNumber(events.length);
}

function shortName({ feed: { name } }: ToldFeed): string {
  return oneLine(name, 60);
}

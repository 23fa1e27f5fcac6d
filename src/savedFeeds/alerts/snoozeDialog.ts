import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../shared/text";
import { recentInstant, timeOfDay } from "../../shared/times";
import type { Clock } from "../../util/clock";
import { oneLine } from "../../util/strings";
import { type PickItem, showQuickPick, showStatusBarMessage } from "../../window";
import { endedAt } from "../model/followedFeeds";
import { isSnoozed, snoozeEnd } from "../model/snooze";
import type { SavedFeeds, SavedFeedStatus } from "../savedFeeds";
import { chosenFeeds } from "../view/pickSavedFeed";

interface SnoozeItem extends PickItem {
  /** When the snooze ends; undefined ends one now. */
  readonly untilMs: number | undefined;
}

/** Snooze Saved Feed…: asks for the feed unless a menu passes it, and for how long. */
export async function snoozeFeed(
  savedFeeds: SavedFeeds,
  clock: Clock,
  args: readonly unknown[],
): Promise<void> {
  const feeds = await chosenFeeds(savedFeeds, args, {
    title: l10n.t("Snooze Saved Feed"),
    none: l10n.t("No saved feed is checked for new events, so there is nothing to snooze."),
    clock,
    accepts: ({ feed, following }) =>
      following !== undefined && endedAt(feed.query.window, clock.now()) === undefined,
  });
  await snooze(savedFeeds, feeds, clock);
}

/** Asks for how long, and snoozes these feeds, or ends their snooze. */
export async function snooze(
  savedFeeds: SavedFeeds,
  feeds: readonly SavedFeedStatus[],
  clock: Clock,
): Promise<void> {
  const [first, ...others] = feeds;
  if (!first) {
    return;
  }
  const picked = await showQuickPick(itemsFor(feeds, clock.now()), {
    title:
      others.length === 0
        ? l10n.t('Snooze "{0}"', first.feed.name)
        : l10n.t("Snooze {0} saved feeds", formatNumber(feeds.length)),
    placeHolder: l10n.t("No badge and no notifications until then; events are still counted"),
  });
  if (!picked) {
    return;
  }
  await Promise.all(feeds.map(({ id }) => savedFeeds.snooze(id, picked.untilMs)));
  showStatusBarMessage(doneText(feeds, picked.untilMs, clock.now()), {
    icon: picked.untilMs === undefined ? "bell" : "bell-slash",
  });
}

function doneText(feeds: readonly SavedFeedStatus[], untilMs: number | undefined, nowMs: number): string {
  const count = formatNumber(feeds.length);
  const [first, ...others] = feeds;
  const name = first && others.length === 0 ? oneLine(first.feed.name, 100) : undefined;
  if (untilMs === undefined) {
    return name === undefined
      ? l10n.t("{0} saved feeds are no longer snoozed", count)
      : l10n.t('"{0}" is no longer snoozed', name);
  }
  const until = untilText(untilMs, nowMs);
  return name === undefined
    ? l10n.t("Snoozed {0} saved feeds until {1}", count, until)
    : l10n.t('Snoozed "{0}" until {1}', name, until);
}

function itemsFor(feeds: readonly SavedFeedStatus[], nowMs: number): SnoozeItem[] {
  const morningMs = snoozeEnd("morning", nowMs);
  const untilTime = (ms: number): string =>
    l10n.t({
      message: "until {0}",
      args: [untilText(ms, nowMs)],
      comment: ["{0} is a date and time"],
    });
  const snoozedUntil = feeds.flatMap(({ following }) =>
    isSnoozed(following?.snoozedUntilMs, nowMs) ? [following.snoozedUntilMs] : [],
  );
  return [
    ...(snoozedUntil.length === 0
      ? []
      : [
          {
            label: l10n.t("End snooze now"),
            description: l10n.t({
              message: "snoozed until {0}",
              args: [untilText(Math.max(...snoozedUntil), nowMs)],
              comment: ["{0} is a date and time"],
            }),
            icon: "bell",
            untilMs: undefined,
          },
        ]),
    {
      label: l10n.t("1 hour"),
      description: untilTime(snoozeEnd("hour", nowMs)),
      untilMs: snoozeEnd("hour", nowMs),
    },
    {
      label: isToday(morningMs, nowMs)
        ? l10n.t({
            message: "Until {0}",
            args: [timeOfDay(morningMs, "local")],
            comment: ["{0} is a time of day"],
          })
        : l10n.t({
            message: "Until tomorrow, {0}",
            args: [timeOfDay(morningMs, "local")],
            comment: ["{0} is a time of day"],
          }),
      untilMs: morningMs,
    },
    {
      label: l10n.t("1 week"),
      description: untilTime(snoozeEnd("week", nowMs)),
      untilMs: snoozeEnd("week", nowMs),
    },
  ];
}

function isToday(ms: number, nowMs: number): boolean {
  return new Date(ms).toDateString() === new Date(nowMs).toDateString();
}

/** `08:00`; on other days `26 Nov, 08:00` */
function untilText(ms: number, nowMs: number): string {
  return isToday(ms, nowMs) ? timeOfDay(ms, "local") : recentInstant(ms, "local", nowMs);
}

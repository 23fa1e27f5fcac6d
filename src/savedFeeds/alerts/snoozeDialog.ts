import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../shared/text";
import { recentInstant, timeOfDay } from "../../shared/times";
import type { Clock } from "../../util/clock";
import { type PickItem, showQuickPick, showStatusBarMessage } from "../../window";
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
    none: l10n.t("No saved feed is followed, so there is nothing to snooze."),
    clock,
    accepts: ({ following }) => following !== undefined,
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
  const name = others.length === 0 ? first.feed.name : feedCount(feeds.length);
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
  const nowMs = clock.now();
  showStatusBarMessage(
    picked.untilMs === undefined
      ? l10n.t({
          message: "{0} is no longer snoozed",
          args: [name],
          comment: ["{0} is the name of a saved feed"],
        })
      : l10n.t({
          message: "{0} is snoozed until {1}",
          args: [name, recentInstant(picked.untilMs, "local", nowMs)],
          comment: ["{0} is the name of a saved feed, {1} a date and time"],
        }),
    { icon: picked.untilMs === undefined ? "bell" : "bell-slash" },
  );
}

function itemsFor(feeds: readonly SavedFeedStatus[], nowMs: number): SnoozeItem[] {
  const morningMs = snoozeEnd("morning", nowMs);
  const untilTime = (ms: number): string =>
    l10n.t({
      message: "until {0}",
      args: [recentInstant(ms, "local", nowMs)],
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
              args: [recentInstant(Math.max(...snoozedUntil), "local", nowMs)],
              comment: ["{0} is a date and time"],
            }),
            icon: "bell",
            untilMs: undefined,
          },
        ]),
    {
      label: l10n.t("For an hour"),
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
      label: l10n.t("For a week"),
      description: untilTime(snoozeEnd("week", nowMs)),
      untilMs: snoozeEnd("week", nowMs),
    },
  ];
}

function isToday(ms: number, nowMs: number): boolean {
  return new Date(ms).toDateString() === new Date(nowMs).toDateString();
}

function feedCount(count: number): string {
  return l10n.t("{0} saved feeds", formatNumber(count));
}

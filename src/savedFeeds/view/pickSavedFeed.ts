import * as l10n from "@vscode/l10n";
import { isRecord } from "../../shared/typeGuards";
import type { Clock } from "../../util/clock";
import { type PickItem, showQuickPick, showStatusBarMessage } from "../../window";
import { endedAt, hasUnread } from "../model/followedFeeds";
import { isSnoozed } from "../model/snooze";
import type { SavedFeeds, SavedFeedStatus } from "../savedFeeds";
import { descriptionOf } from "./savedFeedText";

interface FeedItem extends PickItem {
  readonly status: SavedFeedStatus;
}

interface Choice {
  /** Of the quick pick. */
  readonly title: string;
  /** What the status bar says if there is nothing to choose from. */
  readonly none?: string;
  readonly clock: Clock;
  readonly accepts?: (status: SavedFeedStatus) => boolean;
}

/**
 * The feeds that a menu of the view passes to its command, or that a caller names; else one that the user picks.
 * @param args a row and all selected rows; or `{ id }`, or the name of a feed
 * @returns an empty list if the quick pick was dismissed, or there is nothing to choose from
 */
export async function chosenFeeds(
  savedFeeds: SavedFeeds,
  args: readonly unknown[],
  choice: Choice,
): Promise<readonly SavedFeedStatus[]> {
  const [first, all] = args;
  const rows = Array.isArray(all) && all.length > 0 ? (all as unknown[]) : first === undefined ? [] : [first];
  if (rows.length > 0) {
    const accepts = choice.accepts ?? (() => true);
    const found = rows.flatMap((row) => findFeed(savedFeeds, row) ?? []);
    if (found.length === 0) {
      throw new Error(l10n.t("This saved feed was removed or renamed."));
    }
    return found.filter(accepts);
  }
  const picked = await pickSavedFeed(savedFeeds, choice);
  return picked ? [picked] : [];
}

async function pickSavedFeed(
  savedFeeds: SavedFeeds,
  { title, none, clock, accepts = () => true }: Choice,
): Promise<SavedFeedStatus | undefined> {
  const feeds = savedFeeds.feeds.filter(accepts);
  if (feeds.length === 0) {
    showStatusBarMessage(
      none ?? l10n.t("There are no saved feeds yet. Open an event feed and save its filters."),
    );
    return undefined;
  }
  const items = feeds.map((status): FeedItem => feedItem(status, clock.now()));
  const placeHolder = l10n.t("Select a saved feed");
  return (await showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.status;
}

function feedItem(status: SavedFeedStatus, nowMs: number): FeedItem {
  const { feed, following } = status;
  const isEnded = endedAt(feed.query.window, nowMs) !== undefined;
  const isUnread = following && hasUnread(following.unread);
  const icon = !following
    ? "circle-outline"
    : isSnoozed(following.snoozedUntilMs, nowMs) && !isEnded
      ? "bell-slash"
      : isUnread
        ? "circle-filled"
        : isEnded
          ? "history"
          : "pulse";
  return { label: feed.name, description: descriptionOf(status, nowMs), icon, status };
}

function findFeed(savedFeeds: SavedFeeds, argument: unknown): SavedFeedStatus | undefined {
  if (typeof argument === "string") {
    return savedFeeds.feeds.find(({ feed }) => feed.name === argument);
  }
  const status = isRecord(argument) ? argument["status"] : undefined;
  const { id } = (isRecord(status) ? status : isRecord(argument) ? argument : {}) as {
    readonly id?: unknown;
  };
  return typeof id === "string" ? savedFeeds.find(id) : undefined;
}

import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { CompanyEvent } from "../shared/companyEvent";
import { formatNumber } from "../shared/text";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { oneLine } from "../util/strings";
import type { FeedChecks } from "./checks";
import type { SavedFeedId } from "./model/savedFeed";
import type { SavedFeeds, SavedFeedStatus } from "./savedFeeds";

/** The part of a toast that is about one feed. */
export interface ToldFeed {
  readonly id: SavedFeedId;
  readonly name: string;
  /** IDs of its new events, newest first, at least one. */
  readonly eventIds: readonly string[];
  /** Of the newest event; undefined if it is not known. */
  readonly title?: string | undefined;
}

interface AlertsEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  /** At most one toast in this time; read before each. */
  readonly quietMs: () => number;
  /** Whether a visible feed of this window shows an event. */
  readonly isOnScreen: (eventId: string) => boolean;
  readonly show: (text: string, feeds: readonly ToldFeed[]) => Promise<void>;
}

/** Announces new events with one toast about all feeds, from the window that checks them. */
export class Toasts extends Disposable {
  /** Of events that no toast has told of yet. */
  private readonly titles = new Map<string, string>();
  private isTelling = false;

  constructor(
    private readonly savedFeeds: SavedFeeds,
    checks: FeedChecks,
    private readonly environment: AlertsEnvironment,
  ) {
    super();
    this.register(
      checks.onDidEnd((events) => {
        this.remember(events);
        logRejection(this.tell(), environment.log);
      }),
    );
  }

  private remember(events: readonly CompanyEvent[]): void {
    events.forEach(({ id, title }) => title !== undefined && this.titles.set(id, title));
    const pending = new Set(this.savedFeeds.feeds.flatMap(({ id }) => this.newIds(id)));
    [...this.titles.keys()].filter((id) => !pending.has(id)).forEach((id) => this.titles.delete(id));
  }

  private async tell(): Promise<void> {
    const { savedFeeds, environment } = this;
    const announced = savedFeeds.feeds.filter(
      ({ id, feed }) => feed.alert === "toast" && this.newIds(id).length > 0,
    );
    const isNew = (eventId: string): boolean => !environment.isOnScreen(eventId);
    const unseen = announced.filter(({ id }) => this.newIds(id).some(isNew));
    if (this.isTelling || announced.length === 0 || !this.mayTell(savedFeeds.announcedAtMs)) {
      return;
    }
    this.isTelling = true;
    try {
      const told = unseen.map(({ id, feed }): ToldFeed => {
        const eventIds = this.newIds(id).filter(isNew);
        return { id, name: feed.name, eventIds, title: this.titles.get(eventIds[0] ?? "") };
      });
      const ids = announced.map(({ id }) => id);
      if (told.length === 0) {
        await savedFeeds.passOver(ids);
      } else if (await savedFeeds.announce(ids, (atMs) => this.mayTell(atMs))) {
        logRejection(environment.show(toastText(told), told), environment.log);
      }
    } finally {
      this.isTelling = false;
    }
  }

  private newIds(id: string): readonly string[] {
    return this.savedFeeds.unannounced(id).map((event) => event.id);
  }

  private mayTell(announcedAtMs: number | undefined): boolean {
    const passedMs = announcedAtMs === undefined ? Infinity : this.environment.clock.now() - announcedAtMs;
    // If the clock was set back, the last toast seems to be in the future.
    return passedMs < 0 || passedMs >= this.environment.quietMs();
  }
}

/** One sentence about all feeds together. */
export function toastText(feeds: readonly ToldFeed[]): string {
  const [first, ...others] = feeds;
  if (!first) {
    return "";
  }
  const name = oneLine(first.name, 60);
  if (others.length > 0) {
    const named = feeds
      .slice(0, 3)
      .map((told) => `${oneLine(told.name, 60)} (${formatNumber(told.eventIds.length)})`);
    const more = feeds.length - named.length;
    return l10n.t({
      message: "{0} in {1} saved feeds: {2}",
      args: [
        newEventCount(new Set(feeds.flatMap(({ eventIds }) => eventIds)).size),
        formatNumber(feeds.length),
        [...named, ...(more === 0 ? [] : [l10n.t("{0} more", formatNumber(more))])].join(", "),
      ],
      comment: ["{0} is such as 5 new events, {2} a list of feeds"],
    });
  }
  const title = oneLine(first.title ?? "", 150);
  const count = newEventCount(first.eventIds.length);
  if (title === "") {
    return l10n.t({
      message: "{0}: {1}",
      args: [name, count],
      comment: ["A saved feed, and what is new in it"],
    });
  }
  return first.eventIds.length === 1
    ? l10n.t({ message: "{0}: {1}", args: [name, title], comment: ["A saved feed, and what is new in it"] })
    : l10n.t({
        message: "{0}: {1}. Latest: {2}",
        args: [name, count, title],
        comment: ["A saved feed, such as 5 new events, and the title of the latest one"],
      });
}

function newEventCount(count: number): string {
  return count === 1 ? l10n.t("1 new event") : l10n.t("{0} new events", formatNumber(count));
}

/** The number beside the icon of Company Feed: unread events of the feeds whose alerts are not off. */
export function badgeOf(feeds: readonly SavedFeedStatus[]): vscode.ViewBadge | undefined {
  const counts = feeds.flatMap(({ feed, following }) =>
    following && feed.alert !== "off" && following.unread.count > 0 ? [following.unread] : [],
  );
  const value = counts.reduce((sum, { count }) => sum + count, 0);
  if (value === 0) {
    return undefined;
  }
  const number = `${formatNumber(value)}${counts.some(({ atLeast }) => atLeast) ? "+" : ""}`;
  const unread = number === "1" ? l10n.t("1 unread event") : l10n.t("{0} unread events", number);
  const tooltip =
    counts.length === 1
      ? l10n.t({
          message: "{0} in 1 saved feed",
          args: [unread],
          comment: ["{0} is such as 3 unread events"],
        })
      : l10n.t({
          message: "{0} in {1} saved feeds",
          args: [unread, formatNumber(counts.length)],
          comment: ["{0} is such as 3 unread events"],
        });
  return { value, tooltip };
}

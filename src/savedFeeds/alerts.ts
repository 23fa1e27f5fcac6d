import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { CompanyEvent } from "../shared/companyEvent";
import { formatNumber } from "../shared/text";
import { type Clock, delay } from "../util/clock";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { oneLine } from "../util/strings";
import type { FeedChecks } from "./checks";
import type { MarksFile } from "./marksFile";
import { announce, unannounced } from "./model/marks";
import type { SavedFeedEntry, SavedFeedId } from "./model/savedFeed";
import type { SavedFeedStatus } from "./savedFeeds";

/** How long another window has to write a toast of its own at the same moment. */
const settlingMs = 2000;
const maxNames = 3;

export interface ToldFeed {
  readonly id: SavedFeedId;
  readonly name: string;
  readonly count: number;
  readonly title: string | undefined;
}

/** Announces new events with one toast about all feeds, from the window that checks them. */
export class Toasts extends Disposable {
  constructor(
    private readonly list: { readonly entries: readonly SavedFeedEntry[] },
    private readonly file: MarksFile,
    private readonly checks: FeedChecks,
    private readonly environment: {
      readonly clock: Clock;
      readonly log: Log;
      readonly quietMs: () => number;
      readonly show: (text: string, feeds: readonly ToldFeed[]) => Promise<void>;
    },
  ) {
    super();
    this.register(checks.onDidEnd((events) => logRejection(this.tell(events), environment.log)));
  }

  /** @param events that were read just now: titles of others are not known */
  private async tell(events: readonly CompanyEvent[]): Promise<void> {
    const told = this.list.entries.flatMap(({ id, feed }): ToldFeed[] => {
      const followed = this.file.marks.feeds[id];
      if (feed.alert !== "toast" || followed?.checkedBy !== this.checks.windowId) {
        return [];
      }
      const [newest, ...others] = unannounced(followed);
      const title = events.find((event) => event.id === newest?.id)?.title;
      return newest ? [{ id, name: feed.name, count: 1 + others.length, title }] : [];
    });
    if (told.length > 0 && (await this.mayTell(told.map(({ id }) => id)))) {
      await this.environment.show(toastText(told), told);
    }
  }

  /** Records that the feeds are told of. @returns false if a toast was shown too recently, or another window shows one */
  private async mayTell(ids: readonly SavedFeedId[]): Promise<boolean> {
    const { clock, quietMs } = this.environment;
    const announcement = { atMs: clock.now(), by: this.checks.windowId };
    await this.file.update((marks) => {
      const isQuiet = announcement.atMs - (marks.announcement?.atMs ?? -Infinity) < quietMs();
      return isQuiet ? marks : announce(marks, ids, announcement);
    });
    if (this.file.marks.announcement !== announcement) {
      return false;
    }
    await delay(clock, settlingMs);
    await this.file.sync();
    return !this.disposed && this.file.marks.announcement === announcement;
  }
}

/** `Rounds: NovaGrid raises $42M · Exits: 2 new events` */
export function toastText(feeds: readonly ToldFeed[]): string {
  const parts = feeds.slice(0, maxNames).map(({ name, count, title }) => {
    const counted = count === 1 ? l10n.t("1 new event") : l10n.t("{0} new events", formatNumber(count));
    return l10n.t({
      message: "{0}: {1}",
      args: [oneLine(name, 60), (count === 1 && oneLine(title ?? "", 150)) || counted],
      comment: ["A saved feed, and what is new in it"],
    });
  });
  return [...parts, ...(feeds.length > maxNames ? ["…"] : [])].join(" · ");
}

/** The number beside the icon of Company Feed: unread events of the feeds whose alerts are not off. */
export function badgeOf(feeds: readonly SavedFeedStatus[]): vscode.ViewBadge | undefined {
  const counts = feeds.flatMap(({ feed, following }) =>
    following && feed.alert !== "off" ? [following.unread] : [],
  );
  const value = counts.reduce((sum, { count }) => sum + count, 0);
  if (value === 0) {
    return undefined;
  }
  const number = `${formatNumber(value)}${counts.some(({ atLeast }) => atLeast) ? "+" : ""}`;
  const tooltip = number === "1" ? l10n.t("1 unread event") : l10n.t("{0} unread events", number);
  return { value, tooltip };
}

import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { CompanyEvent } from "../shared/companyEvent";
import { type Clock, delay } from "../util/clock";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { oneLine } from "../util/strings";
import type { SavedFeedChecks } from "./savedFeedChecks";
import type { FollowedFeedsFile } from "./followedFeedsFile";
import { announce, unannounced } from "./model/followedFeeds";
import type { SavedFeedEntry, SavedFeedId } from "./model/savedFeed";
import type { SavedFeedStatus, UnreadCount } from "./savedFeeds";
import { unreadText, totalUnread } from "./savedFeedText";

/** Time for another window to write its own announcement, if it makes one at the same moment. */
const settlingMs = 2000;
const maxNames = 3;

export interface AnnouncedFeed extends UnreadCount {
  readonly id: SavedFeedId;
  readonly name: string;
  readonly title: string | undefined;
}

/** Shows one notification about the new events of all feeds, in the window that checks them. */
export class NewEventNotifier extends Disposable {
  constructor(
    private readonly list: { readonly entries: readonly SavedFeedEntry[] },
    private readonly file: FollowedFeedsFile,
    private readonly checks: SavedFeedChecks,
    private readonly options: {
      readonly clock: Clock;
      readonly log: Log;
      readonly quietMs: () => number;
      readonly show: (text: string, feeds: readonly AnnouncedFeed[]) => Promise<void>;
    },
  ) {
    super();
    this.register(checks.onDidEnd((events) => logRejection(this.announceNewEvents(events), options.log)));
  }

  /** @param events read by the check that ended: only their titles are known */
  private async announceNewEvents(events: readonly CompanyEvent[]): Promise<void> {
    const feeds = this.list.entries.flatMap(({ id, feed }): AnnouncedFeed[] => {
      const followed = this.file.state.feeds[id];
      if (feed.alert !== "toast" || followed?.checkedBy !== this.checks.windowId) {
        return [];
      }
      const found = unannounced(followed);
      const title = events.find((event) => event.id === found[0]?.id)?.title;
      const count = found.length;
      const atLeast = followed.isCut === true && count === followed.unread.length;
      return count > 0 ? [{ id, name: feed.name, count, atLeast, title }] : [];
    });
    if (feeds.length > 0 && (await this.claimAnnouncement(feeds.map(({ id }) => id)))) {
      await this.options.show(notificationText(feeds), feeds);
    }
  }

  /** Claims this notification for this window. @returns false if too early, or another window shows one */
  private async claimAnnouncement(ids: readonly SavedFeedId[]): Promise<boolean> {
    const { clock, quietMs } = this.options;
    const announcement = { atMs: clock.now(), by: this.checks.windowId };
    await this.file.update((state) => {
      const isQuiet = announcement.atMs - (state.announcement?.atMs ?? -Infinity) < quietMs();
      return isQuiet ? state : announce(state, ids, announcement);
    });
    if (this.file.state.announcement !== announcement) {
      return false;
    }
    await delay(clock, settlingMs);
    await this.file.sync();
    return !this.disposed && this.file.state.announcement === announcement;
  }
}

/** `Rounds: NovaGrid raises $42M · Exits: 2 new events` */
export function notificationText(feeds: readonly AnnouncedFeed[]): string {
  const parts = feeds.slice(0, maxNames).map(({ name, title, ...found }) => {
    const count = unreadText(found);
    const counted = count === "1" ? l10n.t("1 new event") : l10n.t("{0} new events", count);
    return l10n.t({
      message: "{0}: {1}",
      args: [oneLine(name, 60), (count === "1" && oneLine(title ?? "", 150)) || counted],
      comment: ["A saved feed, and what is new in it"],
    });
  });
  return [...parts, ...(feeds.length > maxNames ? ["…"] : [])].join(" · ");
}

/** The badge on the activity bar: unread events of the feeds whose alerts are not off. */
export function badgeOf(feeds: readonly SavedFeedStatus[]): vscode.ViewBadge | undefined {
  const unread = totalUnread(feeds.filter(({ feed }) => feed.alert !== "off"));
  const number = unreadText(unread);
  const tooltip = number === "1" ? l10n.t("1 unread event") : l10n.t("{0} unread events", number);
  return unread.count > 0 ? { value: unread.count, tooltip } : undefined;
}

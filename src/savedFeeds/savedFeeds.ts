import type { Connection } from "../connections/connection";
import type { Event } from "../shared/event";
import type { ToldEvents } from "./model/actions";
import type { SavedFeed, SavedFeedId, SavedFeedSource } from "./model/savedFeed";
import type { NewEvents, UnreadCount, UnreadEvent } from "./model/followedFeeds";

/** A saved feed, and what is known of it on this machine. */
export interface SavedFeedStatus {
  readonly id: SavedFeedId;
  readonly feed: SavedFeed;
  readonly source: SavedFeedSource;
  /** Absent: not followed. */
  readonly following?: {
    readonly connection: { readonly name: string; readonly origin: string };
    readonly unread: UnreadCount;
    readonly snoozedUntilMs?: number;
    /** When a check last succeeded, milliseconds since 1970 UTC. */
    readonly checkedAtMs?: number;
    /** Why checks fail: a sentence. */
    readonly problem?: string;
  };
}

/** The saved feeds: their state is the same in all windows on this machine. */
export interface SavedFeeds {
  /** Feeds were saved, edited or removed, or the state of one changed. */
  readonly onDidChange: Event<void>;
  /**
   * In the window that checks: a check ended, and no window has notified of these unread events yet. Fires again after each check
   * until `tell` was called for them.
   */
  readonly onDidArrive: Event<readonly NewEvents[]>;
  /** When any window last showed a toast, milliseconds since 1970 UTC. */
  readonly toldAtMs: number | undefined;
  /** In the order of the settings: the user's, then the workspace's. */
  readonly feeds: readonly SavedFeedStatus[];
  find(id: SavedFeedId): SavedFeedStatus | undefined;
  /** Newest first. */
  unreadEvents(id: SavedFeedId): readonly UnreadEvent[];
  /** Its count starts at 0. */
  follow(id: SavedFeedId, connection: Connection): Promise<void>;
  unfollow(id: SavedFeedId): Promise<void>;
  /** @param eventIds all unread events if absent. @returns the request, which is also the mark if all were marked */
  markRead(id: SavedFeedId, eventIds?: readonly string[]): Promise<string | undefined>;
  /** @returns the mark, for `undoMarkRead`; undefined if nothing was unread */
  markAllRead(): Promise<string | undefined>;
  /** Takes back a mark, or else the last one. @returns false if there is none, or it was taken back before */
  undoMarkRead(mark?: string): Promise<boolean>;
  /** @param untilMs undefined: ends a snooze */
  snooze(id: SavedFeedId, untilMs: number | undefined): Promise<void>;
  /**
   * To be called before a toast about these events is shown, or if none will be: no window is notified of them again.
   * @returns false if this window no longer checks, so that it must not show the toast
   */
  tell(feeds: ToldEvents["feeds"], options: { readonly isToast: boolean }): Promise<boolean>;
}

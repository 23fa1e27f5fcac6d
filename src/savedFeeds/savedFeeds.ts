import type { Connection } from "../connections/connection";
import { Emitter, type Event } from "../shared/event";
import { type Clock, delay } from "../util/clock";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { type CheckedConnections, type FeedConnection, followedClient } from "./checkGroups";
import type { FeedChecks } from "./checks";
import type { MarksFile } from "./marksFile";
import {
  announce,
  follow,
  type FollowedFeed,
  type FoundEvent,
  markRead,
  type Marks,
  rename,
  renameConnections,
  unannounced,
  undoMarkRead,
  unfollow,
  type UnreadCount,
  unreadCount,
} from "./model/marks";
import type { SavedFeed, SavedFeedEntry, SavedFeedId, SavedFeedSource } from "./model/savedFeed";

/** A saved feed, and what is known of it on this machine. */
export interface SavedFeedStatus {
  readonly id: SavedFeedId;
  readonly feed: SavedFeed;
  readonly source: SavedFeedSource;
  /** Absent: not followed. */
  readonly following?: {
    readonly connection: FeedConnection;
    readonly unread: UnreadCount;
    /** When a check last succeeded, milliseconds since 1970 UTC. */
    readonly checkedAtMs?: number;
    /** Why it is not checked: a sentence. */
    readonly problem?: string;
  };
}

/** The saved feeds of the settings. */
interface SavedFeedSettings {
  readonly onDidChange: Event<void>;
  readonly onDidRename: Event<{ readonly from: SavedFeedId; readonly to: SavedFeedId }>;
  readonly entries: readonly SavedFeedEntry[];
}

interface NamedConnections extends CheckedConnections {
  readonly onDidChangeList: Event<void>;
}

/** How long another window has to write a toast of its own at the same moment. */
const settlingMs = 2000;

/** The saved feeds of the settings with their marks. */
export class SavedFeeds extends Disposable {
  private readonly changed = this.register(new Emitter<void>());

  /** Feeds were saved, edited or removed, or what is known of one changed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    readonly list: SavedFeedSettings,
    private readonly file: MarksFile,
    private readonly checks: FeedChecks,
    private readonly environment: {
      readonly connections: NamedConnections;
      readonly clock: Clock;
      readonly log: Log;
      readonly overlapMs: () => number;
    },
  ) {
    super();
    const { connections, log, clock } = environment;
    for (const event of [list.onDidChange, file.onDidChange, checks.onDidEnd, connections.onDidChangeList]) {
      this.register(event(() => this.changed.fire()));
    }
    const update = (change: (marks: Marks) => Marks): void => logRejection(file.update(change), log);
    this.register(list.onDidRename(({ from, to }) => update((m) => rename(m, from, to, clock.now()))));
    const renameAll = (): void =>
      update((marks) => renameConnections(marks, (connection) => this.currentName(connection), clock.now()));
    this.register(connections.onDidChangeList(renameAll));
    renameAll();
  }

  /** In the order of the settings: the user's, then the workspace's. */
  get feeds(): readonly SavedFeedStatus[] {
    return this.list.entries.map((entry) => this.statusOf(entry));
  }

  /** Why marks cannot be read or stored: a sentence. */
  get problem(): string | undefined {
    return this.file.problem;
  }

  find(id: SavedFeedId): SavedFeedStatus | undefined {
    const entry = this.list.entries.find((each) => each.id === id);
    return entry && this.statusOf(entry);
  }

  /** Newest first. */
  unreadEvents(id: SavedFeedId): readonly FoundEvent[] {
    return this.followed(id)?.unread ?? [];
  }

  async follow(id: SavedFeedId, { name, origin }: Connection): Promise<void> {
    const { clock, log } = this.environment;
    await this.file.update((marks) => follow(marks, id, { name, origin }, clock.now()));
    logRejection(this.checks.checkNow(id), log);
  }

  async unfollow(id: SavedFeedId): Promise<void> {
    await this.file.update((marks) => unfollow(marks, id, this.environment.clock.now()));
  }

  /** Sets the marks of feeds to their newest event. */
  async markRead(...ids: readonly SavedFeedId[]): Promise<void> {
    const { clock, overlapMs } = this.environment;
    const shown = this.file.marks;
    const options = { shown, nowMs: clock.now(), overlapMs: overlapMs() };
    await this.file.update((marks) => markRead(marks, ids, options));
  }

  /** Takes back the last Mark as Read of these feeds, or else of any. @returns whether there was one */
  async undoMarkRead(...ids: readonly SavedFeedId[]): Promise<boolean> {
    const { clock } = this.environment;
    let isUndone = false;
    await this.file.update((marks) => {
      const next = undoMarkRead(
        marks,
        ids.length > 0 ? ids : this.list.entries.map(({ id }) => id),
        clock.now(),
      );
      isUndone = next !== marks;
      return next;
    });
    return isUndone;
  }

  /** Unread events that no toast has told of, in a feed that this window checks. */
  unannounced(id: SavedFeedId): readonly FoundEvent[] {
    const feed = this.followed(id);
    return feed?.checkedBy === this.checks.windowId ? unannounced(feed) : [];
  }

  /** When any window last showed a toast, milliseconds since 1970 UTC. */
  get announcedAtMs(): number | undefined {
    return this.file.marks.announcement?.atMs;
  }

  /**
   * Records that what is unread in these feeds is told of, or not worth a toast.
   * @param mayTell given when a toast was last shown
   * @returns whether this window may show the toast: no other one wrote that it does
   */
  async announce(
    ids: readonly SavedFeedId[],
    mayTell: (announcedAtMs: number | undefined) => boolean,
  ): Promise<boolean> {
    const { clock } = this.environment;
    const announcement = { atMs: clock.now(), by: this.checks.windowId };
    const isOurs = (): boolean => {
      const { atMs, by } = this.file.marks.announcement ?? {};
      return atMs === announcement.atMs && by === announcement.by;
    };
    await this.file.update((marks) =>
      mayTell(marks.announcement?.atMs) ? announce(marks, ids, announcement) : marks,
    );
    if (!isOurs()) {
      return false;
    }
    await delay(clock, settlingMs);
    await this.file.sync();
    return isOurs() && !this.disposed;
  }

  /** No toast is due for what is unread in these feeds. */
  async passOver(ids: readonly SavedFeedId[]): Promise<void> {
    await this.file.update((marks) => announce(marks, ids));
  }

  private followed(id: SavedFeedId): FollowedFeed | undefined {
    const feed = this.file.marks.feeds[id];
    return feed?.connection ? feed : undefined;
  }

  private statusOf(entry: SavedFeedEntry): SavedFeedStatus {
    const followed = this.followed(entry.id);
    if (!followed?.connection) {
      return entry;
    }
    const { connection, checkedAtMs } = followed;
    const client = followedClient(this.environment.connections, connection);
    const problem = typeof client === "string" ? client : this.checks.problemOf(entry, connection);
    return {
      ...entry,
      following: {
        connection,
        unread: unreadCount(followed),
        ...(checkedAtMs !== undefined && { checkedAtMs }),
        ...(problem !== undefined && { problem }),
      },
    };
  }

  /** Of the connection that a feed is followed on, which this window may have renamed. */
  private currentName(connection: FeedConnection): string {
    const now = this.environment.connections.clientFor(connection.name)?.connection;
    return now?.origin === connection.origin ? now.name : connection.name;
  }
}

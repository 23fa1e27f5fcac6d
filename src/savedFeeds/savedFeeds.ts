import type { Connection } from "../connections/connection";
import { Emitter, type Event } from "../shared/emitter";
import type { DatedEventRef } from "../shared/viewQueries";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { type CheckConnections, type FeedConnection, followedClient } from "./checkGroups";
import type { SavedFeedChecks } from "./savedFeedChecks";
import type { FollowedFeedsFile } from "./followedFeedsFile";
import { follow, type FollowedFeed, markRead, rename, undoMarkRead } from "./model/followedFeeds";
import type { SavedFeedEntry, SavedFeedId } from "./model/savedFeed";
import type { SavedFeedList } from "./savedFeedList";

/** `atLeast`: there may be more. */
export interface UnreadCount {
  readonly count: number;
  readonly atLeast: boolean;
}

/** A saved feed, and whether it is followed on this machine. */
export interface SavedFeedStatus extends SavedFeedEntry {
  readonly following?: {
    readonly connection: FeedConnection;
    readonly unread: UnreadCount;
    readonly checkedAtMs?: number | undefined;
    /** Why it is not checked, as a sentence. */
    readonly problem?: string | undefined;
  };
}

/** The saved feeds with their unread events. Follows them and marks them as read. */
export class SavedFeeds extends Disposable {
  private readonly changed = this.register(new Emitter<void>());

  /** A feed was saved, edited or removed, or its status changed. */
  readonly onDidChange: Event<void> = this.changed.event;
  readonly onDidRename: SavedFeedList["onDidRename"];

  constructor(
    private readonly list: Pick<SavedFeedList, "entries" | "onDidChange" | "onDidRename">,
    private readonly file: FollowedFeedsFile,
    private readonly checks: SavedFeedChecks,
    private readonly options: {
      readonly connections: CheckConnections & { readonly onDidChangeList: Event<void> };
      readonly clock: Clock;
      readonly log: Log;
      readonly overlapMs: () => number;
    },
  ) {
    super();
    const { connections, log, clock } = options;
    this.onDidRename = list.onDidRename;
    for (const event of [list.onDidChange, file.onDidChange, checks.onDidEnd, connections.onDidChangeList]) {
      this.register(event(() => this.changed.fire()));
    }
    this.register(
      list.onDidRename(({ from, to }) => {
        const renaming = file.update((state) => rename(state, from, to, clock.now()));
        logRejection(renaming, log);
      }),
    );
  }

  get feeds(): readonly SavedFeedStatus[] {
    return this.list.entries.map((entry) => this.statusOf(entry));
  }

  /** Why the followed feeds can't be read or stored, as a sentence. */
  get problem(): string | undefined {
    return this.file.problem;
  }

  find(id: SavedFeedId): SavedFeedStatus | undefined {
    return this.feeds.find((status) => status.id === id);
  }

  unreadEvents(id: SavedFeedId): readonly DatedEventRef[] {
    return this.followed(id)?.unread ?? [];
  }

  async follow(id: SavedFeedId, { name, origin }: Connection): Promise<void> {
    const { clock, log } = this.options;
    await this.file.update((state) => follow(state, id, { name, origin }, clock.now()));
    logRejection(this.checks.checkNow(id), log);
  }

  unfollow(id: SavedFeedId): Promise<void> {
    return this.file.update((state) => follow(state, id, undefined, this.options.clock.now()));
  }

  markRead(...ids: readonly SavedFeedId[]): Promise<void> {
    const { clock, overlapMs } = this.options;
    const options = { shown: this.file.state, nowMs: clock.now(), overlapMs: overlapMs() };
    return this.file.update((state) => markRead(state, ids, options));
  }

  /** Undoes the last Mark as Read of these feeds, or of any. @returns false if there was none */
  async undoMarkRead(...ids: readonly SavedFeedId[]): Promise<boolean> {
    const feeds = ids.length > 0 ? ids : this.list.entries.map(({ id }) => id);
    let isUndone = false;
    await this.file.update((state) => {
      const next = undoMarkRead(state, feeds, this.options.clock.now());
      isUndone = next !== state;
      return next;
    });
    return isUndone;
  }

  private followed(id: SavedFeedId): FollowedFeed | undefined {
    const feed = this.file.state.feeds[id];
    return feed?.connection ? feed : undefined;
  }

  private statusOf(entry: SavedFeedEntry): SavedFeedStatus {
    const followed = this.followed(entry.id);
    if (!followed?.connection) {
      return entry;
    }
    const { checkedAtMs, unread, isCut = false } = followed;
    const client = followedClient(this.options.connections, followed.connection);
    const { connection, problem } =
      typeof client === "string"
        ? { connection: followed.connection, problem: client }
        : { connection: client.connection, problem: this.checks.problemOf(entry, client) };
    return {
      ...entry,
      following: { connection, unread: { count: unread.length, atLeast: isCut }, checkedAtMs, problem },
    };
  }
}

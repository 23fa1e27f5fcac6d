import type { Connection } from "../connections/connection";
import type { CompanyMatcher } from "../feed/store/search";
import { Emitter, type Event } from "../shared/event";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { type CheckedConnections, type FeedConnection, followedClient } from "./checkGroups";
import type { FeedChecks } from "./checks";
import type { MarksFile } from "./marksFile";
import { follow, type FollowedFeed, type FoundEvent, markRead, rename, undoMarkRead } from "./model/marks";
import { companyMatcher, type SavedFeed, type SavedFeedEntry, type SavedFeedId } from "./model/savedFeed";
import type { SavedFeedList } from "./savedFeedList";

/** A saved feed, and what is known of it on this machine. */
export interface SavedFeedStatus extends SavedFeedEntry {
  readonly following?: {
    readonly connection: FeedConnection;
    /** `atLeast`: there are more. */
    readonly unread: { readonly count: number; readonly atLeast: boolean };
    readonly checkedAtMs?: number | undefined;
    /** Why it is not checked: a sentence. */
    readonly problem?: string | undefined;
  };
}

export class SavedFeeds extends Disposable {
  private readonly changed = this.register(new Emitter<void>());

  /** Feeds were saved, edited or removed, or what is known of one changed. */
  readonly onDidChange: Event<void> = this.changed.event;
  readonly onDidRename: SavedFeedList["onDidRename"];
  readonly companiesOf = companiesOf;

  constructor(
    private readonly list: Pick<SavedFeedList, "entries" | "onDidChange" | "onDidRename">,
    private readonly file: MarksFile,
    private readonly checks: FeedChecks,
    private readonly environment: {
      readonly connections: CheckedConnections & { readonly onDidChangeList: Event<void> };
      readonly clock: Clock;
      readonly log: Log;
      readonly overlapMs: () => number;
    },
  ) {
    super();
    const { connections, log, clock } = environment;
    this.onDidRename = list.onDidRename;
    for (const event of [list.onDidChange, file.onDidChange, checks.onDidEnd, connections.onDidChangeList]) {
      this.register(event(() => this.changed.fire()));
    }
    this.register(
      list.onDidRename(({ from, to }) => {
        const renaming = file.update((marks) => rename(marks, from, to, clock.now()));
        logRejection(renaming, log);
      }),
    );
  }

  get feeds(): readonly SavedFeedStatus[] {
    return this.list.entries.map((entry) => this.statusOf(entry));
  }

  /** Why marks cannot be read or stored: a sentence. */
  get problem(): string | undefined {
    return this.file.problem;
  }

  find(id: SavedFeedId): SavedFeedStatus | undefined {
    return this.feeds.find((status) => status.id === id);
  }

  unreadEvents(id: SavedFeedId): readonly FoundEvent[] {
    return this.followed(id)?.unread ?? [];
  }

  async follow(id: SavedFeedId, { name, origin }: Connection): Promise<void> {
    const { clock, log } = this.environment;
    await this.file.update((marks) => follow(marks, id, { name, origin }, clock.now()));
    logRejection(this.checks.checkNow(id), log);
  }

  unfollow(id: SavedFeedId): Promise<void> {
    return this.file.update((marks) => follow(marks, id, undefined, this.environment.clock.now()));
  }

  markRead(...ids: readonly SavedFeedId[]): Promise<void> {
    const { clock, overlapMs } = this.environment;
    const options = { shown: this.file.marks, nowMs: clock.now(), overlapMs: overlapMs() };
    return this.file.update((marks) => markRead(marks, ids, options));
  }

  /** Takes back the last Mark as Read of these feeds, or else of any. @returns whether there was one */
  async undoMarkRead(...ids: readonly SavedFeedId[]): Promise<boolean> {
    const feeds = ids.length > 0 ? ids : this.list.entries.map(({ id }) => id);
    let isUndone = false;
    await this.file.update((marks) => {
      const next = undoMarkRead(marks, feeds, this.environment.clock.now());
      isUndone = next !== marks;
      return next;
    });
    return isUndone;
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
    const { connection, checkedAtMs, unread, isCut = false } = followed;
    const client = followedClient(this.environment.connections, connection);
    const problem = typeof client === "string" ? client : this.checks.problemOf(entry, connection);
    return {
      ...entry,
      following: { connection, unread: { count: unread.length, atLeast: isCut }, checkedAtMs, problem },
    };
  }
}

/** The companies of a saved feed; undefined: all. */
export function companiesOf({ companies }: Pick<SavedFeed, "companies">): CompanyMatcher | undefined {
  return companies.length === 0 ? undefined : { count: companies.length, matches: companyMatcher(companies) };
}

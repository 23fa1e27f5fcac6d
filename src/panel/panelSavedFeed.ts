import type { Feed } from "../feed/feed";
import type { EventFilter } from "../feed/view/feedView";
import type { UnreadEvents } from "../feed/view/unreadLine";
import type { Event } from "../shared/event";
import type { FeedQuery } from "../shared/feedQuery";
import type { EventRef } from "../shared/viewQueries";
import type { Clock } from "../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";

/** What panels need of the saved feeds (src/savedFeeds). */
export interface PanelSavedFeeds {
  readonly onDidChange: Event<void>;
  find(id: string): SavedFeedInPanel | undefined;
  /** Newest first. */
  unreadEvents(id: string): readonly EventRef[];
  /** @param eventIds all unread events if absent. @returns the mark */
  markRead(id: string, eventIds?: readonly string[]): Promise<string | undefined>;
  /** Takes back a mark. */
  undoMarkRead(mark: string): Promise<boolean>;
}

export interface SavedFeedInPanel {
  readonly feed: SavedFeedDefinition;
  /** Absent if it is not followed on this machine. */
  readonly following?: {
    readonly connection: ConnectionIdentity;
    readonly unread: { readonly count: number; readonly atLeast: boolean };
  };
}

export interface SavedFeedDefinition {
  readonly name: string;
  readonly query: FeedQuery;
  readonly companies: readonly string[];
  readonly mute: readonly string[];
}

/** What is loaded with the first panel that shows a saved feed. */
export interface LoadedSavedFeeds {
  readonly savedFeeds: PanelSavedFeeds;
  readonly eventFilterOf: (feed: SavedFeedDefinition) => EventFilter;
  /** The ID contains the name. */
  readonly onDidRename: Event<{ readonly from: string; readonly to: string }>;
}

interface ConnectionIdentity {
  readonly name: string;
  readonly origin: string;
}

const markDelayMs = 1000;

/**
 * The saved feed that a panel shows. Passes its companies and unread events to the panel's feed. Marks as read what the user
 * has seen.
 */
export class PanelSavedFeed extends Disposable {
  private loaded: LoadedSavedFeeds | undefined;
  /** The one that was passed to the panel's feed. */
  private shown: SavedFeedDefinition | undefined;
  private unread: UnreadEvents | undefined;
  /** All were marked as read here, and nothing new came since. */
  private mark: string | undefined;
  /**
   * Events that have been read and are not marked yet. They wait for more, so that what is read in one go is undone in one go.
   */
  private readonly pending = new Set<string>();
  private readonly timer = this.register(new MutableDisposable<IDisposable>());

  /**
   * @param load called once the panel shows a saved feed
   * @param connection of the panel. What is unread on another connection says nothing about its events.
   */
  constructor(
    private currentId: string | undefined,
    private readonly feed: Pick<Feed, "setUnread" | "setFilter">,
    private readonly load: () => Promise<LoadedSavedFeeds>,
    private readonly connection: () => ConnectionIdentity,
    private readonly onDidChange: () => void,
    private readonly environment: { readonly clock: Clock; readonly log: Log },
  ) {
    super();
    this.register({ dispose: () => logRejection(this.markPending(), environment.log) });
  }

  get id(): string | undefined {
    return this.currentId;
  }

  /** Undefined if the panel shows no saved feed, or one that does not exist or is not known yet. */
  get current(): SavedFeedInPanel | undefined {
    return this.currentId === undefined ? undefined : this.savedFeeds?.find(this.currentId);
  }

  private get savedFeeds(): PanelSavedFeeds | undefined {
    return this.loaded?.savedFeeds;
  }

  /** @param id undefined if the panel no longer shows a saved feed */
  async show(id: string | undefined): Promise<void> {
    await this.markPending();
    this.currentId = id;
    this.mark = undefined;
    await this.start();
  }

  /** Call once, before anything is shown. */
  async start(): Promise<void> {
    if (this.currentId !== undefined) {
      const loaded = this.loaded ?? (await this.load());
      // `show` may have been called meanwhile.
      if (!this.loaded && !this.disposed) {
        this.loaded = loaded;
        this.register(loaded.savedFeeds.onDidChange(() => this.update()));
        this.register(loaded.onDidRename(({ from, to }) => this.rename(from, to)));
      }
    }
    this.update();
  }

  /** These events have been read; they are shown as such at once. */
  markRead(eventIds: readonly string[]): void {
    const ids = new Set(eventIds);
    const read = this.unread?.events.filter(({ id }) => ids.has(id)) ?? [];
    if (read.length > 0) {
      read.forEach(({ id }) => this.pending.add(id));
      const { clock, log } = this.environment;
      this.timer.value = clock.after(markDelayMs, () => logRejection(this.markPending(), log));
      this.update();
    }
  }

  /** Marks all events of the saved feed as read, in the list or not. */
  async markAllRead(): Promise<void> {
    const { currentId: id, savedFeeds, unread } = this;
    if (id !== undefined && savedFeeds && unread) {
      await this.markPending();
      const mark = await savedFeeds.markRead(id);
      // By now, the panel may show another one.
      if (this.currentId === id) {
        this.mark = mark;
      }
      this.update();
    }
  }

  private async markPending(): Promise<void> {
    const { currentId: id, savedFeeds, pending } = this;
    const ids = [...pending];
    this.timer.value = undefined;
    if (id !== undefined && savedFeeds && ids.length > 0) {
      try {
        await savedFeeds.markRead(id, ids);
      } finally {
        ids.forEach((eventId) => pending.delete(eventId));
        this.update();
      }
    }
  }

  async undoMarkRead(): Promise<void> {
    const { mark } = this;
    if (mark !== undefined) {
      this.mark = undefined;
      await this.savedFeeds?.undoMarkRead(mark);
      this.update();
    }
  }

  /** The saved feeds changed, or the panel's connection. */
  update(): void {
    if (this.disposed) {
      return;
    }
    const { current } = this;
    this.updateFilter(current?.feed);
    const unread = this.unreadOf(current);
    if (unread?.count) {
      this.mark = undefined;
    }
    const next = unread && { ...unread, canUndo: this.mark !== undefined };
    if (!isSame(this.unread, next)) {
      this.unread = next;
      this.feed.setUnread(next);
    }
    this.onDidChange();
  }

  private rename(from: string, to: string): void {
    if (this.currentId === from) {
      this.currentId = to;
      this.update();
    }
  }

  private updateFilter(saved: SavedFeedDefinition | undefined): void {
    const { shown } = this;
    this.shown = saved;
    if (saved?.companies !== shown?.companies || saved?.mute !== shown?.mute) {
      const filter = saved && this.loaded?.eventFilterOf(saved);
      logRejection(this.feed.setFilter(filter ?? {}), this.environment.log);
    }
  }

  private unreadOf(saved: SavedFeedInPanel | undefined): Omit<UnreadEvents, "canUndo"> | undefined {
    const { currentId: id, savedFeeds } = this;
    const { name, origin } = this.connection();
    const { connection, unread } = saved?.following ?? {};
    if (
      id === undefined ||
      !savedFeeds ||
      !unread ||
      connection?.name !== name ||
      connection.origin !== origin
    ) {
      return undefined;
    }
    const all = savedFeeds.unreadEvents(id);
    const events = this.pending.size > 0 ? all.filter((event) => !this.pending.has(event.id)) : all;
    return { events, count: unread.count - (all.length - events.length), atLeast: unread.atLeast };
  }
}

function isSame(a: UnreadEvents | undefined, b: UnreadEvents | undefined): boolean {
  return (
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      a.count === b.count &&
      a.atLeast === b.atLeast &&
      a.canUndo === b.canUndo &&
      a.events.length === b.events.length &&
      a.events.every(({ id }, index) => id === b.events[index]?.id))
  );
}

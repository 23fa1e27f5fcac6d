import type { Connection } from "../connections/connection";
import type { Feed } from "../feed/feed";
import type { EventFilter } from "../feed/view/feedView";
import type { UnreadEvents } from "../feed/view/feedRows";
import type { Event } from "../shared/event";
import type { FeedQuery } from "../shared/feedQuery";
import type { EventRef } from "../shared/viewQueries";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";

/** What panels need of the saved feeds (src/savedFeeds). */
export interface PanelSavedFeeds {
  readonly onDidChange: Event<void>;
  find(id: string): SavedFeedInPanel | undefined;
  /** Newest first. */
  unreadEvents(id: string): readonly EventRef[];
  markRead(id: string): Promise<void>;
  /** Takes back the last mark. */
  undoMarkRead(id: string): Promise<boolean>;
}

export interface SavedFeedInPanel {
  readonly feed: SavedFeedDefinition;
  /** Absent if it is not followed on this machine. */
  readonly following?: {
    readonly connection: Pick<Connection, "name" | "origin">;
    readonly unread: { readonly count: number; readonly atLeast: boolean };
  };
}

interface SavedFeedDefinition {
  readonly name: string;
  readonly query: FeedQuery;
  readonly companies: readonly string[];
}

/** What is loaded with the first panel that shows a saved feed. */
export interface LoadedSavedFeeds {
  readonly savedFeeds: PanelSavedFeeds;
  readonly eventFilterOf: (feed: SavedFeedDefinition) => EventFilter;
  /** The ID contains the name. */
  readonly onDidRename: Event<{ readonly from: string; readonly to: string }>;
}

/** What the saved feed is shown in. */
interface SavedFeedPanel {
  readonly feed: Pick<Feed, "setUnread" | "setFilter">;
  /** What is unread on another connection says nothing about its events. */
  readonly connection: Pick<Connection, "name" | "origin">;
  readonly log: Log;
  /** Shows its name and query. */
  savedFeedChanged(): void;
}

/** The saved feed that a panel shows. Passes its companies and unread events to the panel's feed. */
export class PanelSavedFeed extends Disposable {
  private loaded: LoadedSavedFeeds | undefined;
  /** The one that was passed to the panel's feed. */
  private shown: SavedFeedDefinition | undefined;
  private unread: UnreadEvents | undefined;
  /** It was marked as read here, and nothing new came since. */
  private canUndo = false;

  /** @param load called once the panel shows a saved feed */
  constructor(
    private currentId: string | undefined,
    private readonly panel: SavedFeedPanel,
    private readonly load: () => Promise<LoadedSavedFeeds>,
  ) {
    super();
  }

  get id(): string | undefined {
    return this.currentId;
  }

  /** Undefined if the panel shows no saved feed, or one that does not exist or is not known yet. */
  get current(): SavedFeedInPanel | undefined {
    return this.currentId === undefined ? undefined : this.savedFeeds?.find(this.currentId);
  }

  get unreadIds(): readonly string[] {
    return this.unread?.events.map(({ id }) => id) ?? [];
  }

  private get savedFeeds(): PanelSavedFeeds | undefined {
    return this.loaded?.savedFeeds;
  }

  /** @param id undefined if the panel no longer shows a saved feed */
  async show(id: string | undefined): Promise<void> {
    this.currentId = id;
    this.canUndo = false;
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

  /** Sets the mark of the saved feed to its newest event. */
  async markRead(): Promise<void> {
    const { currentId: id, savedFeeds, unread } = this;
    if (id !== undefined && savedFeeds && unread) {
      await savedFeeds.markRead(id);
      // By now, the panel may show another one.
      this.canUndo = this.currentId === id;
      this.update();
    }
  }

  async undoMarkRead(): Promise<void> {
    if (this.canUndo && this.currentId !== undefined) {
      this.canUndo = false;
      await this.savedFeeds?.undoMarkRead(this.currentId);
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
      this.canUndo = false;
    }
    const next = unread && { ...unread, canUndo: this.canUndo };
    if (JSON.stringify(this.unread) !== JSON.stringify(next)) {
      this.unread = next;
      this.panel.feed.setUnread(next);
    }
    this.panel.savedFeedChanged();
  }

  private rename(from: string, to: string): void {
    if (this.currentId === from) {
      this.currentId = to;
      this.update();
    }
  }

  private updateFilter(saved: SavedFeedDefinition | undefined): void {
    const { shown, panel } = this;
    this.shown = saved;
    if (saved?.companies !== shown?.companies) {
      const filter = saved && this.loaded?.eventFilterOf(saved);
      logRejection(panel.feed.setFilter(filter ?? {}), panel.log);
    }
  }

  private unreadOf(saved: SavedFeedInPanel | undefined): Omit<UnreadEvents, "canUndo"> | undefined {
    const { currentId: id, savedFeeds } = this;
    const { name, origin } = this.panel.connection;
    const { connection, unread } = saved?.following ?? {};
    const isHere = connection?.name === name && connection.origin === origin;
    return id !== undefined && savedFeeds && unread && isHere
      ? { events: savedFeeds.unreadEvents(id), ...unread }
      : undefined;
  }
}

import type { Connection } from "../connections/connection";
import type { FeedView } from "../feed/view/feedView";
import type { FeedRows, UnreadEvents } from "../feed/view/feedRows";
import type { Event } from "../shared/emitter";
import type { FeedQuery } from "../shared/feedQuery";
import type { EventRef } from "../shared/viewQueries";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";

/** The part of src/savedFeeds that panels use, loaded with the first panel that shows a saved feed. */
export interface SavedFeedProvider {
  readonly onDidChange: Event<void>;
  /** The ID contains the name. */
  readonly onDidRename: Event<{ readonly from: string; readonly to: string }>;
  find(id: string): SavedFeedSnapshot | undefined;
  /** Newest first. */
  unreadEvents(id: string): readonly EventRef[];
  markRead(id: string): Promise<void>;
  /** @returns false if there was nothing to undo */
  undoMarkRead(id: string): Promise<boolean>;
}

/** A saved feed as it is now. */
export interface SavedFeedSnapshot {
  readonly feed: {
    readonly name: string;
    readonly query: FeedQuery;
    readonly companies: readonly string[];
  };
  /** Absent if it is not followed on this machine. */
  readonly following?: {
    readonly connection: Pick<Connection, "name" | "origin">;
    readonly unread: { readonly count: number; readonly atLeast: boolean };
  };
}

/** The panel that shows the saved feed. */
interface SavedFeedHost {
  readonly feed: {
    readonly rows: Pick<FeedRows, "setUnread">;
    readonly view: Pick<FeedView, "setCompanies">;
  };
  /** Unread events are shown only if the saved feed is followed on this connection. */
  readonly connection: Pick<Connection, "name" | "origin">;
  readonly log: Log;
  /** The name or query may have changed. */
  savedFeedChanged(): void;
}

/** Passes the companies and unread events of the saved feed that a panel shows to the panel's feed. */
export class SavedFeedController extends Disposable {
  private savedFeeds: SavedFeedProvider | undefined;
  /** The companies last passed to the panel's feed. */
  private shownCompanies: readonly string[] | undefined;
  private unread: UnreadEvents | undefined;
  /** This panel marked the saved feed as read, and nothing new has come since. */
  private canUndo = false;

  /** @param load called when the panel first shows a saved feed */
  constructor(
    public id: string | undefined,
    private readonly panel: SavedFeedHost,
    private readonly load: () => Promise<SavedFeedProvider>,
  ) {
    super();
  }

  /** Undefined if the panel shows no saved feed, or one that does not exist or is not loaded yet. */
  get current(): SavedFeedSnapshot | undefined {
    return this.id === undefined ? undefined : this.savedFeeds?.find(this.id);
  }

  get unreadIds(): readonly string[] {
    return this.unread?.events.map(({ id }) => id) ?? [];
  }

  /** Loads the saved feeds if needed. @param id undefined if the panel shows no saved feed */
  async show(id: string | undefined): Promise<void> {
    this.id = id;
    this.canUndo = false;
    if (id !== undefined) {
      const savedFeeds = this.savedFeeds ?? (await this.load());
      // Another call may have set them while this one waited.
      if (!this.savedFeeds && !this.disposed) {
        this.savedFeeds = savedFeeds;
        this.register(savedFeeds.onDidChange(() => this.update()));
        this.register(
          savedFeeds.onDidRename(({ from, to }) => {
            this.id = this.id === from ? to : this.id;
            this.update();
          }),
        );
      }
    }
    this.update();
  }

  /** Sets the mark of the saved feed to its newest event. */
  async markRead(): Promise<void> {
    const { id, savedFeeds, unread } = this;
    if (id !== undefined && savedFeeds && unread) {
      await savedFeeds.markRead(id);
      // The panel may show another one by now.
      this.canUndo = this.id === id;
      this.update();
    }
  }

  async undoMarkRead(): Promise<void> {
    if (this.canUndo && this.id !== undefined) {
      this.canUndo = false;
      await this.savedFeeds?.undoMarkRead(this.id);
      this.update();
    }
  }

  /** Call after the saved feeds or the panel's connection changed. */
  update(): void {
    if (this.disposed) {
      return;
    }
    const { current } = this;
    this.updateCompanies(current?.feed);
    const unread = this.unreadOf(current);
    if (unread?.count) {
      this.canUndo = false;
    }
    const next = unread && { ...unread, canUndo: this.canUndo };
    if (JSON.stringify(this.unread) !== JSON.stringify(next)) {
      this.unread = next;
      this.panel.feed.rows.setUnread(next);
    }
    this.panel.savedFeedChanged();
  }

  private updateCompanies(saved: SavedFeedSnapshot["feed"] | undefined): void {
    const { panel } = this;
    if (saved?.companies !== this.shownCompanies) {
      this.shownCompanies = saved?.companies;
      logRejection(panel.feed.view.setCompanies(saved?.companies ?? []), panel.log);
    }
  }

  private unreadOf(saved: SavedFeedSnapshot | undefined): Omit<UnreadEvents, "canUndo"> | undefined {
    const { id, savedFeeds } = this;
    const { name, origin } = this.panel.connection;
    const { connection, unread } = saved?.following ?? {};
    const isHere = connection?.name === name && connection.origin === origin;
    return id !== undefined && savedFeeds && unread && isHere
      ? { events: savedFeeds.unreadEvents(id), ...unread }
      : undefined;
  }
}

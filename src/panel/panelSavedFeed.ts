import type { Connection } from "../connections/connection";
import type { CompanyMatcher } from "../feed/store/search";
import type { FeedView } from "../feed/view/feedView";
import type { FeedRows, UnreadEvents } from "../feed/view/feedRows";
import type { Event } from "../shared/event";
import type { FeedQuery } from "../shared/feedQuery";
import type { EventRef } from "../shared/viewQueries";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";

/** What panels need of the saved feeds (src/savedFeeds), which are loaded with the first panel that shows one. */
export interface PanelSavedFeeds {
  readonly onDidChange: Event<void>;
  /** The ID contains the name. */
  readonly onDidRename: Event<{ readonly from: string; readonly to: string }>;
  find(id: string): SavedFeedInPanel | undefined;
  /** Newest first. */
  unreadEvents(id: string): readonly EventRef[];
  /** The companies of the saved feed; undefined: all. */
  companiesOf(feed: SavedFeedInPanel["feed"]): CompanyMatcher | undefined;
  markRead(id: string): Promise<void>;
  /** Takes back the last mark. */
  undoMarkRead(id: string): Promise<boolean>;
}

export interface SavedFeedInPanel {
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

/** What the saved feed is shown in. */
interface SavedFeedPanel {
  readonly feed: {
    readonly rows: Pick<FeedRows, "setUnread">;
    readonly view: Pick<FeedView, "setCompanies">;
  };
  /** What is unread on another connection says nothing about its events. */
  readonly connection: Pick<Connection, "name" | "origin">;
  readonly log: Log;
  /** Shows its name and query. */
  savedFeedChanged(): void;
}

/** The saved feed that a panel shows. Passes its companies and unread events to the panel's feed. */
export class PanelSavedFeed extends Disposable {
  private savedFeeds: PanelSavedFeeds | undefined;
  /** The companies that were passed to the panel's feed. */
  private shownCompanies: readonly string[] | undefined;
  private unread: UnreadEvents | undefined;
  /** It was marked as read here, and nothing new came since. */
  private canUndo = false;

  /** @param load called once the panel shows a saved feed */
  constructor(
    public id: string | undefined,
    private readonly panel: SavedFeedPanel,
    private readonly load: () => Promise<PanelSavedFeeds>,
  ) {
    super();
  }

  /** Undefined if the panel shows no saved feed, or one that does not exist or is not known yet. */
  get current(): SavedFeedInPanel | undefined {
    return this.id === undefined ? undefined : this.savedFeeds?.find(this.id);
  }

  get unreadIds(): readonly string[] {
    return this.unread?.events.map(({ id }) => id) ?? [];
  }

  /** @param id undefined if the panel no longer shows a saved feed */
  async show(id: string | undefined): Promise<void> {
    this.id = id;
    this.canUndo = false;
    await this.start();
  }

  /** Call once, before anything is shown. */
  async start(): Promise<void> {
    if (this.id !== undefined) {
      const savedFeeds = this.savedFeeds ?? (await this.load());
      // `show` may have been called meanwhile.
      if (!this.savedFeeds && !this.disposed) {
        this.savedFeeds = savedFeeds;
        this.register(savedFeeds.onDidChange(() => this.update()));
        this.register(savedFeeds.onDidRename(({ from, to }) => this.rename(from, to)));
      }
    }
    this.update();
  }

  /** Sets the mark of the saved feed to its newest event. */
  async markRead(): Promise<void> {
    const { id, savedFeeds, unread } = this;
    if (id !== undefined && savedFeeds && unread) {
      await savedFeeds.markRead(id);
      // By now, the panel may show another one.
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

  /** The saved feeds changed, or the panel's connection. */
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

  private rename(from: string, to: string): void {
    if (this.id === from) {
      this.id = to;
      this.update();
    }
  }

  private updateCompanies(saved: SavedFeedInPanel["feed"] | undefined): void {
    const { panel } = this;
    if (saved?.companies !== this.shownCompanies) {
      this.shownCompanies = saved?.companies;
      const companies = saved && this.savedFeeds?.companiesOf(saved);
      logRejection(panel.feed.view.setCompanies(companies), panel.log);
    }
  }

  private unreadOf(saved: SavedFeedInPanel | undefined): Omit<UnreadEvents, "canUndo"> | undefined {
    const { id, savedFeeds } = this;
    const { name, origin } = this.panel.connection;
    const { connection, unread } = saved?.following ?? {};
    const isHere = connection?.name === name && connection.origin === origin;
    return id !== undefined && savedFeeds && unread && isHere
      ? { events: savedFeeds.unreadEvents(id), ...unread }
      : undefined;
  }
}

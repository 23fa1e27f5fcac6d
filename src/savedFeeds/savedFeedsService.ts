import * as l10n from "@vscode/l10n";
import type { Connection } from "../connections/connection";
import { Emitter, type Event } from "../shared/event";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import { logRejection } from "../util/log";
import { followedClient } from "./followedClient";
import {
  markAllReadAction,
  markReadAction,
  type ToldEvents,
  undoMarkReadAction,
  type UserAction,
} from "./model/actions";
import {
  findFollowed,
  type FollowedFeed,
  type NewEvents,
  unreadCount,
  type UnreadEvent,
} from "./model/followedFeeds";
import type { SavedFeedEntry, SavedFeedId } from "./model/savedFeed";
import type { PanelRead } from "./polling/feedChecker";
import { type ProfileEnvironment, ProfileFeeds } from "./polling/profileFeeds";
import type { ProfileFolder } from "./storage/profileFolder";
import type { SavedFeeds, SavedFeedStatus } from "./savedFeeds";
import {
  definitionUpdates,
  forgottenFeeds,
  isSaved,
  renamedConnections,
  type SavedFeedSettings,
} from "./model/settingsUpdates";

export { ProfileFolder } from "./storage/profileFolder";

interface Environment extends Omit<ProfileEnvironment, "isSaved" | "onDidChangeSaved"> {
  readonly settings: SavedFeedSettings;
  readonly folder: ProfileFolder;
  readonly onDidReadPanel: Event<PanelRead>;
}

/** How often it is checked, in memory, whether feeds are followed: another window may have been the first to follow one. */
const profileIntervalMs = 5000;

/** The saved feeds of the settings, with what is known of them on this machine. */
export class SavedFeedsService extends Disposable implements SavedFeeds {
  private readonly changed = this.register(new Emitter<void>());
  private readonly arrived = this.register(new Emitter<readonly NewEvents[]>());
  private readonly profile = this.register(new MutableDisposable<ProfileFeeds>());
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  /** Feeds that are about to be followed. */
  private startedFollowing = 0;

  readonly onDidChange: Event<void> = this.changed.event;
  readonly onDidArrive: Event<readonly NewEvents[]> = this.arrived.event;

  constructor(private readonly environment: Environment) {
    super();
    const { settings, connections, onDidReadPanel, log } = environment;
    this.register(
      settings.onDidChange(() => {
        this.requestAll(definitionUpdates(this.followed, settings));
        this.changed.fire();
      }),
    );
    this.register(settings.onDidRename(({ from, to }) => this.rename(from, to)));
    this.register(
      connections.onDidChangeList(() => {
        this.requestAll(renamedConnections(this.followed, connections));
        this.changed.fire();
      }),
    );
    this.register(
      onDidReadPanel((read) => {
        logRejection(this.profile.value?.applyPanelRead(read) ?? Promise.resolve(), log);
      }),
    );
  }

  /** Reads what is known, if a feed is followed. */
  async start(): Promise<void> {
    await this.openProfile();
    this.scheduleProfile();
  }

  get feeds(): readonly SavedFeedStatus[] {
    const saved = this.environment.settings.entries;
    const ids = new Set(saved.map(({ id }) => id));
    const ofOtherFolders = this.followed.filter(
      (feed) => !ids.has(feed.id) && isSaved(this.environment.settings, feed),
    );
    return [...saved, ...ofOtherFolders].map((entry) => this.statusOf(entry));
  }

  find(id: SavedFeedId): SavedFeedStatus | undefined {
    const followed = this.findFollowed(id);
    const entry =
      this.environment.settings.entries.find((entry) => entry.id === id) ??
      (followed && isSaved(this.environment.settings, followed) ? followed : undefined);
    return entry && this.statusOf(entry);
  }

  unreadEvents(id: SavedFeedId): readonly UnreadEvent[] {
    return this.findFollowed(id)?.unread ?? [];
  }

  get toldAtMs(): number | undefined {
    return this.profile.value?.state.toldAtMs;
  }

  async follow(id: SavedFeedId, { name, origin }: Connection): Promise<void> {
    const entry = this.environment.settings.entries.find((entry) => entry.id === id);
    if (!entry) {
      throw new Error(l10n.t("This saved feed was removed."));
    }
    const { source, feed } = entry;
    this.startedFollowing++;
    try {
      await this.environment.folder.create();
      const profile = await this.openProfile();
      await profile?.request({ kind: "follow", source, feed, connection: { name, origin } });
    } finally {
      this.startedFollowing--;
    }
  }

  unfollow(id: SavedFeedId): Promise<void> {
    return this.requestFor(id, { kind: "unfollow", id });
  }

  async markRead(id: SavedFeedId, eventIds?: readonly string[]): Promise<string | undefined> {
    const { profile } = this;
    return this.findFollowed(id) && profile.value?.request(markReadAction(profile.value.state, id, eventIds));
  }

  async markAllRead(): Promise<string | undefined> {
    const { profile } = this;
    return profile.value?.request(markAllReadAction(profile.value.state));
  }

  async undoMarkRead(mark?: string): Promise<boolean> {
    const { state } = this.profile.value ?? {};
    const action = state && undoMarkReadAction(state, mark);
    await this.request(action);
    return action !== undefined;
  }

  snooze(id: SavedFeedId, untilMs: number | undefined): Promise<void> {
    return this.requestFor(id, { kind: "snooze", id, ...(untilMs !== undefined && { untilMs }) });
  }

  tell(feeds: ToldEvents["feeds"], { isToast }: { readonly isToast: boolean }): Promise<boolean> {
    return this.profile.value?.tell(feeds, isToast) ?? Promise.resolve(false);
  }

  private get followed(): readonly FollowedFeed[] {
    return this.profile.value?.state.feeds ?? [];
  }

  /** Also by a former ID, unless both names are in the settings: then a new feed has the former name. */
  private findFollowed(id: SavedFeedId): FollowedFeed | undefined {
    const { state } = this.profile.value ?? {};
    const found = state && findFollowed(state, id);
    const { entries } = this.environment.settings;
    const isOther =
      found && found.id !== id && [id, found.id].every((each) => entries.some((entry) => entry.id === each));
    return isOther ? undefined : found;
  }

  private async request(action: UserAction | undefined): Promise<void> {
    await this.profile.value?.request(action);
  }

  /** Nothing happens if the feed is not followed. */
  private async requestFor(id: SavedFeedId, action: UserAction | undefined): Promise<void> {
    await this.request(this.findFollowed(id) && action);
  }

  private requestAll(actions: readonly UserAction[]): void {
    actions.forEach((action) => logRejection(this.request(action), this.environment.log));
  }

  private statusOf({ id, source, feed }: SavedFeedEntry): SavedFeedStatus {
    const followed = this.findFollowed(id);
    if (!followed) {
      return { id, source, feed };
    }
    const { connection, snoozedUntilMs, checkedAtMs } = followed;
    const isSnoozed = snoozedUntilMs !== undefined && snoozedUntilMs > this.environment.clock.now();
    const problem = this.problemOf(followed);
    return {
      id,
      source,
      feed,
      following: {
        connection,
        unread: unreadCount(followed),
        ...(isSnoozed && { snoozedUntilMs }),
        ...(checkedAtMs !== undefined && { checkedAtMs }),
        ...(problem !== undefined && { problem }),
      },
    };
  }

  private problemOf(followed: FollowedFeed): string | undefined {
    const client = followedClient(this.environment.connections, followed.connection);
    return typeof client === "string" ? client : (followed.problem ?? this.profile.value?.problem);
  }

  private rename(from: SavedFeedId, to: SavedFeedId): void {
    const renamed = this.environment.settings.entries.find(({ id }) => id === to);
    if (renamed && this.findFollowed(from)) {
      // A followed feed that had this name was removed: two in the settings cannot have the same.
      this.requestAll([{ kind: "define", id: from, feed: renamed.feed, replaces: true }]);
    }
  }

  /** Undefined if nothing is followed. */
  private async openProfile(): Promise<ProfileFeeds | undefined> {
    const { environment } = this;
    const { settings, connections, clock } = environment;
    await environment.folder.keepName(this.followed.length > 0);
    const folder = environment.folder.path;
    if (folder === undefined || this.disposed) {
      return undefined;
    }
    if (this.profile.value?.folder !== folder) {
      // Another window was the first to follow a feed at the same moment: what was followed in this one is followed in its folder.
      const former = this.profile.value;
      const moved = former && former.folder === environment.folder.createdPath ? former.state.feeds : [];
      const profile = new ProfileFeeds(folder, {
        ...environment,
        isSaved: (feed) => isSaved(settings, feed),
        onDidChangeSaved: settings.onDidChange,
      });
      this.profile.value = profile;
      profile.onDidChange(() => this.changed.fire());
      profile.onDidArrive((feeds) => this.arrived.fire(feeds));
      await profile.start();
      this.requestAll([
        ...moved
          .filter(({ id }) => !this.findFollowed(id))
          .map(({ source, feed, connection }) => ({ kind: "follow", source, feed, connection }) as const),
        ...definitionUpdates(this.followed, settings),
        ...forgottenFeeds(this.followed, settings, clock.now()),
        ...renamedConnections(this.followed, connections),
      ]);
      this.changed.fire();
    }
    return this.profile.value;
  }

  /** Stops reading files, with all timers of it, until a feed is followed again. */
  private async closeProfile(): Promise<void> {
    this.profile.value = undefined;
    this.changed.fire();
    await this.environment.folder.leave();
  }

  private scheduleProfile(): void {
    this.timer.value = this.environment.clock.after(profileIntervalMs, () => {
      const isUnused = this.startedFollowing === 0 && this.profile.value?.isUnused;
      logRejection(isUnused ? this.closeProfile() : this.openProfile(), this.environment.log);
      this.scheduleProfile();
    });
  }
}

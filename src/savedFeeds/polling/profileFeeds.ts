import path from "node:path";
import type { LiveEnvironment } from "../../feed/live/livePoller";
import type { CheckedEvents } from "../../feed/live/newestPages";
import type { CompanyEvent } from "../../shared/companyEvent";
import { Emitter, type Event } from "../../shared/event";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { errorMessage } from "../../util/errors";
import type { FileSystem } from "../../util/fileSystem";
import { type Log, logRejection } from "../../util/log";
import type { FeedCheck, ToldEvents, UserAction } from "../model/actions";
import { type FollowedFeed, type FollowedFeeds, type NewEvents, unreadCount } from "../model/followedFeeds";
import { FollowedFeedsStore } from "../storage/followedFeedsStore";
import { type CheckedConnections, FeedChecker, type PanelRead } from "./feedChecker";
import { type LeaseState, WindowLease } from "./windowLease";

export interface ProfileEnvironment extends LiveEnvironment {
  readonly files: FileSystem;
  readonly log: Log;
  readonly connections: CheckedConnections;
  /** Whether a followed feed is still saved, as far as this window can tell. */
  readonly isSaved: (feed: FollowedFeed) => boolean;
  readonly onDidChangeSaved: Event<void>;
}

/** How many titles of new events are remembered for a feed. */
const maxTitled = 100;

/** How long a window that cannot read the state leaves the lease to others. */
const claimRetryMs = 300_000;

/** If there was no check for this long, no window was open. */
const maxPauseMs = 600_000;

/**
 * The followed feeds of one profile on this machine. One window checks them. All windows know the same about them, from files in a
 * folder.
 */
export class ProfileFeeds extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly arrived = this.register(new Emitter<readonly NewEvents[]>());
  private readonly store: FollowedFeedsStore;
  private readonly lease = this.register(new MutableDisposable<WindowLease>());
  private readonly checker = this.register(new MutableDisposable<FeedChecker>());
  private readonly retryTimer = this.register(new MutableDisposable<IDisposable>());
  private readonly startedAtMs: number;
  private isLoaded = false;
  /** A feed last checked before this instant is checked for the first time since VS Code was started, which notifies of nothing. */
  private quietBeforeMs = -Infinity;
  /** Titles of events that no window has notified of yet, by ID. */
  private titles: ReadonlyMap<string, string> = new Map();

  readonly onDidChange: Event<void> = this.changed.event;

  /** Fires in the window that checks, after each check, as long as there are events that no window has notified of. */
  readonly onDidArrive: Event<readonly NewEvents[]> = this.arrived.event;

  constructor(
    readonly folder: string,
    private readonly environment: ProfileEnvironment,
  ) {
    super();
    const { clock, log } = environment;
    this.startedAtMs = clock.now();
    this.store = this.register(new FollowedFeedsStore(folder, environment, log));
    this.register(this.store.onDidChange(() => this.changed.fire()));
    this.register(environment.onDidChangeSaved(() => this.changed.fire()));
  }

  /** Reads what is known, and from then on takes part in the checks. */
  async start(): Promise<void> {
    await this.store.load();
    if (this.disposed) {
      return;
    }
    this.isLoaded = true;
    const checkedAtMs = Math.max(...this.state.feeds.map((feed) => feed.checkedAtMs ?? -Infinity));
    if (this.startedAtMs - checkedAtMs > maxPauseMs) {
      this.quietBeforeMs = this.startedAtMs;
    }
    this.claimLease();
  }

  get state(): FollowedFeeds {
    return this.store.state;
  }

  /** Whether nothing is followed, and this window has nothing left to write about it. */
  get isUnused(): boolean {
    return this.isLoaded && this.state.feeds.length === 0 && this.store.isSaved;
  }

  /** A sentence that says why files cannot be read or written. */
  get problem(): string | undefined {
    return this.store.problem;
  }

  /** Applies an action in all windows. @returns the ID of the request */
  request(action: UserAction | undefined): Promise<string | undefined> {
    return this.store.request(action);
  }

  async applyPanelRead(read: PanelRead): Promise<void> {
    await this.checker.value?.applyPanelRead(read);
  }

  /** @returns whether this was recorded, so that no window notifies of these events again */
  async tell(feeds: ToldEvents["feeds"], isToast: boolean): Promise<boolean> {
    if (this.lease.value?.state.kind !== "held") {
      return false;
    }
    const now = this.environment.clock.now();
    return this.store.apply({ kind: "told", feeds, ...(isToast && { toastAtMs: now }) });
  }

  private claimLease(): void {
    const lease = new WindowLease(path.join(this.folder, "lease"), this.environment);
    this.lease.value = lease;
    lease.onDidChange(() => logRejection(this.enter(lease.state), this.environment.log));
  }

  private async enter(state: LeaseState): Promise<void> {
    this.checker.value = undefined;
    if (state.kind === "waiting") {
      this.store.release();
    } else {
      try {
        await this.store.hold(state.kind === "held" ? state.lease : undefined);
      } catch (error) {
        // The files may be those of a newer version of the extension: a window that runs that version has to take over.
        const { clock, log } = this.environment;
        log.warn(`Saved feeds: this window doesn't check. ${errorMessage(error)}`);
        this.lease.value = undefined;
        this.retryTimer.value = clock.after(claimRetryMs, () => this.claimLease());
        return;
      }
      if (this.lease.value?.state === state) {
        this.startChecks();
      }
    }
    this.changed.fire();
  }

  private startChecks(): void {
    const checked = {
      onDidChange: this.onDidChange,
      feeds: (): readonly FollowedFeed[] => this.state.feeds.filter((feed) => this.environment.isSaved(feed)),
      apply: (checks: readonly FeedCheck[], events: CheckedEvents) => this.apply(checks, events),
      startOver: async (feeds: readonly FollowedFeed[], keyFingerprint?: string) => {
        const ids = feeds.map(({ id }) => id);
        await this.store.apply({
          kind: "otherEvents",
          ids,
          ...(keyFingerprint !== undefined && { keyFingerprint }),
        });
      },
    };
    const checker = new FeedChecker(checked, this.environment);
    checker.onDidChange(() => logRejection(this.applyFailures(checker), this.environment.log));
    this.checker.value = checker;
  }

  private async applyFailures({ failures }: FeedChecker): Promise<void> {
    if (failures.length > 0) {
      await this.store.apply({ kind: "failed", feeds: failures });
    }
  }

  private async apply(checks: readonly FeedCheck[], { events }: CheckedEvents): Promise<void> {
    const isSaved = await this.store.apply(...checks);
    if (!isSaved || this.lease.value?.state.kind !== "held") {
      return;
    }
    const isQuiet = new Set(
      checks
        .filter(({ before }) => (before.checkedAtMs ?? Infinity) < this.quietBeforeMs)
        .map(({ before }) => before.id),
    );
    const untold = this.untoldFeeds();
    const quiet = untold.filter(({ id }) => isQuiet.has(id));
    if (quiet.length > 0) {
      const feeds = quiet.map(({ id, unread }) => ({ id, eventIds: unread.map((event) => event.id) }));
      await this.store.apply({ kind: "told", feeds });
    }
    this.tellArrived(
      untold.filter(({ id }) => !isQuiet.has(id)),
      events,
    );
  }

  /** Feeds with events that a toast may be due for. Their `unread` has only these events. */
  private untoldFeeds(): readonly FollowedFeed[] {
    return this.state.feeds
      .filter((feed) => feed.feed.alert === "toast" && this.environment.isSaved(feed))
      .map((feed) => ({ ...feed, unread: feed.unread.filter(({ isTold }) => !isTold) }))
      .filter(({ unread }) => unread.length > 0);
  }

  private tellArrived(feeds: readonly FollowedFeed[], events: readonly CompanyEvent[]): void {
    const known = new Map(this.titles);
    events.forEach(({ id, title }) => title !== undefined && known.set(id, title));
    const titles = new Map<string, string>();
    const arrived = feeds.map((feed): NewEvents => {
      const untold = feed.unread.map(({ id, publishedMs }, index) => {
        const title = index < maxTitled ? known.get(id) : undefined;
        if (title !== undefined) {
          titles.set(id, title);
        }
        return {
          id,
          ...(title !== undefined && { title }),
          ...(publishedMs !== undefined && { publishedMs }),
        };
      });
      return { id: feed.id, events: untold, count: unreadCount(feed) };
    });
    this.titles = titles;
    if (arrived.length > 0) {
      this.arrived.fire(arrived);
    }
  }
}

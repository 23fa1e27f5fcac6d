import type { ApiError } from "../../api/errors";
import type { ServiceClient } from "../../api/types";
import type { LiveCheck } from "../../feed/live/liveUpdates";
import type { LiveEnvironment } from "../../feed/live/livePoller";
import type { CheckedEvents } from "../../feed/live/newestPages";
import { Emitter, type Event } from "../../shared/event";
import { Disposable, DisposableStore } from "../../util/disposable";
import type { FailedChecks, FeedCheck } from "../model/actions";
import { areOtherKeys, type FollowedFeed } from "../model/followedFeeds";
import { type CheckGroup, checkGroups, groupKey } from "./checkGroups";
import { ConnectionPoller } from "./connectionPoller";
import { type CheckContext, feedCheck, readCheck } from "./feedCheck";

/** A problem may quote a long text of the service. */
const maxProblemLength = 1000;

type FeedConnection = FollowedFeed["connection"];

/** A connection that feeds are read from. */
export interface CheckedClient extends ServiceClient {
  readonly connection: FeedConnection & { readonly dataset?: string; readonly organizationId?: string };
  /** Fingerprint of the key that its events are read with; undefined if it is not known yet. */
  readonly keyFingerprint: string | undefined;
  /** Why requests fail until the user acts. */
  readonly blockingError: ApiError | undefined;
  /** Fires when `blockingError` has changed, or the same key was stored again. */
  readonly onDidChange: Event<void>;
}

export interface CheckedConnections {
  /** Fires when connections were added, edited or removed, or one has another key: clients may have been replaced. */
  readonly onDidChangeList: Event<void>;
  clientFor(name: string): CheckedClient | undefined;
}

/** The followed feeds that this window checks. */
export interface CheckedFeeds {
  readonly onDidChange: Event<void>;
  feeds(): readonly FollowedFeed[];
  /** Must not reject. */
  apply(checks: readonly FeedCheck[], checked: CheckedEvents): Promise<void>;
  /** Starts these feeds over, because their connection has other events now, perhaps those of another key. Must not reject. */
  startOver(feeds: readonly FollowedFeed[], keyFingerprint?: string): Promise<void>;
}

/** What live updates of an open panel have read. A check of the panel's filters would have read the same. */
export interface PanelRead {
  readonly connection: FeedConnection;
  /** See `CheckedClient`. */
  readonly keyFingerprint: string | undefined;
  readonly check: LiveCheck;
}

interface CheckedConnection {
  readonly client: CheckedClient;
  readonly poller: ConnectionPoller;
  readonly resources: DisposableStore;
}

/** Checks the followed feeds of all connections, as long as this window is the one that checks. */
export class FeedChecker extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly connections = new Map<string, CheckedConnection>();
  /** Feeds whose first check was requested, by their ID and the key of their group. */
  private readonly started = new Set<string>();

  /** A check succeeded or failed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private readonly checked: CheckedFeeds,
    private readonly environment: LiveEnvironment & { readonly connections: CheckedConnections },
  ) {
    super();
    this.register({ dispose: () => [...this.connections.keys()].forEach((name) => this.remove(name)) });
    this.register(checked.onDidChange(() => this.update()));
    this.register(environment.connections.onDidChangeList(() => this.update()));
    this.update();
  }

  /** Feeds whose checks now fail, fail for another reason, or succeed again. */
  get failures(): FailedChecks["feeds"] {
    return this.checked.feeds().flatMap(({ id, connection, feed, problem }) => {
      const poller = this.connections.get(connection.name)?.poller;
      const failure = poller?.failureOf(groupKey(connection, feed.query))?.message.slice(0, maxProblemLength);
      if (!poller || failure === problem || (failure === undefined && !poller.hasSucceeded)) {
        return [];
      }
      return [{ id, ...(failure !== undefined && { problem: failure }) }];
    });
  }

  /** Applies what a panel has read as if it were a check. */
  async applyPanelRead({ connection, keyFingerprint, check: { query, checked } }: PanelRead): Promise<void> {
    const key = groupKey(connection, query);
    this.connections.get(connection.name)?.poller.succeedInPanel(key);
    const group = this.groups().find((group) => group.key === key);
    if (group) {
      await this.apply(group.feeds, checked, { isOwn: false, keyFingerprint });
    }
  }

  private groups(name?: string): readonly CheckGroup[] {
    const feeds = this.checked
      .feeds()
      .filter(
        ({ connection }) => (name === undefined || connection.name === name) && this.clientOf(connection),
      );
    return checkGroups(feeds, this.environment.clock.now());
  }

  /** Undefined if the connection was removed, or has another origin than when the feed was followed. */
  private clientOf({ name, origin }: FeedConnection): CheckedClient | undefined {
    const client = this.environment.connections.clientFor(name);
    return client?.connection.origin === origin ? client : undefined;
  }

  private update(): void {
    const names = new Set(this.groups().map(({ connection }) => connection.name));
    for (const [name, { client }] of [...this.connections]) {
      const now = this.environment.connections.clientFor(name);
      if (!names.has(name) || now !== client) {
        this.remove(name);
      }
      if (now && hasOtherEvents(client.connection, now.connection)) {
        void this.checked.startOver(
          this.checked.feeds().filter(({ connection }) => connection.name === name),
        );
      }
    }
    for (const name of names) {
      const client = this.environment.connections.clientFor(name);
      if (client && !this.connections.has(name)) {
        this.add(name, client);
      }
      this.startOverWithKey(name, client?.keyFingerprint);
    }
    this.startFollowed();
  }

  /** Starts feeds over that were read with another key: what they have seen says nothing about the events of this key. */
  private startOverWithKey(name: string, keyFingerprint: string | undefined): void {
    const feeds = this.checked
      .feeds()
      .filter((feed) => feed.connection.name === name && areOtherKeys(feed.keyFingerprint, keyFingerprint));
    if (feeds.length > 0) {
      void this.checked.startOver(feeds, keyFingerprint);
    }
  }

  /** Checks feeds at once that were just followed: their counts start with this check. */
  private startFollowed(): void {
    const unchecked = this.groups().flatMap(({ key, feeds }) =>
      feeds
        .filter(({ checkedAtMs }) => checkedAtMs === undefined)
        .map((feed) => ({ feed, key: feed.id + key })),
    );
    const keys = new Set(unchecked.map(({ key }) => key));
    [...this.started].filter((key) => !keys.has(key)).forEach((key) => this.started.delete(key));
    for (const { feed, key } of unchecked) {
      if (!this.started.has(key)) {
        this.started.add(key);
        const { connection } = feed;
        this.connections.get(connection.name)?.poller.checkNow(groupKey(connection, feed.feed.query));
      }
    }
  }

  private add(name: string, client: CheckedClient): void {
    const resources = new DisposableStore();
    const poller = resources.add(
      new ConnectionPoller({
        environment: this.environment,
        groups: () => this.groups(name),
        check: async ({ query, feeds }, options) => {
          const { clock, overlapMs } = this.environment;
          const request = { query, feeds, overlapMs: overlapMs() };
          const checked = await readCheck({ client, clock }, request, options);
          await this.apply(feeds, checked, { isOwn: true, keyFingerprint: client.keyFingerprint });
        },
      }),
    );
    const followClient = (): void => {
      if (client.blockingError) {
        poller.stop(client.blockingError);
      } else {
        poller.retry();
      }
    };
    resources.add(client.onDidChange(followClient));
    resources.add(poller.onDidChange(() => this.changed.fire()));
    this.connections.set(name, { client, poller, resources });
    followClient();
  }

  private remove(name: string): void {
    this.connections.get(name)?.resources.dispose();
    this.connections.delete(name);
  }

  private async apply(
    feeds: readonly FollowedFeed[],
    checked: CheckedEvents,
    read: Pick<CheckContext, "isOwn" | "keyFingerprint">,
  ): Promise<void> {
    if (!this.disposed) {
      const { clock, overlapMs } = this.environment;
      const context = { ...read, overlapMs: overlapMs(), atMs: clock.now() };
      await this.checked.apply(
        feeds.map((feed) => feedCheck(feed, checked, context)),
        checked,
      );
    }
  }
}

/** Whether a connection was edited so that the same filters find other events. Nothing is read from another origin. */
function hasOtherEvents(a: CheckedClient["connection"], b: CheckedClient["connection"]): boolean {
  return (
    a.name === b.name &&
    a.origin === b.origin &&
    (a.dataset !== b.dataset || a.organizationId !== b.organizationId)
  );
}

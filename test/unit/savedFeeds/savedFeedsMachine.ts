import path from "node:path";
import type { ApiError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/client";
import type { FeedPage, FeedRequest, RequestOptions } from "../../../src/service/types";
import { type AnnouncedFeed, NewEventNotifier } from "../../../src/savedFeeds/notifications";
import type { CheckClient } from "../../../src/savedFeeds/checkGroups";
import { SavedFeedChecks } from "../../../src/savedFeeds/savedFeedChecks";
import { FollowedFeedsFile } from "../../../src/savedFeeds/followedFeedsFile";
import {
  type SavedFeed,
  type SavedFeedEntry,
  savedFeedId,
  type SavedFeedId,
} from "../../../src/savedFeeds/model/savedFeed";
import { SavedFeeds } from "../../../src/savedFeeds/savedFeeds";
import { SampleService } from "../../../src/sample/sampleService";
import { Emitter } from "../../../src/shared/emitter";
import { DisposableStore } from "../../../src/util/disposable";
import type { FileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemoryFileSystem } from "../../support/fakes/memoryFileSystem";
import { LiveService } from "../../support/services/liveService";
import { testClient } from "../../support/services/testClient";

export const intervalMs = 30_000;
export const overlapMs = 600_000;
export const minuteMs = 60_000;

export function savedFeed(name: string, more: Partial<SavedFeed> = {}): SavedFeed {
  return {
    name,
    query: { window: { kind: "last", days: 7 }, types: [] },
    companies: [],
    alert: "toast",
    ...more,
  };
}

export function idOf(name: string): SavedFeedId {
  return savedFeedId({ kind: "user" }, name);
}

/** Disk, settings and service, shared by all windows of a user. */
export class Machine {
  readonly clock = new FakeClock();
  readonly disk = new MemoryFileSystem();
  readonly service = new LiveService(this.clock);
  readonly list = new TestList();
  readonly connections = new TestConnections(
    new TestConnection("Main", "https://main.example", this.service),
  );
  private readonly resources = new DisposableStore();
  private readonly windows: Window[] = [];
  focused: Window | undefined;

  constructor(...feeds: readonly SavedFeed[]) {
    this.service.immediate = true;
    this.list.set(feeds);
  }

  /** Makes "Main" a real client of a real server with the same events. */
  async connectLoopback(): Promise<void> {
    const server = new SampleService({ source: this.service.source(), now: () => this.service.now });
    const target = await this.resources.add(server).start();
    const client = testClient(target);
    this.connections.set("Main", new TestConnection("Main", new URL(target.baseUrl).origin, client));
  }

  async open(files: FileSystem = this.disk): Promise<Window> {
    const window = this.resources.add(new Window(this, files));
    this.windows.push(window);
    await window.file.sync().catch(() => undefined);
    return window;
  }

  /** Advances time in steps, and waits for everything that each step causes. */
  async pass(ms: number, stepMs = 5000): Promise<void> {
    await this.settled();
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.clock.advance(Math.min(stepMs, ms - passed));
      await this.settled();
    }
  }

  async settled(): Promise<void> {
    for (let turns = 0; turns < 12; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      turns = this.connections.clientFor("Main")?.pending ? 0 : turns;
    }
  }

  dispose(): void {
    this.resources.dispose();
  }
}

export class Window {
  readonly log: string[] = [];
  readonly toasts: (readonly [text: string, feeds: readonly AnnouncedFeed[]])[] = [];
  readonly reports: string[] = [];
  readonly file: FollowedFeedsFile;
  readonly checks: SavedFeedChecks;
  readonly feeds: SavedFeeds;
  private readonly resources = new DisposableStore();

  constructor(
    private readonly machine: Machine,
    files: FileSystem,
  ) {
    const { clock, list, connections } = machine;
    const write = (message: string): void => void this.log.push(message);
    const log = { info: write, warn: write, error: write };
    const live = {
      clock,
      log,
      random: () => 0,
      intervalMs: () => intervalMs,
      onDidChangeInterval: new Emitter<void>().event,
      overlapMs: () => overlapMs,
    };
    const file = path.resolve("/storage/savedFeeds/marks.json");
    this.file = this.resources.add(
      new FollowedFeedsFile(file, files, clock, (text) => this.reports.push(text)),
    );
    const isFocused = (): boolean => machine.focused === this;
    this.checks = this.resources.add(
      new SavedFeedChecks(list, this.file, connections, { ...live, isFocused }),
    );
    this.feeds = this.resources.add(new SavedFeeds(list, this.file, this.checks, { ...live, connections }));
    const show = (text: string, told: readonly AnnouncedFeed[]): Promise<void> => {
      this.toasts.push([text, told]);
      return Promise.resolve();
    };
    const quietMs = (): number => 15 * minuteMs;
    this.resources.add(new NewEventNotifier(list, this.file, this.checks, { clock, log, quietMs, show }));
  }

  /** Unread events, such as `3` or `1000+`. Undefined if not followed. */
  count(name: string): string | undefined {
    const unread = this.feeds.find(idOf(name))?.following?.unread;
    return unread && `${unread.count}${unread.atLeast ? "+" : ""}`;
  }

  problemOf(name: string): string | undefined {
    return this.feeds.find(idOf(name))?.following?.problem;
  }

  async follow(name: string, connection = "Main"): Promise<void> {
    const client = this.machine.connections.clientFor(connection);
    const to = {
      ...(client?.connection ?? { name: connection, origin: "" }),
      baseUrl: "",
      dataset: "",
      sample: false,
    };
    await this.feeds.follow(idOf(name), to);
    await this.machine.settled();
  }

  dispose(): void {
    this.resources.dispose();
  }
}

/** Replaces `SavedFeedList`. Contains only the user's feeds. */
class TestList {
  private readonly changed = new Emitter<void>();
  private readonly renamed = new Emitter<{ readonly from: SavedFeedId; readonly to: SavedFeedId }>();
  readonly onDidChange = this.changed.event;
  readonly onDidRename = this.renamed.event;
  entries: readonly SavedFeedEntry[] = [];

  set(feeds: readonly SavedFeed[]): void {
    this.entries = feeds.map((feed) => ({ id: idOf(feed.name), source: { kind: "user" }, feed }));
    this.changed.fire();
  }

  rename(from: string, to: string): void {
    this.set(this.entries.map(({ feed }) => (feed.name === from ? { ...feed, name: to } : feed)));
    this.renamed.fire({ from: idOf(from), to: idOf(to) });
  }
}

export class TestConnections {
  private readonly listChanged = new Emitter<void>();
  private readonly clients = new Map<string, TestConnection>();
  readonly onDidChangeList = this.listChanged.event;

  constructor(main: TestConnection) {
    this.clients.set("Main", main);
  }

  clientFor(name: string): TestConnection | undefined {
    return this.clients.get(name);
  }

  /** Adds or replaces the connection with this name, or removes it. */
  set(name: string, connection: TestConnection | undefined): void {
    if (connection) {
      this.clients.set(name, connection);
    } else {
      this.clients.delete(name);
    }
    this.listChanged.fire();
  }
}

export class TestConnection implements CheckClient {
  readonly connection: CheckClient["connection"];
  readonly requests: FeedRequest[] = [];
  /** If set, requests are recorded and then fail with this error. */
  failure: Error | undefined;
  blockingError: ApiError | undefined;
  /** Number of requests without a response so far. */
  pending = 0;
  keyFingerprint: string | undefined;

  constructor(
    name: string,
    origin: string,
    private readonly client: Pick<ServiceClient, "readFeed">,
    private readonly knownFingerprint?: string,
  ) {
    this.connection = { name, origin, baseUrl: origin, dataset: "companydata", sample: false };
  }

  requireKey(): Promise<void> {
    this.keyFingerprint = this.knownFingerprint;
    return Promise.resolve();
  }

  async readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
    await this.requireKey();
    this.requests.push(request);
    if (this.failure) {
      throw this.failure;
    }
    this.pending++;
    try {
      return await this.client.readFeed(request, options);
    } finally {
      this.pending--;
    }
  }
}

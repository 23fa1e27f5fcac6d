import path from "node:path";
import type { ApiError } from "../../../src/api/errors";
import type {
  FeedPage,
  FeedRequest,
  RequestLogEntry,
  RequestOptions,
  ServiceClient,
} from "../../../src/api/types";
import type { SavedFeed, SavedFeedId, SavedFeedSource } from "../../../src/savedFeeds/model/savedFeed";
import { savedFeedId } from "../../../src/savedFeeds/model/savedFeed";
import type { CheckedClient, PanelRead } from "../../../src/savedFeeds/polling/feedChecker";
import type { NewEvents } from "../../../src/savedFeeds/model/followedFeeds";
import { ProfileFolder, SavedFeedsService } from "../../../src/savedFeeds/savedFeedsService";
import type { SavedFeedSettings } from "../../../src/savedFeeds/model/settingsUpdates";
import { Emitter } from "../../../src/shared/event";
import { SampleService } from "../../../src/sample/sampleService";
import type { Clock } from "../../../src/util/clock";
import { DisposableStore, type IDisposable } from "../../../src/util/disposable";
import type { FileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../fakes/fakeClock";
import { memento } from "../fakes/memento";
import { MemoryFileSystem } from "../fakes/memoryFileSystem";
import { UnusedClient } from "../fakes/unusedClient";
import { LiveService } from "../services/liveService";
import { testClient } from "../services/testClient";

export const intervalMs = 30_000;
export const overlapMs = 600_000;
export const minuteMs = 60_000;

export function savedFeed(name: string, more: Partial<SavedFeed> = {}): SavedFeed {
  const query: SavedFeed["query"] = { window: { kind: "last", days: 7 }, types: [] };
  return { name, query, companies: [], mute: [], alert: "toast", ...more };
}

const user: SavedFeedSource = { kind: "user" };

/** What all windows of a user share: disk, settings, the state of a profile, and a service. */
export class Machine {
  readonly clock = new FakeClock();
  readonly disk = new MemoryFileSystem(() => this.clock.now());
  readonly profileState = memento();
  readonly service = new LiveService(this.clock);
  readonly settings = new TestSettings();
  readonly connections = new TestConnections(this.connection("Main", "https://main.example"));
  readonly windows: Window[] = [];
  private readonly resources = new DisposableStore();

  constructor(...feeds: readonly SavedFeed[]) {
    this.service.immediate = true;
    this.settings.set(feeds);
  }

  connection(
    name: string,
    origin: string,
    client: Pick<ServiceClient, "readFeed"> = this.service,
    dataset?: string,
  ): TestConnection {
    return new TestConnection(name, origin, client, this.clock, dataset);
  }

  /** From now on "Main" is a real client of a real server with the same events. @returns what they exchange */
  async connectLoopback(): Promise<readonly RequestLogEntry[]> {
    const exchanges: RequestLogEntry[] = [];
    const server = this.resources.add(
      new SampleService({ source: this.service.source(), now: () => this.service.now }),
    );
    const target = await server.start();
    const client = testClient(target, { log: (entry) => exchanges.push(entry) });
    this.connections.set("Main", this.connection("Main", new URL(target.baseUrl).origin, client));
    return exchanges;
  }

  dispose(): void {
    this.windows.forEach((window) => window.close());
    this.resources.dispose();
  }

  /** @param profileState of another profile, if given */
  async open(files: FileSystem = this.disk, profileState = this.profileState): Promise<Window> {
    const window = new Window(this, files, profileState);
    this.windows.push(window);
    await Promise.all([window.hub.start(), this.pass(0)]);
    await this.pass(1000);
    return window;
  }

  /** Lets time pass, second by second, with everything that happens meanwhile. */
  async pass(ms: number): Promise<void> {
    await this.settled();
    for (let passed = 0; passed < ms; passed += 1000) {
      this.clock.advance(Math.min(1000, ms - passed));
      await this.settled();
    }
  }

  private async settled(): Promise<void> {
    for (let turns = 0; turns < 12; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      turns = this.connections.clientFor("Main")?.pending ? 0 : turns;
    }
  }
}

/** A window with the hub. */
export class Window {
  readonly log: string[] = [];
  readonly arrived: NewEvents[][] = [];
  readonly panelReads = new Emitter<PanelRead>();
  readonly hub: SavedFeedsService;
  private readonly process: Process;

  constructor(
    private readonly machine: Machine,
    files: FileSystem,
    profileState: ReturnType<typeof memento>,
  ) {
    const { clock, settings, connections } = machine;
    this.process = new Process(clock);
    const write = (message: string): void => void this.log.push(message);
    this.hub = new SavedFeedsService({
      clock: this.process,
      files,
      log: { debug: write, info: write, warn: write, error: write },
      random: () => 0,
      intervalMs: () => intervalMs,
      onDidChangeInterval: new Emitter<void>().event,
      overlapMs: () => overlapMs,
      settings,
      connections,
      folder: new ProfileFolder(profileState, path.resolve("/storage/savedFeeds")),
      onDidReadPanel: this.panelReads.event,
    });
    this.hub.onDidArrive((feeds) => this.arrived.push([...feeds]));
  }

  /** By the names of the feeds; undefined: not followed. */
  get counts(): Readonly<Record<string, number | undefined>> {
    return Object.fromEntries(
      this.hub.feeds.map(({ feed, following }) => [feed.name, following?.unread.count]),
    );
  }

  /** Stops with the window. */
  get clock(): Clock {
    return this.process;
  }

  get isChecking(): boolean {
    return (
      this.log
        .filter((line) => /this window checks for new|took over/.test(line))
        .at(-1)
        ?.includes("checks") === true
    );
  }

  problemOf(name: string): string | undefined {
    return this.hub.find(idOf(name))?.following?.problem;
  }

  /** From now on nothing more happens in this window, as if its process was killed. */
  kill(): void {
    this.process.kill();
  }

  /** Nothing happens until `resume`. */
  suspend(): void {
    this.process.suspend();
  }

  resume(): void {
    this.process.resume();
  }

  async follow(name: string, connection = "Main"): Promise<void> {
    const client = this.machine.connections.clientFor(connection);
    const to = {
      ...(client?.connection ?? { name: connection, origin: "" }),
      baseUrl: "",
      dataset: "",
      sample: false,
    };
    await Promise.all([this.hub.follow(idOf(name), to), this.machine.pass(1000)]);
    await this.machine.pass(5000);
  }

  close(): void {
    this.hub.dispose();
  }
}

export function idOf(name: string): SavedFeedId {
  return savedFeedId(user, name);
}

/** A process whose timers can be stopped. */
class Process implements Clock {
  private isDead = false;
  private delayed: (() => void)[] | undefined;

  constructor(private readonly clock: FakeClock) {}

  now(): number {
    return this.clock.now();
  }

  after(ms: number, callback: () => void): IDisposable {
    let isDisposed = false;
    const run = (): void => {
      if (isDisposed || this.isDead) {
        return;
      }
      if (this.delayed) {
        this.delayed.push(run);
      } else {
        callback();
      }
    };
    const timer = this.clock.after(ms, run);
    return {
      dispose: () => {
        isDisposed = true;
        timer.dispose();
      },
    };
  }

  kill(): void {
    this.isDead = true;
  }

  suspend(): void {
    this.delayed = [];
  }

  resume(): void {
    const { delayed = [] } = this;
    this.delayed = undefined;
    delayed.forEach((run) => run());
  }
}

/** The setting `companyFeed.savedFeeds` of the user. */
class TestSettings implements SavedFeedSettings {
  private readonly changed = new Emitter<void>();
  private readonly renamed = new Emitter<{ readonly from: SavedFeedId; readonly to: SavedFeedId }>();
  readonly onDidChange = this.changed.event;
  readonly onDidRename = this.renamed.event;
  readonly sources = [user];
  entries: SavedFeedSettings["entries"] = [];

  set(feeds: readonly SavedFeed[]): void {
    this.entries = feeds.map((feed) => ({ id: idOf(feed.name), source: user, feed }));
    this.changed.fire();
  }

  rename(from: string, to: string): void {
    const feeds = this.entries.map(({ feed }) => (feed.name === from ? { ...feed, name: to } : feed));
    this.entries = feeds.map((feed) => ({ id: idOf(feed.name), source: user, feed }));
    this.renamed.fire({ from: idOf(from), to: idOf(to) });
    this.changed.fire();
  }
}

/** The connections of all windows: one, "Main", unless a test changes them. */
export class TestConnections {
  private readonly listChanged = new Emitter<void>();
  private readonly clients = new Map<string, TestConnection>();
  readonly onDidChangeList = this.listChanged.event;

  constructor(main: TestConnection) {
    this.clients.set("Main", main);
  }

  get main(): TestConnection {
    const main = this.clients.get("Main");
    if (!main) {
      throw new Error("The connection was removed.");
    }
    return main;
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

export class TestConnection extends UnusedClient implements CheckedClient {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  readonly connection: CheckedClient["connection"];
  /** What the next requests are rejected with, after they were sent. */
  failure: ApiError | undefined;
  blockingError: ApiError | undefined;
  /** Known once a request was sent, or at once if it is set. */
  keyFingerprint: string | undefined;
  /** The fingerprint of its key. */
  key: string | undefined;
  /** When each request was sent. */
  readonly sentAt: number[] = [];
  /** Requests that were not answered yet. */
  pending = 0;

  constructor(
    name: string,
    origin: string,
    private readonly client: Pick<ServiceClient, "readFeed">,
    private readonly clock: Clock,
    dataset = "companydata",
  ) {
    super();
    this.connection = { name, origin, dataset };
  }

  override async readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
    this.sentAt.push(this.clock.now());
    this.keyFingerprint ??= this.key;
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

  block(error: ApiError | undefined): void {
    this.blockingError = error;
    this.changed.fire();
  }
}

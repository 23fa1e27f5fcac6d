import assert from "node:assert/strict";
import { ApiError } from "../../../src/service/errors";
import type { Connection } from "../../../src/connections/connection";
import { ConnectionClient } from "../../../src/connections/connectionClient";
import { KeyStore } from "../../../src/connections/keyStore";
import type { Feed } from "../../../src/feed/feed";
import { WebviewBridge } from "../../../src/panel/webviewBridge";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import type { PageMessage, WorkbenchHandlers } from "../../../src/shared/protocol";
import { Emitter } from "../../../src/shared/emitter";
import { FakeClock } from "../../support/fakes/fakeClock";
import { heldBytes } from "../../support/fakes/memory";
import { testClientProvider } from "../../support/connections";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { checkEnded, createFeed, eventIds, lastWeek } from "../../support/feeds";
import { event } from "../../support/services/listSource";
import { LiveService } from "../../support/services/liveService";
import { fakeClient } from "../../support/fakes/unusedClient";

const minute = 60_000;
const hour = 60 * minute;
const pollMs = 30_000;
/** Less than the smallest object that a leak per request could keep. */
const maxBytesPerRequest = 25;
const others: FeedQuery = { ...lastWeek, types: ["ipo"] };

const connection = (name: string): Connection => {
  const origin = `https://${name}.example`;
  return { name, baseUrl: origin, origin, dataset: "companydata", sample: false };
};

describe("A feed that runs for days", () => {
  let clock: FakeClock;
  let service: LiveService;
  let secrets: MemorySecrets;
  let keys: KeyStore;
  let page: Emitter<unknown>;
  /** If set, all requests fail with this error. */
  let failure: ApiError | undefined;
  let connectionClient: ConnectionClient;
  let feed: Feed;
  let bridge: WebviewBridge;
  let requests: number;

  beforeEach(async () => {
    clock = new FakeClock();
    service = new LiveService(clock);
    service.immediate = true;
    secrets = new MemorySecrets();
    keys = new KeyStore(secrets, clock);
    page = new Emitter();
    failure = undefined;
    requests = 0;
    connectionClient = await clientFor(connection("acme"));
    service.put(event("evt_first", clock.now() - hour));
    feed = createFeed(connectionClient, clock, {
      pageSize: () => 40,
      live: {
        random: () => 0.5,
        intervalMs: () => pollMs,
        onDidChangeInterval: new Emitter<void>().event,
        overlapMs: () => 10 * minute,
      },
    });
    bridge = new WebviewBridge(
      feed,
      { postMessage: () => undefined, onDidReceiveMessage: page.event },
      {
        clock,
        log: { info: () => undefined, warn: complain, error: complain },
        panelInfo: { connection: connectionClient.connection, defaultQuery: lastWeek },
        reportError: complain,
        workbenchHandlers: {} as WorkbenchHandlers,
        copy: () => Promise.resolve(0),
        savedFeed: { markRead: () => Promise.resolve(), undoMarkRead: () => Promise.resolve() },
      },
    );
    send({ type: "ready", timeZone: "Europe/Zurich" });
    await feed.start();
  });

  afterEach(() => {
    bridge.dispose();
    feed.dispose();
    keys.dispose();
    assert.deepEqual(clock.pending, [], "a timer was left");
  });

  const client = fakeClient({
    readFeed: (request, options) => {
      requests++;
      service.requests.length = 0;
      return failure ? Promise.reject(failure) : service.readFeed(request, options);
    },
  });

  async function clientFor(to: Connection): Promise<ConnectionClient> {
    await keys.store(to, `sk_${requests}`);
    return new ConnectionClient(to, keys, {
      ...testClientProvider(),
      createClient: () => Promise.resolve(client),
    });
  }

  function complain(message: string): never {
    throw new Error(message);
  }

  /** Sends a message from the page. */
  function send(message: PageMessage): void {
    page.fire(message);
  }

  async function pass(ms: number): Promise<void> {
    for (const end = clock.now() + ms; clock.now() < end;) {
      clock.advance(pollMs);
      await checkEnded(feed);
    }
  }

  /** Publishes one event per hour, which replaces that of the same hour on the previous day. */
  async function hours(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed++) {
      const now = clock.now();
      service.put(event(`evt_${new Date(now).getUTCHours()}`, now, { title: `At ${now}` }));
      await pass(hour);
    }
  }

  /** Switches to another connection, like a panel after its connection was edited. */
  async function switchTo(name: string): Promise<void> {
    connectionClient.revoke("edited");
    connectionClient = await clientFor(connection(name));
    await feed.reconnect(connectionClient, false);
  }

  /** Actions, one per hour. */
  const turns: readonly (() => unknown)[] = [
    () => feed.refresh(),
    () => {
      bridge.pause();
      feed.setVisible(false);
    },
    () => {
      feed.setVisible(true);
      send({ type: "ready", timeZone: "America/New_York" });
      send({ type: "request", id: 1, name: "rows", params: { start: 0, end: 100 } });
      send({ type: "request", id: 2, name: "chart", params: {} });
    },
    () => feed.setQuery(others),
    () => feed.setQuery(lastWeek),
    () => switchTo("beta"),
    () => feed.view.setView({ text: "at" }),
    () => feed.view.setView({ text: "" }),
    () => keys.store(connectionClient.connection, `sk_${requests}`),
    () => (failure = new ApiError({ kind: "unreachable" }, "Unreachable.")),
    () => feed.refresh(),
    () => {
      failure = undefined;
      return feed.retry();
    },
    () => keys.delete(connectionClient.connection.name),
    async () => {
      assert.equal(feed.state.live.kind, "stopped", "there is no key");
      await keys.store(connectionClient.connection, `sk_${requests}`);
      feed.live.pollNow();
    },
    () => clock.advance(3 * hour),
    () => feed.setQuery({ ...lastWeek, sector: "None has it." }),
    () => feed.setQuery(lastWeek),
    () => switchTo("acme"),
    () => feed.live.pause(),
    () => feed.live.resume(),
    () => feed.loadWindow(),
    () => feed.refresh(),
  ];

  async function rounds(count: number): Promise<void> {
    for (let round = 0; round < count; round++) {
      for (const turn of turns) {
        await turn();
        await checkEnded(feed);
        await hours(1);
      }
      assert.equal(feed.state.problem, undefined);
      while (feed.state.completeness.kind === "more") {
        await feed.loadOlder();
      }
      const there = service.since(feed.state.window?.sinceMs ?? 0).map(({ id }) => id);
      assert.deepEqual(eventIds(feed), there);
    }
  }

  it("uses no more memory or timers after any check, error or change", async () => {
    await rounds(2);
    const before = { held: await heldBytes(), requests, timers: clock.pending.length };
    await rounds(16);
    // So many that random fluctuations don't matter.
    const count = requests - before.requests;
    assert.ok(count > 20_000, `${count} requests`);
    const growth = (await heldBytes()) - before.held;
    assert.ok(growth < maxBytesPerRequest * count, `${growth} bytes more after ${count} requests`);
    assert.equal(clock.pending.length, before.timers);
  });
});

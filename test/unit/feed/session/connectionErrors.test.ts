/** Whole feeds and their connection: what each error leads to. */
import assert from "node:assert/strict";
import type { Connection } from "../../../../src/connections/connection";
import type { Connections } from "../../../../src/connections/connections";
import { KeyStore } from "../../../../src/connections/keyStore";
import type { Feed } from "../../../../src/feed/feed";
import { sampleHandler } from "../../../../src/sample/sampleHandler";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { MemorySecrets } from "../../../support/fakes/memorySecrets";
import { checkEnded, createFeed } from "../../../support/feeds";
import { MemoryConnectionList, testConnections } from "../../../support/connections";
import { sampleEvent } from "../../../support/services/feedService";
import { listSource } from "../../../support/services/listSource";
import { after, status } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";

describe("Feeds of one connection", () => {
  let clock: FakeClock;
  let service: ScriptedService;
  let keys: KeyStore;
  let list: MemoryConnectionList;
  let connections: Connections;
  let feeds: [Feed, Feed];
  let rejections: number;
  let reconnected: Promise<void>[];
  let storeKey: (key: string) => Promise<void>;
  /** The key that the service accepts. */
  let validKey: string;

  beforeEach(async () => {
    clock = new FakeClock();
    validKey = "sk_1";
    const events = [1, 2, 3].map((n) =>
      sampleEvent(`evt_${n}`, new Date(clock.now() - n * 1000).toISOString()),
    );
    service = await ScriptedService.start({
      fallback: ({ method = "", url: target = "", headers }, response) => {
        const answer = sampleHandler({
          source: listSource(events),
          key: validKey,
          now: () => clock.now(),
        })({ method, target, headers });
        response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
      },
    });
    keys = new KeyStore(new MemorySecrets(), clock);
    const connection: Connection = {
      name: "Acme",
      baseUrl: service.origin,
      origin: service.origin,
      dataset: "companydata",
      sample: false,
    };
    list = new MemoryConnectionList([connection]);
    connections = testConnections(list, keys, { clock });
    rejections = 0;
    reconnected = [];
    connections.onDidRejectKey(() => rejections++);
    storeKey = (key) => keys.store(connection, key);
    await storeKey("sk_1");
    feeds = [openFeed(), openFeed()];
    await Promise.all(feeds.map((feed) => feed.start()));
  });

  /** A feed that follows its connection like the feed of a panel. */
  function openFeed(): Feed {
    let client = connections.clientFor("Acme");
    assert.ok(client);
    const feed = createFeed(client, clock);
    const follow = (): void => {
      const followed = client;
      followed?.onDidChange(() => {
        if (client === followed) {
          void feed.setBlockingError(followed.blockingError);
        }
      });
    };
    follow();
    connections.onDidChangeList(() => {
      const now = connections.clientFor("Acme");
      if (now && now !== client) {
        client = now;
        reconnected.push(feed.reconnect(now, true));
        follow();
      }
    });
    return feed;
  }

  afterEach(async () => {
    feeds.forEach((feed) => feed.dispose());
    connections.dispose();
    keys.dispose();
    await service.dispose();
  });

  const liveStates = (): string[] => feeds.map(({ state }) => state.live.kind);
  const problems = (): (string | undefined)[] => feeds.map(({ state }) => state.problem?.kind);

  /** Checks for events with one feed, and waits until both feeds are idle. */
  async function check(feed: Feed): Promise<void> {
    feed.live.pollNow();
    await settled();
  }

  async function settled(): Promise<void> {
    // A changed key is compared with the client's key asynchronously.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(reconnected);
    await Promise.all(feeds.map(checkEnded));
    for (const feed of feeds) {
      while (feed.state.activity) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await Promise.all(feeds.map(checkEnded));
  }

  it("all stop polling as soon as one finds the key rejected, and resume with a new key", async () => {
    const [one] = feeds;
    validKey = "sk_2";
    const before = service.requests.length;
    await check(one);
    assert.deepEqual(liveStates(), ["stopped", "stopped"]);
    assert.deepEqual(problems(), ["key", "key"]);
    assert.equal(service.requests.length, before + 1);
    clock.advance(3_600_000);
    assert.equal(service.requests.length, before + 1, "nothing is requested until the key is stored");
    await storeKey("sk_2");
    await settled();
    assert.deepEqual(liveStates(), ["waiting", "waiting"]);
    assert.deepEqual(problems(), [undefined, undefined]);
    assert.equal(rejections, 1);
  });

  it("continue if the old key is rejected after a new one was saved", async () => {
    const [one] = feeds;
    const before = service.requests.length;
    let open = (): void => undefined;
    service.answer(after(new Promise<void>((resolve) => (open = resolve)), status(401)));
    one.live.pollNow();
    await service.received(before + 1);
    validKey = "sk_2";
    await storeKey("sk_2");
    open();
    await settled();
    assert.deepEqual(liveStates(), ["waiting", "waiting"]);
    assert.equal(rejections, 0);
  });

  it("report a cleared key at once, without a request", async () => {
    const before = service.requests.length;
    await keys.delete("Acme");
    await settled();
    assert.deepEqual(liveStates(), ["stopped", "stopped"]);
    assert.deepEqual(problems(), ["key", "key"]);
    assert.equal(service.requests.length, before);
    await storeKey("sk_1");
    await settled();
    assert.deepEqual(liveStates(), ["waiting", "waiting"]);
  });

  it("each find a 403 on their own, and try again with a different key", async () => {
    const [one, other] = feeds;
    service.answer(status(403));
    await check(one);
    assert.deepEqual(liveStates(), ["stopped", "waiting"]);
    assert.deepEqual(problems(), ["connection", undefined]);
    service.answer(status(403));
    await other.loadOlder();
    assert.deepEqual(problems(), ["connection", "connection"]);
    validKey = "sk_2";
    await storeKey("sk_2");
    await settled();
    assert.deepEqual(liveStates(), ["waiting", "waiting"]);
    assert.deepEqual(problems(), [undefined, undefined]);
    assert.equal(rejections, 0);
  });

  it("report a removed connection at once", () => {
    list.set([]);
    assert.deepEqual(liveStates(), ["stopped", "stopped"]);
    for (const { state } of feeds) {
      assert.deepEqual(state.problem, {
        kind: "removed",
        action: "everything",
        message: 'The connection "Acme" was removed.',
      });
    }
    assert.deepEqual(clock.pending, []);
  });
});

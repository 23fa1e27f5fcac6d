import { checkEnded, feedDefaults } from "../../../support/feeds";
import assert from "node:assert/strict";
import { testClient } from "../../../support/services/testClient";
import { KeyStore } from "../../../../src/connections/keyStore";
import { ConnectionClient } from "../../../../src/connections/connectionClient";
import { Feed } from "../../../../src/feed/feed";
import { sampleHandler } from "../../../../src/sample/sampleHandler";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { sampleEvent } from "../../../support/services/feedService";
import { MemorySecrets } from "../../../support/fakes/memorySecrets";
import { after, status } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";
import { listSource } from "../../../support/services/listSource";

const query = { window: { kind: "last", days: 7 }, types: [] } as const;

describe("Feeds of one connection", () => {
  let clock: FakeClock;
  let service: ScriptedService;
  let keys: KeyStore;
  let access: ConnectionClient;
  let feeds: [Feed, Feed];
  let rejections: number;
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
          cursorSecret: Buffer.alloc(32, 7),
        })({ method, target, headers });
        response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
      },
    });
    keys = new KeyStore(new MemorySecrets(), clock);
    access = new ConnectionClient(
      {
        name: "Acme",
        baseUrl: service.origin,
        origin: service.origin,
        dataset: "companydata",
        sample: false,
      },
      keys,
      (target) => Promise.resolve(testClient(target, { clock })),
      () => assert.fail("No sample service here."),
    );
    keys.onDidChange(() => access.clearKeyError());
    rejections = 0;
    access.onDidChange(() => (rejections += access.blockingError?.kind === "unauthorized" ? 1 : 0));
    await keys.store(access.connection, "sk_1");
    const open = (): Feed => {
      const feed = new Feed(query, { client: access, clock, pageSize: () => 40, ...feedDefaults });
      access.onDidChange(() => void feed.setBlockingError(access.blockingError));
      return feed;
    };
    feeds = [open(), open()];
    await Promise.all(feeds.map((feed) => feed.start()));
  });

  afterEach(async () => {
    feeds.forEach((feed) => feed.dispose());
    keys.dispose();
    await service.dispose();
  });

  const lives = (): string[] => feeds.map(({ state }) => state.live.kind);
  const problems = (): (string | undefined)[] => feeds.map(({ state }) => state.problem?.kind);

  /** Lets one feed poll, and waits until that and what follows from it is through. */
  async function poll(feed: Feed): Promise<void> {
    feed.live.pollNow();
    await settled();
  }

  async function settled(): Promise<void> {
    await Promise.all(feeds.map(checkEnded));
    for (const feed of feeds) {
      while (feed.state.activity) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await Promise.all(feeds.map(checkEnded));
  }

  it("all stop polling as soon as one of them is told that the key is rejected, and go on with a new one", async () => {
    const [one] = feeds;
    validKey = "sk_2";
    const asked = service.requests.length;
    await poll(one);
    assert.deepEqual(lives(), ["stopped", "stopped"]);
    assert.deepEqual(problems(), ["key", "key"]);
    assert.equal(service.requests.length, asked + 1);
    clock.advance(3_600_000);
    assert.equal(service.requests.length, asked + 1, "nothing is asked by itself");
    await keys.store(access.connection, "sk_2");
    await settled();
    assert.deepEqual(lives(), ["waiting", "waiting"]);
    assert.deepEqual(problems(), [undefined, undefined]);
    assert.equal(rejections, 1);
  });

  it("ask again when the key is rejected another time after it was accepted", async () => {
    const [one, other] = feeds;
    for (let round = 1; round <= 3; round++) {
      validKey = "sk_2";
      await poll(one);
      await one.refresh();
      assert.equal(rejections, round);
      // The service accepts it again: whoever asks first finds that out for all.
      validKey = "sk_1";
      await other.refresh();
      await settled();
      assert.deepEqual(lives(), ["waiting", "waiting"]);
      assert.deepEqual(problems(), [undefined, undefined]);
    }
  });

  it("go on where a poll with the old key is rejected after a new one was saved", async () => {
    const [one] = feeds;
    const asked = service.requests.length;
    let open = (): void => undefined;
    service.answer(after(new Promise<void>((resolve) => (open = resolve)), status(401)));
    one.live.pollNow();
    await service.received(asked + 1);
    validKey = "sk_2";
    await keys.store(access.connection, "sk_2");
    open();
    await settled();
    assert.deepEqual(lives(), ["waiting", "waiting"]);
    assert.equal(rejections, 0);
  });

  it("say at once that there is no key when it is cleared, and ask nothing", async () => {
    const asked = service.requests.length;
    await keys.delete("Acme");
    await settled();
    assert.deepEqual(lives(), ["stopped", "stopped"]);
    assert.deepEqual(problems(), ["key", "key"]);
    assert.equal(service.requests.length, asked);
    await keys.store(access.connection, "sk_1");
    await settled();
    assert.deepEqual(lives(), ["waiting", "waiting"]);
  });

  it("each find out themselves what they are not allowed, and try again with another key", async () => {
    const [one, other] = feeds;
    service.answer(status(403));
    await poll(one);
    assert.deepEqual(lives(), ["stopped", "waiting"]);
    assert.deepEqual(problems(), ["connection", undefined]);
    service.answer(status(403));
    await other.loadOlder();
    assert.deepEqual(problems(), ["connection", "connection"]);
    validKey = "sk_2";
    await keys.store(access.connection, "sk_2");
    await settled();
    assert.deepEqual(lives(), ["waiting", "waiting"]);
    assert.deepEqual(problems(), [undefined, undefined]);
    assert.equal(rejections, 0);
  });

  it("say that the connection was removed as soon as it is, in place of when they look next", () => {
    access.revoke("removed");
    assert.deepEqual(lives(), ["stopped", "stopped"]);
    for (const { state } of feeds) {
      assert.deepEqual(state.problem, {
        kind: "removed",
        action: "everything",
        message: 'The connection "Acme" was removed.',
      });
    }
    assert.deepEqual(clock.pending, []);
  });

  it("tell one problem where a step and a poll fail for the same reason", async () => {
    const [one] = feeds;
    service.answer(status(503), status(503));
    const action = (): string | undefined => one.state.problem?.action;
    await poll(one);
    assert.equal(action(), "live");
    await one.refresh();
    assert.equal(action(), "refresh");
    // One retry is for both.
    await one.retry();
    await settled();
    assert.equal(one.state.problem, undefined);
    assert.equal(one.state.live.kind === "waiting" && one.state.live.failing, undefined);
  });

  it("look for new events at once when a step shows that the service answers again", async () => {
    const [one] = feeds;
    service.answer(status(503));
    await poll(one);
    await one.loadOlder();
    await settled();
    assert.equal(one.state.problem, undefined);
  });
});

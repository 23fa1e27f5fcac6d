import assert from "node:assert/strict";
import { ApiError } from "../../../src/api/errors";
import { storageKeys } from "../../../src/ids";
import type { PanelRead } from "../../../src/savedFeeds/polling/feedChecker";
import { InterceptingFileSystem, systemError } from "../../support/fakes/fakeFileSystem";
import {
  idOf,
  intervalMs,
  Machine,
  minuteMs,
  savedFeed,
  type TestConnection,
  type Window,
} from "../../support/savedFeeds/savedFeedsMachine";
import { memento } from "../../support/fakes/memento";
import { event } from "../../support/services/listSource";
import { LiveService } from "../../support/services/liveService";

/** The longest time until a followed feed is checked. */
const checkMs = 3 * minuteMs;
const hourMs = 60 * minuteMs;

describe("SavedFeedsService", () => {
  let machine: Machine;
  let serial: number;

  const publish = (count = 1): void => {
    for (let n = 0; n < count; n++) {
      machine.service.put(event(`evt_${serial++}`, machine.service.now));
    }
  };

  beforeEach(() => {
    serial = 0;
    machine = new Machine(savedFeed("News"));
  });

  afterEach(() => machine.dispose());

  /** The machine's disk, which this window can only read. */
  const readOnlyFiles = (): InterceptingFileSystem =>
    new InterceptingFileSystem(machine.disk, (operation) => {
      if (!operation.startsWith("read") && operation !== "stat") {
        throw systemError("EROFS");
      }
    });

  it("sends, writes and schedules nothing until a feed is followed", async () => {
    const window = await machine.open();
    publish();
    await machine.pass(hourMs);
    assert.deepEqual(window.counts, { News: undefined });
    assert.deepEqual(machine.connections.main.sentAt, []);
    assert.deepEqual([...machine.disk.files.keys()], []);
    window.close();
    assert.deepEqual(machine.clock.pending, []);
  });

  it("counts what arrives after a feed was followed, the same in all windows, with the requests of one", async () => {
    publish(5);
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open();
    assert.deepEqual([one.counts, two.counts], [{ News: 0 }, { News: 0 }]);
    publish(3);
    await machine.pass(checkMs);
    assert.deepEqual([one.counts, two.counts], [{ News: 3 }, { News: 3 }]);
    assert.deepEqual([one.isChecking, two.isChecking], [true, false]);

    const before = machine.connections.main.sentAt.length;
    await machine.pass(hourMs);
    const times = machine.connections.main.sentAt.slice(before);
    const pauses = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    assert.deepEqual([times.length, new Set(pauses)], [30, new Set([2 * minuteMs])]);
  });

  it("says when a feed was last checked", async () => {
    const window = await machine.open();
    await window.follow("News");
    await machine.pass(hourMs);
    const { checkedAtMs = 0 } = window.hub.find(idOf("News"))?.following ?? {};
    const sentAt = machine.connections.main.sentAt.at(-1) ?? Infinity;
    assert.ok(checkedAtMs >= sentAt && checkedAtMs <= sentAt + minuteMs, `${checkedAtMs - sentAt} ms later`);
  });

  it("checks a feed at once whenever it is followed, also again", async () => {
    const window = await machine.open();
    await window.follow("News");
    await machine.pass(checkMs);
    await Promise.all([window.hub.unfollow(idOf("News")), machine.pass(1000)]);
    await machine.pass(1000);
    const before = machine.connections.main.sentAt.length;
    await window.follow("News");
    assert.equal(machine.connections.main.sentAt.length, before + 1);
    assert.deepEqual(window.counts, { News: 0 });
  });

  it("refuses to follow a feed that was removed meanwhile, and writes nothing", async () => {
    const window = await machine.open();
    machine.settings.set([]);
    await assert.rejects(window.follow("News"), { message: "This saved feed was removed." });
    assert.deepEqual([...machine.disk.files.keys()], []);
  });

  it("checks a feed with a fixed time range until the instant at which it ends", async () => {
    const [one, two] = [machine, new Machine()];
    try {
      // When another feed would be checked.
      await (await one.open()).follow("News");
      await one.pass(10 * minuteMs);
      const times = one.connections.main.sentAt;
      const [since, until] = [one.clock.now() - hourMs, times.at(-1) ?? 0];
      const window = {
        kind: "fixed" as const,
        since: new Date(since).toISOString(),
        until: new Date(until).toISOString(),
      };
      two.settings.set([savedFeed("Day", { query: { window, types: [] } })]);
      await (await two.open()).follow("Day");
      await two.pass(hourMs);
      assert.deepEqual(two.connections.main.sentAt, times.slice(0, -1));
    } finally {
      two.dispose();
    }
  });

  it("knows in a window that was open before what another one was the first to follow", async () => {
    const one = await machine.open();
    const two = await machine.open();
    await two.follow("News");
    publish(2);
    await machine.pass(checkMs);
    assert.deepEqual([one.counts, two.counts], [{ News: 2 }, { News: 2 }]);
    assert.equal([one, two].filter(({ isChecking }) => isChecking).length, 1);
  });

  it("loses no feed when two windows are the first to follow one at the same moment", async () => {
    machine.settings.set([savedFeed("News"), savedFeed("Other", { mute: ["nothing"] })]);
    // Each window has a copy of the state. The one that is stored last replaces the other.
    const [first, last] = [memento(), memento()];
    const [one, two] = [await machine.open(machine.disk, first), await machine.open(machine.disk, last)];
    await Promise.all([one.follow("News"), two.follow("Other")]);
    await first.update(storageKeys.savedFeedsFolder, last.get(storageKeys.savedFeedsFolder));
    await machine.pass(checkMs);
    publish(2);
    await machine.pass(2 * checkMs);
    assert.deepEqual([one.counts, two.counts], Array(2).fill({ News: 2, Other: 2 }));
    const before = machine.connections.main.sentAt.length;
    await machine.pass(hourMs);
    assert.ok(machine.connections.main.sentAt.length - before <= 30, "both windows check");
  });

  it("follows on when another window replaces the profile's state by one without its folder", async () => {
    const window = await machine.open();
    await window.follow("News");
    await machine.pass(minuteMs);
    const name = machine.profileState.get(storageKeys.savedFeedsFolder);
    await machine.profileState.update(storageKeys.savedFeedsFolder, undefined);
    publish();
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { News: 1 });
    assert.equal(machine.profileState.get(storageKeys.savedFeedsFolder), name);
  });

  it("marks events as read in whichever window, and takes it back in another", async () => {
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open();
    publish(3);
    await machine.pass(checkMs);
    void two.hub.markRead(idOf("News"), ["evt_1"]);
    assert.deepEqual(two.counts, { News: 2 }, "at once");
    await machine.pass(5000);
    assert.deepEqual(one.counts, { News: 2 });
    void one.hub.markAllRead();
    assert.deepEqual(one.counts, { News: 0 });
    await machine.pass(5000);
    assert.deepEqual(two.counts, { News: 0 });
    const undone = two.hub.undoMarkRead();
    await machine.pass(5000);
    assert.equal(await undone, true);
    assert.deepEqual([one.counts, two.counts], [{ News: 2 }, { News: 2 }]);
  });

  it("takes back the mark that a button is about, whatever was marked since", async () => {
    const one = await machine.open();
    await one.follow("News");
    publish(3);
    await machine.pass(checkMs);
    const mark = await one.hub.markAllRead();
    publish(2);
    await machine.pass(checkMs);
    const two = await machine.open();
    await two.hub.markRead(idOf("News"), ["evt_4"]);
    await machine.pass(minuteMs);
    assert.equal(await one.hub.undoMarkRead(mark), true);
    await machine.pass(minuteMs);
    const unread = ["evt_3", "evt_0", "evt_1", "evt_2"];
    for (const { hub } of [one, two]) {
      assert.deepEqual(
        hub.unreadEvents(idOf("News")).map(({ id }) => id),
        unread,
      );
    }
    assert.equal(await one.hub.undoMarkRead(mark), false);
  });

  it("checks in another window within 30 s after the one that checked was killed", async () => {
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open();
    publish(1);
    await machine.pass(checkMs);
    one.kill();
    publish(2);
    await machine.pass(30_000);
    assert.equal(two.isChecking, true);
    await machine.pass(checkMs);
    assert.deepEqual(two.counts, { News: 3 });
  });

  it("asks a real service as rarely as promised, over the end of the window that checked", async () => {
    machine.settings.set([savedFeed("News"), savedFeed("Companies", { companies: ["acme.example"] })]);
    const exchanges = await machine.connectLoopback();
    const one = await machine.open();
    await one.follow("News");
    await one.follow("Companies");
    const two = await machine.open();
    await machine.pass(checkMs);
    const before = exchanges.length;
    publish(3);
    machine.service.put(event("evt_acme", machine.service.now, { company: { domain: "acme.example" } }));
    await machine.pass(checkMs);
    one.kill();
    publish(2);
    await machine.pass(27 * minuteMs);
    assert.deepEqual(two.counts, { News: 6, Companies: 1 });
    const queries = exchanges.slice(before).map(({ query }) => new URLSearchParams(query).get("fields"));
    assert.deepEqual(
      [queries.filter((fields) => fields === "full").length, queries.length <= 15 + 3],
      [2, true],
      `${queries.length} requests`,
    );
  });

  it("checks in another window as soon as the one that checked is closed", async () => {
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open();
    one.close();
    await machine.pass(10_000);
    assert.equal(two.isChecking, true);
  });

  it("leaves the checks to the other window after it was suspended, and loses no read event", async () => {
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open();
    publish(2);
    await machine.pass(checkMs);
    one.suspend();
    await machine.pass(minuteMs);
    void two.hub.markAllRead();
    publish(1);
    await machine.pass(checkMs);
    one.resume();
    await machine.pass(checkMs);
    assert.deepEqual([one.isChecking, two.isChecking], [false, true]);
    assert.deepEqual([one.counts, two.counts], [{ News: 1 }, { News: 1 }]);
    two.close();
    await machine.pass(10_000);
    assert.equal(one.isChecking, true, "and takes them back");
  });

  it("tells of an event once, in one window, also if that window is killed afterwards", async () => {
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open();
    publish(2);
    await machine.pass(checkMs);
    const [[arrived] = []] = one.arrived;
    assert.deepEqual(arrived?.events.map(({ id, title }) => [id, title]).sort(), [
      ["evt_0", "Title of evt_0"],
      ["evt_1", "Title of evt_1"],
    ]);
    const told = one.hub.tell([{ id: idOf("News"), eventIds: ["evt_0", "evt_1"] }], { isToast: true });
    await machine.pass(1000);
    assert.equal(await told, true);
    one.kill();
    await machine.pass(minuteMs);
    publish(1);
    await machine.pass(checkMs);
    assert.deepEqual(
      two.arrived.flat().map(({ events }) => events.map(({ id }) => id)),
      [["evt_2"], ...two.arrived.slice(1).map(() => ["evt_2"])],
    );
    assert.equal(two.hub.toldAtMs, one.hub.toldAtMs);
    assert.equal(await one.hub.tell([], { isToast: true }).catch(() => false), false);
  });

  it("tells of nothing that arrived while VS Code was closed", async () => {
    const one = await machine.open();
    await one.follow("News");
    one.close();
    publish(4);
    machine.clock.set(machine.clock.now() + 12 * hourMs);
    const two = await machine.open();
    await machine.pass(checkMs);
    assert.deepEqual(two.counts, { News: 4 });
    assert.equal(two.arrived.length, 0);
    publish(1);
    await machine.pass(checkMs);
    assert.deepEqual(
      two.arrived[0]?.map(({ events }) => events.map(({ id }) => id)),
      [["evt_4"]],
    );
  });

  it("catches up once after the machine was asleep", async () => {
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open();
    machine.clock.set(machine.clock.now() + 8 * hourMs);
    publish(30);
    const before = machine.connections.main.sentAt.length;
    await machine.pass(minuteMs);
    assert.deepEqual([one.counts, two.counts], [{ News: 30 }, { News: 30 }]);
    assert.equal(machine.connections.main.sentAt.length - before, 1);
    assert.equal([one, two].filter(({ isChecking }) => isChecking).length, 1);
    assert.equal(one.arrived.length + two.arrived.length, 1);
  });

  it("serves feeds with equal filters with one request, and others one after the other", async () => {
    const funding = (name: string, days: number, types: string[]) =>
      savedFeed(name, { query: { window: { kind: "last", days }, types } });
    machine.settings.set([
      funding("A", 7, ["funding", "ipo"]),
      funding("B", 30, ["ipo", "funding"]),
      ...Array.from({ length: 20 }, (_, n) => funding(`Other ${n}`, 7, [`type_${n}`])),
    ]);
    const window = await machine.open();
    for (const { feed } of window.hub.feeds) {
      await window.follow(feed.name);
    }
    await machine.pass(30 * minuteMs);
    const { sentAt } = machine.connections.main;
    const before = sentAt.length;
    publish(3);
    await machine.pass(hourMs);
    const times = sentAt.slice(before);
    assert.ok(
      times.length > 100 && times.length <= hourMs / intervalMs,
      `${times.length} requests in an hour`,
    );
    assert.ok(times.every((time, n) => n === 0 || time - (times[n - 1] ?? 0) >= intervalMs));
    const shared = machine.service.requests
      .slice(-times.length)
      .filter(({ types }) => types?.includes("ipo"));
    assert.ok(shared.length <= times.length / 21 + 1, `${shared.length} requests for equal filters`);
    assert.deepEqual([window.counts["A"], window.counts["B"], window.counts["Other 1"]], [3, 3, 0]);
  });

  it("reads full events only for companies, and only of the stretch that has unknown ones", async () => {
    const at = (domain: string) => ({ company: { name: domain, domain } });
    machine.settings.set([
      savedFeed("Watched", { companies: ["www.acme.example"] }),
      savedFeed("Muted", { mute: ["evt_1"] }),
    ]);
    const window = await machine.open();
    await window.follow("Watched");
    await window.follow("Muted");
    await machine.pass(checkMs);
    machine.service.requests.length = 0;
    machine.service.put(event("evt_1", machine.service.now, at("acme.example")));
    machine.service.put(event("evt_2", machine.service.now, at("other.example")));
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { Watched: 1, Muted: 1 });
    assert.equal(machine.service.requests.filter(({ fields }) => fields === "full").length, 1);
    await machine.pass(checkMs);
    assert.equal(machine.service.requests.filter(({ fields }) => fields === "full").length, 1);
  });

  it("reads full events page by page until it has the company of each", async () => {
    machine.settings.set([savedFeed("Watched", { companies: ["acme.example"] })]);
    const window = await machine.open();
    await window.follow("Watched");
    machine.service.maxPageSize = 2;
    machine.service.requests.length = 0;
    for (const domain of [
      "acme.example",
      "other.example",
      "other.example",
      "acme.example",
      "other.example",
    ]) {
      machine.service.put(
        event(`evt_${serial++}`, machine.service.now, { company: { name: domain, domain } }),
      );
      await machine.pass(1000);
    }
    await machine.pass(checkMs);
    assert.deepEqual(
      window.hub.unreadEvents(idOf("Watched")).map(({ id }) => id),
      ["evt_3", "evt_0"],
    );
    assert.equal(window.hub.find(idOf("Watched"))?.following?.unread.atLeast, false);
    assert.equal(machine.service.requests.filter(({ fields }) => fields === "full").length, 3);
  });

  it("says that there are more events than one check can read, and counts on", async () => {
    const window = await machine.open();
    await window.follow("News");
    machine.service.maxPageSize = 1;
    for (let n = 0; n < 70; n++) {
      publish();
      machine.clock.advance(1);
    }
    const unread = () => window.hub.find(idOf("News"))?.following?.unread;
    await machine.pass(checkMs);
    assert.deepEqual(unread(), { count: 60, atLeast: true });
    publish();
    await machine.pass(checkMs);
    assert.deepEqual(unread(), { count: 61, atLeast: true });
    await Promise.all([window.hub.markRead(idOf("News")), machine.pass(1000)]);
    publish();
    await machine.pass(checkMs);
    assert.deepEqual(unread(), { count: 1, atLeast: false });
  });

  it("does not take events for those of other companies whose company it could not read", async () => {
    machine.settings.set([savedFeed("Watched", { companies: ["acme.example"] })]);
    const window = await machine.open();
    await window.follow("Watched");
    const { service } = machine;
    const readFeed = service.readFeed.bind(service);
    // Full events are larger: one fills a page.
    service.readFeed = (request, options) =>
      readFeed(request.fields === "full" ? { ...request, pageSize: 1 } : request, options);
    for (let n = 0; n < 130; n++) {
      service.put(event(`evt_${n}`, service.now, { company: { name: "Acme", domain: "acme.example" } }));
      machine.clock.advance(1);
    }
    await machine.pass(checkMs);
    assert.deepEqual(window.hub.find(idOf("Watched"))?.following?.unread, { count: 120, atLeast: true });
  });

  it("counts what is published late, dated before the feed was followed", async () => {
    const window = await machine.open();
    const lateMs = machine.service.now - 5 * minuteMs;
    await window.follow("News");
    machine.service.put(event("evt_late", lateMs));
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { News: 1 });
  });

  it("counts where a service's clock is hours behind, which it does not tell, and an event is of the future", async () => {
    machine.service.tellsTime = false;
    machine.service.skewMs = -3 * hourMs;
    publish();
    machine.service.put(event("evt_future", machine.clock.now() + 365 * 24 * hourMs));
    const window = await machine.open();
    await window.follow("News");
    await machine.pass(2 * checkMs);
    const before = window.counts["News"] ?? 0;
    publish(2);
    await machine.pass(checkMs);
    assert.equal((window.counts["News"] ?? 0) - before, 2);
  });

  it("reads back for one feed although another one with equal filters does not need it", async () => {
    const at = (domain: string) => ({ company: { name: domain, domain } });
    machine.settings.set([savedFeed("News"), savedFeed("Watched")]);
    const window = await machine.open();
    await window.follow("News");
    await window.follow("Watched");
    machine.service.put(event("evt_1", machine.service.now, at("acme.example")));
    machine.service.put(event("evt_2", machine.service.now, at("other.example")));
    await machine.pass(hourMs);
    assert.deepEqual(window.counts, { News: 2, Watched: 2 });
    machine.settings.set([savedFeed("News"), savedFeed("Watched", { companies: ["acme.example"] })]);
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { News: 2, Watched: 1 });
  });

  it("misses nothing where a panel has not read back to what the last check has", async () => {
    const window = await machine.open();
    await window.follow("News");
    await machine.pass(2 * minuteMs);
    const { connection } = machine.connections.main;
    machine.clock.set(machine.clock.now() + hourMs);
    publish();
    const { now } = machine.service;
    window.panelReads.fire({
      connection,
      keyFingerprint: undefined,
      check: {
        query: { window: { kind: "last", days: 7 }, types: [] },
        checked: { startedAt: { byOurClock: now, byServiceClock: now }, fromMs: now, events: [] },
      },
    });
    await machine.pass(checkMs);
    assert.deepEqual(window.hub.find(idOf("News"))?.following?.unread, { count: 1, atLeast: false });
  });

  /** What live updates of an open panel have just read of "Main". */
  const panelRead = (types: readonly string[] = []): PanelRead => {
    const { now } = machine.service;
    const fromMs = now - 10 * minuteMs;
    return {
      connection: machine.connections.main.connection,
      keyFingerprint: undefined,
      check: {
        query: { window: { kind: "last", days: 30 }, types },
        checked: {
          startedAt: { byOurClock: now, byServiceClock: now },
          fromMs,
          events: machine.service.since(fromMs).map(({ id, title, published_at }) => ({
            id,
            title,
            publishedMs: Date.parse(published_at),
          })),
        },
      },
    };
  };

  it("asks nothing while a panel with the same filters is up to date", async () => {
    const window = await machine.open();
    await window.follow("News");
    const { sentAt } = machine.connections.main;
    const before = sentAt.length;
    for (let n = 0; n < 20; n++) {
      publish();
      window.panelReads.fire(panelRead());
      await machine.pass(intervalMs);
      assert.deepEqual(window.counts, { News: n + 1 });
    }
    assert.equal(sentAt.length, before);
    await machine.pass(checkMs);
    assert.ok(sentAt.length > before);
    assert.deepEqual(window.counts, { News: 20 });
  });

  it("stops when the key is rejected, says so in all windows, and goes on when it was replaced", async () => {
    const window = await machine.open();
    await window.follow("News");
    const other = await machine.open();
    const { main } = machine.connections;
    main.failure = new ApiError(
      { kind: "unauthorized", status: 401 },
      "main.example rejected the API key (401).",
    );
    await machine.pass(checkMs);
    const before = main.sentAt.length;
    await machine.pass(hourMs);
    assert.equal(main.sentAt.length, before);
    assert.equal(window.problemOf("News"), "main.example rejected the API key (401).");
    assert.equal(other.problemOf("News"), "main.example rejected the API key (401).");
    publish(2);
    main.failure = undefined;
    main.block(undefined);
    await machine.pass(1000);
    assert.equal(window.problemOf("News"), undefined);
    assert.deepEqual(window.counts, { News: 2 });
  });

  describe("after a 403", () => {
    const message = "main.example does not allow this (403).";
    let window: Window;

    beforeEach(async () => {
      window = await machine.open();
      await window.follow("News");
      machine.connections.main.failure = new ApiError({ kind: "forbidden", status: 403 }, message);
      await machine.pass(checkMs);
      assert.equal(window.problemOf("News"), message);
      publish(2);
    });

    it("checks again by itself, ever less often", async () => {
      const { main } = machine.connections;
      const before = main.sentAt.length;
      await machine.pass(hourMs);
      assert.equal(main.sentAt.length, before + 4);
      assert.equal(window.problemOf("News"), message);
      main.failure = undefined;
      await machine.pass(hourMs + 2 * checkMs);
      assert.deepEqual([window.counts, window.problemOf("News")], [{ News: 2 }, undefined]);
    });

    it("checks soon after a panel of the connection has read something else", async () => {
      const { main } = machine.connections;
      await machine.pass(hourMs);
      main.failure = undefined;
      window.panelReads.fire(panelRead(["layoffs"]));
      await machine.pass(checkMs);
      assert.deepEqual([window.counts, window.problemOf("News")], [{ News: 2 }, undefined]);
    });

    it("does not ask, and says nothing of it, once a panel has read the same", async () => {
      const { main } = machine.connections;
      const before = main.sentAt.length;
      window.panelReads.fire(panelRead());
      await machine.pass(1000);
      assert.deepEqual([window.counts, window.problemOf("News")], [{ News: 2 }, undefined]);
      assert.equal(main.sentAt.length, before);
    });
  });

  it("says why checks fail until one succeeds, also after a restart", async () => {
    const one = await machine.open();
    await one.follow("News");
    const { main } = machine.connections;
    main.failure = new ApiError({ kind: "unreachable" }, "Couldn't reach main.example.");
    await machine.pass(checkMs);
    one.close();
    const two = await machine.open();
    const problems = new Set([two.problemOf("News")]);
    two.hub.onDidChange(() => problems.add(two.problemOf("News")));
    await machine.pass(checkMs);
    assert.deepEqual([...problems], ["Couldn't reach main.example."]);
    main.failure = undefined;
    await machine.pass(checkMs);
    assert.equal(two.problemOf("News"), undefined);
  });

  it("asks ever less often while the service is down, as it advises, and says so", async () => {
    const window = await machine.open();
    await window.follow("News");
    const { main } = machine.connections;
    main.failure = new ApiError(
      { kind: "unavailable", status: 503, retryAfterMs: 600_000 },
      "main.example is unavailable (503).",
    );
    await machine.pass(checkMs);
    const before = main.sentAt.length;
    await machine.pass(9 * minuteMs);
    assert.ok(main.sentAt.length - before <= 1, "earlier than advised");
    assert.equal(window.problemOf("News"), "main.example is unavailable (503).");
    publish(2);
    main.failure = undefined;
    await machine.pass(20 * minuteMs);
    assert.deepEqual([window.counts, window.problemOf("News")], [{ News: 2 }, undefined]);
  });

  it("goes on with other feeds while the service refuses the filters of one", async () => {
    machine.settings.set([
      savedFeed("News"),
      savedFeed("Refused", { query: { window: { kind: "last", days: 7 }, types: ["nonsense"] } }),
    ]);
    const window = await machine.open();
    await window.follow("News");
    await window.follow("Refused");
    const { service } = machine;
    const readFeed = service.readFeed.bind(service);
    service.readFeed = (request, options) =>
      request.types?.includes("nonsense")
        ? Promise.reject(
            new ApiError({ kind: "rejected", status: 422 }, "main.example rejected the request (422)."),
          )
        : readFeed(request, options);
    publish(2);
    await machine.pass(2 * checkMs);
    assert.deepEqual(window.counts, { News: 2, Refused: 0 });
    assert.equal(window.problemOf("Refused"), "main.example rejected the request (422).");
    assert.equal(window.problemOf("News"), undefined);
  });

  it("sends nothing to a connection that was removed or has another origin, and goes on when it is back", async () => {
    const window = await machine.open();
    await window.follow("News");
    const { main } = machine.connections;
    const other = machine.connection("Main", "https://other.example");
    machine.connections.set("Main", other);
    await machine.pass(hourMs);
    assert.deepEqual(other.sentAt, []);
    assert.match(window.problemOf("News") ?? "", /another URL/);
    machine.connections.set("Main", undefined);
    await machine.pass(1000);
    assert.match(window.problemOf("News") ?? "", /was removed/);
    publish(1);
    machine.connections.set("Main", main);
    await machine.pass(checkMs);
    assert.deepEqual([window.counts, window.problemOf("News")], [{ News: 1 }, undefined]);
  });

  it("starts to count anew when a connection gets another dataset, which has other events", async () => {
    const window = await machine.open();
    await window.follow("News");
    publish(2);
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { News: 2 });
    const other = new LiveService(machine.clock);
    other.immediate = true;
    for (let n = 0; n < 5; n++) {
      other.put(event(`other_${n}`, other.now - minuteMs));
    }
    machine.connections.set("Main", machine.connection("Main", "https://main.example", other, "other"));
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { News: 0 });
    other.put(event("other_new", other.now));
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { News: 1 });
  });

  /** The same connection with another key, for another organization. */
  function otherOrganization(): { service: LiveService; connection: TestConnection } {
    const service = new LiveService(machine.clock);
    service.immediate = true;
    for (let n = 0; n < 5; n++) {
      service.put(event(`other_${n}`, service.now - n * minuteMs));
    }
    const connection = machine.connection("Main", "https://main.example", service);
    connection.key = "bbbbbbbbbbbb";
    return { service, connection };
  }

  it("starts to count anew when a connection gets another key, which has other events", async () => {
    machine.connections.main.key = "aaaaaaaaaaaa";
    const window = await machine.open();
    await window.follow("News");
    publish(2);
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { News: 2 });
    const { service, connection } = otherOrganization();
    connection.keyFingerprint = connection.key;
    window.arrived.length = 0;
    machine.connections.set("Main", connection);
    await machine.pass(2000);
    assert.deepEqual(window.counts, { News: 0 });
    assert.equal(connection.sentAt.length, 1, "it is checked at once");
    await machine.pass(checkMs);
    assert.deepEqual([window.counts, window.arrived], [{ News: 0 }, []]);
    service.put(event("other_new", service.now));
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { News: 1 });
  });

  it("starts to count anew when the key was replaced while no window was open, as soon as it is known", async () => {
    machine.connections.main.key = "aaaaaaaaaaaa";
    const first = await machine.open();
    await first.follow("News");
    publish(2);
    await machine.pass(checkMs);
    assert.deepEqual(first.counts, { News: 2 });
    first.close();
    const { connection } = otherOrganization();
    machine.connections.set("Main", connection);
    const second = await machine.open();
    await machine.pass(checkMs);
    assert.deepEqual([second.counts, second.arrived], [{ News: 0 }, []]);
  });

  it("goes on counting after a restart with the same key, or while a key is not known", async () => {
    const first = await machine.open();
    await first.follow("News");
    publish(1);
    await machine.pass(checkMs);
    first.close();
    for (const [key, count] of [
      ["aaaaaaaaaaaa", 2],
      ["aaaaaaaaaaaa", 3],
      [undefined, 4],
    ] as const) {
      const connection = machine.connection("Main", "https://main.example");
      connection.key = key;
      machine.connections.set("Main", connection);
      const window = await machine.open();
      publish(1);
      await machine.pass(checkMs);
      assert.deepEqual(window.counts, { News: count });
      window.close();
    }
  });

  it("goes on under the new name of a connection, also in windows opened later", async () => {
    const one = await machine.open();
    await one.follow("News");
    const renamed = machine.connection("Renamed", "https://main.example");
    machine.connections.set("Renamed", renamed);
    // As in the window that renamed it.
    machine.connections.set("Main", renamed);
    await machine.pass(5000);
    machine.connections.set("Main", undefined);
    publish(1);
    await machine.pass(checkMs);
    assert.equal(one.hub.feeds[0]?.following?.connection.name, "Renamed");
    assert.deepEqual([one.counts, one.problemOf("News")], [{ News: 1 }, undefined]);
  });

  it("keeps the count of a feed that is renamed, and of one that is removed and put back", async () => {
    const window = await machine.open();
    await window.follow("News");
    publish(2);
    await machine.pass(checkMs);
    machine.settings.rename("News", "Headlines");
    assert.deepEqual(window.counts, { Headlines: 2 });
    machine.settings.set([]);
    assert.deepEqual(window.counts, {});
    const before = machine.connections.main.sentAt.length;
    await machine.pass(hourMs);
    assert.equal(machine.connections.main.sentAt.length, before);
    publish(1);
    machine.settings.set([savedFeed("Headlines")]);
    assert.deepEqual(window.counts, { Headlines: 2 });
    await machine.pass(checkMs);
    assert.deepEqual(window.counts, { Headlines: 3 });
  });

  it("finds a renamed feed also by its former name, which a notification may still have", async () => {
    const window = await machine.open();
    await window.follow("News");
    publish(2);
    await machine.pass(checkMs);
    machine.settings.rename("News", "Headlines");
    // Also beside others.
    machine.settings.set([savedFeed("Headlines"), savedFeed("Other")]);
    await machine.pass(1000);
    await Promise.all([window.hub.markRead(idOf("News"), ["evt_0"]), machine.pass(1000)]);
    assert.deepEqual(window.counts, { Headlines: 1, Other: undefined });
    assert.deepEqual(
      window.hub.unreadEvents(idOf("News")).map(({ id }) => id),
      ["evt_1"],
    );
  });

  it("keeps the count of a feed apart from that of another one that has its former name", async () => {
    const window = await machine.open();
    await window.follow("News");
    publish(2);
    await machine.pass(checkMs);
    machine.settings.rename("News", "Headlines");
    await machine.pass(1000);
    machine.settings.set([savedFeed("Headlines"), savedFeed("News")]);
    assert.deepEqual(window.counts, { Headlines: 2, News: undefined });
    await window.hub.markRead(idOf("News"));
    assert.deepEqual(window.counts, { Headlines: 2, News: undefined });
  });

  it("keeps the count of a feed that gets the name of one that was removed", async () => {
    machine.settings.set([savedFeed("News"), savedFeed("Old", { mute: ["nothing"] })]);
    const [one, two] = [await machine.open(), await machine.open()];
    await one.follow("News");
    await one.follow("Old");
    await machine.pass(checkMs);
    publish(2);
    await machine.pass(2 * checkMs);
    await one.hub.markRead(idOf("Old"));
    assert.deepEqual(one.counts, { News: 2, Old: 0 });
    machine.settings.set([savedFeed("News")]);
    await machine.pass(minuteMs);
    machine.settings.rename("News", "Old");
    await machine.pass(minuteMs);
    assert.deepEqual([one.counts, two.counts], [{ Old: 2 }, { Old: 2 }]);
    publish();
    await machine.pass(checkMs);
    assert.deepEqual([one.counts, two.counts], [{ Old: 3 }, { Old: 3 }]);
  });

  it("checks in each window, without telling, where files cannot be written, and says so in the log", async () => {
    const one = await machine.open(readOnlyFiles());
    await one.follow("News");
    await machine.pass(minuteMs);
    publish(2);
    await machine.pass(checkMs);
    assert.deepEqual(one.counts, { News: 2 });
    assert.deepEqual(one.arrived, []);
    await machine.pass(20 * minuteMs);
    assert.equal(one.log.filter((line) => line.includes("checks for itself")).length, 1);
  });

  it("counts on while the disk is full, tells of nothing that it could not record, and saves it later", async () => {
    let isFull = false;
    const files = new InterceptingFileSystem(machine.disk, (operation) => {
      if (isFull && /write|create|rename/.test(operation)) {
        throw systemError("ENOSPC");
      }
    });
    const one = await machine.open(files);
    await one.follow("News");
    isFull = true;
    publish(2);
    await machine.pass(checkMs);
    assert.deepEqual([one.counts, one.arrived], [{ News: 2 }, []]);
    assert.match(one.problemOf("News") ?? "", /ENOSPC/);
    isFull = false;
    await machine.pass(checkMs);
    assert.equal(one.problemOf("News"), undefined);
    assert.equal(one.arrived.length > 0, true);
    const two = await machine.open();
    assert.deepEqual(two.counts, { News: 2 });
  });

  it("neither checks nor writes what a newer version of the extension wrote, and says so", async () => {
    const one = await machine.open();
    await one.follow("News");
    one.close();
    const snapshot = [...machine.disk.files].find(([name]) => name.endsWith("followed.json"));
    assert.ok(snapshot);
    const newer = Buffer.from('{"version":99,"feeds":{}}');
    snapshot[1].bytes = newer;
    snapshot[1].modifiedMs += 10_000;
    const before = machine.connections.main.sentAt.length;
    const two = await machine.open();
    publish(1);
    await machine.pass(10 * minuteMs);
    assert.equal(machine.connections.main.sentAt.length, before);
    assert.equal(snapshot[1].bytes, newer);
    assert.match(two.log.join("\n"), /newer version/);
  });

  it("reads nothing more once nothing is followed, in no window, until a feed is followed again in any", async () => {
    let operations = 0;
    const files = new InterceptingFileSystem(machine.disk, () => {
      operations++;
    });
    const one = await machine.open(files);
    const two = await machine.open(files);
    const isIdle = async (): Promise<void> => {
      await machine.pass(minuteMs);
      operations = 0;
      await machine.pass(hourMs);
      assert.deepEqual([one.counts, two.counts], Array(2).fill({ News: undefined }));
      assert.equal(operations, 0);
      assert.equal(machine.clock.pending.length, 2, "one look at VS Code's state in memory for each window");
    };
    for (const [follower, other] of [
      [one, two],
      [two, one],
    ] as const) {
      await follower.follow("News");
      await machine.pass(minuteMs);
      assert.ok(operations > 0);
      publish(2);
      await machine.pass(checkMs);
      assert.deepEqual([one.counts, two.counts], Array(2).fill({ News: 2 }));
      await Promise.all([other.hub.unfollow(idOf("News")), machine.pass(1000)]);
      await isIdle();
    }
    // Opened later, it finds nothing to do.
    const three = await machine.open(files);
    await machine.pass(hourMs);
    assert.deepEqual([three.counts, operations], [{ News: undefined }, 0]);
    await one.follow("News");
    await machine.pass(minuteMs);
    publish();
    await machine.pass(checkMs);
    assert.deepEqual([one.counts, two.counts, three.counts], Array(3).fill({ News: 1 }));
  });

  it("goes on when another window, which does not know yet, says that nothing is followed", async () => {
    const one = await machine.open();
    await one.follow("News");
    await machine.pass(minuteMs);
    const name = machine.profileState.get(storageKeys.savedFeedsFolder);
    await machine.profileState.update(storageKeys.unusedSavedFeedsFolder, name);
    publish();
    await machine.pass(checkMs);
    assert.deepEqual(one.counts, { News: 1 });
    assert.equal(machine.profileState.get(storageKeys.unusedSavedFeedsFolder), undefined);
  });

  it("keeps the feeds of two profiles apart", async () => {
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open(machine.disk, memento());
    publish(2);
    await machine.pass(checkMs);
    assert.deepEqual([one.counts, two.counts], [{ News: 2 }, { News: undefined }]);
    await two.follow("News");
    assert.deepEqual([one.counts, two.counts], [{ News: 2 }, { News: 0 }]);
    assert.deepEqual([one.isChecking, two.isChecking], [true, true]);
  });

  it("leaves the checks to another window that can write, which it finds out after a while", async () => {
    const one = await machine.open(readOnlyFiles());
    await one.follow("News");
    await machine.pass(minuteMs);
    const two = await machine.open();
    await two.follow("News");
    await machine.pass(10 * minuteMs);
    const before = machine.connections.main.sentAt.length;
    await machine.pass(hourMs);
    assert.equal(machine.connections.main.sentAt.length - before, 30);
    assert.equal(two.isChecking, true);
  });

  it("leaves no lease behind that it gets while it is closed", async () => {
    const one = await machine.open();
    await one.follow("News");
    one.close();
    await machine.pass(10_000);
    const files = new InterceptingFileSystem(machine.disk, (operation) => {
      if (operation === "createFile") {
        machine.windows.at(-1)?.close();
      }
    });
    await machine.open(files);
    const three = await machine.open();
    await machine.pass(10_000);
    assert.equal(three.isChecking, true);
    three.close();
    await machine.pass(0);
    assert.deepEqual(machine.clock.pending, []);
  });

  it("goes on waiting for the lease when files cannot be read for a moment, again and again", async () => {
    let fails = 0;
    const files = new InterceptingFileSystem(machine.disk, (operation, target) => {
      if (operation === "readFolder" && !target.endsWith("requests") && fails-- > 0) {
        throw systemError("EIO");
      }
    });
    const one = await machine.open();
    await one.follow("News");
    const two = await machine.open(files);
    const before = machine.connections.main.sentAt.length;
    for (let times = 0; times < 3; times++) {
      fails = 2;
      await machine.pass(10 * minuteMs);
      assert.ok(fails <= 0);
    }
    assert.equal(machine.connections.main.sentAt.length - before, 15);
    assert.doesNotMatch(two.log.join("\n"), /checks for itself/);
  });

  it("leaves no timer and no request behind", async () => {
    const window = await machine.open();
    await window.follow("News");
    window.close();
    await machine.pass(0);
    assert.deepEqual(machine.clock.pending, []);
    const before = machine.connections.main.sentAt.length;
    await machine.pass(hourMs);
    assert.equal(machine.connections.main.sentAt.length, before);
  });
});

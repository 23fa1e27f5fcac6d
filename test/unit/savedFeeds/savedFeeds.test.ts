/** Saved feeds together with their file, checks and notifications, in one or more windows. */
import assert from "node:assert/strict";
import path from "node:path";
import { ApiError } from "../../../src/service/errors";
import { badgeOf } from "../../../src/savedFeeds/notifications";
import { systemError } from "../../support/fakes/fakeFileSystem";
import { InterceptingFileSystem } from "../../support/fakes/fakeFileSystem";
import {
  idOf,
  intervalMs,
  Machine,
  minuteMs,
  overlapMs,
  savedFeed,
  TestConnection,
  type Window,
} from "./savedFeedsMachine";
import { event } from "../../support/services/listSource";
import type { LiveService } from "../../support/services/liveService";

describe("Followed feeds", () => {
  let machine: Machine;

  const start = (...feeds: Parameters<typeof savedFeed>[]): void => {
    machine = new Machine(...feeds.map(([name, more]) => savedFeed(name, more)));
  };
  const put = (id: string, ageMs = 0, fields = {}): void =>
    machine.service.put(event(id, machine.service.now - ageMs, fields));
  const main = (): TestConnection => {
    const client = machine.connections.clientFor("Main");
    assert.ok(client);
    return client;
  };
  const connect = (key: string, service: Pick<LiveService, "readFeed"> = machine.service): void => {
    const connection = new TestConnection("Main", "https://main.example", service, key);
    machine.connections.set("Main", connection);
  };

  /** Simulates live updates of an open panel that read "News" from an instant on. */
  const readPanel = async (window: Window, fromMs: number): Promise<void> => {
    const events = machine.service.since(fromMs).map((each) => {
      return { id: each.id, publishedMs: Date.parse(each.published_at) };
    });
    const checked = { startedAt: { byOurClock: machine.clock.now() }, fromMs, events };
    const { query } = savedFeed("News");
    await window.checks.applyPanelCheck({ client: main(), query, ...checked });
  };

  /** Opens a focused window, and follows these feeds in it. */
  const openFocused = async (...names: readonly string[]): Promise<Window> => {
    const window = await machine.open();
    machine.focused = window;
    for (const name of names) {
      await window.follow(name);
    }
    return window;
  };

  afterEach(() => machine.dispose());

  it("count events published after following, until they are marked as read", async () => {
    start(["News"]);
    await machine.connectLoopback();
    put("evt_old", minuteMs);
    const window = await machine.open();
    machine.focused = window;
    assert.equal(window.count("News"), undefined);
    await window.follow("News");
    assert.equal(window.count("News"), "0");
    await machine.pass(minuteMs);
    put("evt_1");
    put("evt_late", 5 * minuteMs);
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("News"), "2");
    await window.feeds.markRead(idOf("News"));
    assert.equal(window.count("News"), "0");
    put("evt_2");
    await machine.pass(3 * minuteMs);
    assert.deepEqual(
      window.feeds.unreadEvents(idOf("News")).map(({ id }) => id),
      ["evt_2"],
    );
    assert.equal(await window.feeds.undoMarkRead(), true);
    assert.equal(window.count("News"), "3");
    assert.equal(await window.feeds.undoMarkRead(), false);
  });

  it("share requests for equal filters, and need few requests and writes when nothing happens", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `Feed ${n}`);
    start(["Same"], ["Same in a month", { query: { window: { kind: "last", days: 30 }, types: [] } }]);
    await openFocused("Same", "Same in a month");
    const before = main().requests.length;
    await machine.pass(10 * minuteMs);
    assert.ok(main().requests.length - before <= 5);
    machine.dispose();
    start(...names.map((name): Parameters<typeof savedFeed> => [name, { query: queryOf(name) }]));
    let operations = 0;
    const idle = await machine.open(new InterceptingFileSystem(machine.disk, () => operations++));
    machine.focused = idle;
    for (const name of names) {
      await idle.follow(name);
    }
    const sent = main().requests.length;
    operations = 0;
    await machine.pass(60 * minuteMs, 10_000);
    const requests = main().requests.length - sent;
    assert.ok(requests > 50 && requests <= 120, `${requests} requests`);
    assert.ok(operations <= 1000, `${operations} file operations`);
  });

  it("count only events of their companies and in their time range", async () => {
    start(
      ["Portfolio", { companies: ["acme.example"] }],
      ["Ended", { query: fixed("2026-11-01", "2026-11-02") }],
    );
    const window = await openFocused("Portfolio", "Ended");
    await machine.pass(minuteMs);
    put("evt_1", 0, { company: { domain: "www.acme.example" } });
    put("evt_2", 0, { company: { domain: "other.example" } });
    await machine.pass(3 * minuteMs);
    assert.deepEqual([window.count("Portfolio"), window.count("Ended")], ["1", "0"]);
    machine.list.set([savedFeed("Portfolio", { companies: ["acme.example", "other.example"] })]);
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("Portfolio"), "2", "counted anew from the oldest unread event on");
  });

  it("count up to 1,000 events, and say if there are more", async () => {
    start(["News"]);
    const window = await openFocused("News");
    await machine.pass(minuteMs);
    for (let n = 0; n < 1200; n++) {
      put(`evt_${n}`);
    }
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("News"), "1000+");
    assert.equal(window.toasts[0]?.[0], "News: 1,000+ new events");
    await window.feeds.markRead(idOf("News"));
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("News"), "0");
    await window.feeds.undoMarkRead();
    machine.clock.advance(8 * 24 * 60 * minuteMs);
    put("evt_new");
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("News"), "1", "the others have left the time range");
  });

  it("are checked by the window focused last, or by another after three missed checks", async () => {
    start(["News"]);
    const [one, two] = [await machine.open(), await machine.open()];
    machine.focused = one;
    await one.follow("News");
    await machine.pass(10 * minuteMs);
    const by = (): string | undefined => two.file.state.feeds[idOf("News")]?.checkedBy;
    assert.equal(by(), one.checks.windowId);
    machine.focused = two;
    await machine.pass(5 * minuteMs);
    assert.equal(by(), two.checks.windowId);
    machine.focused = undefined;
    two.dispose();
    put("evt_1");
    await machine.pass(5 * minuteMs);
    assert.equal(one.count("News"), "0");
    await machine.pass(4 * minuteMs);
    assert.equal(one.count("News"), "1");
    await machine.pass(3 * minuteMs);
    put("evt_2");
    await machine.pass(3 * minuteMs);
    assert.equal(one.count("News"), "2", "it goes on checking");
  });

  it("say why a check failed, and are retried less and less often", async () => {
    start(["News"], ["Other"]);
    const window = await openFocused("News");
    main().failure = new ApiError({ kind: "unavailable", status: 503 }, "Maintenance.");
    await machine.pass(60 * minuteMs);
    assert.equal(window.problemOf("News"), "Maintenance.");
    assert.ok(main().requests.length < 12, `${main().requests.length} requests`);
    put("evt_1");
    main().failure = undefined;
    await machine.pass(60 * minuteMs);
    assert.deepEqual([window.problemOf("News"), window.count("News")], [undefined, "1"]);
    machine.connections.set("Main", new TestConnection("Main", "https://elsewhere.example", machine.service));
    assert.match(window.problemOf("News") ?? "", /another URL/);
    machine.connections.set("Main", undefined);
    assert.match(window.problemOf("News") ?? "", /was removed or renamed/);
  });

  it("keep their unread events when their connection is renamed", async () => {
    start(["News"]);
    const window = await openFocused("News");
    put("evt_1");
    await machine.pass(3 * minuteMs);
    const renamed = new TestConnection("Renamed", "https://main.example", machine.service);
    ["Main", "Renamed"].forEach((name) => machine.connections.set(name, renamed));
    put("evt_2");
    await machine.pass(3 * minuteMs);
    assert.deepEqual([window.problemOf("News"), window.count("News")], [undefined, "2"]);
    // Another connection may take the former name.
    machine.connections.set("Main", new TestConnection("Main", "https://main.example", machine.service));
    assert.equal(window.feeds.find(idOf("News"))?.following?.connection.name, "Renamed");
  });

  it("are checked soon with another key, whatever failed with the former one", async () => {
    start(["News"]);
    connect("key 1");
    const window = await openFocused("News");
    main().failure = new ApiError({ kind: "forbidden", status: 403 }, "Denied.");
    await machine.pass(120 * minuteMs, intervalMs);
    assert.equal(window.problemOf("News"), "Denied.");
    connect("key 2");
    assert.equal(window.problemOf("News"), undefined);
    await machine.pass(intervalMs);
    assert.equal(main().requests.length, 1);
  });

  it("report the end of each check once, with the events it read", async () => {
    start(["News"]);
    const window = await openFocused("News");
    const told: (readonly string[])[] = [];
    window.checks.onDidEnd((events) => told.push(events.map(({ id }) => id)));
    put("evt_1");
    await machine.pass(4 * intervalMs);
    assert.deepEqual(told, [[], [], [], ["evt_1"]]);
    main().failure = new ApiError({ kind: "unavailable", status: 503 }, "Maintenance.");
    await machine.pass(4 * intervalMs);
    assert.equal(told.length, 8);
  });

  it("log the stack trace of an unexpected error, and refer to the log", async () => {
    start(["News"]);
    const window = await machine.open();
    const bug = new TypeError("x is not a function");
    main().failure = bug;
    await window.follow("News");
    assert.match(window.problemOf("News") ?? "", /log/);
    assert.ok(
      window.log.some((line) => line.includes(bug.stack ?? "")),
      window.log.join("\n"),
    );
  });

  it("keep unread events when they are renamed or the API key changes", async () => {
    start(["News"]);
    connect("key 1");
    const window = await openFocused("News");
    await machine.pass(minuteMs);
    put("evt_1");
    await machine.pass(3 * minuteMs);
    machine.list.rename("News", "Latest");
    await machine.settled();
    assert.equal(window.count("Latest"), "1");
    const readSlowly: LiveService["readFeed"] = (request) => {
      machine.clock.advance(minuteMs);
      put("evt_2");
      return machine.service.readFeed(request);
    };
    connect("key 2", { readFeed: readSlowly });
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("Latest"), "2");
  });

  it("still count new events after an event dated in the future was marked as read", async () => {
    start(["News"]);
    const window = await openFocused("News");
    await machine.pass(minuteMs);
    put("evt_future", -24 * 60 * minuteMs);
    await machine.pass(3 * minuteMs);
    await window.feeds.markRead(idOf("News"));
    put("evt_1");
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("News"), "1");
  });

  it("continue from the last check after a restart, even before the API key is known", async () => {
    start(["News"]);
    connect("key 1");
    const window = await openFocused("News");
    put("evt_1");
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("News"), "1");
    await machine.pass(5 * 60 * minuteMs);
    connect("key 1");
    machine.focused = await machine.open();
    await machine.pass(3 * minuteMs);
    const [first] = main().requests;
    assert.ok(Date.parse(first?.since ?? "") > machine.clock.now() - 60 * minuteMs, first?.since);
  });

  it("find new events whatever the service's clock says", async () => {
    for (const [skewHours, tellsTime] of [
      [-3, true],
      [3, true],
      [3, false],
      [0, false],
    ] as const) {
      start(["News"]);
      machine.service.skewMs = skewHours * 60 * minuteMs;
      machine.service.tellsTime = tellsTime;
      put("evt_old", minuteMs);
      const window = await openFocused("News");
      await machine.pass(minuteMs);
      put("evt_1");
      await machine.pass(5 * minuteMs);
      assert.equal(window.count("News"), "1", `${skewHours} h, ${tellsTime}`);
      machine.dispose();
    }
  });

  it("use a panel's live updates as a check, and notify at once", async () => {
    for (const [missedMs, requests] of [
      [0, 0],
      // The panel's updates start too late to replace the next check.
      [10_000, 1],
    ] as const) {
      start(["News"]);
      const window = await openFocused("News");
      const fromMs = machine.clock.now() + missedMs - overlapMs;
      await machine.pass(20_000);
      put("evt_1", 5000);
      const sent = main().requests.length;
      await readPanel(window, fromMs);
      await machine.pass(5000);
      assert.equal(window.count("News"), "1");
      assert.equal(window.toasts.length, 1);
      assert.equal(main().requests.length - sent, requests);
      machine.dispose();
    }
  });

  it("need no more checks because a panel reads an event dated in the future", async () => {
    start(["News", { companies: ["acme.example"] }]);
    const window = await openFocused("News");
    put("evt_future", -24 * 60 * minuteMs);
    await machine.pass(3 * minuteMs);
    const sent = main().requests.length;
    for (let read = 0; read < 20; read++) {
      await machine.pass(intervalMs);
      await readPanel(window, machine.clock.now() - overlapMs);
    }
    assert.ok(main().requests.length - sent <= 5, `${main().requests.length - sent} requests in ten minutes`);
  });

  it("recount from the oldest unread event after a filter change, even if a panel read less", async () => {
    start(["News", { companies: ["acme.example"] }]);
    const window = await openFocused("News");
    await machine.pass(minuteMs);
    put("evt_1", 0, { company: { domain: "acme.example" } });
    await machine.pass(60 * minuteMs);
    put("evt_2");
    machine.list.set([savedFeed("News")]);
    await readPanel(window, machine.clock.now() - 3 * minuteMs - overlapMs);
    assert.equal(window.count("News"), "2");
  });

  it("wait after a failure, even if a panel reads events meanwhile", async () => {
    start(["News"]);
    const window = await openFocused("News");
    main().failure = new ApiError(
      { kind: "unavailable", status: 503, retryAfterMs: 30 * minuteMs },
      "Maintenance.",
    );
    await machine.pass(3 * minuteMs);
    const sent = main().requests.length;
    put("evt_1");
    await readPanel(window, machine.clock.now() - overlapMs);
    assert.equal(main().requests.length, sent);
    assert.equal(window.problemOf("News"), "Maintenance.");
  });

  it("count events until the end of their time range, even if checked later", async () => {
    const endMs = new Date("2026-11-22T12:00:00.000Z").getTime();
    start(["Until noon", { query: fixed("2026-11-01", "2026-11-22T12:00:00.000Z") }]);
    machine.clock.set(endMs - 5 * minuteMs);
    const window = await openFocused("Until noon");
    machine.service.put(event("evt_1", endMs - minuteMs));
    machine.service.put(event("evt_2", endMs + minuteMs));
    // The machine sleeps until an hour after the end.
    machine.clock.set(endMs + 60 * minuteMs);
    await machine.pass(3 * minuteMs);
    assert.equal(window.count("Until noon"), "1");
    const sent = main().requests.length;
    await machine.pass(60 * minuteMs);
    assert.equal(main().requests.length, sent);
  });

  it("notify after the clock was set back, even if another window saw a later notification", async () => {
    start(["News"]);
    const [one, two] = [await machine.open(), await machine.open()];
    machine.focused = one;
    machine.service.skewMs = -60 * minuteMs;
    await one.follow("News");
    await machine.pass(minuteMs);
    put("evt_1");
    await machine.pass(3 * minuteMs);
    await two.file.sync();
    machine.clock.set(machine.service.now);
    machine.service.skewMs = 0;
    put("evt_2");
    for (let n = 0; n < 60; n++) {
      await machine.pass(5000, 500);
      await two.file.sync();
    }
    assert.equal(one.toasts.length + two.toasts.length, 2);
  });

  it("notify of events that arrive late, after a notification of newer ones", async () => {
    start(["News"]);
    const window = await openFocused("News");
    await machine.pass(minuteMs);
    put("evt_1");
    await machine.pass(3 * minuteMs);
    put("evt_2", 2.5 * minuteMs);
    await machine.pass(20 * minuteMs);
    assert.equal(window.count("News"), "2");
    assert.equal(window.toasts.length, 2);
  });

  it("share one notification, sent by one window, and at most one per quiet period", async () => {
    start(["News"], ["Rounds", { query: queryOf("funding") }], ["Quiet", { alert: "badge" }]);
    const [one, two] = [await machine.open(), await machine.open()];
    machine.focused = one;
    for (const name of ["News", "Rounds", "Quiet"]) {
      await one.follow(name);
    }
    await machine.pass(minuteMs);
    put("evt_1", 0, { title: "NovaGrid raises $42M", type: "ipo" });
    await machine.pass(4 * minuteMs);
    assert.deepEqual(
      one.toasts.map(([text]) => text),
      ["News: NovaGrid raises $42M"],
    );
    put("evt_2", 0, { title: "Second", type: "funding" });
    await machine.pass(5 * minuteMs);
    assert.equal(one.toasts.length, 1);
    await machine.pass(15 * minuteMs);
    assert.deepEqual(one.toasts.map(([text]) => text).slice(1), ["News: 1 new event · Rounds: 1 new event"]);
    machine.focused = two;
    await machine.pass(60 * minuteMs);
    assert.deepEqual([one.toasts.length, two.toasts.length], [2, 0]);
    assert.deepEqual(badgeOf(two.feeds.feeds), { value: 5, tooltip: "5 unread events" });
  });

  it("are written to disk only by a window that changed something", async () => {
    start(["News"]);
    await openFocused("News");
    let writes = 0;
    const files = new InterceptingFileSystem(machine.disk, (operation) => {
      writes += operation === "writeFile" ? 1 : 0;
    });
    const other = await machine.open(files);
    await other.file.sync();
    assert.equal(other.count("News"), "0");
    assert.equal(writes, 0);
  });

  it("report a failed write, and lose nothing once writing works again", async () => {
    start(["News"]);
    let isFull = false;
    const files = new InterceptingFileSystem(machine.disk, (operation) => {
      if (isFull && operation !== "readFile") {
        throw systemError("ENOSPC");
      }
    });
    const window = await machine.open(files);
    machine.focused = window;
    await window.follow("News");
    await machine.pass(minuteMs);
    put("evt_1");
    await machine.pass(3 * minuteMs);
    isFull = true;
    await assert.rejects(window.feeds.markRead(idOf("News")), /Couldn't store which events were read/);
    assert.match(window.feeds.problem ?? "", /Couldn't store/);
    const before = [...machine.disk.files.values()];
    assert.ok(
      before.some((text) => text.includes("evt_1")),
      "the previous file is still there",
    );
    isFull = false;
    await machine.pass(intervalMs);
    assert.equal(window.feeds.problem, undefined);
    assert.equal((await machine.open()).count("News"), "0");
  });

  it("include feeds followed in version 0.2, with their unread events", async () => {
    start(["News"], ["Read"]);
    const minutesAgo = (minutes: number) => machine.service.now - minutes * minuteMs;
    const connection = { name: "Main", origin: "https://main.example" };
    const checked = { connection, baseline: { completeUntilMs: minutesAgo(2), knownFromMs: 0, seen: [] } };
    const feeds = [
      {
        id: idOf("News"),
        ...checked,
        unread: [{ id: "evt_1", publishedMs: minutesAgo(60) }, { id: "evt_2" }],
      },
      { id: idOf("Read"), ...checked, unread: [] },
    ];
    await machine.disk.writeFile(
      path.resolve("/storage/savedFeeds/followed.json"),
      JSON.stringify({ version: 1, feeds, marks: [], renamed: [], appliedRequests: [] }),
    );
    put("evt_old", 61 * minuteMs);
    put("evt_1", 60 * minuteMs);
    put("evt_new", minuteMs);
    const window = await machine.open();
    assert.ok(machine.disk.files.has(window.file.path), "they are written at once");
    machine.focused = window;
    await machine.pass(3 * intervalMs);
    assert.deepEqual([window.count("News"), window.count("Read")], ["2", "1"]);
    await window.feeds.markRead(idOf("News"));
    assert.equal((await machine.open()).count("News"), "0");
  });

  it("set an unreadable file aside, and report it once", async () => {
    start(["News"]);
    const window = await openFocused("News");
    await machine.disk.writeFile(window.file.path, "{garbage");
    await machine.pass(2 * intervalMs);
    assert.equal(window.reports.length, 1);
    assert.match(window.reports[0] ?? "", /marks\.json\.unreadable/);
    assert.equal((await machine.open()).count("News"), "0", "what the window knows is written again");
  });
});

function queryOf(type: string) {
  return { window: { kind: "last", days: 7 }, types: [type] } as const;
}

function fixed(since: string, until: string) {
  const iso = (day: string): string => new Date(day).toISOString();
  return { window: { kind: "fixed", since: iso(since), until: iso(until) }, types: [] } as const;
}

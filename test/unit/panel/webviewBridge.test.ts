import { feedDefaults } from "../../support/feeds";
import assert from "node:assert/strict";
import fc from "fast-check";
import { Feed } from "../../../src/feed/feed";
import { type BridgeHost, WebviewBridge, type WebviewPort } from "../../../src/panel/webviewBridge";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import type { RowsResult } from "../../../src/shared/feedState";
import type { HostMessage, WorkbenchHandlers } from "../../../src/shared/protocol";
import { Emitter } from "../../../src/shared/emitter";
import { FakeClock } from "../../support/fakes/fakeClock";
import { type FeedService, feedService, sampleEvent } from "../../support/services/feedService";

const start = Date.UTC(2026, 10, 21, 12);
const query: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

/** A page simulated by a test. */
class Page implements WebviewPort {
  readonly received: HostMessage[] = [];
  private readonly sent = new Emitter<unknown>();
  readonly onDidReceiveMessage = this.sent.event;

  postMessage(message: HostMessage): void {
    this.received.push(message);
  }

  send(message: unknown): void {
    this.sent.fire(message);
  }

  get types(): string[] {
    return this.received.map((message) => message.type);
  }

  last<T extends HostMessage["type"]>(type: T): Extract<HostMessage, { type: T }> {
    const message = this.received.findLast((m) => m.type === type);
    assert.ok(message, `no ${type} among ${this.types.join(", ")}`);
    return message as Extract<HostMessage, { type: T }>;
  }
}

describe("WebviewBridge", () => {
  let service: FeedService;
  let feed: Feed;
  let page: Page;
  let clock: FakeClock;
  /** Log messages, and commands for VS Code. */
  let logged: string[];
  let bridge: WebviewBridge;
  let copy: BridgeHost["copy"];

  beforeEach(async () => {
    const events = [1, 2, 3].map((n) => sampleEvent(`evt_${n}`, new Date(start - n * 1000).toISOString()));
    service = await feedService(events);
    clock = new FakeClock();
    feed = new Feed(query, {
      client: service.client,
      clock: service.clock,
      pageSize: () => 40,
      ...feedDefaults,
    });
    page = new Page();
    logged = [];
    copy = ({ ids }) => Promise.resolve(ids === "unread" ? 0 : feed.events.getAll(ids).length);
    const log = (message: string): void => void logged.push(message);
    const noted = (text: string): Promise<void> => {
      log(text);
      return Promise.resolve();
    };
    bridge = new WebviewBridge(feed, page, {
      clock,
      log: { info: log, warn: log, error: log },
      panelInfo: {
        connection: { name: "Acme", sample: false },
        defaultQuery: query,
      },
      workbenchHandlers: { ...({} as WorkbenchHandlers), showLog: () => noted("showLog") },
      reportError: (command, error) => log(`${command}: ${String(error)}`),
      copy: (params) => copy(params),
      savedFeed: {
        markRead: () => noted("markRead"),
        undoMarkRead: () => noted("undoMarkRead"),
      },
    });
  });

  afterEach(() => {
    bridge.dispose();
    feed.dispose();
    service.dispose();
    assert.deepEqual(clock.pending, []);
  });

  it("sends nothing until the page is ready, and then a snapshot", async () => {
    await feed.start();
    clock.advance(1000);
    assert.deepEqual(page.types, []);
    page.send({ type: "ready", timeZone: "UTC" });
    assert.deepEqual(page.types, ["snapshot"]);
    assert.equal(page.last("snapshot").rows.eventCount, 3);
    assert.equal(page.last("snapshot").panel.connection.name, "Acme");
    clock.advance(1000);
    assert.deepEqual(page.types, ["snapshot"]);
  });

  it("sends one update for a burst of changes, and nothing while the page is hidden", async () => {
    page.send({ type: "ready", timeZone: "UTC" });
    await feed.start();
    clock.advance(1);
    assert.deepEqual(page.types, ["snapshot", "update"]);
    bridge.pause();
    await feed.refresh();
    clock.advance(1000);
    assert.equal(page.received.length, 2);
    page.send({ type: "ready", timeZone: "UTC" });
    assert.equal(page.last("snapshot").rows.revision, feed.rows.info.revision);
  });

  it("passes commands on to the feed and to VS Code", async () => {
    await feed.start();
    page.send({ type: "ready", timeZone: "UTC" });
    page.send({ type: "setQuery", query: { ...query, types: ["ipo"] }, change: 1 });
    assert.deepEqual(feed.query.types, ["ipo"]);
    for (const type of ["showLog", "markRead", "undoMarkRead"]) {
      page.send({ type });
    }
    assert.deepEqual(logged, ["showLog", "markRead", "undoMarkRead"]);
  });

  it("replies to requests for rows, details and events that are gone", async () => {
    await feed.start();
    page.send({ type: "ready", timeZone: "UTC" });
    page.send({ type: "request", id: 7, name: "rows", params: { start: 0, end: 10 } });
    const rows = page.last("reply");
    assert.equal(rows.id, 7);
    assert.deepEqual(
      (rows.result as RowsResult).rows.map((row) => (row.kind === "event" ? row.id : row.kind)),
      ["day", "evt_1", "evt_2", "evt_3"],
    );
    page.send({ type: "request", id: 8, name: "details", params: { id: "evt_2" } });
    const details = page.last("reply").result as { json: string };
    assert.equal((JSON.parse(details.json) as { id: string }).id, "evt_2");
    page.send({ type: "request", id: 9, name: "details", params: { id: "evt_99" } });
    assert.deepEqual(
      page.last("reply").result,
      { kind: "unknown", missing: "gone" },
      "its whole time is loaded",
    );
    const publishedMs = start - 30 * 86_400_000;
    page.send({ type: "request", id: 10, name: "details", params: { id: "evt_99", publishedMs } });
    assert.deepEqual(page.last("reply").result, { kind: "unknown", missing: "outsideTimeRange" });
  });

  it("tells the page which events are still loaded, and how many were copied", async () => {
    await feed.start();
    page.send({ type: "ready", timeZone: "UTC" });
    const ids = ["evt_3", "evt_99", "evt_1"];
    page.send({ type: "request", id: 1, name: "stillLoaded", params: { ids } });
    assert.deepEqual(page.last("reply").result, ["evt_3", "evt_1"]);
    page.send({ type: "copy", ids, format: "json" });
    await new Promise(setImmediate);
    assert.deepEqual(page.last("copied"), { type: "copied", count: 2, requested: 3, format: "json" });
  });

  it("reports errors of the page's commands", async () => {
    page.send({ type: "ready", timeZone: "UTC" });
    copy = () => Promise.reject(new Error("Publications can't be linked to."));
    page.send({ type: "copy", ids: ["evt_1"], format: "link" });
    await new Promise(setImmediate);
    assert.deepEqual(page.types, ["snapshot"]);
    assert.deepEqual(logged, ["copy: Error: Publications can't be linked to."]);
    await assert.rejects(bridge.copy({ ids: ["evt_1"], format: "link" }), /Publications/);
  });

  it("focuses the page once it is ready, unless it was hidden meanwhile", () => {
    bridge.focus();
    page.send({ type: "ready", timeZone: "UTC" });
    assert.deepEqual(page.types, ["snapshot", "focus"]);
    bridge.focus();
    assert.deepEqual(page.types, ["snapshot", "focus", "focus"]);
    page.send({ type: "ready", timeZone: "UTC" });
    bridge.pause();
    bridge.focus();
    bridge.pause();
    page.send({ type: "ready", timeZone: "UTC" });
    assert.equal(page.types.filter((type) => type === "focus").length, 2);
  });

  it("makes the page show an event, and ignores the one it reports from before", async () => {
    await feed.start();
    page.send({ type: "ready", timeZone: "UTC" });
    page.send({ type: "detailsEvent", event: { id: "evt_1" } });
    bridge.pause();
    bridge.showEvent({ id: "evt_2" }, true);
    assert.ok(!page.types.includes("showEvent"), "the page is hidden");
    page.send({ type: "ready", timeZone: "UTC" });
    assert.deepEqual(page.last("showEvent"), {
      type: "showEvent",
      event: { id: "evt_2" },
      preserveFocus: true,
    });
    page.send({ type: "detailsEvent", event: { id: "evt_1" } });
    assert.deepEqual(
      [feed.details.item("evt_1"), feed.details.item("evt_2")?.value.id],
      [undefined, "evt_2"],
    );
    page.send({ type: "detailsEvent", event: { id: "evt_2" } });
    page.send({ type: "detailsEvent", event: { id: "evt_1" } });
    assert.equal(feed.details.item("evt_1")?.value.id, "evt_1");
    page.send({ type: "detailsEvent" });
    assert.equal(feed.details.item("evt_1"), undefined);
  });

  it("confirms every query change of the page, even if it is invalid or changes nothing", async () => {
    await feed.start();
    page.send({ type: "ready", timeZone: "UTC" });
    const outcomeOf = (types: unknown, change: number): unknown => {
      page.send({ type: "setQuery", query: { ...query, types }, change });
      clock.advance(1);
      const { panel } = page.last("update");
      return [panel.queryChange, panel.query.types];
    };
    assert.deepEqual(outcomeOf(["ipo"], 1), [1, ["ipo"]]);
    assert.deepEqual(outcomeOf(["ipo"], 2), [2, ["ipo"]]);
    assert.deepEqual(outcomeOf("layoffs", 3), [3, ["ipo"]]);
    assert.deepEqual(logged.slice(-1), ["Ignored an invalid message from the feed."]);
    // A new page starts counting its changes from 0.
    page.send({ type: "ready", timeZone: "UTC" });
    assert.equal(page.last("snapshot").panel.queryChange, 0);
  });

  it("sends the rows on screen with each change, shifted with the topmost event", async () => {
    await feed.start();
    page.send({ type: "ready", timeZone: "UTC" });
    const anchor = { id: "evt_2", index: 2 };
    const params = { start: 2, end: 4, anchor, isShown: true };
    page.send({ type: "request", id: 1, name: "rows", params });
    // The unread line below evt_1 moves the other rows down.
    feed.rows.setUnread({ events: [{ id: "evt_1" }], count: 1, atLeast: false, canUndo: false });
    bridge.scheduleUpdate();
    clock.advance(1);
    const { rows, start: first, shift } = page.last("update").rows ?? assert.fail();
    assert.deepEqual(
      [rows.map((row) => (row.kind === "event" ? row.id : row.kind)), first, shift],
      [["evt_2", "evt_3"], 3, 1],
    );
    feed.rows.setUnread(undefined);
    bridge.scheduleUpdate();
    clock.advance(1);
    assert.deepEqual([page.last("update").rows?.start, page.last("update").rows?.shift], [2, -1]);
  });

  it("sends changed rows and their number even if the page has requested them since the change", async () => {
    await feed.start();
    page.send({ type: "ready", timeZone: "UTC" });
    feed.rows.setUnread({ events: [{ id: "evt_1" }], count: 1, atLeast: false, canUndo: false });
    bridge.scheduleUpdate();
    page.send({ type: "request", id: 1, name: "rows", params: { start: 0, end: 9, isShown: true } });
    clock.advance(1);
    assert.deepEqual(page.last("update").rows, page.last("reply").result);
  });

  it("knows which events context menu commands apply to", async () => {
    await feed.start();
    page.send({ type: "ready", timeZone: "UTC" });
    page.send({ type: "select", ids: ["evt_1", "evt_3"] });
    assert.deepEqual(bridge.selectedIds, ["evt_1", "evt_3"]);
    page.send({ type: "ready", timeZone: "UTC" });
    assert.deepEqual(bridge.selectedIds, [], "another page has selected nothing yet");
  });

  it("sends a snapshot when the feed switches services", async () => {
    bridge.reset();
    assert.deepEqual(page.types, [], "the page is not ready");
    page.send({ type: "ready", timeZone: "UTC" });
    await feed.start();
    clock.advance(1);
    page.send({ type: "detailsEvent", event: { id: "evt_1" } });
    const loaded = feed.reconnect(service.client, false);
    bridge.reset();
    assert.deepEqual(page.types, ["snapshot", "update", "snapshot"]);
    assert.deepEqual([page.last("snapshot").panel.content, page.last("snapshot").rows.rowCount], ["none", 0]);
    await loaded;
    clock.advance(1);
    assert.equal(page.last("update").rows?.eventCount, 3);
  });

  it("ignores invalid messages", () => {
    page.send({ type: "ready", timeZone: "Mars/Olympus_Mons" });
    const before = page.received.length;
    const invalid = fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom("setQuery", "request", "setTimeZone"),
        id: fc.anything(),
        name: fc.anything(),
        params: fc.anything(),
        query: fc.anything(),
        timeZone: fc.integer(),
      }),
    );
    fc.assert(fc.property(invalid, (message) => page.send(message)));
    assert.equal(page.received.length, before);
    assert.equal(service.exchanges.length, 0);
  });
});

import { feedDefaults } from "../../support/feeds";
import assert from "node:assert/strict";
import fc from "fast-check";
import { Feed } from "../../../src/feed/feed";
import { WebviewBridge, type WebviewPort } from "../../../src/panel/webviewBridge";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import type { RowsResult } from "../../../src/shared/feedState";
import type { HostMessage, PageMessage, RowsUpdate } from "../../../src/shared/protocol";
import { Emitter } from "../../../src/util/event";
import { FakeClock } from "../../support/fakes/fakeClock";
import { FeedService, sampleEvent } from "../../support/services/feedService";

const start = Date.UTC(2026, 10, 21, 12);
const query: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

/** The page's end of the line: says what a test wants, keeps what it hears. */
class Page implements WebviewPort {
  readonly heard: HostMessage[] = [];
  private readonly said = new Emitter<unknown>();
  readonly onDidReceiveMessage = this.said.event;

  postMessage(message: HostMessage): void {
    this.heard.push(message);
  }

  say(message: PageMessage): void {
    this.said.fire(message);
  }

  sayAnything(message: unknown): void {
    this.said.fire(message);
  }

  get types(): string[] {
    return this.heard.map((message) => message.type);
  }

  last<T extends HostMessage["type"]>(type: T): Extract<HostMessage, { type: T }> {
    const message = this.heard.findLast((m) => m.type === type);
    assert.ok(message, `no ${type} among ${this.types.join(", ")}`);
    return message as Extract<HostMessage, { type: T }>;
  }
}

describe("WebviewBridge", () => {
  let service: FeedService;
  let feed: Feed;
  let page: Page;
  let clock: FakeClock;
  let warnings: string[];
  let link: WebviewBridge;

  beforeEach(async () => {
    const events = [1, 2, 3].map((n) => sampleEvent(`evt_${n}`, new Date(start - n * 1000).toISOString()));
    service = await FeedService.start(events);
    clock = new FakeClock();
    feed = new Feed(query, {
      client: service.client,
      clock: service.clock,
      pageSize: () => 40,
      ...feedDefaults,
    });
    page = new Page();
    warnings = [];
    const say = (message: string): void => void warnings.push(message);
    link = new WebviewBridge(feed, page, {
      clock,
      log: { debug: say, info: say, warn: say, error: say },
      panelInfo: () => ({
        connection: { name: "Acme", origin: "https://api.example.com", sample: false },
        defaultQuery: query,
      }),
      run: (command) => {
        say(command.type);
        return Promise.resolve();
      },
      copy: ({ ids }) => Promise.resolve(feed.events.getAll(ids).length),
    });
  });

  afterEach(() => {
    link.dispose();
    feed.dispose();
    service.dispose();
    assert.deepEqual(clock.pending, []);
  });

  it("says nothing until the page is ready, then everything at once", async () => {
    await feed.start();
    clock.advance(1000);
    assert.deepEqual(page.types, []);
    page.say({ type: "ready", timeZone: "UTC" });
    assert.deepEqual(page.types, ["snapshot"]);
    assert.equal(page.last("snapshot").rows.eventCount, 3);
    assert.equal(page.last("snapshot").panel.connection.name, "Acme");
    clock.advance(1000);
    assert.deepEqual(page.types, ["snapshot"]);
  });

  it("tells of a burst of changes once, and again nothing while the page is away", async () => {
    page.say({ type: "ready", timeZone: "UTC" });
    await feed.start();
    clock.advance(1);
    assert.deepEqual(page.types, ["snapshot", "update"]);
    link.pause();
    await feed.refresh();
    clock.advance(1000);
    assert.equal(page.heard.length, 2);
    page.say({ type: "ready", timeZone: "UTC" });
    assert.equal(page.last("snapshot").rows.revision, feed.rows.info.revision);
  });

  it("sends a page that has no rows the first ones with the news of them, once", async () => {
    const ids = (rows?: RowsUpdate) =>
      rows?.firstRows?.map((row) => (row.kind === "event" ? row.id : row.kind));
    page.say({ type: "ready", timeZone: "UTC" });
    assert.equal(page.last("snapshot").rows.firstRows, undefined);
    await feed.start();
    clock.advance(1);
    assert.deepEqual(ids(page.last("update").rows), ["day", "evt_1", "evt_2", "evt_3"]);
    await feed.refresh();
    clock.advance(1);
    assert.equal(page.types.filter((type) => type === "update").length, 2);
    assert.equal(page.last("update").rows?.firstRows, undefined);
    // A page that was away has none.
    page.say({ type: "ready", timeZone: "UTC" });
    assert.deepEqual(ids(page.last("snapshot").rows), ["day", "evt_1", "evt_2", "evt_3"]);
  });

  it("answers requests for rows and details, and for an event that is gone", async () => {
    await feed.start();
    page.say({ type: "ready", timeZone: "UTC" });
    page.say({ type: "request", id: 7, name: "rows", params: { start: 0, end: 10 } });
    const rows = page.last("reply");
    assert.equal(rows.id, 7);
    assert.deepEqual(
      (rows.result as RowsResult).rows.map((row) => (row.kind === "event" ? row.id : row.kind)),
      ["day", "evt_1", "evt_2", "evt_3"],
    );
    page.say({ type: "request", id: 8, name: "details", params: { id: "evt_2" } });
    const details = page.last("reply").result as { json: string };
    assert.equal((JSON.parse(details.json) as { id: string }).id, "evt_2");
    page.say({ type: "request", id: 9, name: "details", params: { id: "evt_99" } });
    assert.deepEqual(page.last("reply").result, { missing: "gone" }, "its whole time is loaded");
    const publishedMs = start - 30 * 86_400_000;
    page.say({ type: "request", id: 10, name: "details", params: { id: "evt_99", publishedMs } });
    assert.deepEqual(page.last("reply").result, { missing: "notLoaded" });
  });

  it("tells which events are loaded, and how many were copied once they are", async () => {
    await feed.start();
    page.say({ type: "ready", timeZone: "UTC" });
    const ids = ["evt_3", "evt_99", "evt_1"];
    page.say({ type: "request", id: 1, name: "loaded", params: { ids } });
    assert.deepEqual(page.last("reply").result, ["evt_3", "evt_1"]);
    page.say({ type: "request", id: 2, name: "copy", params: { ids, format: "json" } });
    assert.equal(page.last("reply").id, 1);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(page.last("reply"), { type: "reply", id: 2, result: 2 });
  });

  it("gives the page the keyboard, once it is ready, unless it went away before", () => {
    link.focus();
    page.say({ type: "ready", timeZone: "UTC" });
    assert.deepEqual(page.types, ["snapshot", "focus"]);
    link.focus();
    assert.deepEqual(page.types, ["snapshot", "focus", "focus"]);
    page.say({ type: "ready", timeZone: "UTC" });
    link.pause();
    link.focus();
    link.pause();
    page.say({ type: "ready", timeZone: "UTC" });
    assert.equal(page.types.filter((type) => type === "focus").length, 2);
  });

  it("passes on what the person wants", async () => {
    await feed.start();
    page.say({ type: "ready", timeZone: "UTC" });
    page.say({ type: "setQuery", query: { ...query, types: ["ipo"] } });
    assert.deepEqual(feed.query.types, ["ipo"]);
    page.say({ type: "showLog" });
    assert.deepEqual(warnings, ["showLog"]);
  });

  it("asks the page to export its selection while it is there, and passes on what it says", () => {
    assert.equal(link.exportSelection(), false);
    page.say({ type: "ready", timeZone: "UTC" });
    assert.equal(link.exportSelection(), true);
    assert.deepEqual(page.types, ["snapshot", "export"]);
    page.say({ type: "export", ids: [] });
    page.say({ type: "export", ids: ["evt_1"] });
    assert.deepEqual(warnings, ["export", "export"]);
    link.pause();
    assert.equal(link.exportSelection(), false);
  });

  it("has the page run the commands of its context menu", () => {
    link.runOnSelection({ type: "openSelected" });
    page.say({ type: "ready", timeZone: "UTC" });
    link.runOnSelection({ type: "copySelected", format: "tsv" });
    assert.deepEqual(page.heard.slice(1), [{ type: "copySelected", format: "tsv" }]);
  });

  it("ignores messages that make no sense, whatever they are", () => {
    page.say({ type: "ready", timeZone: "Mars/Olympus_Mons" });
    const before = page.heard.length;
    const oddities = fc.oneof(
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
    fc.assert(fc.property(oddities, (message) => page.sayAnything(message)));
    assert.equal(page.heard.length, before);
    assert.equal(service.exchanges.length, 0);
  });
});

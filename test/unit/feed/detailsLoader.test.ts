import assert from "node:assert/strict";
import { parseEvent } from "../../../src/service/decode";
import { ApiError } from "../../../src/service/errors";
import type { FeedPage, FeedRequest, Item, RequestOptions } from "../../../src/service/types";
import type { Feed } from "../../../src/feed/feed";
import type { CompanyEvent } from "../../../src/shared/companyEvent";
import { FakeClock } from "../../support/fakes/fakeClock";
import { UnusedClient } from "../../support/fakes/unusedClient";
import { checkForUpdates, createFeed, lastWeek } from "../../support/feeds";
import { sampleEvent } from "../../support/services/feedService";

type Fields = Readonly<Record<string, unknown>>;

const notFound = new ApiError(
  { kind: "notOffered", status: 404 },
  "It has no such event, or doesn't offer it (404).",
);
const notOffered = new ApiError({ kind: "notOffered", status: 405 }, "It doesn't offer it (405).");

function itemOf(fields: Fields): Item<CompanyEvent> {
  const json = JSON.stringify(fields);
  const value = parseEvent(json);
  assert.ok(value);
  return { value, json };
}

/** A service with independent list and events by ID. Responses to `readEvent` can be delayed. */
class Service extends UnusedClient {
  list: Fields[] = [];
  readonly byId = new Map<string, Fields | ApiError>();
  readonly asked: string[] = [];
  readonly aborted: string[] = [];
  private held: (() => void)[] | undefined;

  override readFeed(): Promise<FeedPage> {
    const items = this.list.map((fields) => itemOf(fields));
    return Promise.resolve({ items, malformed: 0, hasMore: false, nextCursor: null, pageSize: 40 });
  }

  override async readEvent(id: string, _source?: FeedRequest["source"], options?: RequestOptions) {
    this.asked.push(id);
    options?.signal?.addEventListener("abort", () => this.aborted.push(id));
    const answer = this.byId.get(id) ?? notFound;
    const { held } = this;
    if (held) {
      await new Promise<void>((resolve) => held.push(resolve));
    }
    if (answer instanceof ApiError) {
      throw answer;
    }
    return itemOf(answer);
  }

  hold(): void {
    this.held = [];
  }

  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    held.forEach((resolve) => resolve());
  }
}

describe("The event in the details pane", () => {
  let clock: FakeClock;
  let service: Service;
  let feed: Feed;

  beforeEach(() => {
    clock = new FakeClock();
    service = new Service();
    feed = createFeed(service, clock);
  });

  afterEach(() => feed.dispose());

  const full = (id: string, minutesAgo: number, more: Fields = {}): Fields => ({
    ...sampleEvent(id, new Date(clock.now() - minutesAgo * 60_000).toISOString()),
    ...more,
  });
  const titleOnly = ({ id, title, published_at }: Fields): Fields => ({ id, title, published_at });
  const settle = async (): Promise<void> => {
    clock.advance(300);
    await new Promise(setImmediate);
  };
  const titleOf = (id: string): string | undefined => feed.events.get(id)?.value.title;
  const typeOfRow = (id: string): string | undefined => {
    const row = feed.rows.get({ start: 0, end: 50 }).rows.find((it) => it.kind === "event" && it.id === id);
    return row?.kind === "event" ? row.type : undefined;
  };
  const missing = (id: string): string | undefined => feed.details.get({ id }).missing;
  const message = (): string | undefined => {
    const read = feed.state.eventRead;
    return read?.kind === "failed" ? read.message : undefined;
  };

  describe("that has only a title in the list", () => {
    const ids = Array.from({ length: 8 }, (_, n) => `evt_${n}`);

    beforeEach(async () => {
      ids.forEach((id, n) => service.byId.set(id, full(id, n)));
      service.list = [...service.byId.values()].map((fields) => titleOnly(fields as Fields));
      await feed.start();
    });

    it("is read once it stays selected, and updates its row", async () => {
      for (const id of ids) {
        feed.details.show({ id });
        clock.advance(299);
      }
      assert.deepEqual(service.asked, []);
      assert.equal(feed.details.get({ id: "evt_7" }).missing, undefined);
      await settle();
      assert.deepEqual(service.asked, ["evt_7"]);
      assert.equal(typeOfRow("evt_7"), "funding");
      assert.equal(typeOfRow("evt_6"), undefined);
      feed.details.show({ id: "evt_6" });
      feed.details.show({ id: "evt_7" });
      await settle();
      assert.deepEqual(service.asked, ["evt_7"]);
    });

    it("is no longer read if another event or none is selected", async () => {
      service.hold();
      feed.details.show({ id: "evt_1" });
      await settle();
      feed.details.show({ id: "evt_2" });
      await settle();
      assert.deepEqual(service.aborted, ["evt_1"]);
      feed.details.show(undefined);
      service.release();
      await settle();
      assert.deepEqual(
        [service.asked, service.aborted],
        [
          ["evt_1", "evt_2"],
          ["evt_1", "evt_2"],
        ],
      );
      assert.deepEqual(
        [typeOfRow("evt_1"), typeOfRow("evt_2"), feed.state.eventRead],
        [undefined, undefined, undefined],
      );
    });

    for (const error of [notOffered, notFound]) {
      it(`is not requested automatically after ${"status" in error.failure ? error.failure.status : ""}`, async () => {
        ids.forEach((id) => service.byId.set(id, error));
        for (const id of ids) {
          feed.details.show({ id });
          await settle();
        }
        assert.deepEqual(service.asked, ["evt_0"]);
        await feed.details.read("evt_7");
        assert.deepEqual(service.asked, ["evt_0", "evt_7"]);
        assert.equal(feed.state.eventRead?.kind === "failed" && feed.state.eventRead.canRetry, false);
      });
    }

    it("is read again after any other failure only on request", async () => {
      service.byId.set("evt_1", new ApiError({ kind: "timeout" }, "Too late."));
      feed.details.show({ id: "evt_1" });
      await settle();
      service.list = [full("evt_new", 0), ...service.list];
      await checkForUpdates(feed);
      await settle();
      assert.equal(message(), "Too late.");
      service.byId.set("evt_1", full("evt_1", 1));
      await feed.details.read("evt_1");
      assert.deepEqual(service.asked, ["evt_1", "evt_1"]);
      assert.equal(typeOfRow("evt_1"), "funding");
    });

    it("is updated in its row, the chart and the search", async () => {
      service.byId.set("evt_1", full("evt_1", 1, { title: "Complete", type: "ipo" }));
      feed.details.show({ id: "evt_1" });
      await settle();
      assert.deepEqual(feed.state.eventRead, {
        id: "evt_1",
        kind: "done",
        event: { id: "evt_1", publishedMs: Date.UTC(2026, 10, 21, 11, 59) },
      });
      assert.equal(typeOfRow("evt_1"), "ipo");
      await feed.view.setView({ text: "complete" });
      assert.equal(feed.state.inView, 1);
      const chart = await feed.events.chart();
      assert.deepEqual(
        chart?.types.map(({ type }) => type),
        ["ipo"],
      );
    });
  });

  it("stays available when filters or the time range exclude it, with the reason", async () => {
    service.list = [full("evt_1", 1), full("evt_2", 2)];
    await feed.start();
    feed.details.show({ id: "evt_1" });
    service.list = [];
    await feed.setQuery({ ...lastWeek, types: ["ipo"] });
    assert.equal(missing("evt_1"), "filteredOut");
    await feed.setQuery({
      window: { kind: "fixed", since: "2020-01-01T00:00:00.000Z", until: "2020-01-02T00:00:00.000Z" },
      types: [],
    });
    assert.equal(missing("evt_1"), "outsideTimeRange");
    await feed.setQuery(lastWeek);
    assert.equal(missing("evt_1"), "gone");
    assert.equal(feed.events.getAll(["evt_1"]).length, 1);
    await settle();
    assert.deepEqual(service.asked, []);
  });

  describe("opened by its ID", () => {
    const year = 365 * 24 * 60;

    it("is read at once, even before the list has loaded, and only once", async () => {
      service.byId.set("evt_old", full("evt_old", year));
      feed.details.open({ id: "evt_old" });
      await new Promise(setImmediate);
      assert.equal(titleOf("evt_old"), "Title of evt_old");
      feed.details.show({ id: "evt_old" });
      await feed.start();
      await settle();
      assert.deepEqual(service.asked, ["evt_old"]);
      assert.equal(missing("evt_old"), "outsideTimeRange");
    });

    it("is found by its second ID", async () => {
      service.list = [full("evt_1", 1, { event_id: "alt_1" })];
      service.byId.set("alt_1", full("evt_1", 1, { event_id: "alt_1" }));
      await feed.start();
      feed.details.open({ id: "alt_1" });
      await new Promise(setImmediate);
      assert.ok(feed.state.eventRead?.kind === "done");
      assert.equal(feed.state.eventRead.event.id, "evt_1");
      feed.details.show(feed.state.eventRead.event);
      await settle();
      assert.deepEqual(service.asked, ["alt_1"]);
      assert.equal(missing("evt_1"), undefined);
    });

    it("is read after a window reload if the list turns out not to contain it", async () => {
      service.list = [full("evt_1", 1)];
      service.byId.set("evt_old", full("evt_old", year));
      const selected = { id: "evt_old", publishedMs: clock.now() - year * 60_000, unlisted: true };
      const restored = feed.restore({ selected });
      feed.details.show(selected);
      await settle();
      assert.equal(feed.state.window?.extended, undefined);
      await restored;
      await settle();
      assert.deepEqual(service.asked, ["evt_old"]);
      assert.equal(titleOf("evt_old"), "Title of evt_old");
    });

    it("causes no error after a window reload if the service doesn't have it", async () => {
      for (const error of [notFound, notOffered]) {
        service.byId.set("evt_old", error);
        await feed.restore({ selected: { id: "evt_old" } });
        feed.details.show({ id: "evt_old" });
        await settle();
        assert.deepEqual([feed.state.eventRead, missing("evt_old")], [undefined, "gone"]);
        feed.details.show(undefined);
      }
      assert.deepEqual(service.asked, ["evt_old", "evt_old"]);
    });
  });
});

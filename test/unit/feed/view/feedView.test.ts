import assert from "node:assert/strict";
import type { Feed } from "../../../../src/feed/feed";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkForUpdates, createFeed } from "../../../support/feeds";
import { LiveService } from "../../../support/services/liveService";
import { event } from "../../../support/services/listSource";

/** Short enough for all events to be on one UTC day, so that pages are full. */
const step = 20 * 60_000;

describe("The events in view", () => {
  let clock: FakeClock;
  let service: LiveService;
  let feed: Feed;

  /** One event every 20 minutes; every third one is about a patent. */
  async function open(count: number): Promise<void> {
    clock = new FakeClock();
    service = new LiveService(clock);
    service.immediate = true;
    for (let n = 0; n < count; n++) {
      arrive(n, step * (n + 0.5));
    }
    feed = createFeed(service, clock);
    await feed.start();
  }

  function arrive(n: number, ageMs: number): void {
    const title = n % 3 === 0 ? `Patent ${n}` : `Round ${n}`;
    service.put(event(`evt_${String(n).padStart(4, "0")}`, service.now - ageMs, { title }));
  }

  describe("of a saved feed", () => {
    const watch = ["acme.com", "ent_globex", "Umbrella"];
    const companies = [
      { domain: "www.Acme.com", name: "Acme" },
      { domain: "globex.com", entity_id: "ent_globex" },
      { name: "UMBRELLA" },
      { domain: "notacme.com", entity_id: "ent_umbrella", name: "Umbrella Trading" },
      undefined,
    ];

    /** One event of each company in turn. */
    async function openFeed(count: number): Promise<void> {
      await open(0);
      for (let n = 0; n < count; n++) {
        put(n, step * (n + 0.5));
      }
      await feed.refresh();
    }

    function put(n: number, ageMs: number): void {
      const company = companies[n % companies.length];
      service.put(
        event(`evt_${String(n).padStart(4, "0")}`, service.now - ageMs, {
          title: `Round ${n}`,
          ...(company && { company }),
        }),
      );
    }

    const numbers = (): number[] => titles().map((title = "") => Number(title.replace(/\D/g, "")));
    const expected = (count: number, keeps: (n: number) => boolean): number[] =>
      Array.from({ length: count }, (_, n) => n).filter(keeps);
    const isListed = (n: number): boolean => n % 5 < 3;

    it("are those of its companies, unless all are requested", async () => {
      await openFeed(60);
      await feed.loadWindow();
      await feed.view.setCompanies(watch);
      assert.deepEqual(numbers(), expected(60, isListed));
      assert.equal(feed.state.companyCount, 3);
      assert.equal(feed.rows.info.eventCount, 60, "events stay loaded");
      await feed.view.setView({ text: "", allCompanies: true });
      assert.deepEqual(
        numbers(),
        expected(60, () => true),
      );
      assert.equal(feed.state.companyCount, 3);
      await feed.view.setCompanies([]);
      await feed.view.setView({ text: "" });
      assert.equal(feed.events.countInView, 60);
      assert.equal(feed.state.companyCount, undefined);
    });

    it("include live updates, corrections and older pages", async () => {
      await openFeed(30);
      await feed.view.setCompanies(watch);
      const shown = numbers().length;
      service.put(event("evt_new1", service.now - 1000, { title: "New", company: { domain: "acme.com" } }));
      service.put(event("evt_new2", service.now - 900, { title: "New", company: { domain: "other.com" } }));
      await checkForUpdates(feed);
      assert.equal(feed.events.countInView, shown + 1);
      assert.equal(feed.state.companyCount, 3);
      service.put(event("evt_new3", service.now - 800, { title: "No suit", company: { name: "Umbrella" } }));
      await checkForUpdates(feed);
      assert.equal(feed.events.countInView, shown + 2);
      assert.equal(feed.state.companyCount, 3);
      await feed.loadWindow();
      assert.equal(feed.events.countInView, expected(30, isListed).length + 2);
    });
  });

  function titles(): (string | undefined)[] {
    return Array.from(feed.events.inView(), ({ value }) => value.title);
  }

  afterEach(() => feed.dispose());

  it("are all loaded events, or those that match search and zoom", async () => {
    await open(30);
    assert.equal(feed.events.countInView, 10);
    await feed.view.setView({ text: "patent" });
    assert.deepEqual(titles(), ["Patent 0", "Patent 3", "Patent 6", "Patent 9"]);
    assert.equal(feed.state.inView, 4);
    assert.equal(feed.rows.info.eventCount, 10, "events stay loaded");
    const span = { sinceMs: clock.now() - 5 * step, untilMs: clock.now() - 2 * step };
    await feed.view.setView({ text: "patent", span });
    assert.deepEqual(titles(), ["Patent 3"]);
    await feed.view.setView({ text: "" });
    assert.equal(feed.events.countInView, 10);
  });

  it("are sorted by amount or company, without rows for days and gaps", async () => {
    await open(3);
    const amounts = [5, undefined, 900];
    amounts.forEach((amount, n) =>
      service.put(
        event(`evt_x${n}`, service.now - step * (n + 0.7), {
          title: `X${n}`,
          company: { name: ["Zed", "Acme", "nova"][n] ?? "" },
          ...(amount !== undefined && { event_data: { amount } }),
        }),
      ),
    );
    await feed.refresh();
    const rows = () =>
      feed.rows.get({ start: 0, end: 100 }).rows.map((row) => ("id" in row ? row.id : row.kind));
    const newestFirst = rows();
    assert.equal(newestFirst[0], "day");
    const copied = () => feed.events.getAll(["evt_0001", "evt_x0", "evt_x2"]).map(({ value }) => value.id);
    assert.deepEqual(
      copied(),
      newestFirst.filter((id) => copied().includes(id)),
    );
    const sort = { by: "amount", descending: true } as const;
    await feed.view.setView({ text: "", sort });
    assert.deepEqual(rows(), ["evt_x2", "evt_x0", "evt_0000", "evt_0001", "evt_x1", "evt_0002"]);
    assert.deepEqual(feed.state.view.sort, sort);
    assert.deepEqual(copied(), ["evt_x2", "evt_x0", "evt_0001"], "in the order of the rows");
    const anchor = { id: "evt_x0", publishedMs: 0, index: 1 };
    service.put(event("evt_live", service.now + 1, { event_data: { amount: 77 } }));
    await checkForUpdates(feed);
    assert.deepEqual(
      rows().slice(0, 3),
      ["evt_x2", "evt_live", "evt_x0"],
      "a new event comes in at its place",
    );
    assert.equal(feed.rows.get({ start: 0, end: 1, anchor }).shift, 1);
    assert.equal(feed.rows.get({ start: 0, end: 1, anchor: { id: "gone", index: 3 } }).shift, 0);
    assert.deepEqual(titles().slice(0, 3).includes("X2"), false, "events are still iterated newest first");
    await feed.view.setView({ text: "x", sort });
    assert.deepEqual(rows(), ["evt_x2", "evt_x0", "evt_x1"]);
    await feed.view.setView({ text: "x", sort: { by: "company", descending: false } });
    assert.deepEqual(rows(), ["evt_x1", "evt_x2", "evt_x0"]);
    await feed.view.setView({ text: "x", sort: { by: "company", descending: true } });
    assert.deepEqual(rows(), ["evt_x0", "evt_x2", "evt_x1"]);
    await feed.setQuery({ window: { kind: "last", days: 3 }, types: [] });
    assert.deepEqual(rows(), ["evt_x0", "evt_x2", "evt_x1"], "stays sorted with another query");
    await feed.view.setView({ text: "" });
    assert.deepEqual(
      rows().filter((id) => id !== "evt_live"),
      newestFirst,
    );
  });

  it("stay those of the previous search until the next one is done", async () => {
    await open(30);
    await feed.view.setView({ text: "patent" });
    const before = titles();
    const rows = feed.rows.get({ start: 0, end: 100 });
    const place = rows.rows.findIndex((row) => row.kind === "event" && row.id === "evt_0009");
    const searching = feed.view.setView({ text: "round" });
    assert.deepEqual(titles(), before);
    assert.deepEqual([feed.state.inView, feed.state.view.searching], [4, true]);
    const anchor = { id: "evt_0009", publishedMs: clock.now() - 9.5 * step, index: place };
    assert.deepEqual(feed.rows.get({ start: 0, end: 100, anchor }), rows);
    await searching;
    assert.equal(feed.state.inView, 6);
  });

  it("can be searched before any are loaded, as after a reload", async () => {
    await open(30);
    const restored = createFeed(service, clock, { query: feed.query });
    try {
      void restored.view.setView({ text: "patent" });
      await restored.restore({ topmost: { id: "evt", publishedMs: clock.now() - 12.5 * step } });
      assert.deepEqual(
        Array.from(restored.events.inView(), ({ value }) => value.title),
        ["Patent 12", "Patent 15", "Patent 18", "Patent 21"],
      );
      assert.deepEqual([restored.state.view.matches, restored.rows.info.eventCount], [4, 10]);
    } finally {
      restored.dispose();
    }
  });

  it("stay zoomed until the time range changes", async () => {
    await open(30);
    const span = { sinceMs: clock.now() - 5 * step, untilMs: clock.now() - 2 * step };
    const zoomed = { text: "patent", span };
    await feed.view.setView(zoomed);
    await feed.setQuery({ ...feed.query, types: ["funding"] });
    assert.deepEqual([feed.state.view.span, feed.events.countInView], [span, 1]);
    service.immediate = false;
    const { query } = feed;
    const window = { kind: "last", days: 3 } as const;
    const given = feed.setQuery({ ...query, window });
    assert.deepEqual([feed.state.content, feed.state.view.span], ["previous", span]);
    await feed.setQuery(query);
    await given;
    assert.deepEqual(
      [feed.state.content, feed.state.view.span, feed.events.countInView],
      ["current", span, 1],
    );
    service.immediate = true;
    await feed.setQuery({ ...query, window });
    assert.deepEqual(feed.state.view, { text: "patent", matches: 4, searching: false });
  });

  it("are charted by their twelve most frequent types, with the others combined", async () => {
    await open(0);
    for (let n = 0; n < 40; n++) {
      service.put(event(`evt_${n}`, service.now - 1000 * (n + 1), { type: `type ${Math.min(n, 20)}` }));
    }
    await feed.refresh();
    await feed.loadWindow();
    const types = (await feed.events.chart())?.types ?? [];
    assert.equal(types.length, 13);
    assert.equal(types[0]?.type, "type 20");
    assert.equal(types.at(-1)?.type, "9 others");
    assert.equal(
      types.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0),
      40,
    );
  });
});

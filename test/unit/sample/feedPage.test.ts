import assert from "node:assert/strict";
import fc from "fast-check";
import { SampleData } from "../../../src/sample/sampleData";
import { dayStart, type SampleEvent } from "../../../src/sample/sampleSource";
import { dayMs } from "../../../src/shared/instant";
import { event, feedOrder, listSource } from "../../support/services/listSource";
import { feedPath, locationOf, noon, SampleTester } from "./sampleTester";

const iso = (ms: number) => new Date(ms).toISOString();
const data = new SampleData();
const today = data.eventsOn(dayStart(noon), noon);
const sample = new SampleTester(data);

describe("GET the feed of the sample service", () => {
  it("returns the 40 newest events by default, in full or only id, title and published_at", () => {
    const page = sample.feed();
    assert.deepEqual(Object.keys(page).sort(), ["events", "has_more", "next_cursor", "page_size"]);
    assert.deepEqual(page.events, today.slice(0, 40));
    assert.deepEqual([page.page_size, page.has_more, typeof page.next_cursor], [40, true, "string"]);
    assert.deepEqual(sample.feed({ fields: "full" }).events, today.slice(0, 40));
    assert.deepEqual(
      sample.feed({ fields: "ids" }).events,
      today.slice(0, 40).map(({ id, title, published_at }) => ({ id, title, published_at })),
    );
  });

  it("rejects invalid parameters with 422 and their location", () => {
    const invalid = {
      page_size: ["0", "501", "-1", "many", "", "40.5", "0x10"],
      fields: ["some", ""],
      min_amount: ["lots", "", "Infinity"],
      since: ["yesterday", "2026-03-11", "2026-03-11T12:00:00", "2026-03-11T12:00:00+01:00"],
      until: ["2026-02-30T12:00:00Z", "2026-13-01T00:00:00Z", ""],
      limit: ["5"],
    };
    for (const [name, values] of Object.entries(invalid)) {
      for (const value of values) {
        const target = `${feedPath}?${new URLSearchParams({ [name]: value }).toString()}`;
        assert.deepEqual(locationOf(sample.expect(422, "GET", target)), ["query", name], target);
      }
    }
  });

  it("accepts types separated by commas, repeated, or both", () => {
    const wanted = ["funding", "ipo", "layoff"];
    const truth = today.filter(({ type }) => wanted.includes(type ?? ""));
    for (const types of [
      "types=funding,ipo,layoff",
      "types=funding&types=ipo&types=layoff",
      "types=funding,%20ipo&types=layoff,",
    ]) {
      assert.deepEqual(sample.get(`${feedPath}?page_size=500&${types}`)["events"], truth);
    }
    assert.deepEqual(sample.feed({ types: "", page_size: "500" }).events, today);
  });

  it("uses the window of the cursor, which only an earlier until narrows", () => {
    const query = { since: iso(noon - 3 * 3_600_000), page_size: "10" };
    const truth = sample.drain(query);
    const cursor = sample.feed(query).next_cursor ?? "";
    for (const since of [iso(0), iso(noon + dayMs)]) {
      assert.deepEqual(sample.drain({ page_size: "10", since, cursor }), truth.slice(10));
    }
    const until = today[25]?.published_at ?? "";
    assert.deepEqual(
      sample.feed({ cursor, until, page_size: "10" }).events,
      truth.filter(({ published_at }) => published_at < until).slice(0, 10),
    );
  });

  it("rejects cursors that it didn't issue, with a message", () => {
    const cursor = sample.feed().next_cursor ?? "";
    const changed = (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1);
    for (const foreign of ["", "abc", changed, `${cursor}=`, `${cursor}AAAA`, cursor.slice(4)]) {
      const target = `${feedPath}?${new URLSearchParams({ cursor: foreign }).toString()}`;
      assert.match(String(sample.expect(400, "GET", target)["detail"]), /not issued by this service/);
    }
  });

  it("skips nothing if events arrive between pages", () => {
    let now = noon;
    const running = new SampleTester(data, () => now);
    const since = iso(noon - dayMs);
    const known = running.drain({ since, page_size: "500" }).map(({ id }) => id);
    const drained = running.drain({ since, page_size: "7" }, () => (now += 20_000));
    const ids = new Set(drained.map(({ id }) => id));
    assert.equal(ids.size, drained.length);
    assert.deepEqual(drained, [...drained].sort(feedOrder));
    assert.ok(known.every((id) => ids.has(id)));
  });
});

describe("Paging through the feed of the sample service", () => {
  const base = dayStart(noon);
  /** Any instant, or one of a few around midnight, so that some are equal. */
  const instant = fc.oneof(
    fc.integer({ min: base - 4 * dayMs, max: base + dayMs }),
    fc
      .tuple(fc.integer({ min: -4, max: 1 }), fc.integer({ min: -1, max: 1 }))
      .map(([day, ms]) => base + day * dayMs + ms),
  );
  const ids = fc.string({ minLength: 1, maxLength: 4 });
  const corpus = fc
    .uniqueArray(fc.tuple(ids, instant, fc.constantFrom("a", "b"), fc.integer({ min: 0, max: 9 })), {
      selector: ([id]) => id,
      minLength: 10,
      maxLength: 60,
    })
    .map((items) =>
      items.map(([id, ms, type, amount]) =>
        event(id, ms, { type, sector: `s${amount % 3}`, event_data: amount < 3 ? {} : { amount } }),
      ),
    );
  const query = fc.record(
    {
      since: instant.map(iso),
      until: instant.map(iso),
      types: fc.constantFrom("a", "b", "a,b", "c"),
      sector: fc.constantFrom("s0", "s1", "S1", "s1 ", ""),
      min_amount: fc.constantFrom("0", "-5", "5", "8.5", "8e0"),
    },
    { requiredKeys: [] },
  );

  function truthOf(events: readonly SampleEvent[], asked: Readonly<Record<string, string | undefined>>) {
    const { since, until, types, sector, min_amount } = asked;
    return events
      .filter(
        (each) =>
          (since === undefined || Date.parse(each.published_at) >= Date.parse(since)) &&
          (until === undefined || Date.parse(each.published_at) < Date.parse(until)) &&
          (types === undefined || types.split(",").includes(each.type ?? "")) &&
          (sector === undefined || each.sector === sector) &&
          (min_amount === undefined || Number(each.event_data?.["amount"] ?? NaN) >= Number(min_amount)),
      )
      .sort(feedOrder);
  }

  it("returns each event of the window once, in order, for any filter and page size", () => {
    fc.assert(
      fc.property(corpus, query, fc.integer({ min: 1, max: 12 }), (events, asked, size) => {
        const tester = new SampleTester(listSource(events));
        const drained = tester.drain({ ...asked, page_size: `${size}` }, (page) => {
          assert.ok(page.events.length <= size);
          assert.equal(page.has_more, page.next_cursor !== null);
        });
        assert.deepEqual(drained, truthOf(events, asked));
      }),
      { numRuns: 400 },
    );
  });
});

describe("GET one event of the sample service", () => {
  const events = "/v2/datasets/companydata/events";

  it("accepts either ID, and returns the event as in the feed", () => {
    const oldest = data.eventsOn(dayStart(noon) - 60 * dayMs, noon);
    for (const sent of [...today.slice(0, 10), ...oldest.slice(-1)]) {
      assert.deepEqual(sample.get(`${events}/${sent.id}`), sent);
      if (typeof sent["event_id"] === "string") {
        assert.deepEqual(sample.get(`${events}/${sent["event_id"]}`), sent);
      }
    }
    const encoded = event("a/b", noon);
    assert.deepEqual(new SampleTester(listSource([encoded])).get(`${events}/a%2Fb`), encoded);
  });
});

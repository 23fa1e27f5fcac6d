import assert from "node:assert/strict";
import fc from "fast-check";
import { SampleData } from "../../../src/sample/sampleData";
import { dayMs } from "../../../src/shared/instant";
import { dayStart, type SampleEvent } from "../../../src/sample/sampleSource";
import { event, feedOrder, listSource } from "../../support/services/listSource";
import { serving } from "./sampleClient";

const noon = Date.UTC(2026, 2, 11, 12);
const iso = (ms: number) => new Date(ms).toISOString();

describe("Paging through the feed of the sample service", () => {
  const base = dayStart(noon);
  /** Any instant of some days and, as often, one of a few around midnight, so that some are equal. */
  const instant = fc.oneof(
    fc.integer({ min: base - 4 * dayMs, max: base + dayMs }),
    fc
      .tuple(fc.integer({ min: -4, max: 1 }), fc.integer({ min: -1, max: 1 }))
      .map(([day, ms]) => base + day * dayMs + ms),
  );
  const corpus = fc
    .uniqueArray(
      fc.tuple(
        fc.string({ minLength: 1, maxLength: 4 }),
        instant,
        fc.constantFrom("a", "b"),
        fc.integer({ min: 0, max: 9 }),
      ),
      {
        selector: ([id]) => id,
        minLength: 10,
        maxLength: 60,
      },
    )
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
      sector: fc.constantFrom("s0", "s1", "none"),
      min_amount: fc.constantFrom("0", "5", "8.5"),
    },
    { requiredKeys: [] },
  );

  function truthOf(
    events: readonly SampleEvent[],
    asked: Readonly<Record<string, string | undefined>>,
  ): SampleEvent[] {
    return events
      .filter(
        ({ published_at, type, sector, event_data }) =>
          (asked["since"] === undefined || Date.parse(published_at) >= Date.parse(asked["since"])) &&
          (asked["until"] === undefined || Date.parse(published_at) < Date.parse(asked["until"])) &&
          (asked["types"] === undefined || asked["types"].split(",").includes(type ?? "")) &&
          (asked["sector"] === undefined || sector === asked["sector"]) &&
          (asked["min_amount"] === undefined ||
            Number(event_data?.["amount"] ?? NaN) >= Number(asked["min_amount"])),
      )
      .sort(feedOrder);
  }

  it("returns exactly the events of the window, in order and once, for any events, filter and page size", async () => {
    await fc.assert(
      fc.asyncProperty(corpus, query, fc.integer({ min: 1, max: 12 }), async (events, asked, size) => {
        await serving({ source: listSource(events), now: () => noon }, async (client) => {
          const drained = await client.drain({ ...asked, page_size: `${size}` }, (page) => {
            assert.ok(page.events.length <= size);
            assert.equal(page.has_more, page.next_cursor !== null);
          });
          assert.deepEqual(drained, truthOf(events, asked));
        });
      }),
      { numRuns: 400 },
    );
  });

  it("separates events of the same instant, also at midnight", async () => {
    const events = ["c", "a", "b", "d"]
      .map((id) => event(id, base))
      .concat(event("e", base - 1), event("f", base + 1));
    await serving({ source: listSource(events), now: () => noon }, async (client) => {
      const drained = await client.drain({ page_size: "1" });
      assert.deepEqual(
        drained.map(({ id }) => id),
        ["f", "a", "b", "c", "d", "e"],
      );
    });
  });

  it("returns the sample events of any window with any page size", async () => {
    const data = new SampleData();
    const all: SampleEvent[] = [];
    for (let day = data.dayBefore(Infinity, noon); day !== undefined; day = data.dayBefore(day, noon)) {
      all.push(...data.eventsOn(day, noon));
    }
    const moment = fc.integer({ min: noon - 8 * dayMs, max: noon }).map(iso);
    await serving({ source: data, now: () => noon }, async (client) => {
      await fc.assert(
        fc.asyncProperty(moment, moment, fc.integer({ min: 5, max: 500 }), async (since, until, size) => {
          const drained = await client.drain({ since, until, page_size: `${size}` });
          assert.deepEqual(drained, truthOf(all, { since, until }));
        }),
        { numRuns: 20 },
      );
      assert.deepEqual(await client.drain({ page_size: "500" }), all);
    });
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Item } from "../../../../src/service/types";
import { EventStore } from "../../../../src/feed/store/eventStore";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import { stored } from "../../../support/fakes/storedEvent";

type Stored = Item<CompanyEvent>;

const event = fc.record(
  {
    id: fc.integer({ min: 0, max: 40 }).map((n) => `evt_${n}`),
    publishedMs: fc.integer({ min: 0, max: 12 }),
    type: fc.constantFrom("funding", "ipo", ""),
    sector: fc.constantFrom("Fintech", "Biotech"),
    title: fc.constantFrom("one", "two"),
  },
  { requiredKeys: ["id"] },
);

/** Newest first, then by ID, undated events last; computed without the store's code. */
function expectedOrder(events: readonly Stored[]): string[] {
  const dated = events.filter((e) => e.value.publishedMs !== undefined);
  const undated = events.filter((e) => e.value.publishedMs === undefined);
  const byId = (a: Stored, b: Stored): number => (a.value.id < b.value.id ? -1 : 1);
  const byTime = (a: Stored, b: Stored): number =>
    Number(b.value.publishedMs) - Number(a.value.publishedMs) || byId(a, b);
  return [...dated.sort(byTime), ...undated.sort(byId)].map((e) => e.json);
}

function contents(store: EventStore): string[] {
  return Array.from({ length: store.size }, (_, index) => store.at(index)?.json ?? "nothing");
}

function countBy(
  events: readonly Stored[],
  of: (event: CompanyEvent) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value } of events) {
    const key = of(value);
    if (key) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** True if an event adds nothing to the known one, because it has only a title and date, which are equal. */
function isOnlyTitleOf({ type, sector, ...rest }: CompanyEvent, known: CompanyEvent): boolean {
  const hasMore = type !== undefined || sector !== undefined;
  return !hasMore && rest.title === known.title && rest.publishedMs === known.publishedMs;
}

describe("EventStore", () => {
  it("keeps each ID once, in order, with its latest content", () => {
    fc.assert(
      fc.property(fc.array(fc.array(event, { maxLength: 15 }), { maxLength: 8 }), (batches) => {
        const store = new EventStore();
        const truth = new Map<string, Stored>();
        for (const batch of batches) {
          const items = batch.map(stored);
          const before = new Map(truth);
          // The last one of a batch counts, unless it has only the known title and date.
          for (const item of new Map(items.map((it) => [it.value.id, it])).values()) {
            const known = before.get(item.value.id);
            if (!known || !isOnlyTitleOf(item.value, known.value)) {
              truth.set(item.value.id, item);
            }
          }
          assert.equal(store.insert(items), truth.size - before.size);
        }
        const events = [...truth.values()];
        assert.deepEqual(contents(store), expectedOrder(events));
        events.forEach((e) => assert.equal(store.at(store.indexOf(e.value.id))?.json, e.json));
        assert.deepEqual(
          new Map(store.columns.types.facets.map((f) => [f.value, f.count])),
          countBy(events, (e) => e.type),
        );
        assert.deepEqual(
          new Map(store.columns.sectors.facets.map((f) => [f.value, f.count])),
          countBy(events, (e) => e.sector),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("provides the oldest date, and the values of fields by frequency", () => {
    const store = new EventStore();
    assert.equal(store.oldestMs, undefined);
    store.insert([
      stored({ id: "a", publishedMs: 5, type: "ipo" }),
      stored({ id: "b", publishedMs: 3, type: "funding" }),
      stored({ id: "c", type: "funding" }),
    ]);
    assert.equal(store.oldestMs, 3);
    assert.deepEqual(store.columns.types.facets, [
      { value: "funding", count: 2 },
      { value: "ipo", count: 1 },
    ]);
  });

  it("removes the oldest events, and adds them again", () => {
    const store = new EventStore();
    const items = Array.from({ length: 10 }, (_, n) =>
      stored({ id: `evt_${n}`, publishedMs: n, type: "ipo" }),
    );
    store.insert(items);
    store.removeOldest(4);
    assert.equal(store.size, 6);
    assert.equal(store.oldestMs, 4);
    assert.equal(store.get("evt_3"), undefined);
    assert.deepEqual(store.columns.types.facets, [{ value: "ipo", count: 6 }]);
    assert.equal(store.insert(items), 4);
    assert.equal(store.indexOf("evt_0"), 9);
    store.removeOldest(99);
    assert.equal(store.size, 0);
  });

  it("returns each event's JSON as sent, compressed or not", async () => {
    const store = new EventStore();
    const items = Array.from({ length: 400 }, (_, n) => {
      const title = n === 70 ? "long ".repeat(300_000) : `“Ünïcode” 😀 \u0000 ${n}`;
      const { value, json } = stored({ id: `evt_${n}`, publishedMs: n, title });
      return { value, json: ` ${json.replace(",", " ,\n")} ` };
    });
    store.insert(items);
    const check = (from: number): void => {
      const known = items.filter((_, n) => n >= from).reverse();
      assert.deepEqual(
        contents(store),
        known.map(({ json }) => json),
      );
      known.forEach((item) => assert.equal(store.get(item.value.id)?.value.title, item.value.title));
    };
    check(0);
    await store.columns.texts.compressed();
    check(0);
    store.removeOldest(130);
    check(130);
    store.insert(items.slice(100, 200));
    await store.columns.texts.compressed();
    check(100);
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import type { EventList } from "../../../../src/feed/store/eventList";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { findEvents } from "../../../../src/feed/store/search";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import type { View } from "../../../../src/shared/viewQueries";
import { stored } from "../../../support/fakes/storedEvent";

const forever = new AbortController().signal;

const event = fc
  .record(
    {
      id: fc.integer({ min: 0, max: 60 }).map((n) => `evt_${n}`),
      publishedMs: fc.integer({ min: 0, max: 12 }),
      type: fc.constantFrom("funding", "ipo"),
      sector: fc.constantFrom("Fintech", "Bio & Health", "ÉNERGIE"),
      title: fc.constantFrom("Nova raises", "NOVA\u0000grid", "a", "Ünited é (b)", "ab\nab"),
      company: fc.constantFrom({ name: "Nova Grid" }, { name: "" }, { name: "énergie", entityId: "ent_1" }),
    },
    { requiredKeys: ["id"] },
  )
  .map((fields) => stored(fields));

const anyCriteria = fc.record(
  {
    text: fc.constantFrom(
      "",
      " ",
      "nova",
      "RAISES",
      "raises NOVA",
      "a",
      "a b",
      "É",
      "bio &",
      "fintech grid",
      "(",
      "zzz",
    ),
    span: fc.constantFrom({ sinceMs: 3, untilMs: 9 }, { sinceMs: 0, untilMs: 1 }),
  },
  { requiredKeys: ["text"] },
);

/** Compares text by text, without the store's code. */
function matches(event: CompanyEvent, { text, span }: View): boolean {
  const ms = event.publishedMs ?? -Infinity;
  const plain = (t = ""): string => t.toLowerCase().replace(/[éü]/g, (c) => (c === "é" ? "e" : "u"));
  const texts = [event.title, event.sector, event.company?.name].map(plain);
  const words = plain(text).split(" ").filter(Boolean);
  const has = (t: string, word: string): boolean => {
    const end = word.length === 1 && words.length > 1 ? "([^a-z0-9]|$)" : "";
    return /^[a-z]{1,2}$/.test(word) ? new RegExp(`(^|[^a-z0-9])${word}${end}`).test(t) : t.includes(word);
  };
  return (
    words.every((word) => texts.some((t) => has(t, word))) &&
    (!span || (ms >= span.sinceMs && ms < span.untilMs))
  );
}

function jsons(list: EventList): (string | undefined)[] {
  return Array.from({ length: list.size }, (_, index) => list.at(index)?.json);
}

function expected(store: EventStore, criteria: View): (string | undefined)[] {
  return Array.from({ length: store.size }, (_, index) => store.at(index))
    .filter((item) => item && matches(item.value, criteria))
    .map((item) => item?.json);
}

describe("SearchResults", () => {
  it("contain the matching events in order, even after later additions and removals", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 60 }),
        anyCriteria,
        fc.array(fc.oneof(fc.array(event, { maxLength: 9 }), fc.nat({ max: 4 })), { maxLength: 6 }),
        async (first, criteria, changes) => {
          const store = new EventStore();
          store.insert(first);
          const found = await findEvents(store, criteria, forever);
          assert.deepEqual(jsons(found), expected(store, criteria));
          for (const change of changes) {
            if (typeof change === "number") {
              store.removeOldest(change);
            } else {
              store.insert(change);
            }
            assert.deepEqual(jsons(found), expected(store, criteria));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("ignore accents, case and Unicode form", async () => {
    const store = new EventStore();
    const texts = ["Zürich café", "Zu\u0308rich cafe\u0301", "İstanbul", "Ørsted’s", "Straße", "ΣΟΦΟΣ"];
    store.insert([
      ...texts.map((title, n) => stored({ id: `t${n}`, title })),
      ...texts.map((name, n) => stored({ id: `u${n}`, company: { name } })),
      ...texts.map((sector, n) => stored({ id: `v${n}`, sector })),
    ]);
    const found = async (text: string): Promise<string> => {
      const list = await findEvents(store, { text }, forever);
      return Array.from(list.items(), ({ value }) => value.id).join(" ");
    };
    const [all, zurich] = [["t", "u", "v"], "t0 t1 u0 u1 v0 v1"];
    assert.deepEqual(await Promise.all([found("zurich"), found("CAFÉ Zürich"), found("cafe\u0301")]), [
      zurich,
      zurich,
      zurich,
    ]);
    for (const [n, text] of [
      [2, "istanbul"],
      [2, "İSTANBUL"],
      [3, "orsted's"],
      [4, "STRASSE"],
      [5, "σοφος"],
    ] as const) {
      assert.equal(await found(text), all.map((kind) => `${kind}${n}`).join(" "), text);
    }
  });

  it("match one or two letters only at the start of a word", async () => {
    const store = new EventStore();
    const titles = [
      "Ebbade raises Series A by Bond",
      "NovaGrid raises Series B",
      "Retail chain",
      "Aid by AI",
    ];
    store.insert(titles.map((title, n) => stored({ id: `t${n}`, title })));
    const found = async (text: string): Promise<string> => {
      const list = await findEvents(store, { text }, forever);
      return Array.from(list.items(), ({ value }) => value.id).join(" ");
    };
    assert.equal(await found("b"), "t0 t1 t3");
    assert.equal(await found("series b"), "t1", "one letter beside other words is a word");
    assert.equal(await found("ai"), "t3");
    assert.equal(await found("grid"), "t1");
  });

  it("are complete even if the store changes during the search", async () => {
    const store = new EventStore();
    const batch = (from: number, count: number, title: string): ReturnType<typeof stored>[] =>
      Array.from({ length: count }, (_, n) =>
        stored({ id: `evt_${from + n}`, publishedMs: from + n, title }),
      );
    store.insert(batch(0, 10_000, "one"));
    const criteria = { text: "one" };
    const finding = findEvents(store, criteria, forever);
    // The search has started, and waits for its next time slice.
    store.insert(batch(5_000, 5_500, "another one"));
    store.insert(batch(0, 100, "other"));
    store.removeOldest(4_200);
    const found = await finding;
    assert.deepEqual(jsons(found), expected(store, criteria));
    assert.ok(found.size > 5_000);
  });
});

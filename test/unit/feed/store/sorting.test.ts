import assert from "node:assert/strict";
import fc from "fast-check";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { findEvents } from "../../../../src/feed/store/search";
import { sortEvents } from "../../../../src/feed/store/sorting";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import type { SortOrder } from "../../../../src/shared/viewQueries";
import { stored } from "../../../support/fakes/storedEvent";

const forever = new AbortController().signal;

const companies = [
  ...["Nova Grid", "nova grid", "Élan", "elan", "Zoë", "ACME", "acme 2", "李", "", "Ärzte"],
  ...["Ørsted", "orsted", "Łódź Labs", "Zürich", "Zu\u0308rich", "İstanbul", "Weiß", "Œuvre", "Λάμδα"],
];

const event = fc
  .record(
    {
      id: fc.integer({ min: 0, max: 60 }).map((n) => `evt_${n}`),
      publishedMs: fc.integer({ min: 0, max: 12 }),
      title: fc.constantFrom("Nova raises", "Nothing"),
      company: fc.constantFrom(...companies).map((name) => ({ name })),
      amount: fc.oneof(
        fc.constantFrom(0, -0, -1, 1, 5e-324, -5e-324, 1.7e308, -1.7e308, 0.1, 42e6, 42e6 + 1, 2 ** 53),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: -3, max: 3 }),
      ),
    },
    { requiredKeys: ["id"] },
  )
  .map((fields) => stored(fields));

const orders: readonly SortOrder[] = [
  { by: "amount", descending: true },
  { by: "amount", descending: false },
  { by: "company", descending: true },
  { by: "company", descending: false },
];

/** Sorts without the store's code. @param events newest first */
function expectedIds(events: readonly CompanyEvent[], { by, descending }: SortOrder): string[] {
  const collator = new Intl.Collator("en", { sensitivity: "base" });
  const valueOf = ({ amount, company }: CompanyEvent) =>
    by === "amount" ? amount : company?.name || undefined;
  const compare = (a: number | string, b: number | string): number =>
    typeof a === "string" ? collator.compare(a, String(b)) : a - Number(b);
  const known = events.filter((one) => valueOf(one) !== undefined);
  known.sort((a, b) => (descending ? -1 : 1) * compare(valueOf(a) ?? "", valueOf(b) ?? ""));
  return [...known, ...events.filter((one) => valueOf(one) === undefined)].map(({ id }) => id);
}

describe("Sorted events", () => {
  it("stay ordered by amount or company while events are added and removed", async () => {
    const changes = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant("insert" as const), events: fc.array(event, { maxLength: 12 }) }),
        fc.record({ kind: fc.constant("removeOldest" as const), count: fc.integer({ min: 0, max: 5 }) }),
      ),
      { maxLength: 8 },
    );
    const apply = (
      store: EventStore,
      change: (typeof changes extends fc.Arbitrary<infer T> ? T : never)[number],
    ) => (change.kind === "insert" ? store.insert(change.events) : store.removeOldest(change.count));
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 60 }),
        fc.constantFrom(...orders),
        fc.boolean(),
        changes,
        changes,
        async (initial, order, searching, during, after) => {
          const store = new EventStore();
          store.insert(initial);
          const list = searching ? await findEvents(store, { text: "nova" }, forever) : store;
          const sorting = sortEvents(store, list, order, forever);
          during.forEach((change) => apply(store, change));
          const sorted = await sorting;
          const check = (): void => {
            const expected = expectedIds(
              Array.from(list.items(), ({ value }) => value),
              order,
            );
            assert.deepEqual(
              Array.from(sorted.items(), ({ value }) => value.id),
              expected,
            );
            assert.deepEqual(
              expected.map((id) => sorted.indexOf(id)),
              expected.map((_, index) => index),
            );
          };
          check();
          for (const change of after) {
            apply(store, change);
            check();
          }
          assert.equal(sorted.indexOf("evt_unknown"), -1);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("are ordered by thousands of companies, sorted in time slices", async () => {
    for (const [count, descending] of [
      [2000, false],
      [4001, true],
      [9001, false],
    ] as const) {
      const store = new EventStore();
      // 7919 is prime, so no number repeats.
      const events = Array.from({ length: count }, (_, n) => {
        const number = String((n * 7919) % count).padStart(4, "0");
        return stored({
          id: `evt_${n}`,
          publishedMs: count - n,
          company: { name: `${n % 2 ? "É" : "e"}lan ${number}` },
        });
      });
      store.insert(events);
      const order: SortOrder = { by: "company", descending };
      const sorted = await sortEvents(store, store, order, forever);
      assert.deepEqual(
        Array.from(sorted.items(), ({ value }) => value.id),
        expectedIds(
          events.map(({ value }) => value),
          order,
        ),
      );
    }
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { RowLayout } from "../../../../src/feed/view/rowLayout";
import { TimeZone } from "../../../../src/feed/view/timeZone";
import { stored } from "../../../support/fakes/storedEvent";
import type { Row } from "../../../../src/shared/feedState";

function storeOf(instants: readonly (number | undefined)[]): EventStore {
  const store = new EventStore();
  store.insert(
    instants.map((publishedMs, index) =>
      stored({ id: `evt_${index}`, ...(publishedMs === undefined ? {} : { publishedMs }) }),
    ),
  );
  return store;
}

/** The calendar day, computed differently from the product: Swedish dates are ISO dates. */
function dayIn(zone: string, ms: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(ms);
}

function describeRow(row: Row): string {
  switch (row.kind) {
    case "day":
      return `day ${row.day ?? "unknown"}`;
    case "gap":
    case "unread":
      return row.kind;
    case "event":
      return row.id;
  }
}

describe("RowLayout", () => {
  it("puts a header above each day in any time zone, even when clocks change", () => {
    const zones = fc.constantFrom(
      "UTC",
      "Europe/Berlin",
      "America/St_Johns",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
    );
    const instants = fc.array(
      fc.option(fc.integer({ min: Date.UTC(2026, 2, 20), max: Date.UTC(2026, 10, 10) }), {
        nil: undefined,
        freq: 9,
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(zones, instants, (zone, times) => {
        const store = storeOf(times);
        const layout = new RowLayout(store, new TimeZone(zone));
        const expected: string[] = [];
        let day: string | undefined;
        for (let index = 0; index < store.size; index++) {
          const event = store.at(index)?.value;
          const today = event?.publishedMs === undefined ? "unknown" : dayIn(zone, event.publishedMs);
          if (today !== day) {
            expected.push(`day ${today}`);
          }
          day = today;
          expected.push(event?.id ?? "");
          assert.equal(layout.rowOfEvent(index), expected.length - 1);
        }
        assert.equal(layout.rowCount, expected.length);
        assert.deepEqual(layout.rows(0, layout.rowCount).map(describeRow), expected);
      }),
      { numRuns: 200 },
    );
  });

  it("puts a gap above the day of the next older event", () => {
    const layout = new RowLayout(storeOf([86_400_000 * 2, 10, 5]), new TimeZone("UTC"), [
      { kind: "gap", sinceMs: 20, untilMs: 86_400_000, filling: false },
      { kind: "gap", sinceMs: 6, untilMs: 10, filling: false },
    ]);
    assert.deepEqual(layout.rows(0, 9).map(describeRow), [
      "day 1970-01-03",
      "evt_0",
      "gap",
      "day 1970-01-01",
      "evt_1",
      "gap",
      "evt_2",
    ]);
    assert.deepEqual(
      [0, 1, 2].map((index) => layout.rowOfEvent(index)),
      [1, 4, 6],
    );
  });

  it("provides all displayed fields of an event, and omits missing ones", () => {
    const store = new EventStore();
    store.insert([
      stored({
        id: "a",
        publishedMs: 30,
        type: "funding",
        title: "NovaGrid raises $5M",
        subhead: "Led by Terra Ventures",
        sector: "Climate",
        confidence: 0.9,
        company: { name: "NovaGrid", domain: "novagrid.example" },
        amount: 5_000_000,
      }),
      stored({ id: "b", publishedMs: 20 }),
    ]);
    assert.deepEqual(new RowLayout(store, new TimeZone("UTC")).rows(1, 3), [
      {
        kind: "event",
        id: "a",
        publishedMs: 30,
        type: "funding",
        title: "NovaGrid raises $5M",
        subhead: "Led by Terra Ventures",
        company: "NovaGrid",
        sector: "Climate",
        amount: 5_000_000,
        confidence: 0.9,
      },
      { kind: "event", id: "b", publishedMs: 20 },
    ]);
  });

  it("cuts long texts without splitting a character", () => {
    const store = new EventStore();
    store.insert([stored({ id: "a", title: `${"x".repeat(399)}😀${"y".repeat(5_000_000)}` })]);
    const [, row] = new RowLayout(store, new TimeZone("UTC")).rows(0, 2);
    assert.ok(row?.kind === "event" && row.title !== undefined);
    assert.ok(row.title.length < 500);
    assert.ok(row.title.isWellFormed());
  });
});

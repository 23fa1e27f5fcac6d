import assert from "node:assert/strict";
import fc from "fast-check";
import { measureOf } from "../../../../../src/agent/tools/summary/measure";
import { type GroupBy, summaryTable } from "../../../../../src/agent/tools/summary/summaryTable";
import { TimeZone } from "../../../../../src/feed/view/timeZone";
import type { CompanyEvent } from "../../../../../src/shared/companyEvent";
import { dayMs } from "../../../../../src/shared/instant";

const hourMs = 3_600_000;

interface Options {
  readonly top?: number;
  readonly shown?: number;
  readonly timeZone?: string;
  readonly since?: string;
  readonly until?: string;
}

/** The lines of one table, as cells. */
function tableOf(groupBy: GroupBy, events: readonly CompanyEvent[], options: Options = {}): string[][] {
  const { top = 10, timeZone = "UTC", since = "2026-11-16T00:00Z", until = "2026-11-20T00:00Z" } = options;
  const table = summaryTable(events, {
    groupBy: [groupBy],
    top,
    window: { sinceMs: Date.parse(since), untilMs: Date.parse(until) },
    timeZone,
    zone: TimeZone.named(timeZone),
    measure: measureOf(events),
  });
  return table.lines(options.shown ?? table.rowCount).map((line) => line.split("\t"));
}

let count = 0;

function event(more: Partial<CompanyEvent> & { readonly at?: string } = {}): CompanyEvent {
  const { at = "2026-11-18T09:00Z", ...fields } = more;
  return { id: `evt_${count++}`, type: "funding", publishedMs: Date.parse(at), ...fields };
}

describe("The tables of a summary", () => {
  it("rank groups by what is asked: sums of one type, else numbers of events", () => {
    const rounds = [
      event({ sector: "Health", amount: 5e6 }),
      event({ sector: "Health", amount: 1e6 }),
      event({ sector: "Fintech", amount: 50e6 }),
      event({ sector: "Fintech" }),
      event({ amount: 0.1 }),
      event({ sector: " ", amount: 0.2 }),
    ];
    assert.deepEqual(tableOf("sector", rounds), [
      ["sector", "events", "funding raised", "events without amount"],
      ["Fintech", "2", "$50,000,000", "1"],
      ["Health", "2", "$6,000,000", "0"],
      ["(no sector)", "2", "$0.3", "0"],
      ["TOTAL", "6", "$56,000,000.3", "1"],
    ]);
    const mixed = [
      ...rounds,
      event({ type: "ipo", sector: "Energy", amount: 900e6 }),
      event({ type: "layoff" }),
    ];
    assert.deepEqual(tableOf("sector", mixed), [
      ["sector", "events", "funding events", "funding raised", "funding events without amount"],
      ["(no sector)", "3", "2", "$0.3", "0"],
      ["Fintech", "2", "2", "$50,000,000", "1"],
      ["Health", "2", "2", "$6,000,000", "0"],
      ["Energy", "1", "0", "$0", "0"],
      ["TOTAL", "8", "6", "$56,000,000.3", "1"],
    ]);
  });

  it("have one row for all events without a type", () => {
    const untyped = { id: "evt_untyped", publishedMs: Date.parse("2026-11-18T09:00Z") };
    assert.deepEqual(
      tableOf("type", [untyped, event({ type: "ipo" }), event({ type: " " }), event({ type: "" })]),
      [
        ["type", "events"],
        ["(no type)", "3"],
        ["ipo", "1"],
        ["TOTAL", "4"],
      ],
    );
  });

  it("never add up amounts of several types", () => {
    const events = [
      event({ type: "acquisition", amount: 3e9 }),
      event({ type: "acquisition", amount: 1 }),
      event({ type: "shutdown", amount: 7e6 }),
      event({ type: "funding", amount: 2e6 }),
      event({ type: "Funding", amount: 3e6 }),
      event({ type: "partnership" }),
    ];
    assert.deepEqual(tableOf("type", events), [
      ["type", "events", "sum of amounts", "events without amount"],
      ["acquisition", "2", "$3,000,000,001", "0"],
      ["Funding", "1", "$3,000,000", "0"],
      ["funding", "1", "$2,000,000", "0"],
      ["partnership", "1", "-", "1"],
      ["shutdown", "1", "$7,000,000", "0"],
      ["TOTAL", "6", "-", "1"],
    ]);
    assert.deepEqual(
      tableOf("company", events).at(-1),
      ["(no company)", "6", "2", "$5,000,000", "0"],
      "whatever the spelling of funding",
    );
    const withoutFunding = events.slice(0, 3);
    assert.deepEqual(tableOf("sector", withoutFunding), [
      ["sector", "events"],
      ["(no sector)", "3"],
    ]);
    assert.deepEqual(tableOf("sector", withoutFunding.slice(0, 2))[0], [
      "sector",
      "events",
      "sum of acquisition amount",
      "events without amount",
    ]);
  });

  it("tell companies apart by ID, domain and name, and those of the same name by their domain", () => {
    const acme = { name: "Acme", domain: "acme.com" };
    const events = [
      event({ company: { ...acme, entityId: "ent_1" } }),
      event({ company: { ...acme, name: "ACME Inc.", entityId: "ent_1" } }),
      event({ company: { name: "Acme", domain: "acme.de", entityId: "ent_2" } }),
      event({ company: { domain: "https://www.NOVA.io/", name: "Nova" } }),
      event({ company: { domain: "nova.io" } }),
      event({ company: { name: "Zeta  Labs" } }),
      event({ company: { name: "zeta labs" } }),
      event({ company: {} }),
      event(),
    ];
    assert.deepEqual(tableOf("company", events), [
      ["company", "events"],
      ["(no company)", "2"],
      ["Nova", "2"],
      ["Acme (acme.com)", "2"],
      ["Zeta Labs", "2"],
      ["Acme (acme.de)", "1"],
      ["TOTAL", "9"],
    ]);
  });

  it("have harmless labels that cannot pass for other rows", () => {
    const labels = ["TOTAL", "(3 other sectors)", "a\tb\n```", "<img src=x>", "-", "x".repeat(2_000_000)];
    const rows = tableOf(
      "sector",
      labels.map((sector) => event({ sector })),
    );
    assert.deepEqual(
      rows
        .map(([label]) => label)
        .slice(1, -1)
        .sort(),
      ['"(3 other sectors)"', '"-"', '"TOTAL"', "a b '''", "x".repeat(59) + "…", "‹img src=x›"],
    );
    assert.ok(rows.every(({ length }) => length === 2));
  });

  it("have each day of the user's zone once, also those without events and those of 23 and 25 hours", () => {
    const berlin = { timeZone: "Europe/Berlin", since: "2026-10-23T22:00Z", until: "2026-10-26T23:00Z" };
    const events = [
      event({ at: "2026-10-26T22:59:59Z" }),
      event({ at: "2026-10-25T22:59:59Z", amount: 2 }),
      event({ at: "2026-10-24T22:00:00Z", amount: 1 }),
      event({ at: "2026-10-24T21:59:59Z" }),
    ];
    assert.deepEqual(tableOf("day", events, berlin), [
      ["day", "events", "funding raised", "events without amount"],
      ["2026-10-26 Mon", "1", "$0", "1"],
      ["2026-10-25 Sun", "2", "$3", "0"],
      ["2026-10-24 Sat", "1", "$0", "1"],
      ["TOTAL", "4", "$3", "2"],
    ]);
    const spring = { timeZone: "Europe/Berlin", since: "2026-03-28T23:00Z", until: "2026-03-30T22:00Z" };
    assert.deepEqual(
      tableOf("day", [event({ at: "2026-03-29T22:00Z" })], spring).map(([day, events]) => [day, events]),
      [
        ["day", "events"],
        ["2026-03-30 Mon", "1"],
        ["2026-03-29 Sun", "0"],
        ["TOTAL", "1"],
      ],
    );
    const kathmandu = { timeZone: "Asia/Kathmandu", since: "2026-11-15T18:15Z", until: "2026-11-16T18:15Z" };
    assert.deepEqual(tableOf("day", [event({ at: "2026-11-16T18:14Z" })], kathmandu), [
      ["day", "events"],
      ["2026-11-16 Mon", "1"],
    ]);
  });

  it("say where days, weeks and months are not whole", () => {
    const berlin = { timeZone: "Europe/Berlin", since: "2026-11-16T08:30Z", until: "2026-11-18T11:00:07Z" };
    const labels = (unit: GroupBy): string[] =>
      tableOf(unit, [event()], berlin).map(([label]) => label ?? "");
    assert.deepEqual(labels("day"), [
      "day",
      "2026-11-18 Wed (until 12:00:07)",
      "2026-11-17 Tue",
      "2026-11-16 Mon (from 09:30)",
      "TOTAL",
    ]);
    assert.deepEqual(labels("week"), [
      "week",
      "week of 2026-11-16 (from 2026-11-16 09:30, until 2026-11-18 12:00:07)",
    ]);
    assert.deepEqual(tableOf("month", [], { since: "2026-09-01T00:00Z", until: "2026-12-01T00:00Z" }), [
      ["month", "events"],
      ["2026-11", "0"],
      ["2026-10", "0"],
      ["2026-09", "0"],
      ["TOTAL", "0"],
    ]);
    assert.deepEqual(
      tableOf("week", [], { since: "2026-11-09T00:00Z", until: "2026-11-22T00:00Z" }).map(([label]) => label),
      ["week", "week of 2026-11-16 (until 2026-11-22 00:00)", "week of 2026-11-09", "TOTAL"],
    );
  });

  it("keep events with dates that are outside the time range or cannot be read", () => {
    const events = [
      event({ at: "9999-12-31T00:00Z" }),
      event({ at: "?" }),
      event({ at: "1969-12-31T23:00Z" }),
    ];
    const undated = events.map(({ publishedMs = Number.NaN, ...rest }) =>
      Number.isNaN(publishedMs) ? rest : { ...rest, publishedMs },
    );
    assert.deepEqual(
      tableOf("day", undated, { since: "2026-11-18T00:00Z", until: "2026-11-19T00:00Z" }).map(
        ([label]) => label,
      ),
      ["day", "2026-11-18 Wed", "9999-12-31 Fri", "1969-12-31 Wed", "(no readable date)", "TOTAL"],
    );
  });

  it("add up exactly, however many rows are shown", () => {
    const text = fc.constantFrom("a", "b", "c", "d", "e", "f", undefined);
    const events = fc.array(
      fc.record({
        type: fc.constantFrom("funding", "Funding", "ipo", undefined),
        sector: text,
        name: text,
        amount: fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), {
          nil: undefined,
        }),
        publishedMs: fc.option(fc.integer({ min: Date.parse("2026-11-16"), max: Date.parse("2026-11-20") }), {
          nil: undefined,
        }),
      }),
      { maxLength: 60 },
    );
    const groupings = fc.constantFrom<GroupBy>("type", "sector", "company", "day", "week", "month");
    fc.assert(
      fc.property(events, groupings, fc.nat(8), fc.nat(8), (records, groupBy, top, shown) => {
        const all = records.map(
          ({ name, ...fields }) =>
            ({ id: `evt_${count++}`, ...fields, company: { name } }) as unknown as CompanyEvent,
        );
        const [head = [], ...lines] = tableOf(groupBy, all, { top: top + 1, shown });
        const rows = lines.filter(([label]) => label !== "TOTAL");
        const total = lines.find(([label]) => label === "TOTAL");
        assert.equal(sumOf(rows, 1), BigInt(all.length) * 10n ** 400n);
        for (const column of head.keys()) {
          if (
            column > 0 &&
            total?.[column] !== undefined &&
            total[column] !== "-" &&
            head[column] !== "amount field"
          ) {
            assert.equal(sumOf(rows, column), sumOf([total], column), head[column]);
          }
        }
      }),
      { includeErrorInReport: true },
    );
  });

  it("take the time that the events need, not that of the time range", () => {
    const since = new Date(0).toISOString();
    const rows = tableOf("day", [event()], { since, until: "2026-11-19T00:00Z" });
    assert.equal(rows.length, 31 + 3);
    assert.deepEqual(rows.at(-2), [`(${Date.parse("2026-11-19") / dayMs - 31} earlier days)`, "0"]);
    const many = Array.from({ length: 20_000 }, (_, n) =>
      event({ publishedMs: Date.parse("2026-11-19") - (n % 90) * dayMs - (n % 24) * hourMs, amount: n / 10 }),
    );
    assert.equal(tableOf("day", many, { since, timeZone: "America/St_Johns" }).at(-1)?.[1], "20000");
  });
});

/** A column of numbers and amounts, times 10^400. */
function sumOf(rows: readonly (readonly string[])[], column: number): bigint {
  return rows.reduce((sum, row) => {
    const text = (row[column] ?? "-").replace(/[$,]/g, "");
    const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    return sum + BigInt(`${sign}${whole}${fraction.padEnd(400, "0")}`);
  }, 0n);
}

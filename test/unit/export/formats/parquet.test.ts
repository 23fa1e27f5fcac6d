import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { parquetMetadataOf, parseParquet } from "../../../support/parquet";
import { encoded } from "./encoded";

type Row = Readonly<Record<string, unknown>>;

async function rows(events: Iterable<object | string>): Promise<readonly Row[]> {
  return parseParquet(await encoded("parquet", events)).rows;
}

/** The row of an event, without null cells. */
async function row(event: object | string): Promise<Record<string, unknown>> {
  const [found = {}] = await rows([event]);
  return withoutNulls(found);
}

function withoutNulls(record: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (value === null) {
        return [];
      }
      if (typeof value === "object" && !Array.isArray(value)) {
        const inner = withoutNulls(value as Record<string, unknown>);
        return Object.keys(inner).length === 0 ? [] : [[name, inner]];
      }
      return [[name, value]];
    }),
  );
}

describe("Parquet files", () => {
  it("have the same typed columns in every export, even without events", async () => {
    const text = "Utf8";
    const expected = {
      id: text,
      type: text,
      title: text,
      subhead: text,
      published_at: "Timestamp<MILLISECOND, UTC>",
      sector: text,
      confidence: "Float64",
      company:
        "Struct<{role:Utf8, name:Utf8, domain:Utf8, entity_id:Utf8, industry:Utf8, location:Utf8, other:Utf8}>",
      event_data:
        "Struct<{amount:Float64, round:Utf8, lead_investor:Utf8, investors:List<Utf8>, valuation:Float64, other:Utf8}>",
      other: text,
    };
    assert.deepEqual(parseParquet(await encoded("parquet", [])), { schema: expected, rows: [] });
    const one = parseParquet(await encoded("parquet", ['{"id":"e","amount":1,"confidence":"high"}']));
    assert.deepEqual(one.schema, expected);
  });

  it("have the fields of an event in typed columns", async () => {
    const event = {
      id: "evt_1",
      type: "funding",
      title: 'NovaGrid, "the grid" — Überraschung 🚀',
      subhead: "",
      published_at: "2026-11-14T10:41:00.125Z",
      sector: "Fintech",
      confidence: 0.93,
      company: { role: "primary_subject", name: "NovaGrid", domain: "novagrid.example" },
      event_data: { amount: 42_000_000, round: "B", investors: ["Terra", "Luna, Inc."], valuation: -0.5 },
    };
    assert.deepEqual(await row(event), { ...event, published_at: Date.UTC(2026, 10, 14, 10, 41, 0, 125) });
  });

  it("keep other fields and values of unexpected types as JSON, with all digits", async () => {
    const json =
      '{"id":"e","title":{"en":"A"},"score":1.50,"published_at":"yesterday","confidence":"0.9","company":"NovaGrid",' +
      '"event_data":{"amount":1e400,"investors":["A",1],"round":7,"price":12345678901234567890}}';
    assert.deepEqual(await row(json), {
      id: "e",
      event_data: { other: '{"amount":1e400,"investors":["A",1],"round":7,"price":12345678901234567890}' },
      other:
        '{"title":{"en":"A"},"score":1.50,"published_at":"yesterday","confidence":"0.9","company":"NovaGrid"}',
    });
  });

  it("distinguish an empty list, an empty text and no value", async () => {
    const found = await rows([
      { id: "1", title: "", event_data: { investors: [] } },
      { id: "2", title: null, event_data: { investors: null } },
      { id: "3", event_data: null, company: null },
      { id: "4", event_data: { investors: [""] } },
    ]);
    assert.deepEqual(
      found.map(({ title, event_data: data, other }) => [title, (data as Row)["investors"], other]),
      [
        ["", [], null],
        [null, null, null],
        [null, null, null],
        [null, [""], null],
      ],
    );
  });

  it("lose no field of any event", async () => {
    const value = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.constantFrom(true, [], ["a", "b"], ["a", 1], { x: 1 }),
    );
    const fields = (...names: string[]): fc.Arbitrary<Record<string, unknown>> =>
      fc.dictionary(fc.constantFrom(...names, "x", "y"), value, { maxKeys: 6, noNullPrototype: true });
    const event = fc
      .tuple(
        fields("type", "title", "published_at", "confidence", "other"),
        fc.oneof(value, fields("name", "domain", "other")),
        fc.oneof(value, fields("amount", "round", "investors", "valuation", "other")),
      )
      .map(([own, company, data]) => ({ id: "e", ...own, company, event_data: data }));
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 20 }), async (events) => {
        assert.deepEqual((await rows(events)).map(eventOf), events);
      }),
      { numRuns: 25 },
    );
  });

  it("have row groups of at most 1,000 rows, with statistics", async () => {
    const lines = Array.from({ length: 2_500 }, (_, n) => `{"id":"evt_${n}","confidence":${n / 100_000}}`);
    const { num_rows: count, row_groups: groups } = parquetMetadataOf(await encoded("parquet", lines));
    assert.deepEqual([count, ...groups.map((group) => group.num_rows)], [2_500n, 1_000n, 1_000n, 500n]);
    const confidence = groups[1]?.columns.find(({ meta_data: c }) => c?.path_in_schema[0] === "confidence");
    const { min_value, max_value } = confidence?.meta_data?.statistics ?? {};
    assert.deepEqual([min_value, max_value], [0.01, 0.01999]);
    // Random, because repeated text would be compressed.
    const titles = Array.from({ length: 500 }, () => randomBytes(6_000).toString("base64"));
    const large = await encoded(
      "parquet",
      titles.map((title) => ({ id: "e", title })),
    );
    assert.ok(parquetMetadataOf(large).row_groups.length > 3, "so that none takes long");
    assert.deepEqual(
      parseParquet(large).rows.map(({ title }) => title),
      titles,
    );
  });
});

/** Restores the event from its row. */
function eventOf({ company, event_data: data, other, ...fields }: Row): object {
  return {
    ...withoutNulls(fields),
    company: merged(company as Row),
    event_data: merged(data as Row),
    ...restOf(other),
  };
}

function merged({ other, ...columns }: Row): object {
  return { ...withoutNulls(columns), ...restOf(other) };
}

function restOf(json: unknown): Record<string, unknown> {
  return typeof json === "string" ? (JSON.parse(json) as Record<string, unknown>) : {};
}

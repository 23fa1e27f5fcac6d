import assert from "node:assert/strict";
import fc from "fast-check";
import { type PropertySchema, toolDefinition } from "../../../../../src/agent/tools/definitions";
import { decodeInput, type EventFilterInput } from "../../../../../src/agent/tools/input/decodeInput";
import { resolveFilters } from "../../../../../src/agent/tools/input/eventFilters";
import { type ToolName, toolNames } from "../../../../../src/agent/tools/toolNames";
import { anythingLike } from "../../../../support/fakes/mutations";

function inputOf(name: ToolName, value: unknown): unknown {
  const decoded = decodeInput(name, value);
  assert.ok("input" in decoded, JSON.stringify(decoded));
  return decoded.input;
}

function problemOf(name: ToolName, value: unknown): string {
  const decoded = decodeInput(name, value);
  assert.ok("problem" in decoded, JSON.stringify(decoded));
  assert.match(decoded.problem, /\.$/);
  assert.ok(decoded.problem.length < 600, decoded.problem);
  return decoded.problem;
}

const search = "companyfeed_search_events";
const byDefault = { sort: "newest", limit: 20, detail: "concise" };

describe("The input of a tool for agents", () => {
  it("may be empty", () => {
    for (const empty of [
      undefined,
      null,
      {},
      "",
      "{}",
      { types: [], sector: "", period: null, page: "  " },
    ]) {
      assert.deepEqual(inputOf(search, empty), byDefault);
    }
    assert.deepEqual(inputOf("companyfeed_summarize_events", {}), {
      groupBy: ["type"],
      limit: 10,
    });
    assert.deepEqual(inputOf("companyfeed_list_collections", {}), { limit: 50 });
    assert.deepEqual(inputOf("companyfeed_open_feed", {}), {});
  });

  it("has every argument of the definition", () => {
    for (const name of toolNames) {
      const { properties } = toolDefinition(name).inputSchema;
      const value = Object.fromEntries(
        Object.entries<PropertySchema>(properties).map(([argument, schema]) => [argument, valueOf(schema)]),
      );
      const decoded = inputOf(name, { ...value, ...("min_amount" in value && { min_amount: "5" }) });
      assert.equal(Object.keys(decoded as object).length, Object.keys(properties).length);
    }
  });

  it("is understood as it is meant", () => {
    const expected = {
      ...byDefault,
      period: "this_week",
      types: ["funding", "ipo"],
      sector: "Fintech",
      minAmount: 50_000_000,
      companies: ["Acme, Inc."],
      savedFeed: "Portfolio",
      limit: 5,
      detail: "full",
      sort: "amount",
      page: "p_1",
    };
    const asDefined = {
      period: "this_week",
      types: ["funding", "ipo"],
      sector: "Fintech",
      min_amount: "50M",
      company: "Acme, Inc.",
      saved_feed: "Portfolio",
      limit: 5,
      detail: "full",
      sort: "amount",
      page: "p_1",
    };
    assert.deepEqual(inputOf(search, asDefined), expected);
    assert.deepEqual(inputOf(search, JSON.stringify(asDefined)), expected);
    assert.deepEqual(
      inputOf(search, {
        Period: " this_week ",
        types: "funding, ipo,",
        sector: "Fintech",
        minAmount: 5e7,
        company: ["Acme, Inc."],
        "saved-feed": "Portfolio",
        limit: " 5.0 ",
        detail: "Full",
        sort: "AMOUNT",
        page: "p_1",
        until: "",
      }),
      expected,
    );
    assert.deepEqual(inputOf(search, { types: '["funding","ipo","ipo"]' }), {
      ...byDefault,
      types: ["funding", "ipo"],
    });
    assert.deepEqual(inputOf(search, { period: 2026, limit: 1e9, min_amount: 0 }), {
      ...byDefault,
      period: "2026",
      limit: 100,
    });
    assert.deepEqual(inputOf("companyfeed_summarize_events", { groupBy: "sector", limit: 3 }), {
      groupBy: ["sector"],
      limit: 3,
    });
    assert.deepEqual(inputOf("companyfeed_get_event", { id: " evt_1 " }), { id: "evt_1" });
    assert.deepEqual(inputOf("companyfeed_open_feed", { event_id: "evt_1" }), { eventId: "evt_1" });
  });

  const rejected: readonly (readonly [ToolName, unknown, RegExp])[] = [
    [
      search,
      [],
      /^The input must be a JSON object\. The arguments of companyfeed_search_events are period, since,/,
    ],
    [search, "funding", /^The input must be a JSON object/],
    [search, 5, /^The input must be a JSON object/],
    [search, { sektor: "x" }, /has no argument "sektor"\. Did you mean sector\? The arguments/],
    [search, { type: "funding" }, /has no argument "type"\. Did you mean types\?/],
    [search, { query: "fintech" }, /has no argument "query"\. The arguments/],
    [search, { constructor: 1 }, /has no argument "constructor"/],
    [search, JSON.parse('{"__proto__": {"period": "7d"}}'), /has no argument "__proto__"/],
    [search, { min_amount: 1, minAmount: 2 }, /^min_amount is given twice\./],
    [search, { limit: 0 }, /^limit must be a whole number from 1 to 100\.$/],
    [search, { limit: 2.5 }, /^limit must be/],
    [search, { limit: "many" }, /^limit must be/],
    [search, { detail: "all" }, /^detail must be concise or full\.$/],
    [search, { sort: "oldest" }, /^sort must be newest or amount\.$/],
    [
      search,
      { types: { a: 1 } },
      /^types must be a list of up to 50 event types, such as \["funding", "acquisition"\]\.$/,
    ],
    [search, { types: ["funding", 5] }, /^types must be a list/],
    [
      search,
      { sector: ["Fintech", "Healthcare"] },
      /^sector must be one sector.* use companyfeed_summarize_events/,
    ],
    [search, { sector: "x".repeat(201) }, /^sector must be one sector/],
    [search, { min_amount: "€50M" }, /^min_amount is compared with amounts in USD: convert it first/],
    [search, { min_amount: "a lot" }, /^min_amount must be an amount in USD, such as 50M/],
    [search, { min_amount: -5 }, /^min_amount must not be negative\.$/],
    [search, { min_amount: {} }, /^min_amount must be an amount/],
    [search, { period: true }, /^period must be a time period, such as today/],
    [
      "companyfeed_summarize_events",
      { group_by: ["round"] },
      /^group_by must be a list of type, sector, company, day, week or month\.$/,
    ],
    ["companyfeed_get_event", {}, /^id is required\. The ID of the event, such as evt_8f14e45f\.$/],
    ["companyfeed_get_event", { event_id: "evt_1" }, /has no argument "event_id"\. Did you mean id\?/],
    ["companyfeed_get_event", { id: "x".repeat(2_000_000) }, /^id must be the ID of an event/],
    ["companyfeed_list_collections", { environment: {} }, /^environment must be/],
  ];
  for (const [name, value, problem] of rejected) {
    it(`is answered with what to pass instead: ${JSON.stringify(value).slice(0, 60)}`, () => {
      assert.match(problemOf(name, value), problem);
    });
  }

  it("is an input or a sentence, whatever it is", () => {
    const valid = {
      period: "7d",
      types: ["funding"],
      sector: "Fintech",
      min_amount: "50M",
      company: "Acme",
      saved_feed: "Portfolio",
      limit: 5,
      detail: "full",
    };
    const anyKey = fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(valid), "__proto__", "constructor", "toString"), fc.string()),
      fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.double()),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...toolNames),
        fc.oneof(anythingLike(valid), anyKey, fc.json(), fc.anything()),
        (name, value) => expectInputOrProblem(name, value),
      ),
      { numRuns: 3000 },
    );
  });

  it("is a sentence also where it is huge", () => {
    const huge = "x".repeat(2_000_000);
    let nested: unknown = "7d";
    for (let depth = 0; depth < 5000; depth++) {
      nested = depth % 2 === 0 ? [nested] : { types: nested };
    }
    const texts = [
      huge,
      " ".repeat(2_000_000),
      "1,".repeat(1_000_000),
      "[".repeat(2_000_000),
      `{"${huge}":1}`,
    ];
    const values = [
      ...texts,
      nested,
      Array(1_000_000).fill("funding"),
      Object.fromEntries(Object.entries(texts)),
    ];
    for (const name of [search, "companyfeed_get_event"] as const) {
      for (const value of values) {
        expectInputOrProblem(name, value);
        for (const argument of Object.keys(toolDefinition(name).inputSchema.properties)) {
          assert.ok("problem" in decodeInput(name, { [argument]: value }), argument);
        }
      }
      expectInputOrProblem(name, { [huge]: 1 });
      expectInputOrProblem(
        name,
        Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key${n}`, n])),
      );
    }
  });
});

function valueOf(schema: PropertySchema): unknown {
  switch (schema.type) {
    case "string":
      return schema.enum?.[0] ?? "x";
    case "integer":
      return schema.maximum;
    case "array":
      return [schema.items.enum?.[0] ?? "x"];
  }
}

function expectInputOrProblem(name: ToolName, value: unknown): void {
  const decoded = decodeInput(name, value);
  if ("problem" in decoded) {
    assert.match(decoded.problem, /^[^\n]{10,600}\.$/);
    return;
  }
  if (isOnEvents(decoded.input)) {
    const resolved = resolveFilters(decoded.input, {
      nowMs: Date.parse("2026-11-18T15:30Z"),
      timeZone: "Europe/Berlin",
      savedFeeds: [],
      labels: { types: ["funding"], sectors: ["Fintech", "Healthcare"] },
    });
    assert.ok("filters" in resolved || /^[^\n]{10,1000}\.$/.test(resolved.problem), JSON.stringify(resolved));
  }
}

/** Whether the input is that of a tool on events. */
function isOnEvents(input: object): input is EventFilterInput {
  return !("id" in input || "search" in input || "environment" in input);
}

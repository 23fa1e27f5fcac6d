import assert from "node:assert/strict";
import fc from "fast-check";
import { eventFacts } from "../../../../src/webview/details/eventFacts";

/** The facts of an event as lines, by the JSON of its `event_data`. */
function factsOf(type: string | undefined, data: string): string[] {
  const json = `{"event_data":${data}}`;
  const facts = eventFacts({ event: { id: "e", ...(type !== undefined && { type }) }, json }, "utc");
  return facts.data.map(({ label, value }) => `${label}: ${value}`);
}

/** What is left of `event_data` for the tree. */
function restOf(data: string): string | undefined {
  return eventFacts({ event: { id: "e" }, json: `{"event_data":${data}}` }, "utc").rest.get("event_data");
}

describe("The facts of an event", () => {
  it("are the fields with a short value, without the remaining ones", () => {
    const facts = eventFacts(
      {
        event: { id: "e", title: "T" },
        json: '{"id":"e","title":"T","type":7,"company":{"name":"N","extra":1,"domain":5,"role":"primary_subject"},"event_data":{"x":{"y":[1]},"investors":["A","B"],"amount":42e6}}',
      },
      "utc",
    );
    assert.deepEqual(facts.company, [
      { name: "name", label: "Name", value: "N" },
      { name: "role", label: "Role", value: "Primary subject" },
    ]);
    assert.deepEqual(facts.data, [
      { name: "investors", label: "Investors", value: "A, B" },
      { name: "amount", label: "Amount", value: "$42M ($42,000,000)" },
    ]);
    assert.deepEqual(
      [...facts.rest],
      [
        ["type", "7"],
        ["company", '{"extra":1,"domain":5}'],
        ["event_data", '{"x":{"y":[1]}}'],
      ],
    );
  });

  it("begin with what matters for the kind, and end with identifiers", () => {
    const cases: [type: string, data: object, expected: string[]][] = [
      [
        "acquisition",
        { payment: "cash", target_entity_id: "ent_1", price: 25e6, target: "B", acquirer: "A", extra: 1 },
        [
          "Acquirer: A",
          "Target: B",
          "Price: $25M ($25,000,000)",
          "Payment: cash",
          "Extra: 1",
          "Target entity ID: ent_1",
        ],
      ],
      [
        "executive_change",
        { effective: "2026-12-01", to: "B", from: "A", position: "CEO", person: "P", predecessor: "Q" },
        ["Person: P", "Position: CEO", "From: A", "To: B", "Predecessor: Q", "Effective: Dec 1, 2026"],
      ],
      [
        "Layoffs",
        {
          reason: "slow demand",
          staff_before: 10_400,
          percentage: 12.5,
          headcount: 1300,
          departments: ["a", "b"],
        },
        [
          "Headcount: 1,300",
          "Percentage: 12.5%",
          "Staff before: 10,400",
          "Departments: a, b",
          "Reason: slow demand",
        ],
      ],
      [
        "ipo",
        { share_price: 24.5, valuation: 3e9, amount: 6e8, exchange: "London", listed: true },
        [
          "Exchange: London",
          "Amount: $600M ($600,000,000)",
          "Valuation: $3B ($3,000,000,000)",
          "Share price: $24.5",
          "Listed: Yes",
        ],
      ],
      ["data breach", { records: 5_000_000, founded: 2015 }, ["Records: 5,000,000", "Founded: 2015"]],
      [
        "funding",
        { investors: ["A"], round: "Seed", amount: 5 },
        ["Amount: $5", "Round: Seed", "Investors: A"],
      ],
    ];
    for (const [type, data, expected] of cases) {
      assert.deepEqual(factsOf(type, JSON.stringify(data)), expected);
    }
    assert.deepEqual(factsOf(undefined, '{"b":1,"a":2}'), ["B: 1", "A: 2"]);
  });

  it("show dates as dates, and only those", () => {
    const dates = {
      '"2026-12-01"': "Dec 1, 2026",
      '"2026-12-01T09:30:00+02:00"': "Dec 1, 2026, 07:30:00 UTC",
      '"2026-12-01 09:30"': "Dec 1, 2026, 09:30:00 UTC",
      '"2026-02-30"': "2026-02-30",
      '"2026-12"': "2026-12",
      '"20261201"': "20261201",
      '"+010000-01-01"': "+010000-01-01",
    };
    for (const [json, shown] of Object.entries(dates)) {
      assert.deepEqual(factsOf("ipo", `{"x":${json}}`), [`X: ${shown}`]);
    }
  });

  it("show money in its currency, and numbers that are none without", () => {
    assert.deepEqual(
      factsOf("acquisition", '{"price":38e6,"currency":"eur","stake":0.6,"headcount":12,"amount":7}'),
      ["Price: €38M (€38,000,000)", "Amount: $7", "Stake: 60%", "Currency: eur", "Headcount: 12"],
    );
    assert.deepEqual(factsOf("x", '{"deal_value":{"currency":"CHF","amount":2500}}'), [
      "Deal value: CHF\u00a02.5K (CHF\u00a02,500)",
    ]);
    assert.deepEqual(
      factsOf("x", '{"price_gbp":"950.50","revenue":"12M","cost":12,"cost_currency":"doubloons"}'),
      ["Price (GBP): £951 (£950.5)", "Revenue: 12M", "Cost: 12 doubloons", "Cost currency: doubloons"],
    );
  });

  it("are the names of companies and people that are sent as objects, whose other fields are in the tree", () => {
    const data =
      '{"acquirer":{"name":"A","domain":"a.example"},"investors":[{"name":"B"},{"name":"C"}],"board":[{"name":"D","since":1}]}';
    assert.deepEqual(factsOf("acquisition", data), ["Acquirer: A", "Investors: B, C", "Board: D"]);
    assert.equal(restOf(data), '{"acquirer":{"domain":"a.example"},"board":[{"name":"D","since":1}]}');
  });

  it("leave to the tree what is empty, nested, long, or too much", () => {
    const long = "x".repeat(401);
    const data = `{"a":"","b":null,"c":[],"d":{},"e":[[1]],"f":["x",null],"g":"${long}","h":{"name":5}}`;
    assert.deepEqual(factsOf("ipo", data), []);
    assert.equal(restOf(data), data);
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`field_${i}`, i]));
    assert.equal(factsOf("ipo", JSON.stringify(many)).length, 40);
    assert.equal(Object.keys(JSON.parse(restOf(JSON.stringify(many)) ?? "{}") as object).length, 2960);
  });

  it("are empty for invalid JSON", () => {
    for (const json of ["", "null", "[1]", "{", '"x"']) {
      assert.deepEqual(eventFacts({ event: { id: "e" }, json }, "utc"), {
        company: [],
        data: [],
        rest: new Map(),
      });
    }
  });

  it("never fail, and lose no field, whatever is sent", () => {
    const names = fc.oneof(
      fc.constantFrom(
        "amount",
        "price",
        "currency",
        "price_currency",
        "name",
        "__proto__",
        "constructor",
        "to",
        "",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(null, true, "", "2026-12-01", "EUR", "9".repeat(40)),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: "binary", maxLength: 8 }),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(names, tie("value"), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.constantFrom("acquisition", "ipo", "x"), fc.dictionary(names, values), (type, data) => {
        const sent = Object.keys(data);
        const json = JSON.stringify({ event_data: data });
        const { data: facts, rest } = eventFacts({ event: { id: "e", type }, json }, "local");
        const left = JSON.parse(rest.get("event_data") ?? "{}") as object;
        const shown = new Set([...facts.map(({ name }) => name), ...Object.keys(left)]);
        assert.deepEqual([...shown].sort(), sent.sort());
        assert.ok(facts.every(({ value }) => value !== ""));
      }),
      { numRuns: 1000 },
    );
  });

  it("keep fields that are named like properties of JavaScript objects", () => {
    const { rest } = eventFacts({ event: { id: "e" }, json: '{"__proto__":{"a":1},"constructor":2}' }, "utc");
    assert.deepEqual(
      [...rest],
      [
        ["__proto__", '{"a":1}'],
        ["constructor", "2"],
      ],
    );
  });

  it("show numbers as they were sent, also those that JavaScript cannot represent", () => {
    for (const [sent, amount, number] of [
      ["1e400", "1e400", "1e400"],
      ["-1E+400", "-1E+400", "-1E+400"],
      ["1e-400", "$1e-400", "1e-400"],
      ["12345678901234567890", "$1.23e+19 ($12,345,678,901,234,567,890)", "12345678901234567890"],
      ["9007199254740993", "$9,007T ($9,007,199,254,740,993)", "9007199254740993"],
      ["42000000.0", "$42M ($42,000,000)", "42,000,000"],
      ["0.000012", "$0.000012", "0.000012"],
      ["0", "$0", "0"],
    ] as const) {
      assert.deepEqual(factsOf(undefined, `{"amount":${sent},"x":${sent}}`), [
        `Amount: ${amount}`,
        `X: ${number}`,
      ]);
    }
  });
});

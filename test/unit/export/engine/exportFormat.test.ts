import assert from "node:assert/strict";
import fc from "fast-check";
import { csvColumns, encoders, type ExportFormat } from "../../../../src/export/engine/exportFormat";
import { item } from "./fixture";

/** The text of one event with these fields. */
function encode(format: ExportFormat, fields: object): string {
  const { value } = item(1);
  return encoders[format].encode([{ value, json: JSON.stringify(fields) }], 0);
}

/** The cells of a CSV record by column, parsed according to RFC 4180. Cells must not contain line breaks. */
function cells(fields: object): Record<string, string> {
  const found = [
    ...encode("csv", fields)
      .trimEnd()
      .matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g),
  ];
  assert.equal(found.length, csvColumns.length);
  return Object.fromEntries(
    csvColumns.map((name, i) => [name, found[i]?.[1]?.replaceAll('""', '"') ?? found[i]?.[2] ?? ""]),
  );
}

describe("export formats", () => {
  it("write one line per event in NDJSON, even if the service wraps its JSON", () => {
    const json = '{\r\n  "id": "evt_1",\n  "title": "two\\nlines"\n}';
    const text = encoders.ndjson.encode([{ value: item(1).value, json }], 0);
    assert.equal(text, '{  "id": "evt_1",  "title": "two\\nlines"}\n');
  });

  it("keep numbers, escapes and unknown fields in NDJSON and JSON as they were sent", () => {
    const json = '{"id":"evt_1","amount":12345678901234567890.10,"t":"\\u00e9\\ud83d","event_id":"x"}';
    for (const format of ["ndjson", "json"] as const) {
      assert.ok(encoders[format].encode([{ value: item(1).value, json }], 0).includes(json));
    }
  });

  it("write the same header to every CSV file", () => {
    assert.equal(
      encoders.csv.header,
      "id,type,title,subhead,published_at,sector,confidence,company.role,company.name,company.domain," +
        "company.entity_id,company.industry,company.location,company.other,event_data.amount,event_data.round," +
        "event_data.lead_investor,event_data.investors,event_data.valuation,event_data.other,other\n",
    );
  });

  it("flatten company and event data in CSV", () => {
    const found = cells({
      id: "evt_1",
      type: "funding",
      title: 'NovaGrid, "the grid"',
      confidence: 0.9,
      company: { name: "NovaGrid", domain: "novagrid.example", ticker: "NVG" },
      event_data: { amount: -42_000_000, investors: ["Terra", "Luna, Inc."], dilution: { percent: 4 } },
      event_id: "e-1",
    });
    assert.deepEqual(Object.fromEntries(Object.entries(found).filter(([, cell]) => cell !== "")), {
      id: "evt_1",
      type: "funding",
      title: 'NovaGrid, "the grid"',
      confidence: "0.9",
      "company.name": "NovaGrid",
      "company.domain": "novagrid.example",
      "company.other": '{"ticker":"NVG"}',
      "event_data.amount": "-42000000",
      "event_data.investors": "Terra; Luna, Inc.",
      "event_data.other": '{"dilution":{"percent":4}}',
      other: '{"event_id":"e-1"}',
    });
  });

  it("keep the digits of every number in CSV, and escape none as a formula", () => {
    const sent = {
      confidence: "1.0",
      amount: "-1e400",
      valuation: "12345678901234567890",
      x: "1e400",
    };
    const { value } = item(1);
    const json = `{"id":"e","confidence":${sent.confidence},"n":[${sent.x}, 2.50],"event_data":{"amount":${sent.amount},"valuation":${sent.valuation},"x":{"y":${sent.x}}}}`;
    assert.equal(
      encoders.csv.encode([{ value, json }], 0),
      'e,,,,,,1.0,,,,,,,,-1e400,,,,12345678901234567890,"{""x"":{""y"":1e400}}","{""n"":[1e400,2.50]}"\n',
    );
  });

  it("keep any number that JSON allows in CSV, in any place", () => {
    const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom("0", "1", "5", "9"), minLength, maxLength });
    const optional = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(""), text);
    const number = fc
      .tuple(
        fc.constantFrom("", "-"),
        fc.oneof(
          fc.constant("0"),
          fc.tuple(fc.constantFrom("1", "5", "9"), digits(0, 22)).map((parts) => parts.join("")),
        ),
        optional(digits(1, 22).map((fraction) => `.${fraction}`)),
        optional(
          fc
            .tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), digits(1, 3))
            .map((parts) => parts.join("")),
        ),
      )
      .map((parts) => parts.join(""));
    const space = fc.constantFrom("", " ", "\n", "\t");
    const { value } = item(1);
    fc.assert(
      fc.property(number, space, fc.string(), (n, s, text) => {
        const list = `[${s}${n}${s},${s}{"y":${s}${n}}]`;
        const json = `{"id":"e","confidence":${s}${n},"title":${JSON.stringify(text)},"n":${list},"event_data":{"amount":${n}${s},"x":${s}${n}}}`;
        const [, ...cells] =
          /^e,,.*,,,(.*),,,,,,,,(.*),,,,,"\{""x"":(.*)\}","\{""n"":\[(.*),\{""y"":(.*)\}\]\}"\n$/s.exec(
            encoders.csv.encode([{ value, json }], 0),
          ) ?? [];
        assert.deepEqual(cells, [n, n, n, n, n]);
      }),
      { numRuns: 2000 },
    );
  });

  it("do not confuse a field of the service with an exact number", () => {
    const found = cells({
      id: "e",
      title: "digits 1.0",
      company: { digits: "=1+1" },
      event_data: { digits: "1.50" },
    });
    assert.equal(found["company.other"], '{"digits":"=1+1"}');
    assert.equal(found["event_data.other"], '{"digits":"1.50"}');
  });

  it("keep the digits of a number in place of an object in CSV", () => {
    const json = '{"id":"e","company":12345678901234567890,"event_data":1.50}';
    const line = encoders.csv.encode([{ value: item(1).value, json }], 0);
    assert.equal(line, `e${",".repeat(13)}12345678901234567890${",".repeat(6)}1.50,\n`);
  });

  it("keep fields of unexpected types in CSV", () => {
    const found = cells({
      id: "evt_1",
      title: { en: "A" },
      sector: false,
      company: "NovaGrid",
      event_data: [1],
    });
    assert.equal(found["title"], '{"en":"A"}');
    assert.equal(found["sector"], "false");
    assert.equal(found["company.other"], "NovaGrid");
    assert.equal(found["event_data.other"], "[1]");
    const mixed = cells({ id: "evt_1", event_data: { investors: ["Terra Ventures", 1] } });
    assert.equal(mixed["event_data.investors"], '["Terra Ventures",1]');
    assert.deepEqual(cells({ id: "evt_2", company: null, event_data: null, sector: null })["sector"], "");
  });

  it("escape formulas in CSV", () => {
    for (const formula of ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "＝1", '=HYPERLINK("http://x")']) {
      const found = cells({ id: formula, title: formula, company: { name: formula, [formula]: formula } });
      for (const name of ["id", "title", "company.name"]) {
        assert.equal(found[name], `'${formula}`);
      }
      assert.match(found["company.other"] ?? "", /^\{/);
    }
    assert.match(encode("csv", { id: "a", title: "\r=1" }), /"'\r=1"/);
  });

  it("quote line breaks and replace lone surrogates in CSV", () => {
    assert.match(encode("csv", { id: "evt_1", title: "a\nb" }), /^evt_1,,"a\nb",/);
    assert.match(encode("csv", { id: "evt_1", title: "a\ud800b" }), /^evt_1,,a\ufffdb,/);
  });
});

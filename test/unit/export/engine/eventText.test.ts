import assert from "node:assert/strict";
import fc from "fast-check";
import { csvColumns } from "../../../../src/export/engine/csvRecord";
import { eventTexts, type ExportFormat } from "../../../../src/export/engine/eventText";
import { item } from "./fixture";

/** One event with these fields, as it stands in a file. */
function written(format: ExportFormat, fields: object): string {
  const { value } = item(1);
  return eventTexts[format].portion([{ value, json: JSON.stringify(fields) }], 0);
}

/** A record of a CSV file as RFC 4180 reads it, by column; the cell must not hold a line break. */
function cells(fields: object): Record<string, string> {
  const found = [
    ...written("csv", fields)
      .trimEnd()
      .matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g),
  ];
  assert.equal(found.length, csvColumns.length);
  return Object.fromEntries(
    csvColumns.map((name, i) => [name, found[i]?.[1]?.replaceAll('""', '"') ?? found[i]?.[2] ?? ""]),
  );
}

describe("a file of events", () => {
  it("has in NDJSON one line for each, though the service wraps its JSON", () => {
    const json = '{\r\n  "id": "evt_1",\n  "title": "two\\nlines"\n}';
    const text = eventTexts.ndjson.portion([{ value: item(1).value, json }], 0);
    assert.equal(text, '{  "id": "evt_1",  "title": "two\\nlines"}\n');
  });

  it("keeps numbers, escapes and unknown fields in NDJSON and JSON as they were sent", () => {
    const json = '{"id":"evt_1","amount":12345678901234567890.10,"t":"\\u00e9\\ud83d","event_id":"x"}';
    for (const format of ["ndjson", "json"] as const) {
      assert.ok(eventTexts[format].portion([{ value: item(1).value, json }], 0).includes(json));
    }
  });

  it("has in CSV one header, decided before the first event", () => {
    assert.equal(
      eventTexts.csv.head,
      "id,type,title,subhead,published_at,sector,confidence,company.role,company.name,company.domain," +
        "company.entity_id,company.industry,company.location,company.other,event_data.amount,event_data.round," +
        "event_data.lead_investor,event_data.investors,event_data.valuation,event_data.other,other\n",
    );
  });

  it("flattens company and event data in CSV", () => {
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

  it("keeps every number in CSV as it was sent, and none of them for a formula", () => {
    const sent = {
      confidence: "1.0",
      amount: "-1e400",
      valuation: "12345678901234567890",
      x: "1e400",
    };
    const { value } = item(1);
    const json = `{"id":"e","confidence":${sent.confidence},"n":[${sent.x}, 2.50],"event_data":{"amount":${sent.amount},"valuation":${sent.valuation},"x":{"y":${sent.x}}}}`;
    assert.equal(
      eventTexts.csv.portion([{ value, json }], 0),
      'e,,,,,,1.0,,,,,,,,-1e400,,,,12345678901234567890,"{""x"":{""y"":1e400}}","{""n"":[1e400,2.50]}"\n',
    );
  });

  it("keeps any number that JSON allows in CSV, wherever it stands", () => {
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
            eventTexts.csv.portion([{ value, json }], 0),
          ) ?? [];
        assert.deepEqual(cells, [n, n, n, n, n]);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes nothing that a service sends for a number of its own making", () => {
    const found = cells({
      id: "e",
      title: "digits 1.0",
      company: { digits: "=1+1" },
      event_data: { digits: "1.50" },
    });
    assert.equal(found["company.other"], '{"digits":"=1+1"}');
    assert.equal(found["event_data.other"], '{"digits":"1.50"}');
  });

  it("leaves nothing out of CSV that is not what the interface shows", () => {
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
    assert.deepEqual(cells({ id: "evt_2", company: null, event_data: null, sector: null })["sector"], "");
  });

  it("has no formula in CSV, whatever the service sends as text", () => {
    for (const formula of ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "＝1", '=HYPERLINK("http://x")']) {
      const found = cells({ id: formula, title: formula, company: { name: formula, [formula]: formula } });
      for (const name of ["id", "title", "company.name"]) {
        assert.equal(found[name], `'${formula}`);
      }
      assert.match(found["company.other"] ?? "", /^\{/);
    }
    assert.match(written("csv", { id: "a", title: "\r=1" }), /"'\r=1"/);
  });

  it("keeps text with line breaks and lone surrogates readable in CSV", () => {
    assert.match(written("csv", { id: "evt_1", title: "a\nb" }), /^evt_1,,"a\nb",/);
    assert.match(written("csv", { id: "evt_1", title: "a\ud800b" }), /^evt_1,,a\ufffdb,/);
  });
});

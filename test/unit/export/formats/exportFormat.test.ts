import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { lineOf } from "../../../../src/export/eventLines";
import { encoded } from "./encoded";

const events = [
  '{"id":"evt_1","type":"funding","title":"NovaGrid, \\"the grid\\"","confidence":0.9,"company":{"name":"NovaGrid","ticker":"NVG"},"event_data":{"amount":-42000000,"investors":["Terra","Luna, Inc."],"dilution":{"percent":4.50}},"event_id":"e-1"}',
  '{"id":"evt_2","amount":12345678901234567890.10,"title":"\\u00e9\\ud83d"}',
  '{"id":"evt_3"}',
];

const csvHeader =
  "id,type,title,subhead,published_at,sector,confidence,company.role,company.name,company.domain," +
  "company.entity_id,company.industry,company.location,company.other,event_data.amount,event_data.round," +
  "event_data.lead_investor,event_data.investors,event_data.valuation,event_data.other,other\n";

const text = async (...args: Parameters<typeof encoded>): Promise<string> =>
  (await encoded(...args)).toString();

/** Non-empty cells of an event by column. */
async function cells(event: object | string): Promise<Record<string, string>> {
  const [row = {}] = parse<Record<string, string>>(await encoded("csv", [event]), { columns: true });
  return Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ""));
}

describe("Export formats", () => {
  it("have a stable format, byte for byte", async () => {
    assert.equal(await text("ndjson", events), events.map((json) => `${json}\n`).join(""));
    assert.equal(await text("json", events), `[\n${events.join(",\n")}\n]\n`);
    assert.equal(
      await text("csv", events),
      csvHeader +
        'evt_1,funding,"NovaGrid, ""the grid""",,,,0.9,,NovaGrid,,,,,"{""ticker"":""NVG""}",-42000000,,,"Terra; Luna, Inc.",,"{""dilution"":{""percent"":4.50}}","{""event_id"":""e-1""}"\n' +
        `evt_2,,é\ufffd${",".repeat(18)}"{""amount"":12345678901234567890.10}"\n` +
        `evt_3${",".repeat(20)}\n`,
    );
  });

  it("are valid without any events", async () => {
    assert.equal(await text("ndjson", []), "");
    assert.deepEqual(JSON.parse(await text("json", [])), []);
    assert.equal(await text("csv", []), csvHeader);
    // Excel needs the byte order mark to read non-ASCII letters.
    assert.equal(await text("excel", []), `\ufeff${csvHeader}`);
  });

  it("write an event on one line, even if its JSON has line breaks", () => {
    const json = '{\r\n  "id": "evt_1",\n  "title": "two\\nlines"\n}';
    assert.equal(lineOf({ json }), '{  "id": "evt_1",  "title": "two\\nlines"}');
  });

  it("keep all digits of any JSON number in CSV", async () => {
    const number = fc.stringMatching(/^-?(0|[159][0159]{0,22})(\.[0159]{1,22})?([eE][+-]?[0159]{1,3})?$/);
    const space = fc.constantFrom("", " ", "\t");
    await fc.assert(
      fc.asyncProperty(number, space, fc.string({ minLength: 1 }), async (n, s, title) => {
        const json = `{"id":"e","confidence":${s}${n},"title":${JSON.stringify(`t${title}`)},"n":[${s}${n}${s},{"y":${s}${n}}],"company":${n},"event_data":{"amount":${n}${s},"x":${s}${n}}}`;
        const { id, title: cell, ...numbers } = await cells(json);
        assert.deepEqual([id, cell], ["e", `t${title}`]);
        assert.deepEqual(numbers, {
          confidence: n,
          "company.other": n,
          "event_data.amount": n,
          "event_data.other": `{"x":${n}}`,
          other: `{"n":[${n},{"y":${n}}]}`,
        });
      }),
      { numRuns: 500 },
    );
  });

  it("keep values of unexpected types in CSV", async () => {
    assert.deepEqual(
      await cells({ id: "e", title: { en: "A" }, sector: false, company: "NovaGrid", event_data: [1] }),
      {
        id: "e",
        title: '{"en":"A"}',
        sector: "false",
        "company.other": "NovaGrid",
        "event_data.other": "[1]",
      },
    );
    assert.deepEqual(
      await cells({ id: "e", company: null, sector: null, event_data: { investors: ["Terra", 1] } }),
      { id: "e", "event_data.investors": '["Terra",1]' },
    );
  });

  it("escape formulas in CSV, and quote line breaks", async () => {
    for (const formula of [
      "=1+1",
      "+1",
      "-1+1",
      "@SUM(A1)",
      "\t=1",
      "＝1",
      '=HYPERLINK("http://x")',
      "\r=1",
    ]) {
      const found = await cells({
        id: formula,
        title: formula,
        company: { name: formula, [formula]: formula },
      });
      for (const name of ["id", "title", "company.name"]) {
        assert.equal(found[name], `'${formula}`);
      }
      assert.match(found["company.other"] ?? "", /^\{/);
    }
    assert.match(await text("csv", [{ id: "e", title: "a\nb" }]), /\ne,,"a\nb",/);
  });
});

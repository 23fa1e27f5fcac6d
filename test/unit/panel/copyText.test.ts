import assert from "node:assert/strict";
import { copyText } from "../../../src/panel/copyText";
import type { CompanyEvent } from "../../../src/shared/companyEvent";

function item(value: CompanyEvent, json = JSON.stringify(value)): { value: CompanyEvent; json: string } {
  return { value, json };
}

describe("Copied events", () => {
  const one = item(
    {
      id: "evt_1",
      title: "A | b\t<b>*x*</b>\n[y](command:z)",
      type: "funding",
      amount: 42,
      company: { name: "=1+1", entityId: "ent_1" },
    },
    '{"id": "evt_1",  "event_data":{"amount":42.0}}',
  );
  const other = item({ id: "evt_2", publishedAt: "2026-11-14T10:00:00Z", company: { entityId: "ent_1" } });

  it("are JSON exactly as the service sent it", () => {
    assert.equal(copyText([one], "json"), '{"id": "evt_1",  "event_data":{"amount":42.0}}');
    assert.ok(copyText([one, other], "json").includes('{"id": "evt_1",  "event_data":{"amount":42.0}}'));
    assert.equal((JSON.parse(copyText([one, other], "json")) as unknown[]).length, 2);
  });

  it("are one table row each, without formulas or markup", () => {
    const rows = copyText([one, other], "tsv")
      .split("\n")
      .map((line) => line.split("\t"));
    assert.deepEqual(
      rows.map((row) => row.length),
      [7, 7, 7],
    );
    assert.deepEqual([rows[1]?.[3], rows[1]?.[5]], ["'=1+1", "42.0"], "a number as it was sent");
    const markdown = copyText([one, other], "markdown").split("\n");
    assert.equal(markdown.length, 4);
    assert.ok(markdown[2]?.includes("A \\| b \\<b\\>\\*x\\*\\</b\\> \\[y\\]\\(command:z\\)"), markdown[2]);
  });

  it("read as in the list in a Markdown table, and keep an amount that isn't a number", () => {
    const json = '{"id":"evt_3","event_data":{"amount":"1e400"}}';
    const shown = item({
      id: "evt_3",
      type: "ipo",
      title: "Zevlow lists",
      publishedMs: Date.UTC(2026, 10, 14, 10, 41, 59),
      sector: "Fintech",
      company: { name: "Zevlow" },
      amount: 300_000_000,
    });
    assert.deepEqual(copyText([shown, item({ id: "evt_3" }, json), other], "markdown").split("\n"), [
      "| Published (UTC) | Type | Title | Company | Sector | Amount |",
      "| --- | --- | --- | --- | --- | ---: |",
      "| 2026-11-14 10:41 | IPO | Zevlow lists | Zevlow | Fintech | \\$300M |",
      "|  |  |  |  |  | 1e400 |",
      "| 2026-11-14T10:00:00Z |  |  |  |  |  |",
    ]);
  });

  it("keep all digits of amounts that a JavaScript number can't hold", () => {
    const cell = (amount: string) =>
      copyText([item({ id: "evt_1" }, `{"id":"evt_1","event_data":{"amount":${amount}}}`)], "tsv")
        .split("\n")[1]
        ?.split("\t")[5];
    assert.deepEqual(["1e400", "12345678901234567890", '"42000000"', '"=1+1"', "null", "{}"].map(cell), [
      "1e400",
      "12345678901234567890",
      "42000000",
      "'=1+1",
      "",
      "",
    ]);
  });

  it("contain no formula, not even in quotes", () => {
    const cell = (title: string) =>
      copyText([item({ id: "evt_1", title })], "tsv")
        .split("\n")[1]
        ?.split("\t")[2];
    assert.equal(cell("=1+1"), "'=1+1");
    assert.equal(cell('"=1+1"'), `'"=1+1"`);
    assert.equal(cell('" =1+1"'), `'" =1+1"`);
    assert.equal(cell('"quoted" words'), '"""quoted"" words"');
  });

  it("contain each ID once when copied as IDs", () => {
    assert.equal(copyText([one, other], "id"), "evt_1\nevt_2");
    assert.equal(copyText([one, other], "entityId"), "ent_1");
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { eventTable } from "../../../../../src/agent/tools/answer/eventTable";
import { fence, tableRow } from "../../../../../src/agent/tools/answer/fence";
import { dayMs } from "../../../../../src/shared/instant";
import type { CompanyEvent } from "../../../../../src/shared/companyEvent";
import { decodedEvents } from "../../../../support/agent/decodedEvents";
import { assertGolden } from "../../../../support/agent/golden";
import { hostileText, hostileTexts } from "../../../../support/agent/hostileTexts";
import { sampleEvents } from "../../../../support/services/sampleEvents";

const timeZone = "Europe/Berlin";
const nowMs = Date.parse("2026-11-20T15:00:00Z");

function tableText(events: readonly CompanyEvent[], detail: "concise" | "full"): string {
  return fence(eventTable(events, { detail, timeZone }).lines(events.length));
}

/** The block's lines without its marks. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  assert.match(lines[1] ?? "", /^```tsv$/);
  assert.equal(lines.at(-1), "```");
  return lines.slice(2, -1);
}

describe("A table of events for agents", () => {
  const sample = decodedEvents(sampleEvents(nowMs - dayMs, nowMs, nowMs));

  it("has concise and full rows", () => {
    const events = [...sample.slice(0, 6), ...sample.slice(-3)];
    assertGolden("eventTable.concise", tableText(events, "concise"));
    assertGolden("eventTable.full", tableText(events.slice(2, 5), "full"));
  });

  it("tells once what is the same in all rows", () => {
    const funding = sample
      .filter(({ type, sector }) => type === "funding" && sector === "Fintech")
      .slice(0, 4);
    assert.ok(funding.length > 1);
    const text = tableText(funding, "concise");
    assert.match(text, /^All rows: type "funding"; sector "Fintech"\nid\tpublished\ttitle\tamount$/m);
  });

  it("has the day and the time of the user's time zone, also where clocks change", () => {
    const at = (id: string, time: string): CompanyEvent => ({ id, title: id, publishedMs: Date.parse(time) });
    const text = tableText(
      [
        at("d", "2026-10-25T01:30:00Z"),
        at("c", "2026-10-25T00:30:00Z"),
        at("b", "2026-10-24T22:00:00Z"),
        at("b_2", "2026-10-24T22:00:00Z"),
        at("a", "2026-10-24T21:59:00Z"),
        { id: "no_date", title: "no date" },
      ],
      "concise",
    );
    assert.deepEqual(linesOf(text), [
      "id\ttime\ttitle",
      "2026-10-25 Sun",
      "d\t02:30\td",
      "c\t02:30\tc",
      "b\t00:00\tb",
      "b_2\t00:00\tb_2",
      "2026-10-24 Sat",
      "a\t23:59\ta",
      "(no readable date)",
      "no_date\t-\tno date",
    ]);
  });

  it("has the day in each row where few are of the same day, as sorted by amount", () => {
    const at = (id: string, time: string, amount: number): CompanyEvent => ({
      id,
      publishedMs: Date.parse(time),
      amount,
    });
    const text = tableText(
      [
        at("b", "2026-11-20T23:30:00Z", 3e6),
        at("c", "2026-11-21T10:00:00Z", 2e6),
        at("a", "2026-10-24T21:59:00Z", 1e6),
      ],
      "concise",
    );
    assert.deepEqual(linesOf(text), [
      "id\tpublished\ttitle\tamount",
      "b\t2026-11-21 00:30\t(untitled)\t$3M",
      "c\t2026-11-21 11:00\t(untitled)\t$2M",
      "a\t2026-10-24 23:59\t(untitled)\t$1M",
    ]);
  });

  it("marks what is missing, and leaves out what no event has", () => {
    const publishedMs = nowMs;
    const text = tableText(
      [
        { id: "1", publishedMs },
        { id: "2", publishedMs, type: "ipo", title: "Acme Corp. lists", company: { name: "ACME  corp." } },
        { id: "3", publishedMs, title: "Lists", company: { domain: "acme.example" }, amount: 49_960_000 },
        { id: "x y\t", publishedMs, title: "-", amount: -5 },
        { id: "x".repeat(300), publishedMs },
        { id: "4", publishedMs, company: { name: "Stryker" } },
      ],
      "concise",
    );
    assert.deepEqual(linesOf(text), [
      "id\ttime\ttype\ttitle\tamount\tcompany (if the title does not begin with it)",
      "2026-11-20 Fri",
      "1\t16:00\t-\t(untitled)",
      "2\t16:00\tipo\tAcme Corp. lists",
      "3\t16:00\t-\tLists\t$49.96M\tacme.example",
      '"x y\\u0009"\t16:00\t-\t-\t-$5',
      "(unusable id)\t16:00\t-\t(untitled)",
      "4\t16:00\t-\t(untitled)\t-\tStryker",
    ]);
  });

  it("stays one block of as many rows as there are events, whatever the service sends", () => {
    const text = fc.option(hostileText, { nil: undefined });
    const event = fc
      .record({
        id: hostileText,
        type: text,
        title: text,
        subhead: text,
        sector: text,
        amount: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined }),
        confidence: fc.option(fc.double(), { nil: undefined }),
        publishedMs: fc.option(fc.integer({ min: -8.64e15, max: 8.64e15 }), { nil: undefined }),
        company: fc.record({
          name: text,
          domain: text,
          entityId: text,
          role: text,
          industry: text,
          location: text,
        }),
      })
      .map((it) => JSON.parse(JSON.stringify(it)) as CompanyEvent);
    fc.assert(
      fc.property(
        fc.array(event, { minLength: 1, maxLength: 5 }),
        fc.constantFrom("concise", "full"),
        (events, detail) => {
          const lines = linesOf(tableText(events, detail));
          assert.ok(
            lines.every(
              (line) => !line.includes("`") && /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u.test(line.replaceAll("\t", " ")),
            ),
          );
          const head = lines.findIndex((line) => line.startsWith("id\t"));
          assert.ok(head === 0 || (head === 1 && lines[0]?.startsWith("All rows: ")));
          const columns = lines[head]?.split("\t").length ?? 0;
          const rows = lines.slice(head + 1).filter((line) => line.includes("\t"));
          assert.equal(rows.length, events.length);
          assert.ok(rows.every((row) => row.split("\t").length <= columns));
          const days = lines.slice(head + 1).filter((line) => !line.includes("\t"));
          assert.ok(
            days.every((day) => /^(?:-?\d{4,6}-\d\d-\d\d [A-Z][a-z]{2}|\(no readable date\))$/.test(day)),
            days.join(),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is one block even of texts that were not cleaned before", () => {
    const row = tableRow(["a\tb", "", "c\r\n```\u2028d\u0085e", ""]);
    assert.deepEqual(linesOf(fence([row])), ["a b\t-\tc ''' d e"]);
  });

  it("shows hostile titles as what they are", () => {
    const events = hostileTexts.map((title, n) => ({
      id: `evt_${n}`,
      title,
      type: "funding",
      publishedMs: nowMs - n,
    }));
    assertGolden("eventTable.hostile", tableText(events, "concise"));
  });
});

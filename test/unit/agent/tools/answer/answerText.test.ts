import assert from "node:assert/strict";
import fc from "fast-check";
import { encode as encodeCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as encodeO200k } from "gpt-tokenizer/encoding/o200k_base";
import { answerText, type AnswerParts } from "../../../../../src/agent/tools/answer/answerText";
import { eventTable } from "../../../../../src/agent/tools/answer/eventTable";
import { dayMs } from "../../../../../src/shared/instant";
import { decodedEvents } from "../../../../support/agent/decodedEvents";
import { hostileText } from "../../../../support/agent/hostileTexts";
import { sampleEvents } from "../../../../support/services/sampleEvents";

const nowMs = Date.parse("2026-11-20T15:00:00Z");
const timeZone = "Europe/Berlin";

function tokensOf(text: string): number {
  return Math.max(encodeO200k(text).length, encodeCl100k(text).length);
}

describe("The text of an agent's answer", () => {
  const events = decodedEvents(sampleEvents(nowMs - dayMs, nowMs, nowMs));
  const table = eventTable(events, { detail: "concise", timeZone });
  const parts: AnswerParts = {
    firstLine: (shown) => `${events.length} events, 1–${shown} below`,
    notes: ["Weeks begin on Monday."],
    table,
    link: "vscode://company-feed.company-feed/feed?days=7",
    nextPage: (shown) => (shown < events.length ? "p_1" : undefined),
  };

  it("has as many rows as its budget allows, and says how many", () => {
    for (const budget of [300, 1000, 2000, 4000]) {
      const text = answerText(parts, budget);
      const lines = text.split("\n");
      const rows = lines.filter((line) => line.startsWith("evt_"));
      assert.ok(tokensOf(text) <= budget, `${tokensOf(text)} of ${budget}`);
      assert.ok(tokensOf(text) >= budget / 2, `${tokensOf(text)} of ${budget}`);
      assert.equal(lines[0], `${events.length} events, 1–${rows.length} below`);
      assert.equal(lines.at(-1), "Next page: p_1");
      assert.equal(lines.at(-2), "Open in the editor: vscode://company-feed.company-feed/feed?days=7");
    }
  });

  it("asks for the next page once, after the last row shown", () => {
    const asked: number[] = [];
    const text = answerText({ ...parts, nextPage: (shown) => `p_${asked.push(shown)}` });
    const rows = text.split("\n").filter((line) => line.startsWith("evt_"));
    assert.deepEqual(asked, [rows.length]);
  });

  it("never exceeds its budget, however small, and whatever the service sends", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: hostileText, title: hostileText, type: hostileText, sector: hostileText }), {
          maxLength: 30,
        }),
        fc.array(hostileText, { maxLength: 3 }),
        fc.constantFrom("concise", "full"),
        fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 400, max: 4000 })),
        (given, notes, detail, budget) => {
          const text = answerText(
            {
              firstLine: (shown) => `${given.length} events, ${shown} below · sector ${notes[0] ?? ""}`,
              notes,
              table: eventTable(given, { detail, timeZone }),
              link: "vscode://company-feed.company-feed/feed?days=7",
              nextPage: (shown) => (shown < given.length ? "p_12ab" : undefined),
            },
            budget,
          );
          assert.ok(tokensOf(text) <= budget, `${tokensOf(text)} of ${budget}: ${text}`);
          const marks = text.split("\n").filter((line) => line.includes("```"));
          assert.ok(
            marks.length === 0 || (marks.length === 2 && marks[0] === "```tsv" && marks[1] === "```"),
          );
          assert.doesNotMatch(text.replaceAll("\n", " ").replaceAll("\t", " "), /[\p{Cc}\p{Zl}\p{Zp}]/u);
          assert.ok(text.split("\n").filter((line) => line.startsWith("Next page: ")).length <= 1);
          assert.ok(text.split("\n").filter((line) => line.startsWith("Open in the editor: ")).length <= 1);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("leaves out a link that is long or none", () => {
    for (const link of [
      `vscode://company-feed.company-feed/feed?name=${"x".repeat(20_000)}`,
      "vscode://a b",
      "vscode://a\n`",
    ]) {
      assert.ok(!answerText({ ...parts, link }).includes("Open in the editor"));
    }
  });

  it("keeps its first line when nothing else fits", () => {
    assert.equal(answerText(parts, 12), `${events.length} events, 1–0 below`);
    assert.match(answerText(parts, 5), /^\d+ .*…$/);
    assert.equal(answerText(parts, 0), "");
  });
});

import assert from "node:assert/strict";
import {
  firstLine,
  type AnswerCounts,
  type AnswerScope,
} from "../../../../../src/agent/tools/answer/firstLine";
import { fullUsd, shortUsd, sumUsd } from "../../../../../src/agent/tools/answer/usd";
import { instantText } from "../../../../../src/agent/tools/answer/zonedTime";

describe("The first line of an agent's answer", () => {
  const scope: AnswerScope = {
    window: { sinceMs: Date.parse("2026-10-24T22:00:00Z") },
    timeZone: "Europe/Berlin",
    readAtMs: Date.parse("2026-10-25T12:00:30Z"),
    applied: ["types: funding", "amount ≥ $50M"],
    connection: "Acme",
    missing: [],
  };

  it("has the window with its offsets, also where clocks change in it, the filters and the connection", () => {
    assert.equal(
      firstLine({ total: 2 }, scope),
      "2 events · complete · 2026-10-25T00:00+02:00 to 2026-10-25T13:00:30+01:00 (Europe/Berlin) · types: funding · amount ≥ $50M · connection Acme",
    );
  });

  it("says what is missing of the service's events and what of those that match", () => {
    const start = (counts: AnswerCounts, missing: string[] = []): string =>
      firstLine(counts, { ...scope, missing }).split(" · 2026")[0] ?? "";
    const stopped = ["stopped after 12,000 events", "2 items skipped: unreadable"];
    assert.equal(start({ total: 0 }), "no events · complete");
    assert.equal(start({ total: 1, shown: 1 }), "1 event · complete");
    assert.equal(start({ total: 431, shown: 20 }), "1–20 of 431 events · cut: more on the next page");
    assert.equal(start({ total: 431, from: 20, shown: 1 }), "21 of 431 events · cut: more on the next page");
    assert.equal(start({ total: 431, from: 420, shown: 11 }), "421–431 of 431 events · last page");
    assert.equal(start({ total: 431, shown: 0 }), "431 events · cut: none of them fits");
    assert.equal(
      start({ total: 431, shown: 20 }, stopped),
      "1–20 of at least 431 events · cut: more on the next page · INCOMPLETE: stopped after 12,000 events; 2 items skipped: unreadable",
    );
    assert.equal(start({ total: 0 }, ["x"]), "no events found · INCOMPLETE: x");
  });

  it("ends where the events were read if the window goes on", () => {
    const window = { sinceMs: scope.readAtMs - 1000, untilMs: scope.readAtMs + 1e9 };
    const future = { sinceMs: scope.readAtMs + 1000, untilMs: scope.readAtMs + 61_000 };
    const span = (of: typeof window): string | undefined =>
      firstLine({ total: 0 }, { ...scope, timeZone: "UTC", window: of }).split(" · ")[2];
    assert.equal(span(window), "2026-10-25T12:00:29+00:00 to 2026-10-25T12:00:30+00:00 (UTC)");
    assert.equal(span(future), "2026-10-25T12:00:31+00:00 to 2026-10-25T12:01:31+00:00 (UTC)");
  });

  it("has instants of any zone", () => {
    const ms = Date.parse("2026-01-01T00:00:00Z");
    assert.equal(instantText(ms, "Asia/Kathmandu"), "2026-01-01T05:45+05:45");
    assert.equal(instantText(ms, "America/St_Johns"), "2025-12-31T20:30-03:30");
    assert.equal(instantText(ms, "Etc/UTC"), "2026-01-01T00:00+00:00");
  });
});

describe("Amounts in an agent's answer", () => {
  it("are in English, short without getting to the other side of a threshold, and exact in full", () => {
    assert.deepEqual(
      [0, 950, 42e6, 49_960_000, 49_999_999, 1_250_000_000, 2.3e12, 1e15, 1e21, -5e6, 0.5].map(shortUsd),
      [
        "$0",
        "$950",
        "$42M",
        "$49.96M",
        "$49,999,999",
        "$1.25B",
        "$2.3T",
        "$1,000,000,000,000,000",
        "$1e+21",
        "-$5M",
        "$0.5",
      ],
    );
    assert.deepEqual([42e6, 0.1, -1234.5, 1e21].map(fullUsd), ["$42,000,000", "$0.1", "-$1,234.5", "$1e+21"]);
    assert.equal(sumUsd("512345000.5"), "$512,345,000.5");
    assert.equal(sumUsd("-1000"), "-$1,000");
  });
});

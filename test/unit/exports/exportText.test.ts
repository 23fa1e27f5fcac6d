import assert from "node:assert/strict";
import { dayMs } from "../../../src/shared/day";
import {
  doneWords,
  keptWords,
  percentWalked,
  progressWords,
  queryWords,
  suggestedName,
} from "../../../src/exports/exportText";
import type { Checkpoint } from "../../../src/feed/export/checkpoint";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { order, sinceMs, untilMs } from "../feed/export/fixture";

const now = Date.UTC(2026, 10, 21, 12);
const week: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

const checkpoint: Checkpoint = {
  order,
  startedMs: now,
  state: "reading",
  pageSize: 500,
  totals: { pages: 3, events: 1200, duplicates: 0, malformed: 0 },
  bytes: 1,
};

describe("what an export says", () => {
  it("suggests a file name that tells the query", () => {
    assert.equal(suggestedName(week, "ndjson", now), "company-events_2026-11-14_2026-11-21.ndjson");
    const query: FeedQuery = {
      window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z", until: "2026-01-01T00:00:00.000Z" },
      types: ["funding"],
      sector: "Health & Café",
      minAmount: 1e6,
    };
    assert.equal(
      suggestedName(query, "csv", now),
      "company-events_2025-01-01_2026-01-01_funding_Health-Café_from-1000000-USD.csv",
    );
    assert.equal(
      suggestedName(week, "csv", now, "selection-of-4"),
      "company-events_2026-11-14_2026-11-21_selection-of-4.csv",
    );
  });

  it("suggests nothing that a file system would take for something else", () => {
    const name = suggestedName({ ...week, types: ["../..", 'a\\b:c*?"<>|', "\u202egnp\ud800"] }, "json", now);
    assert.match(name, /^company-events_[\p{L}\p{N}_-]+\.json$/u);
    const long = suggestedName(
      { ...week, types: Array.from({ length: 50 }, () => "x".repeat(200)) },
      "json",
      now,
    );
    assert.ok(long.length <= 110);
  });

  it("names the query", () => {
    assert.equal(queryWords({ ...week, types: ["ipo"], sector: "Fintech" }), "last 7 days · ipo · Fintech");
    assert.equal(
      queryWords({ window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z" }, types: [] }),
      "2025-01-01 00:00 to now UTC",
    );
  });

  it("tells events, days walked and rate on the way", () => {
    assert.equal(progressWords(checkpoint, 0), "1,200 events, 0 of 31 days, 0 a second");
    const further = { ...checkpoint, reachedMs: untilMs - 2.5 * dayMs };
    assert.equal(progressWords(further, 1999.6), "1,200 events, 2 of 31 days, 2,000 a second");
    assert.equal(Math.round(percentWalked(further)), 8);
    assert.equal(percentWalked({ ...checkpoint, reachedMs: sinceMs - dayMs }), 100);
    const lastDays = { ...checkpoint, order: { ...order, window: { sinceMs: now - 30 * dayMs } } };
    const started = { ...lastDays, startedMs: now + 1234 };
    assert.match(progressWords(started, 0), /0 of 30 days/, "not 31, though it began a moment later");
    const { query, window, format, target } = order;
    const loaded = { ...checkpoint, order: { query, window, format, target } };
    assert.equal(progressWords(loaded, 0), "1,200 events, 0 a second");
  });

  it("tells count, span and what was skipped at the end", () => {
    const totals = { pages: 2, events: 1, duplicates: 0, malformed: 0 };
    assert.equal(doneWords({ ...totals, events: 0 }, "a.csv", true), "Exported 0 events to a.csv.");
    assert.equal(
      doneWords(
        { ...totals, events: 1234, malformed: 1, duplicates: 2, oldestMs: sinceMs, newestMs: untilMs },
        "a.csv",
        true,
      ),
      "Exported 1,234 events from 2026-10-01 00:00 to 2026-11-01 00:00 UTC to a.csv. " +
        "1 item could not be read and was skipped. 2 repetitions were left out.",
    );
    assert.equal(
      doneWords(totals, "a.csv", false),
      "Exported 1 event to a.csv. That is a part of the window: the rest of it was not read.",
    );
  });

  it("tells how far an interrupted one is", () => {
    assert.match(keptWords(checkpoint, "a.csv", true), /1,200 events so far, and can go on from there\.$/);
    assert.match(keptWords(checkpoint, "a.csv", false), /1,200 events so far\.$/);
    assert.match(keptWords({ ...checkpoint, state: "complete" }, "a.csv", true), /done but for its file/);
  });
});

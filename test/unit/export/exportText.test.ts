import type { FeedQuery } from "../../../src/shared/feedQuery";
import type { Completeness } from "../../../src/shared/feedState";
import assert from "node:assert/strict";
import fc from "fast-check";
import { dayMs } from "../../../src/shared/instant";
import {
  doneText,
  loadedText,
  missingDownloaded,
  missingLoaded,
  querySummary,
  resumeQuestion,
  stoppedText,
  suggestedName,
} from "../../../src/export/exportText";
import { windowOf } from "../../../src/feed/feedRequest";
import { header } from "../../support/faults/exportRun";

const now = Date.UTC(2026, 10, 21, 12);
const week: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };
const window = { sinceMs: now - 7 * dayMs };

describe("texts of an export", () => {
  it("suggest a file name for the query", () => {
    assert.equal(suggestedName(week, window, "ndjson", now), "company-events_2026-11-14_2026-11-21.ndjson");
    const query: FeedQuery = {
      window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z", until: "2026-01-01T00:00:00.000Z" },
      types: ["funding"],
      sector: "Health & Café",
      minAmount: 1e6,
    };
    const year = windowOf(query, now);
    assert.equal(
      suggestedName(query, year, "csv", now),
      "company-events_2025-01-01_2026-01-01_funding_Health-Café_from-1000000-USD.csv",
    );
    assert.equal(
      suggestedName(week, window, "csv", now, "selection-of-4"),
      "company-events_2026-11-14_2026-11-21_selection-of-4.csv",
    );
  });

  it("suggest a name that is valid on every file system", () => {
    const name = suggestedName(
      { ...week, types: ["../..", 'a\\b:c*?"<>|', "\u202egnp\ud800"] },
      window,
      "json",
      now,
    );
    assert.match(name, /^company-events_[\p{L}\p{N}_-]+\.json$/u);
    const filters = fc.array(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("CON", "NUL.", "a ", "資金調達".repeat(50))),
    );
    fc.assert(
      fc.property(filters, (types) => {
        const suggested = suggestedName({ ...week, types }, window, "ndjson", now);
        assert.match(suggested, /^company-events_[\p{L}\p{M}\p{N}_-]+\.ndjson$/u);
        assert.equal(suggested.isWellFormed(), true);
        assert.ok(Buffer.byteLength(`${suggested}-99`) <= 255, suggested);
      }),
    );
  });

  it("describe the query", () => {
    assert.equal(querySummary({ ...week, types: ["ipo"], sector: "Fintech" }), "Last 7 days · IPO · Fintech");
    assert.equal(
      querySummary({ window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z" }, types: [] }),
      "Since 2025-01-01 00:00 UTC",
    );
  });

  it("describe loaded events as the feed does, and say if they are not all", () => {
    const ipos = { ...week, types: ["ipo"] };
    assert.equal(loadedText(ipos, { kind: "complete" }), "Last 7 days · IPO");
    for (const completeness of [
      { kind: "more" },
      { kind: "gap" },
      { kind: "limit", maxEvents: 1000 },
      { kind: "stopped", message: "No answer." },
    ] as const) {
      assert.equal(loadedText(ipos, completeness), "Last 7 days · IPO · not all loaded");
    }
  });

  it("say what was exported, and what is missing", () => {
    assert.equal(doneText(871, "a.csv", []), "Exported 871 events to a.csv.");
    assert.equal(
      doneText(1, "a.csv", missingDownloaded(1_500, true)),
      "Exported 1 event to a.csv. Partial export: the rest was not downloaded. 1,500 events couldn't be read.",
    );
    assert.deepEqual(missingDownloaded(0, false), []);
    assert.deepEqual(missingDownloaded(1, false), ["1 event couldn't be read."]);
  });

  it("say that only loaded events were exported if there are more, and why", () => {
    const missing = (completeness: Completeness): string => missingLoaded(completeness).join(" ");
    const only = "Only loaded events were exported";
    assert.equal(missing({ kind: "complete" }), "");
    assert.equal(missing({ kind: "more" }), `${only}: more are available.`);
    assert.equal(missing({ kind: "gap" }), `${only}: some newer events aren't loaded.`);
    assert.equal(
      missing({ kind: "limit", maxEvents: 100_000 }),
      `${only}: the limit of 100,000 loaded events was reached.`,
    );
    assert.equal(missing({ kind: "stopped", message: "Why." }), `${only}. Why.`);
  });

  it("say where a download stopped, and what an earlier one has", () => {
    assert.equal(
      stoppedText(1_200, "a.csv", "The disk is full."),
      "The disk is full. Export to a.csv stopped at 1,200 events. You can resume it.",
    );
    assert.equal(
      resumeQuestion({ header, events: 1_200 }, "a.csv"),
      "Resume the export to a.csv? It was started at 2026-11-01 00:00 UTC and has 1,200 events.",
    );
  });
});

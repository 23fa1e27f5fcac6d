import type { FeedQuery } from "../../../../src/shared/feedQuery";
import type { Completeness } from "../../../../src/shared/feedState";
import assert from "node:assert/strict";
import fc from "fast-check";
import { dayMs } from "../../../../src/shared/day";
import {
  doneWords,
  loadedWords,
  percentWalked,
  progressWords,
  queryWords,
  stoppedWords,
  stopReason,
  suggestedName,
} from "../../../../src/export/ui/exportText";
import type { Checkpoint } from "../../../../src/export/engine/checkpoint";
import { windowOf } from "../../../../src/feed/query";
import { windowsNameProblem } from "../../../../src/util/fileNames";
import { order, sinceMs, untilMs } from "../engine/fixture";

const now = Date.UTC(2026, 10, 21, 12);
const week: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };
const window = { sinceMs: now - 7 * dayMs };

const checkpoint: Checkpoint = {
  order,
  startedMs: now,
  state: "reading",
  completeness: { kind: "more" },
  totals: { pages: 3, events: 1200, duplicates: 0, malformed: 0 },
  bytes: 1,
};

describe("what an export says", () => {
  it("suggests a file name that tells the query", () => {
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

  it("suggests nothing that a file system would take for something else, or for too long", () => {
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
        assert.equal(windowsNameProblem(suggested), undefined);
        assert.equal(suggested.isWellFormed(), true);
        assert.ok(Buffer.byteLength(`${suggested}-99`) <= 255, suggested);
      }),
    );
  });

  it("names the query", () => {
    assert.equal(queryWords({ ...week, types: ["ipo"], sector: "Fintech" }), "last 7 days · ipo · Fintech");
    assert.equal(
      queryWords({ window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z" }, types: [] }),
      "2025-01-01 00:00 to now UTC",
    );
  });

  it("names what loaded events were asked for by their own window, not by one that has moved on", () => {
    assert.equal(
      loadedWords({ ...week, types: ["ipo"] }, { sinceMs: Date.UTC(2026, 10, 1) }),
      "2026-11-01 00:00 to now UTC · ipo",
    );
  });

  it("tells how many events and how much of the window it has, and how fast it is", () => {
    assert.equal(progressWords(checkpoint, 0), "1,200 events · 0 % · 0/s");
    const further = { ...checkpoint, reachedMs: untilMs - 2.5 * dayMs };
    assert.equal(progressWords(further, 1999.6), "1,200 events · 8 % · 2,000/s");
    assert.equal(Math.round(percentWalked(further)), 8);
    assert.equal(percentWalked({ ...checkpoint, reachedMs: sinceMs - dayMs }), 100);
    const { query, window, format, target } = order;
    const loaded = { ...checkpoint, order: { query, window, format, target } };
    assert.equal(progressWords(loaded, 0), "1,200 events · 0/s");
  });

  describe("at its end", () => {
    const done: Checkpoint = {
      ...checkpoint,
      state: "complete",
      completeness: { kind: "complete" },
      totals: { pages: 2, events: 1, duplicates: 0, malformed: 0 },
    };
    const exported = "Exported 1 event to a.csv.";
    const message = "Paging stopped: the service repeated a page.";

    it("tells count and span, and calls nothing partial that is whole", () => {
      assert.equal(doneWords(done, "a.csv"), exported);
      const totals = { ...done.totals, events: 0 };
      assert.equal(doneWords({ ...done, totals }, "a.csv"), "Exported 0 events to a.csv.");
      assert.equal(
        doneWords(
          {
            ...done,
            totals: { ...totals, events: 1234, duplicates: 2, oldestMs: sinceMs, newestMs: untilMs },
          },
          "a.csv",
        ),
        "Exported 1,234 events from 2026-10-01 00:00 to 2026-11-01 00:00 UTC to a.csv. Skipped 2 duplicates.",
      );
    });

    it("is partial with items that were skipped, and tells how many", () => {
      const skipped = (malformed: number): Checkpoint => ({ ...done, totals: { ...done.totals, malformed } });
      assert.equal(doneWords(skipped(1), "a.csv"), `${exported} Partial export: 1 item could not be read.`);
      assert.equal(
        doneWords({ ...skipped(1500), completeness: { kind: "more" } }, "a.csv"),
        `${exported} Partial export: the rest was not downloaded, and 1,500 items could not be read.`,
      );
      assert.equal(
        doneWords({ ...skipped(2), completeness: { kind: "stopped", message } }, "a.csv"),
        `${exported} Partial export: 2 items could not be read. ${message}`,
      );
    });

    it("is partial where the rest was not downloaded, and says why where paging stopped", () => {
      assert.equal(
        doneWords({ ...done, completeness: { kind: "more" } }, "a.csv"),
        `${exported} Partial export: the rest was not downloaded.`,
      );
      const stopped: Checkpoint = { ...done, completeness: { kind: "stopped", message } };
      assert.equal(doneWords(stopped, "a.csv"), `${exported} Partial export. ${message}`);
      assert.equal(stopReason(stopped), message);
      assert.equal(stopReason(done), undefined);
    });

    it("has only the events that were loaded, and says so where there are others", () => {
      const { query, window, format, target } = order;
      const words = (completeness: Completeness): string =>
        doneWords({ ...done, order: { query, window, format, target }, completeness }, "a.csv");
      const only = `${exported} Only loaded events were exported`;
      assert.equal(words({ kind: "complete" }), exported);
      assert.equal(words({ kind: "more" }), `${only}: more are available.`);
      assert.equal(words({ kind: "gap" }), `${only}: some newer events are not loaded.`);
      assert.equal(
        words({ kind: "limit", maxEvents: 100_000 }),
        `${only}: the limit of 100,000 loaded events was reached.`,
      );
      assert.equal(words({ kind: "stopped", message }), `${only}. ${message}`);
    });
  });

  it("tells how far one is that stopped, and whether it can be resumed", () => {
    const stopped = "Export to a.csv stopped at 1,200 events.";
    assert.equal(stoppedWords(checkpoint, "a.csv", true), `${stopped} You can resume it.`);
    assert.equal(
      stoppedWords(checkpoint, "a.csv", false),
      `${stopped} Its connection was changed or removed.`,
    );
    const complete: Checkpoint = { ...checkpoint, state: "complete" };
    assert.equal(stoppedWords(complete, "a.csv", true), "1,200 events are ready to save to a.csv.");
    const one = { ...complete, totals: { ...complete.totals, events: 1 } };
    assert.equal(stoppedWords(one, "a.csv", true), "1 event is ready to save to a.csv.");
  });
});

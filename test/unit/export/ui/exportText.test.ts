import type { FeedQuery } from "../../../../src/shared/feedQuery";
import type { Completeness } from "../../../../src/shared/feedState";
import assert from "node:assert/strict";
import fc from "fast-check";
import { dayMs } from "../../../../src/shared/instant";
import {
  doneText,
  loadedText,
  percentRead,
  progressText,
  querySummary,
  interruptedText,
  pagingReason,
  suggestedName,
} from "../../../../src/export/ui/exportText";
import type { Checkpoint } from "../../../../src/export/engine/checkpoint";
import { windowOf } from "../../../../src/feed/feedRequest";
import { windowsNameProblem } from "../../../../src/util/fileNames";
import { job, sinceMs, untilMs } from "../engine/fixture";

const now = Date.UTC(2026, 10, 21, 12);
const week: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };
const window = { sinceMs: now - 7 * dayMs };

const checkpoint: Checkpoint = {
  job,
  startedMs: now,
  state: "writing",
  completeness: { kind: "more" },
  totals: { pages: 3, events: 1200, duplicates: 0, malformed: 0 },
  bytes: 1,
};

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
        assert.equal(windowsNameProblem(suggested), undefined);
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

  it("report progress as events, percent of the window and speed", () => {
    assert.equal(progressText(checkpoint, 0), "1,200 events · 0 % · 0/s");
    const further = { ...checkpoint, positionMs: untilMs - 2.5 * dayMs };
    assert.equal(progressText(further, 1999.6), "1,200 events · 8 % · 2,000/s");
    assert.equal(Math.round(percentRead(further)), 8);
    assert.equal(percentRead({ ...checkpoint, positionMs: sinceMs - dayMs }), 100);
    const { query, window, format, target } = job;
    const loaded = { ...checkpoint, job: { query, window, format, target } };
    assert.equal(progressText(loaded, 0), "1,200 events · 0/s");
  });

  describe("when it is done", () => {
    const done: Checkpoint = {
      ...checkpoint,
      state: "complete",
      completeness: { kind: "complete" },
      totals: { pages: 2, events: 1, duplicates: 0, malformed: 0 },
    };
    const exported = "Exported 1 event to a.csv.";
    const message = "Paging stopped: the service repeated a page.";

    it("contain the number of events and their time range, and nothing else for a complete export", () => {
      assert.equal(doneText(done, "a.csv"), exported);
      const totals = { ...done.totals, events: 0 };
      assert.equal(doneText({ ...done, totals }, "a.csv"), "Exported 0 events to a.csv.");
      assert.equal(
        doneText(
          {
            ...done,
            totals: { ...totals, events: 1234, duplicates: 2, oldestMs: sinceMs, newestMs: untilMs },
          },
          "a.csv",
        ),
        "Exported 1,234 events to a.csv (2026-10-01 00:00 – 2026-11-01 00:00 UTC). Skipped 2 duplicates.",
      );
      const instant = { ...done.totals, oldestMs: untilMs, newestMs: untilMs };
      assert.equal(
        doneText({ ...done, totals: instant }, "a.csv"),
        "Exported 1 event to a.csv (2026-11-01 00:00 UTC).",
      );
    });

    it("state how many events couldn't be read, and call only an export partial that has a rest", () => {
      const skipped = (malformed: number): Checkpoint => ({ ...done, totals: { ...done.totals, malformed } });
      assert.equal(doneText(skipped(1), "a.csv"), `${exported} 1 event couldn't be read.`);
      assert.equal(
        doneText({ ...skipped(1500), completeness: { kind: "more" } }, "a.csv"),
        `${exported} Partial export: the rest was not downloaded. 1,500 events couldn't be read.`,
      );
      assert.equal(
        doneText({ ...skipped(2), completeness: { kind: "stopped", message } }, "a.csv"),
        `${exported} Partial export. ${message} 2 events couldn't be read.`,
      );
    });

    it("state that it is partial if the rest was not downloaded, and why if paging stopped", () => {
      assert.equal(
        doneText({ ...done, completeness: { kind: "more" } }, "a.csv"),
        `${exported} Partial export: the rest was not downloaded.`,
      );
      const stopped: Checkpoint = { ...done, completeness: { kind: "stopped", message } };
      assert.equal(doneText(stopped, "a.csv"), `${exported} Partial export. ${message}`);
      assert.equal(pagingReason(stopped), message);
      assert.equal(pagingReason(done), undefined);
    });

    it("state that only loaded events were exported if there are more", () => {
      const { query, window, format, target } = job;
      const text = (completeness: Completeness): string =>
        doneText({ ...done, job: { query, window, format, target }, completeness }, "a.csv");
      const only = `${exported} Only loaded events were exported`;
      assert.equal(text({ kind: "complete" }), exported);
      assert.equal(text({ kind: "more" }), `${only}: more are available.`);
      assert.equal(text({ kind: "gap" }), `${only}: some newer events aren't loaded.`);
      assert.equal(
        text({ kind: "limit", maxEvents: 100_000 }),
        `${only}: the limit of 100,000 loaded events was reached.`,
      );
      assert.equal(text({ kind: "stopped", message }), `${only}. ${message}`);
    });
  });

  it("state where one stopped, and whether it can be resumed", () => {
    const stopped = "Export to a.csv stopped at 1,200 events.";
    const resumable = { clients: [{}], hasOtherKey: false };
    assert.equal(interruptedText(checkpoint, "a.csv", resumable), `${stopped} You can resume it.`);
    assert.equal(
      interruptedText(checkpoint, "a.csv", { clients: [], hasOtherKey: false }),
      `${stopped} Its connection was changed or removed.`,
    );
    assert.equal(
      interruptedText(checkpoint, "a.csv", { clients: [], hasOtherKey: true }),
      `${stopped} To resume it, set the API key it was started with.`,
    );
    const complete: Checkpoint = { ...checkpoint, state: "complete" };
    assert.equal(interruptedText(complete, "a.csv", resumable), "1,200 events are ready to save to a.csv.");
    const one = { ...complete, totals: { ...complete.totals, events: 1 } };
    assert.equal(interruptedText(one, "a.csv", resumable), "1 event is ready to save to a.csv.");
  });
});

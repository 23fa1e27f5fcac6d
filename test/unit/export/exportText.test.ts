import assert from "node:assert/strict";
import fc from "fast-check";
import {
  doneText,
  missingDownloaded,
  resumeQuestion,
  stoppedText,
  suggestedFileName,
} from "../../../src/export/exportText";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { header } from "../../support/faults/exportRun";

const now = Date.UTC(2026, 10, 21, 12);
const week: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

describe("Texts of an export", () => {
  it("suggest a file name that describes the query", () => {
    assert.equal(suggestedFileName(week, "ndjson", now), "company-events_2026-11-14_2026-11-21.ndjson");
    const query: FeedQuery = {
      window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z", until: "2026-01-01T00:00:00.000Z" },
      types: ["funding"],
      sector: "Health & Café",
      minAmount: 1e6,
    };
    assert.equal(
      suggestedFileName(query, "csv", now),
      "company-events_2025-01-01_2026-01-01_funding_Health-Café_from-1000000-USD.csv",
    );
  });

  it("suggest a file name that is valid on every file system", () => {
    const filters = fc.array(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom(
          "../..",
          'a\\b:c*?"<>|',
          "\u202egnp\ud800",
          "NUL.",
          "資金調達".repeat(50),
          "👩𠀀".repeat(40),
        ),
      ),
    );
    fc.assert(
      fc.property(filters, (types) => {
        const suggested = suggestedFileName({ ...week, types }, "parquet", now);
        assert.match(suggested, /^company-events_[\p{L}\p{M}\p{N}_-]+\.parquet$/u);
        assert.ok(suggested.isWellFormed());
        assert.ok(Buffer.byteLength(`${suggested}.part`) <= 255, suggested);
      }),
    );
  });

  it("say what was exported, and what is missing", () => {
    assert.equal(doneText(871, week, "a.csv", []), "Exported 871 events to a.csv.");
    assert.equal(
      doneText(1, week, "a.csv", missingDownloaded({ header, malformed: 1_500 }, true)),
      "Exported 1 event to a.csv. Partial export: the rest was not downloaded. 1,500 events couldn't be read.",
    );
    const source = "publications";
    assert.equal(doneText(2, { source }, "a.csv", []), "Exported 2 publications to a.csv.");
    assert.deepEqual(missingDownloaded({ header, malformed: 1 }, false), ["1 event couldn't be read."]);
  });

  it("say where a download stopped, and what a partial file contains", () => {
    const downloaded = { header, events: 1_200, positionMs: now };
    assert.equal(
      stoppedText(downloaded, "a.csv", "The disk is full."),
      "The disk is full. Export to a.csv stopped at 1,200 events. You can resume it.",
    );
    assert.equal(
      resumeQuestion(downloaded, "a.csv"),
      "Resume the export to a.csv? It was started at Nov 1, 2026, 00:00 UTC and has 1,200 events.",
    );
  });
});

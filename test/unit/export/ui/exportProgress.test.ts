import assert from "node:assert/strict";
import { ApiError } from "../../../../src/api/errors";
import type { Checkpoint } from "../../../../src/export/engine/checkpoint";
import { ExportProgress } from "../../../../src/export/ui/exportProgress";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkpointOf, untilMs } from "../engine/fixture";

const hourMs = 3_600_000;

describe("progress of an export", () => {
  let clock: FakeClock;
  let sent: string[];
  let percent: number;
  let progress: ExportProgress;

  /** After so many events, this far back. */
  function at(events: number, hours: number): Checkpoint {
    const checkpoint = checkpointOf({ positionMs: untilMs - hours * hourMs });
    return { ...checkpoint, totals: { ...checkpoint.totals, events } };
  }

  function retryIn(delayMs: number): void {
    const error = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");
    progress.reportRetry({ attempt: 2, delayMs, error });
  }

  beforeEach(() => {
    clock = new FakeClock();
    sent = [];
    percent = 0;
    const send = (message: string, increment = 0): void => {
      sent.push(message);
      percent += increment;
    };
    progress = new ExportProgress(send, at(0, 0), clock);
  });
  afterEach(() => progress.dispose());

  it("is reported at most four times a second", () => {
    for (let n = 1; n <= 20; n++) {
      clock.advance(50);
      progress.report(at(n * 100, n));
    }
    assert.deepEqual(sent.slice(0, 3), [
      "0 events · 0 % · 0/s",
      "500 events · 0 % · 2,000/s",
      "1,000 events · 1 % · 2,000/s",
    ]);
    assert.equal(sent.length, 5);
  });

  it("adds up to the part of the window that was read, also where a page is dated out of order", () => {
    for (const hours of [74.4, 30, 372, 372]) {
      clock.advance(1000);
      progress.report(at(1, hours));
    }
    assert.equal(Math.round(percent), 50);
  });

  it("counts down to the next attempt", () => {
    retryIn(3_500);
    clock.advance(500);
    clock.advance(1000);
    clock.advance(1000);
    clock.advance(1000);
    clock.advance(60_000);
    assert.deepEqual(
      sent.slice(1),
      ["4 s.", "3 s.", "2 s.", "1 s."]
        .map((rest) => `The service is busy. Retrying in ${rest}`)
        .concat("The service is busy. Retrying…"),
    );
  });

  it("goes on counting while a page that was read before is written", () => {
    retryIn(5_000);
    clock.advance(10);
    progress.report(at(500, 1));
    clock.advance(990);
    assert.deepEqual(
      sent.slice(1),
      ["5 s.", "4 s."].map((rest) => `The service is busy. Retrying in ${rest}`),
    );
  });

  it("stops counting when the next page arrives, and reports that page at once", () => {
    retryIn(250);
    clock.advance(250);
    progress.report(at(500, 1));
    assert.equal(sent.at(-1), "500 events · 0 % · 2,000/s");
    const before = sent.length;
    clock.advance(10_000);
    assert.equal(sent.length, before);
  });

  it("counts down to the latest attempt only", () => {
    retryIn(2_000);
    clock.advance(1_000);
    retryIn(60_000);
    clock.advance(1_000);
    assert.deepEqual(
      sent.slice(-2).map((text) => /in (.*)\./.exec(text)?.[1]),
      ["60 s", "59 s"],
    );
  });

  it("leaves no timer behind when the export is canceled while it waits", () => {
    retryIn(5_000);
    progress.dispose();
    const before = sent.length;
    clock.advance(10_000);
    assert.equal(sent.length, before);
  });

  it("counts the speed from where an interrupted export went on", () => {
    const resumed = new ExportProgress((message) => sent.push(message), at(1_000_000, 1), clock);
    clock.advance(1000);
    resumed.report(at(1_000_500, 2));
    assert.equal(sent.at(-1), "1,000,500 events · 0 % · 500/s");
    resumed.dispose();
  });

  it("says that the file is saved, and no longer when the next attempt is", () => {
    retryIn(5_000);
    progress.reportSaving();
    clock.advance(10_000);
    assert.equal(sent.at(-1), "Saving the file…");
    assert.deepEqual(clock.pending, []);
  });

  it("tells how much of the file is converted", () => {
    clock.advance(1_000);
    progress.reportConversion(0);
    progress.reportConversion(0.1);
    clock.advance(1_000);
    progress.reportConversion(0.459);
    assert.deepEqual(sent.slice(1), ["Converting to Parquet · 0 %", "Converting to Parquet · 45 %"]);
  });
});

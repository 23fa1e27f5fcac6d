import assert from "node:assert/strict";
import { ApiError } from "../../../src/api/errors";
import { ExportProgress } from "../../../src/export/exportProgress";
import { FakeClock } from "../../support/fakes/fakeClock";
import { untilMs } from "../../support/faults/exportRun";

const hourMs = 3_600_000;

describe("progress of an export", () => {
  let clock: FakeClock;
  let sent: string[];
  let progress: ExportProgress;

  /** After so many events, this far back. */
  function downloaded(events: number, hours: number): void {
    progress.downloaded({ events, positionMs: untilMs - hours * hourMs });
  }

  function retryIn(delayMs: number): void {
    const error = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");
    progress.retrying({ attempt: 2, delayMs, error });
  }

  beforeEach(() => {
    clock = new FakeClock();
    sent = [];
    const send = (message: string): void => void sent.push(message);
    progress = new ExportProgress(send, new AbortController().signal, clock);
  });
  afterEach(() => progress.dispose());

  it("tells how many events were downloaded, and how far back", () => {
    progress.downloaded({ events: 0, positionMs: undefined });
    downloaded(1_200, 2);
    assert.deepEqual(sent, ["0 events", "1,200 events · back to 2026-10-31 22:00 UTC"]);
  });

  it("counts down to the latest attempt, also while a page that was read before is written", () => {
    retryIn(2_000);
    clock.advance(1_000);
    retryIn(3_500);
    downloaded(500, 1);
    clock.advance(500);
    clock.advance(1000);
    clock.advance(60_000);
    assert.deepEqual(
      sent,
      ["in 2 s.", "in 1 s.", "in 4 s.", "in 3 s.", "in 2 s.", "in 1 s."]
        .map((rest) => `The service is busy. Retrying ${rest}`)
        .concat("The service is busy. Retrying…"),
    );
  });

  it("stops counting when the next page arrives, when the file is saved and when it is canceled", () => {
    retryIn(250);
    clock.advance(250);
    downloaded(500, 1);
    assert.equal(sent.at(-1), "500 events · back to 2026-10-31 23:00 UTC");
    retryIn(5_000);
    progress.saving();
    clock.advance(10_000);
    assert.equal(sent.at(-1), "Saving the file…");
    retryIn(5_000);
    progress.dispose();
    assert.deepEqual(clock.pending, []);
  });
});

import assert from "node:assert/strict";
import { timeGroups } from "../../../../src/agent/tools/timeGroups";
import { useTimeZone } from "../../../support/timeZone";

describe("Groups of events by time", () => {
  // Skipped December 30, 2011, to move across the date line.
  useTimeZone("Pacific/Apia");

  it("end where the local calendar skips a day", () => {
    const span = { sinceMs: Date.parse("2011-12-29T10:00Z"), untilMs: Date.parse("2011-12-31T10:00Z") };
    assert.deepEqual(
      timeGroups([], "day", span).map(({ label }) => label.slice(0, 10)),
      ["2011-12-31", "2011-12-29"],
    );
  });
});

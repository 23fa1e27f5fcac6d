import assert from "node:assert/strict";
import { readPeriod } from "../../../../../src/agent/tools/input/period";
import type { FeedWindow } from "../../../../../src/shared/feedQuery";
import { useTimeZone } from "../../../../support/timeZone";

describe("The period that an agent asks for", () => {
  useTimeZone("Europe/Berlin");
  // A Wednesday.
  const context = { nowMs: Date.UTC(2026, 10, 18, 15, 30), timeZone: "Europe/Berlin" };

  it("is a name, a length, or a start with or without an end", () => {
    const cases: [Parameters<typeof readPeriod>[0], FeedWindow | undefined][] = [
      [{}, undefined],
      [{ period: "this_week" }, { kind: "fixed", since: "2026-11-15T23:00:00.000Z" }],
      [
        { period: "Last month" },
        { kind: "fixed", since: "2026-09-30T22:00:00.000Z", until: "2026-10-31T23:00:00.000Z" },
      ],
      [{ period: "24h" }, { kind: "last", days: 1 }],
      [{ period: "90d" }, { kind: "last", days: 90 }],
      [{ since: "2026-11-16T09:30" }, { kind: "fixed", since: "2026-11-16T08:30:00.000Z" }],
      [
        { since: "2026-11-10", until: "2027-01-01" },
        { kind: "fixed", since: "2026-11-09T23:00:00.000Z" },
      ],
    ];
    for (const [asked, expected] of cases) {
      assert.deepEqual(readPeriod(asked, context), expected);
    }
  });

  it("is refused with a sentence", () => {
    const cases: [Parameters<typeof readPeriod>[0], RegExp][] = [
      [{ period: "soon" }, /^period "soon" is not understood\. Pass today, .* It is now Wed 2026-11-18/],
      [{ period: "99999d" }, /not understood/],
      [{ period: "7d", since: "2026-11-16" }, /but not both/],
      [{ until: "2026-11-16" }, /until needs since/],
      [{ since: "2026-11-16", until: "soon" }, /^until "soon" is not understood/],
      [{ since: "2026-12-01" }, /in the future/],
      [{ since: "2026-11-16", until: "2026-11-15" }, /since must be before until/],
    ];
    for (const [asked, problem] of cases) {
      const read = readPeriod(asked, context);
      assert.match(read && "problem" in read ? read.problem : "", problem);
    }
  });
});

import assert from "node:assert/strict";
import { displayLanguage, setDisplayLanguage } from "../../../src/shared/locale";
import * as times from "../../../src/shared/times";
import { useTimeZone } from "../../support/timeZone";

const ms = Date.UTC(2026, 10, 14, 9, 5, 7);
const hours = (count: number) => ({ sinceMs: ms, untilMs: ms + count * 3_600_000 });

describe("Times", () => {
  useTimeZone("America/New_York");
  const language = displayLanguage();
  afterEach(() => setDisplayLanguage(language));

  it("are in the chosen time zone and the display language, on a 24-hour clock", () => {
    const texts = (): string[] => [
      times.timeOfDay(ms, "utc"),
      times.timeOfDay(ms - 5 * 3_600_000, "local"),
      times.fullInstant(ms, "local"),
      times.shortInstant(ms, "utc", ms),
      times.shortInstant(Date.UTC(2025, 0, 1), "local", ms),
      times.spanText(hours(2), "utc", ms),
      times.gapText(hours(24), "utc"),
      times.gapText(hours(118), "utc"),
      times.daysText(hours(24), "utc"),
      times.dayTitle("2026-11-14"),
    ];
    assert.deepEqual(texts(), [
      "09:05",
      "23:05",
      "Nov 14, 2026, 04:05:07 America/New_York",
      "Nov 14, 09:05 UTC",
      "Dec 31, 2024, 19:00 America/New_York",
      "Nov 14, 09:05 – 11:05",
      "Nov 14, 09:05 – Nov 15, 09:05\u20031\u00a0d",
      "Nov 14, 09:05 – Nov 19, 07:05\u20034\u00a0d 22\u00a0h",
      "Nov 14 – 15, 2026",
      "Saturday, Nov 14, 2026",
    ]);
    setDisplayLanguage({ language: "de", messages: {} });
    assert.deepEqual(texts().slice(2, 5), [
      "14. Nov. 2026, 04:05:07 America/New_York",
      "14. Nov., 09:05 UTC",
      "31. Dez. 2024, 19:00 America/New_York",
    ]);
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { setDisplayLanguage } from "../../../../src/shared/locale";
import { parseTimeRange } from "../../../../src/webview/filters/timeRangeInput";
import { windowLabel } from "../../../../src/webview/filters/queryText";

/** Wednesday, 18 November 2026, 15:30 UTC; 16:30 in Berlin. */
const nowMs = Date.UTC(2026, 10, 18, 15, 30);

type Expected = number | readonly [since: string, until?: string];

/** What is typed, and either the number of days back from now, or the first and the last instant in UTC. */
const inUtc: readonly (readonly [string, Expected])[] = [
  ["-3d", 3],
  ["−3 d", 3],
  ["3d", 3],
  ["last 3 days", 3],
  ["Past 3 Days", 3],
  ["last 2 weeks", 14],
  ["last fortnight", 14],
  ["-2w", 14],
  ["1.5 days", 1.5],
  ["-12h", 0.5],
  ["last 24 hours", 1],
  ["past week", 7],
  ["past month", 30],
  ["last hour", 1 / 24],
  ["-30m", 30 / 1440],
  ["1m", 1 / 1440],
  ["6 months", 180],
  ["1y", 365],
  ["today", ["2026-11-18"]],
  ["yesterday", ["2026-11-17", "2026-11-18"]],
  ["since yesterday", ["2026-11-17"]],
  ["since monday", ["2026-11-16"]],
  ["Since Mon", ["2026-11-16"]],
  ["since wednesday", ["2026-11-18"]],
  ["since thursday", ["2026-11-12"]],
  ["monday", ["2026-11-16", "2026-11-17"]],
  ["last wednesday", ["2026-11-11", "2026-11-12"]],
  ["monday to wednesday", ["2026-11-16", "2026-11-19"]],
  ["friday - monday", ["2026-11-13", "2026-11-17"]],
  ["this week", ["2026-11-16"]],
  ["last week", ["2026-11-09", "2026-11-16"]],
  ["this month", ["2026-11-01"]],
  ["last month", ["2026-10-01", "2026-11-01"]],
  ["last quarter", ["2026-07-01", "2026-10-01"]],
  ["this year", ["2026-01-01"]],
  ["last year", ["2025-01-01", "2026-01-01"]],
  ["3 days ago", ["2026-11-15", "2026-11-16"]],
  ["since 2 weeks ago", ["2026-11-04"]],
  ["q3", ["2026-07-01", "2026-10-01"]],
  ["Q4", ["2026-10-01"]],
  ["q1 2025", ["2025-01-01", "2025-04-01"]],
  ["2025-Q1", ["2025-01-01", "2025-04-01"]],
  ["q1-q2", ["2026-01-01", "2026-07-01"]],
  ["2025", ["2025-01-01", "2026-01-01"]],
  ["2026-10", ["2026-10-01", "2026-11-01"]],
  ["oct", ["2026-10-01", "2026-11-01"]],
  ["nov", ["2026-11-01"]],
  ["december", ["2025-12-01", "2026-01-01"]],
  ["Sept 2025", ["2025-09-01", "2025-10-01"]],
  ["feb 2024", ["2024-02-01", "2024-03-01"]],
  ["29 feb", ["2024-02-29", "2024-03-01"]],
  ["1-15 nov", ["2026-11-01", "2026-11-16"]],
  ["1–15 Nov 2025", ["2025-11-01", "2025-11-16"]],
  ["1 to 15 november", ["2026-11-01", "2026-11-16"]],
  ["1-30 nov", ["2026-11-01", "2026-12-01"]],
  ["28 oct - 3 nov", ["2026-10-28", "2026-11-04"]],
  ["20 dec - 5 jan", ["2025-12-20", "2026-01-06"]],
  ["28 Dec 2024 – 3 Jan", ["2024-12-28", "2025-01-04"]],
  ["oct-nov", ["2026-10-01", "2026-12-01"]],
  ["between 3 nov and 5 nov", ["2026-11-03", "2026-11-06"]],
  ["from nov 1, 2026 to nov 2", ["2026-11-01", "2026-11-03"]],
  ["3rd nov", ["2026-11-03", "2026-11-04"]],
  ["24 dec", ["2025-12-24", "2025-12-25"]],
  ["14.11.2026", ["2026-11-14", "2026-11-15"]],
  ["2026-11-01", ["2026-11-01", "2026-11-02"]],
  ["since 2026-11-01", ["2026-11-01"]],
  ["2026-11-01 - 2026-11-15", ["2026-11-01", "2026-11-16"]],
  ["2026-11-01..2026-11-15", ["2026-11-01", "2026-11-16"]],
  ["2026-11-01 10:02 – 2026-11-02 08:00", ["2026-11-01T10:02", "2026-11-02T08:00"]],
  ["since 2026-11-01 10:02+02:00", ["2026-11-01T08:02"]],
  ["since 14 Nov, 10:02", ["2026-11-14T10:02"]],
  ["yesterday 18:00 - today 9:30", ["2026-11-17T18:00", "2026-11-18T09:30"]],
  ["since 9:30", ["2026-11-18T09:30"]],
  ["monday - now", ["2026-11-16"]],
  ["  Today ", ["2026-11-18"]],
];

/** What is typed, and a part of the sentence that says what is wrong with it. */
const rejected: readonly (readonly [string, RegExp])[] = [
  ["", /^Enter a time range such as yesterday, -3d, since Monday/],
  ["soon", /^Enter a time range such as/],
  ["last", /such as/],
  ["3 parsecs", /such as/],
  ["11/12/2026", /such as/],
  ["15 - nov - 3", /such as/],
  ["since", /such as/],
  ["1-15", /such as/],
  ["nov nov", /such as/],
  ["0d", /longer than zero/],
  ["last 9999 days", /at most 3,650 days/],
  ["31 nov", /doesn't exist/],
  ["2026-02-29", /doesn't exist/],
  ["29 feb 2026", /doesn't exist/],
  ["31.13.2026", /doesn't exist/],
  ["today 25:00", /doesn't exist/],
  ["tomorrow", /in the future/],
  ["2027", /in the future/],
  ["since 2026-11-19", /in the future/],
  ["until friday", /Enter a start/],
  ["5 nov 2026 - 1 nov 2026", /start must be before the end/],
];

describe("A typed time range", () => {
  let zone: string | undefined;
  before(() => {
    zone = process.env["TZ"];
  });
  afterEach(() => {
    setDisplayLanguage({ language: "en", messages: {} });
    if (zone === undefined) {
      delete process.env["TZ"];
    } else {
      process.env["TZ"] = zone;
    }
  });

  const instant = (text: string): string =>
    new Date(`${text.includes("T") ? text : `${text}T00:00`}Z`).toISOString();

  for (const [typed, expected] of inUtc) {
    it(`is understood: ${typed}`, () => {
      process.env["TZ"] = "America/New_York";
      const parsed = parseTimeRange(typed, "utc", nowMs);
      assert.ok(parsed.ok, parsed.ok ? "" : parsed.message);
      const [since, until] = typeof expected === "number" ? [] : expected;
      assert.deepEqual(
        parsed.window,
        since === undefined
          ? { kind: "last", days: expected }
          : { kind: "fixed", since: instant(since), ...(until !== undefined && { until: instant(until) }) },
      );
    });
  }

  for (const [typed, message] of rejected) {
    it(`is rejected with a sentence: “${typed}”`, () => {
      const parsed = parseTimeRange(typed, "utc", nowMs);
      assert.ok(!parsed.ok, JSON.stringify(parsed));
      assert.match(parsed.message, message);
      assert.match(parsed.message, /\.$/);
    });
  }

  it("consists of days of the local zone, with 23 and 25 hours where clocks change", () => {
    const cases: [string, string, string, string, string?][] = [
      ["Europe/Berlin", "2026-11-18T15:30Z", "yesterday", "2026-11-16T23:00", "2026-11-17T23:00"],
      ["Europe/Berlin", "2026-11-17T23:30Z", "today", "2026-11-17T23:00"],
      ["Europe/Berlin", "2026-10-26T08:00Z", "yesterday", "2026-10-24T22:00", "2026-10-25T23:00"],
      ["Europe/Berlin", "2026-11-18T15:30Z", "october", "2026-09-30T22:00", "2026-10-31T23:00"],
      ["Europe/Berlin", "2026-11-18T15:30Z", "29 mar 2026", "2026-03-28T23:00", "2026-03-29T22:00"],
      ["Europe/Berlin", "2026-11-18T15:30Z", "q1", "2025-12-31T23:00", "2026-03-31T22:00"],
      ["America/New_York", "2026-11-02T03:00Z", "since sunday", "2026-11-01T04:00"],
      ["America/New_York", "2026-11-03T03:00Z", "1 nov", "2026-11-01T04:00", "2026-11-02T05:00"],
      ["America/New_York", "2026-11-03T03:00Z", "3 days ago", "2026-10-30T04:00", "2026-10-31T04:00"],
      // Midnight is skipped: the day begins at 01:00.
      ["America/Santiago", "2026-09-08T12:00Z", "6 sep", "2026-09-06T04:00", "2026-09-07T03:00"],
      ["Asia/Kathmandu", "2026-11-18T15:30Z", "yesterday", "2026-11-16T18:15", "2026-11-17T18:15"],
      ["Pacific/Kiritimati", "2026-12-31T15:30Z", "today", "2026-12-31T10:00"],
      ["Pacific/Kiritimati", "2026-12-31T15:30Z", "last year", "2025-12-31T10:00", "2026-12-31T10:00"],
    ];
    for (const [name, now, typed, since, until] of cases) {
      process.env["TZ"] = name;
      assert.deepEqual(
        parseTimeRange(typed, "local", Date.parse(now)),
        {
          ok: true,
          window: {
            kind: "fixed",
            since: instant(since),
            ...(until !== undefined && { until: instant(until) }),
          },
        },
        `${name}: ${typed}`,
      );
    }
  });

  it("understands months and weekdays in the display language, too", () => {
    setDisplayLanguage({ language: "de", messages: {} });
    const typed = ["3 dezember 2025", "3. dez. 2025", "since mittwoch", "3 dec 2025", "märz"];
    assert.deepEqual(
      typed.map((text) => {
        const parsed = parseTimeRange(text, "utc", nowMs);
        return parsed.ok && parsed.window.kind === "fixed" && parsed.window.since.slice(0, 10);
      }),
      ["2025-12-03", "2025-12-03", "2026-11-18", "2025-12-03", "2026-03-01"],
    );
  });

  /** As `inUtc`. */
  const inGerman: readonly (readonly [string, Expected])[] = [
    ["heute", ["2026-11-18"]],
    ["gestern", ["2026-11-17", "2026-11-18"]],
    ["vorgestern", ["2026-11-16", "2026-11-17"]],
    ["Seit gestern", ["2026-11-17"]],
    ["seit Montag", ["2026-11-16"]],
    ["letzte 3 Tage", 3],
    ["Letzte 24 Stunden", 1],
    ["die letzten 2 Wochen", 14],
    ["6 Monate", 180],
    ["letzte Woche", ["2026-11-09", "2026-11-16"]],
    ["diesen Monat", ["2026-11-01"]],
    ["voriges Jahr", ["2025-01-01", "2026-01-01"]],
    ["vor 3 Tagen", ["2026-11-15", "2026-11-16"]],
    ["seit vor einer Woche", ["2026-11-11"]],
    ["Montag bis Mittwoch", ["2026-11-16", "2026-11-19"]],
    ["1. bis 15. Oktober", ["2026-10-01", "2026-10-16"]],
    ["gestern um 18:00 Uhr bis jetzt", ["2026-11-17T18:00"]],
    ["since yesterday", ["2026-11-17"]],
    ["last 3 days", 3],
  ];
  for (const [typed, expected] of inGerman) {
    it(`is understood in German: ${typed}`, () => {
      setDisplayLanguage({ language: "de", messages: {} });
      const parsed = parseTimeRange(typed, "utc", nowMs);
      assert.ok(parsed.ok, parsed.ok ? "" : parsed.message);
      const [since, until] = typeof expected === "number" ? [] : expected;
      assert.deepEqual(
        parsed.window,
        since === undefined
          ? { kind: "last", days: expected }
          : { kind: "fixed", since: instant(since), ...(until !== undefined && { until: instant(until) }) },
      );
    });
  }

  it("never throws, and is always a window that begins in the past and is not empty", () => {
    const words = fc.constantFrom(
      "since",
      "last",
      "-",
      "to",
      "1",
      "31",
      "nov",
      "feb",
      "2024",
      "q3",
      "monday",
      "12:30",
      "days",
      "ago",
      "..",
      "·",
      ".",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 6 }).map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(text, fc.constantFrom("utc", "local"), (typed, which) => {
        const parsed = parseTimeRange(typed, which, nowMs);
        if (parsed.ok && parsed.window.kind === "fixed") {
          const { since, until } = parsed.window;
          assert.ok(Date.parse(since) <= nowMs && (until === undefined || since < until));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("is understood as the control shows it", () => {
    process.env["TZ"] = "Europe/Berlin";
    for (const which of ["utc", "local"] as const) {
      for (const [typed] of inUtc) {
        const parsed = parseTimeRange(typed, which, nowMs);
        assert.ok(parsed.ok, typed);
        const label = windowLabel(parsed.window, which, nowMs);
        assert.deepEqual(parseTimeRange(label, which, nowMs), parsed, `${typed}: ${label}`);
      }
    }
  });
});

describe("The label of a time range", () => {
  it("is short, and names days of the last week", () => {
    const labels = inUtc.map(([typed]) => {
      const parsed = parseTimeRange(typed, "utc", nowMs);
      return parsed.ok ? windowLabel(parsed.window, "utc", nowMs) : parsed.message;
    });
    const unique = [...new Set(labels.map((label) => label.replace(" · UTC", "")))];
    for (const label of [
      "Last 3 days",
      "Last 12 hours",
      "Last 24 hours",
      "Last hour",
      "Last 30 minutes",
      "Last minute",
      "Last 1.5 days",
      "Today",
      "Yesterday",
      "Since yesterday",
      "Since Monday",
      "Since 1 Nov",
      "Since 14 Nov, 10:02",
      "Oct 2026",
      "Q3 2026",
      "2025",
      "1–15 Nov 2026",
      "28 Oct – 3 Nov 2026",
      "20 Dec 2025 – 5 Jan 2026",
      "24 Dec 2025",
      "1 Nov, 10:02 – 2 Nov, 08:00",
    ]) {
      assert.ok(unique.includes(label), `${label} in ${unique.join(" | ")}`);
    }
  });
});

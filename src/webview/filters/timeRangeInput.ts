/** Reads a time range as a user types it, in English and in the display language, with a sentence for what is not understood. */
import * as l10n from "@vscode/l10n";
import { maxWindowDays } from "../../shared/limits";
import { locale } from "../../shared/locale";
import type { ZoneChoice } from "../../shared/pageState";
import type { FeedWindow } from "../../shared/feedQuery";
import { formatNumber } from "../../shared/text";
import type { TimeRangeProblem } from "../../shared/timeRange/calendarPeriod";
import { normalizedTimeRange, readTimeRange } from "../../shared/timeRange/timeRange";
import { calendarOf, timeZoneOf } from "../../shared/times";
import { fromGerman } from "./germanTimeRange";

export type TypedTimeRange =
  | { readonly ok: true; readonly window: FeedWindow }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

export function parseTimeRange(text: string, zone: ZoneChoice, nowMs: number): TypedTimeRange {
  const read = readTimeRange(normalized(text, zone), { calendar: calendarOf(zone), nowMs });
  return read.ok ? read : { ok: false, message: problemMessage(read.problem) };
}

/** In English, without the zone that the control shows after dates. */
function normalized(text: string, zone: ZoneChoice): string {
  const plain = normalizedTimeRange(text);
  const suffix = ` · ${timeZoneOf(zone).toLowerCase()}`;
  const range = (plain.endsWith(suffix) ? plain.slice(0, -suffix.length) : plain).replace(/^the /, "");
  return /^de\b/i.test(locale()) ? fromGerman(range) : range;
}

function problemMessage(problem: TimeRangeProblem): string {
  switch (problem) {
    case "notUnderstood":
      return l10n.t({
        message:
          "Enter a time range such as yesterday, -3d, since Monday, last 2 weeks, 1-15 Nov, 2026-11-01 or Q3.",
        comment: [
          "Examples have to be understood as they are: only English is, and German where that is the language",
        ],
      });
    case "notADate":
      return l10n.t("Enter a date such as {0} or {1}.", "2026-11-14", "2026-11-14 10:02");
    case "doesNotExist":
      return l10n.t("This date or time doesn't exist.");
    case "zeroLength":
      return l10n.t("Enter a time range longer than zero.");
    case "tooLong":
      return l10n.t("Enter at most {0} days.", formatNumber(maxWindowDays));
    case "inFuture":
      return l10n.t("This time range is in the future.");
    case "startMissing":
      return l10n.t("Enter a start, too, such as 1-15 Nov.");
    case "startAfterEnd":
      return l10n.t("The start must be before the end.");
  }
}

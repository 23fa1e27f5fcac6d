/** Dates and times of one time zone. */
import { parseInstant } from "./instant";

/** Of the calendar and the clock in one zone. */
export interface DateParts {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** From 0, Sunday. */
  readonly weekday: number;
}

export type CalendarTime = Pick<DateParts, "year" | "month" | "day"> &
  Partial<Pick<DateParts, "hour" | "minute">>;

/** The calendar of a time zone. Instants are milliseconds since 1970 UTC. */
export interface Calendar {
  readonly partsOf: (ms: number) => DateParts;
  /**
   * The instant of a date and time. Months and days past the end run into the next year or month; a time that clocks skip is the one
   * after it, and of one that they repeat it is the first.
   */
  readonly instantOf: (time: CalendarTime) => number;
}

export const utcCalendar: Calendar = {
  partsOf: (ms) => {
    const date = new Date(ms);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth(),
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      weekday: date.getUTCDay(),
    };
  },
  instantOf: ({ year, month, day, hour = 0, minute = 0 }) => {
    // Not Date.UTC, which treats the years 0 to 99 as 1900 to 1999.
    const date = new Date(0);
    date.setUTCFullYear(year, month, day);
    return date.setUTCHours(hour, minute);
  },
};

/** Of the time zone that this machine is set to. */
export const localCalendar: Calendar = {
  partsOf: (ms) => {
    const date = new Date(ms);
    return {
      year: date.getFullYear(),
      month: date.getMonth(),
      day: date.getDate(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
      weekday: date.getDay(),
    };
  },
  instantOf: ({ year, month, day, hour = 0, minute = 0 }) => {
    const date = new Date(2000, 0, 1, hour, minute);
    return date.setFullYear(year, month, day);
  },
};

const instantShape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ]\s*(\d|[01]\d|2[0-3])(:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)\s*(z|utc|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads a date (its first moment) or a date and time, in the zone of the calendar unless the text has an offset.
 * @param text in any case
 */
export function readInstant(text: string, calendar: Calendar): number | "notADate" | "doesNotExist" {
  const match = instantShape.exec(text.trim().toLowerCase());
  if (!match) {
    return "notADate";
  }
  const [, year = "", month = "", day = "", hour = "0", minute = ":00", offset] = match;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${hour.padStart(2, "0")}${minute}`;
  const ms = parseInstant(iso + (offset ?? "z").replace("utc", "z"));
  if (ms === undefined) {
    return "doesNotExist";
  }
  if (offset !== undefined) {
    return ms;
  }
  const minuteMs = 60_000;
  const sinceMinute = ms - Math.floor(ms / minuteMs) * minuteMs;
  return calendar.instantOf(utcCalendar.partsOf(ms)) + sinceMinute;
}

import type { CompanyEvent } from "../../shared/companyEvent";
import type { DayRow, EventRow, GapRow, Row, UnreadRow } from "../../shared/feedState";
import { websiteOf } from "../../shared/website";
import type { EventList } from "../store/eventList";
import { dayText, type TimeZone } from "./timeZone";

/** Characters of a text in a row; details show texts in full. */
const maxText = 400;

/** A row between the events. */
export interface Insert {
  /** Index of the event below it. */
  readonly firstEvent: number;
  readonly row: DayRow | GapRow | UnreadRow;
}

/**
 * The rows of events: the events and, if those are in the order of time, headers of days, gaps, and the line below what is unread.
 * Valid until the events change.
 */
export class RowLayout {
  private readonly inserts: readonly Insert[];
  readonly rowCount: number;

  constructor(
    private readonly events: EventList,
    zone: TimeZone,
    gaps: readonly GapRow[] = [],
    unreadLine?: Insert,
  ) {
    this.inserts = events.isNewestFirst ? insertsOf(events, zone, gaps, unreadLine) : [];
    this.rowCount = events.size + this.inserts.length;
  }

  /** Rows `[start, end)`, as far as there are any. */
  rows(start: number, end: number): Row[] {
    const rows: Row[] = [];
    for (let index = Math.max(0, start); index < Math.min(end, this.rowCount); index++) {
      rows.push(this.row(index));
    }
    return rows;
  }

  /** Row index of an event. */
  rowOfEvent(eventIndex: number): number {
    return eventIndex + this.insertsUpTo((insert) => insert.firstEvent <= eventIndex);
  }

  private row(index: number): Row {
    const above = this.insertsUpTo((insert, above) => insert.firstEvent + above <= index);
    const insert = this.inserts[above - 1];
    if (insert && insert.firstEvent + above - 1 === index) {
      return insert.row;
    }
    const event = this.events.at(index - above);
    if (!event) {
      throw new RangeError(`No row ${index} among ${this.rowCount}`);
    }
    return eventRow(event.value);
  }

  /** Number of inserts before the first for which `matches` is false; a binary search. */
  private insertsUpTo(matches: (insert: Insert, index: number) => boolean): number {
    let low = 0;
    let high = this.inserts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (matches(this.inserts[middle] as Insert, middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/**
 * In the order of their rows. A gap is above the day of the event below it, and below the events of its last
 * millisecond, of which some may be missing: it is filled from there.
 */
function insertsOf(
  events: EventList,
  zone: TimeZone,
  gaps: readonly GapRow[],
  unreadLine: Insert | undefined,
): Insert[] {
  const inGaps = gaps
    .toSorted((a, b) => b.sinceMs - a.sinceMs)
    .map((row): Insert => ({ firstEvent: events.countFrom(row.untilMs - 1), row }));
  return [...(unreadLine ? [unreadLine] : []), ...inGaps, ...dayHeaders(events, zone)].sort(
    (a, b) => a.firstEvent - b.firstEvent,
  );
}

function dayHeaders(events: EventList, zone: TimeZone): Insert[] {
  const headers: Insert[] = [];
  const dated = events.datedCount;
  const dayAt = (index: number): number => zone.dayNumber(events.publishedMs(index) ?? 0);
  for (let first = 0; first < dated;) {
    const day = dayAt(first);
    headers.push({ firstEvent: first, row: { kind: "day", day: dayText(day) } });
    first = firstOfOlderDay(first, dated, (index) => dayAt(index) === day);
  }
  if (dated < events.size) {
    headers.push({ firstEvent: dated, row: { kind: "day" } });
  }
  return headers;
}

/** The first index after `first` for which `sameDay` is false; an exponential search, then a binary one. */
function firstOfOlderDay(first: number, end: number, sameDay: (index: number) => boolean): number {
  let low = first;
  let stride = 1;
  while (low + stride < end && sameDay(low + stride)) {
    low += stride;
    stride *= 2;
  }
  let high = Math.min(low + stride, end);
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if (sameDay(middle)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

export function eventRow(event: CompanyEvent): EventRow {
  return {
    kind: "event",
    id: event.id,
    ...(event.publishedMs === undefined ? {} : { publishedMs: event.publishedMs }),
    ...cut("type", event.type),
    ...cut("title", event.title),
    ...cut("subhead", event.subhead),
    ...cut("company", event.company?.name),
    ...cut("sector", event.sector),
    ...(event.amount === undefined ? {} : { amount: event.amount }),
    ...(event.confidence === undefined ? {} : { confidence: event.confidence }),
    ...(websiteOf(event.company?.domain) === undefined ? {} : { hasWebsite: true }),
  };
}

function cut<K extends string>(key: K, text: string | undefined): { [P in K]?: string } {
  if (text === undefined) {
    return {};
  }
  const short = text.length > maxText ? `${text.slice(0, maxText).toWellFormed()}…` : text;
  return { [key]: short } as { [P in K]: string };
}

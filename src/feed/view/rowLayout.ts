import type { CompanyEvent } from "../../shared/companyEvent";
import type { DayRow, EventRow, GapRow, Row, UnreadRow } from "../../shared/feedState";
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

/** The rows: events and, if these are newest first, day headers, gaps and the unread line. Valid until the events change. */
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

  rows(start: number, end: number): Row[] {
    const rows: Row[] = [];
    const first = Math.max(0, start);
    let above = this.inserts.filter((insert, index) => insert.firstEvent + index < first).length;
    for (let index = first; index < Math.min(end, this.rowCount); index++) {
      const insert = this.inserts[above];
      if (insert && insert.firstEvent + above === index) {
        rows.push(insert.row);
        above++;
      } else {
        const event = this.events.at(index - above);
        rows.push(...(event ? [rowFor(event.value)] : []));
      }
    }
    return rows;
  }

  rowOfEvent(eventIndex: number): number {
    return eventIndex + this.inserts.filter(({ firstEvent }) => firstEvent <= eventIndex).length;
  }
}

/**
 * The rows between the events, in order. A gap is above the day header of the event below it, and below the events of its last
 * millisecond, some of which may be missing: the gap is filled from there.
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
  const dated = events.countFrom(-Infinity);
  for (let firstEvent = 0; firstEvent < dated;) {
    const day = zone.dayNumber(events.publishedMs(firstEvent) ?? 0);
    headers.push({ firstEvent, row: { kind: "day", day: dayText(day) } });
    firstEvent = events.countDated((ms) => zone.dayNumber(ms) >= day);
  }
  if (dated < events.size) {
    headers.push({ firstEvent: dated, row: { kind: "day" } });
  }
  return headers;
}

function rowFor(event: CompanyEvent): EventRow {
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
  };
}

function cut<K extends string>(key: K, text: string | undefined): { [P in K]?: string } {
  if (text === undefined) {
    return {};
  }
  const short = text.length > maxText ? `${text.slice(0, maxText).toWellFormed()}…` : text;
  return { [key]: short } as { [P in K]: string };
}

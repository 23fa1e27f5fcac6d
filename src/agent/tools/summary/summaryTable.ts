import { totalOf } from "../../../feed/eventTotal";
import type { TimeZone } from "../../../feed/view/timeZone";
import { type CompanyEvent, isFunding } from "../../../shared/companyEvent";
import type { TimeSpan } from "../../../shared/viewQueries";
import { cleanText } from "../answer/cleanText";
import type { AnswerTable } from "../answer/eventTable";
import { tableRow } from "../answer/fence";
import { sumUsd } from "../answer/usd";
import { zonedTime } from "../answer/zonedTime";
import { groupByProperty, isRankedByAmount, type Property } from "./eventGroups";
import { amountFields, type Measure, measuredTotal, typesWithAmounts } from "./measure";
import { type CalendarUnit, groupByTime, type TimeGroup, timeLabel } from "./timeGroups";

export type GroupBy = Property | CalendarUnit;

export interface SummaryOptions {
  readonly groupBy: readonly GroupBy[];
  /** How many groups each table shows, except for days, weeks and months. The other groups are added up in one row. */
  readonly top: number;
  /** The part of the time range that was read, milliseconds since 1970 UTC. */
  readonly window: TimeSpan;
  /** IANA name. */
  readonly timeZone: string;
  readonly zone: TimeZone;
  /** Which amounts are added up where groups have several types. */
  readonly measure: Measure | undefined;
}

/** Enough for all days of a month, because a part of them says little. */
const maxTimeRows = 31;

interface Row {
  /** A cleaned text. */
  readonly label: string;
  readonly events: readonly CompanyEvent[];
}

interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
  /** How many rows are shown at most. */
  readonly top: number;
  /** The label of the row for all rows that are not shown. */
  readonly othersLabel: (count: number) => string;
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  /** @param isTotal for the row of all events */
  readonly cell: (events: readonly CompanyEvent[], isTotal: boolean) => string;
}

/** One table for each grouping. However many rows are shown, those of a table add up to its total. */
export function summaryTable(events: readonly CompanyEvent[], options: SummaryOptions): AnswerTable {
  const tables = options.groupBy.map((groupBy) => tableOf(events, groupBy, options));
  return {
    rowCount: Math.max(0, ...tables.map(({ rows, top }) => Math.min(rows.length, top))),
    lines: (shown) =>
      tables.flatMap((table, n) => [...(n === 0 ? [] : [""]), ...linesOf(table, events, shown)]),
  };
}

function linesOf(
  { title, rows, top, othersLabel, columns }: Table,
  events: readonly CompanyEvent[],
  shown: number,
): string[] {
  // If a single group is left, its own row is no longer than a row for "others".
  const count = shown >= top && rows.length === top + 1 ? rows.length : Math.min(shown, top, rows.length);
  const others = rows.slice(count).flatMap((row) => row.events);
  const line = (label: string, of: readonly CompanyEvent[], isTotal = false): string =>
    tableRow([label, ...columns.map(({ cell }) => cell(of, isTotal))]);
  return [
    tableRow([title, ...columns.map(({ name }) => name)]),
    ...rows.slice(0, count).map((row) => line(row.label, row.events)),
    ...(count < rows.length ? [line(othersLabel(rows.length - count), others)] : []),
    ...(rows.length > 1 ? [line("TOTAL", events, true)] : []),
  ];
}

function tableOf(events: readonly CompanyEvent[], groupBy: GroupBy, options: SummaryOptions): Table {
  switch (groupBy) {
    case "type":
      return {
        title: "type",
        rows: propertyRows(events, groupBy, options.measure),
        top: options.top,
        othersLabel: (count) => `(${count} other ${count === 1 ? "type" : "types"})`,
        columns: typeColumns(events),
      };
    case "sector":
    case "company": {
      const plural = groupBy === "sector" ? "sectors" : "companies";
      return {
        title: groupBy,
        rows: propertyRows(events, groupBy, options.measure),
        top: options.top,
        othersLabel: (count) => `(${count} other ${count === 1 ? groupBy : plural})`,
        columns: columnsOf(events, options.measure),
      };
    }
    case "day":
    case "week":
    case "month":
      return {
        title: groupBy,
        rows: groupByTime(events, groupBy, options.window, options.zone).map((group) => ({
          label: labelOfTime(group, groupBy, options.timeZone),
          events: group.events,
        })),
        top: Math.max(maxTimeRows, options.top),
        othersLabel: (count) => `(${count} earlier ${groupBy}${count === 1 ? "" : "s"})`,
        columns: columnsOf(events, options.measure),
      };
  }
}

function propertyRows(
  events: readonly CompanyEvent[],
  property: Property,
  measure: Measure | undefined,
): Row[] {
  return groupByProperty(events, property, measure).map(({ label = "", distinction, events: ofGroup }) => ({
    label: labelText(label, distinction, `(no ${property})`),
    events: ofGroup,
  }));
}

const maxLabel = 60;

/** A label that could be taken for one of ours, such as "TOTAL" or "(3 others)", is in quotation marks. */
function labelText(label: string, distinction: string | undefined, missing: string): string {
  const text = cleanText(label, maxLabel);
  const name = /^(?:["(-]|total$)/i.test(text) ? `"${text}"` : text;
  if (name === "") {
    return missing;
  }
  return distinction === undefined ? name : `${name} (${cleanText(distinction, maxLabel)})`;
}

function labelOfTime({ firstDay, fromMs, untilMs }: TimeGroup, unit: CalendarUnit, timeZone: string): string {
  if (firstDay === undefined) {
    return "(no readable date)";
  }
  const parts = [
    ...(fromMs === undefined ? [] : [`from ${within(fromMs, unit, timeZone)}`]),
    ...(untilMs === undefined ? [] : [`until ${within(untilMs, unit, timeZone)}`]),
  ];
  const label = timeLabel(firstDay, unit);
  return parts.length === 0 ? label : `${label} (${parts.join(", ")})`;
}

/** `09:30`, with the date if that is not clear. */
function within(ms: number, unit: CalendarUnit, timeZone: string): string {
  const { day, time } = zonedTime(ms, timeZone);
  const short = time.endsWith(":00") ? time.slice(0, 5) : time;
  return unit === "day" ? short : `${day} ${short}`;
}

const eventsColumn: Column = { name: "events", cell: (events) => String(events.length) };

/** Each type has its own sum. There is no sum of all types. */
function typeColumns(events: readonly CompanyEvent[]): Column[] {
  const types = typesWithAmounts(events);
  if (types.length === 0) {
    return [eventsColumn];
  }
  const fields = amountFields(events);
  const hasSum = (of: readonly CompanyEvent[]): boolean => typesWithAmounts(of).length === 1;
  return [
    eventsColumn,
    { name: "sum of amounts", cell: (of) => (hasSum(of) ? sumUsd(totalOf(of).amount) : "") },
    { name: "events without amount", cell: (of) => String(of.length - totalOf(of).withAmount) },
    ...(fields.length > 1 || fields[0] !== "amount"
      ? [
          {
            name: "amount field",
            cell: (of: readonly CompanyEvent[]) => (hasSum(of) ? fieldText(amountFields(of)) : ""),
          },
        ]
      : []),
  ];
}

/** The number of events, and the sum of only the measured amounts. */
function columnsOf(events: readonly CompanyEvent[], measure: Measure | undefined): Column[] {
  if (!measure) {
    return [eventsColumn];
  }
  const type = cleanText(measure.type, maxLabel);
  const isOnlyType = isRankedByAmount(events, measure);
  const measuredOf = (of: readonly CompanyEvent[]) => measuredTotal(of, measure).measured;
  return [
    eventsColumn,
    ...(isOnlyType
      ? []
      : [{ name: `${type} events`, cell: (of: readonly CompanyEvent[]) => String(measuredOf(of).events) }]),
    { name: measureName(measure), cell: (of) => sumUsd(measuredOf(of).amount) },
    {
      name: isOnlyType ? "events without amount" : `${type} events without amount`,
      cell: (of) => String(measuredOf(of).events - measuredOf(of).withAmount),
    },
  ];
}

/** `funding raised`, `sum of acquisition price` */
function measureName({ type, fields }: Measure): string {
  return isFunding(type) ? "funding raised" : `sum of ${cleanText(type, maxLabel)} ${fieldText(fields)}`;
}

function fieldText(fields: readonly string[]): string {
  return fields
    .slice(0, 3)
    .map((field) => cleanText(field, 40))
    .join(", ");
}

import { stringify } from "csv-stringify/sync";
import type { Item } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import { isRecord } from "../../shared/typeGuards";
import { digitsOf, parseExactly, stringifyExactly } from "./exactJson";

/** NDJSON and JSON contain the events as the service sent them, CSV and Parquet a table of their fields. */
export const exportFormats = ["ndjson", "json", "csv", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How the part file of a format is written: the header, the events in any number of chunks, the footer. */
export interface EventEncoder {
  readonly header: string;
  readonly footer: string;
  /** @param offset number of events that precede these in the file */
  encode(events: readonly Item<CompanyEvent>[], offset: number): string;
}

/** Fields of an event, its company and the data of a funding event (docs/service.md, Event item). */
export const eventFields = ["id", "type", "title", "subhead", "published_at", "sector", "confidence"];
export const companyFields = ["role", "name", "domain", "entity_id", "industry", "location"];
export const dataFields = ["amount", "round", "lead_investor", "investors", "valuation"];
const eventKeys = [...eventFields, "company", "event_data"];

/**
 * The columns are the same for every export: the fields of other kinds of event are not known before the last page. Fields
 * without a column are written as JSON to the "other" column of their object.
 */
export const csvColumns: readonly string[] = [
  ...eventFields,
  ...companyFields.map((name) => `company.${name}`),
  "company.other",
  ...dataFields.map((name) => `event_data.${name}`),
  "event_data.other",
  "other",
];

const csvOptions = {
  escape_formulas: true,
  // A number that starts with a minus sign is not a formula.
  cast: {
    object: ({ digits }: Readonly<Record<string, unknown>>) => ({
      value: String(digits),
      escape_formulas: false,
    }),
  },
} as const;

const ndjson: EventEncoder = {
  header: "",
  footer: "",
  // In JSON a raw line break can occur only between tokens, where it has no meaning.
  encode: (events) => events.map(({ json }) => `${json.replace(/[\r\n]+/g, "")}\n`).join(""),
};

export const encoders: Readonly<Record<ExportFormat, EventEncoder>> = {
  ndjson,
  json: {
    header: "[",
    footer: "\n]\n",
    encode: (events, offset) =>
      events.map(({ json }, index) => `${offset + index === 0 ? "\n" : ",\n"}${json}`).join(""),
  },
  csv: {
    header: stringify([csvColumns]),
    footer: "",
    encode: (events) =>
      stringify(
        events.map(({ json }) => csvRecord(json)),
        csvOptions,
      ),
  },
  // Converted once all events are there: a row group of Parquet has thousands of events, a page at most 500.
  parquet: ndjson,
};

/** `digits`: a number that JavaScript would write differently. */
type Cell = string | number | { readonly digits: string };
export type Fields = Readonly<Record<string, unknown>>;

function csvRecord(json: string): Cell[] {
  const event = fieldsOf(parseExactly(json));
  return [
    ...eventFields.map((name) => cellOf(event[name])),
    ...cellsOf(event["company"], companyFields),
    ...cellsOf(event["event_data"], dataFields),
    otherFields(event, eventKeys),
  ];
}

function cellsOf(value: unknown, names: readonly string[]): Cell[] {
  const fields = fieldsOf(value);
  const isObject = fields === value;
  return [
    ...names.map((name) => cellOf(fields[name])),
    isObject ? otherFields(fields, names) : cellOf(value),
  ];
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) {
    return "";
  }
  if (typeof value === "number") {
    return value;
  }
  if (typeof value === "string") {
    return value.toWellFormed();
  }
  const digits = digitsOf(value);
  if (digits !== undefined) {
    return { digits };
  }
  const isTextList = Array.isArray(value) && value.every((element) => typeof element === "string");
  return (isTextList ? value.join("; ") : stringifyExactly(value)).toWellFormed();
}

function otherFields(fields: Fields, columns: readonly string[]): string {
  const names = Object.keys(fields).filter((name) => !columns.includes(name));
  return names.length === 0
    ? ""
    : stringifyExactly(Object.fromEntries(names.map((name) => [name, fields[name]])));
}

/** The value itself if it is an object, else an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) && digitsOf(value) === undefined ? value : {};
}

import { isRecord } from "../../shared/typeGuards";
import { digitsOf, parseExactly, stringifyExactly } from "./exactJson";

type Fields = Readonly<Record<string, unknown>>;

/** A number that JavaScript would write otherwise. */
export interface SentNumber {
  readonly digits: string;
}

/** What csv-stringify writes: a number is one in a spreadsheet too, a text that looks like a formula is escaped. */
export type Cell = string | number | SentNumber;

/** Fields of an event, its company and the data of a funding event (`interface.md`, Event item). */
const eventFields = ["id", "type", "title", "subhead", "published_at", "sector", "confidence"];
const eventNames = [...eventFields, "company", "event_data"];
const companyFields = ["role", "name", "domain", "entity_id", "industry", "location"];
const dataFields = ["amount", "round", "lead_investor", "investors", "valuation"];

/**
 * The columns, the same for every export: which fields other kinds of event have is not known before the last page. All that
 * has no column of its own stands as JSON in the last column of its object.
 */
export const csvColumns: readonly string[] = [
  ...eventFields,
  ...companyFields.map((name) => `company.${name}`),
  "company.other",
  ...dataFields.map((name) => `event_data.${name}`),
  "event_data.other",
  "other",
];

/** The cells of one event. @param json the item as the service sent it, an object. */
export function csvRecord(json: string): Cell[] {
  const event = fieldsOf(parseExactly(json));
  return [
    ...eventFields.map((name) => cellOf(event[name])),
    ...cellsOf(event["company"], companyFields),
    ...cellsOf(event["event_data"], dataFields),
    rest(event, eventNames),
  ];
}

function cellsOf(value: unknown, names: readonly string[]): Cell[] {
  const fields = fieldsOf(value);
  // Not an object, against the interface: kept as it is.
  const other = fields === value ? rest(fields, names) : cellOf(value);
  return [...names.map((name) => cellOf(fields[name])), other];
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
  const isList = Array.isArray(value) && value.every((element) => typeof element === "string");
  return (isList ? value.join("; ") : stringifyExactly(value)).toWellFormed();
}

function rest(fields: Fields, named: readonly string[]): string {
  const names = Object.keys(fields).filter((name) => !named.includes(name));
  return names.length === 0
    ? ""
    : stringifyExactly(Object.fromEntries(names.map((name) => [name, fields[name]])));
}

/** None for what is no object. */
function fieldsOf(value: unknown): Fields {
  return isRecord(value) && digitsOf(value) === undefined ? value : {};
}

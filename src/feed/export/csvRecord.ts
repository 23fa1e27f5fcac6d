import { isRecord } from "../../shared/unknown";

type Fields = Readonly<Record<string, unknown>>;
/** What csv-stringify writes: a number is one in a spreadsheet too, a text that looks like a formula is escaped. */
type Cell = string | number;

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
  const event = fieldsOf(JSON.parse(json));
  const company = event["company"];
  const data = event["event_data"];
  return [
    ...eventFields.map((name) => cellOf(event[name])),
    ...cellsOf(company, companyFields),
    ...cellsOf(data, dataFields),
    rest(event, eventNames),
  ];
}

function cellsOf(value: unknown, names: readonly string[]): Cell[] {
  const fields = fieldsOf(value);
  // Not an object, against the interface: kept as it is.
  const other = isRecord(value) ? rest(fields, names) : cellOf(value);
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
  const isList = Array.isArray(value) && value.every((element) => typeof element === "string");
  return (isList ? value.join("; ") : JSON.stringify(value)).toWellFormed();
}

function rest(fields: Fields, named: readonly string[]): string {
  const names = Object.keys(fields).filter((name) => !named.includes(name));
  return names.length === 0
    ? ""
    : JSON.stringify(Object.fromEntries(names.map((name) => [name, fields[name]])));
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

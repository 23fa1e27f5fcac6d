import {
  compactJson,
  elementsOf,
  jsonKind,
  type JsonMembers,
  membersOf,
  objectJson,
  stringOf,
} from "../../shared/jsonText";

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
  const event = membersOf(json);
  return [
    ...eventFields.map((name) => cellOf(event.get(name))),
    ...cellsOf(event.get("company"), companyFields),
    ...cellsOf(event.get("event_data"), dataFields),
    rest(event, eventNames),
  ];
}

function cellsOf(json = "null", names: readonly string[]): Cell[] {
  const fields = membersOf(json);
  // Not an object, against the interface: kept as it is.
  const other = jsonKind(json) === "object" ? rest(fields, names) : cellOf(json);
  return [...names.map((name) => cellOf(fields.get(name))), other];
}

function cellOf(json = "null"): Cell {
  switch (jsonKind(json)) {
    case "null":
      return "";
    case "number":
      return numberCell(json);
    case "string":
      return stringOf(json)?.toWellFormed() ?? "";
    case "array":
      return listText(json) ?? compactJson(json).toWellFormed();
    case "boolean":
    case "object":
      return compactJson(json).toWellFormed();
  }
}

function numberCell(digits: string): Cell {
  const value = Number(digits);
  return String(value) === digits ? value : { digits };
}

function listText(json: string): string | undefined {
  const texts = elementsOf(json).map(stringOf);
  return texts.every((text) => text !== undefined) ? texts.join("; ").toWellFormed() : undefined;
}

function rest(fields: JsonMembers, named: readonly string[]): string {
  const others = [...fields].filter(([name]) => !named.includes(name));
  return others.length === 0 ? "" : objectJson(new Map(others)).toWellFormed();
}

import { stringify } from "csv-stringify/sync";
import { companyFields, dataFields, eventFields, type Fields, fieldsOf, jsonOfFields } from "./columns";
import { digitsOf, parseExactly, stringifyExactly } from "./exactJson";
import type { EventLines } from "../eventLines";

const header = [
  ...eventFields,
  ...[...companyFields, "other"].map((name) => `company.${name}`),
  ...[...dataFields, "other"].map((name) => `event_data.${name}`),
  "other",
];
const eventKeys = [...eventFields, "company", "event_data"];

const options = {
  escape_formulas: true,
  // A number that starts with a minus sign is not a formula.
  cast: {
    object: ({ digits }: Fields) => ({ value: String(digits), escape_formulas: false }),
  },
} as const;

export async function* encodeCsv(lines: EventLines): AsyncGenerator<string> {
  yield stringify([header]);
  for await (const batch of lines) {
    yield stringify(batch.map(recordOf), options);
  }
}

/** `digits`: see `digitsOf`. */
type Cell = string | number | { readonly digits: string };

function recordOf(json: string): Cell[] {
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
  return [
    ...names.map((name) => cellOf(fields[name])),
    fields === value ? otherFields(fields, names) : cellOf(value),
  ];
}

function otherFields(fields: Fields, columns: readonly string[]): string {
  const names = Object.keys(fields).filter((name) => !columns.includes(name));
  return jsonOfFields(fields, names) ?? "";
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

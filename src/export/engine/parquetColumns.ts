import type { SchemaElement } from "hyparquet";
import { parseInstant } from "../../shared/instant";
import { digitsOf, parseExactly, stringifyExactly } from "./exactJson";
import { companyFields, dataFields, eventFields, type Fields, fieldsOf } from "./exportFormat";

/** What a column holds. If a field of an event has another type, its cell is null. */
type ColumnType = "text" | "number" | "instant" | "texts";
export type Cell = string | number | bigint | readonly string[] | undefined;

/** The fields whose columns have another type than text. */
const typedFields: Readonly<Record<string, ColumnType>> = {
  published_at: "instant",
  confidence: "number",
  amount: "number",
  valuation: "number",
  investors: "texts",
};

const other = "other";
const groups = { company: [...companyFields, other], event_data: [...dataFields, other] };
const paths = [
  ...eventFields.map((name) => [name]),
  ...groups.company.map((name) => ["company", name]),
  ...groups.event_data.map((name) => ["event_data", name]),
  [other],
];

/** The columns of `csvColumns`. Those of the company are in one struct, those of the event's data in another. */
export const parquetSchema: SchemaElement[] = [
  { name: "events", num_children: eventFields.length + 3 },
  ...eventFields.flatMap(elementsOf),
  ...Object.entries(groups).flatMap(([name, fields]): SchemaElement[] => [
    // The struct itself is never null. If there is no company, all of its fields are.
    { name, repetition_type: "REQUIRED", num_children: fields.length },
    ...fields.flatMap(elementsOf),
  ]),
  ...elementsOf(other),
];

function elementsOf(name: string): SchemaElement[] {
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;
  switch (typeOf(name)) {
    case "text":
      return [{ name, repetition_type: "OPTIONAL", ...text }];
    case "number":
      return [{ name, repetition_type: "OPTIONAL", type: "DOUBLE" }];
    case "instant":
      return [
        {
          name,
          repetition_type: "OPTIONAL",
          type: "INT64",
          converted_type: "TIMESTAMP_MILLIS",
          logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
        },
      ];
    case "texts":
      return [
        {
          name,
          repetition_type: "OPTIONAL",
          num_children: 1,
          converted_type: "LIST",
          logical_type: { type: "LIST" },
        },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", repetition_type: "REQUIRED", ...text },
      ];
  }
}

function typeOf(name: string): ColumnType {
  return typedFields[name] ?? "text";
}

/** From the root of the schema to the element with the values of each column, in the order of `parquetRow`. */
export const columnPaths: readonly SchemaElement[][] = paths.map((path) => {
  const group = parquetSchema.find(({ name }) => path.length > 1 && name === path[0]);
  return [...parquetSchema.slice(0, 1), ...(group ? [group] : []), ...elementsOf(path.at(-1) ?? "")];
});

/**
 * The cells of an event. A value that its column cannot hold, such as text in place of a number, is part of the JSON in the
 * column "other" beside it, with all fields that have no column.
 */
export function parquetRow(json: string): Cell[] {
  const event = fieldsOf(parseExactly(json));
  const { company, event_data: data } = event;
  const structs = Object.keys(groups).filter(
    (name) => isEmpty(event[name]) || fieldsOf(event[name]) === event[name],
  );
  const cells = cellsOf(event, eventFields, structs);
  return [
    ...cells.slice(0, -1),
    ...cellsOf(fieldsOf(company), companyFields),
    ...cellsOf(fieldsOf(data), dataFields),
    cells.at(-1),
  ];
}

/** @param elsewhere fields that have columns of their own */
function cellsOf(fields: Fields, names: readonly string[], elsewhere: readonly string[] = []): Cell[] {
  const cells = names.map((name) => cellOf(typeOf(name), fields[name]));
  const rest = Object.keys(fields).filter((name) => {
    const index = names.indexOf(name);
    return index < 0 ? !elsewhere.includes(name) : cells[index] === undefined && !isEmpty(fields[name]);
  });
  const json =
    rest.length === 0
      ? undefined
      : stringifyExactly(Object.fromEntries(rest.map((name) => [name, fields[name]])));
  return [...cells, json];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Undefined for a value of another type. */
function cellOf(type: ColumnType, value: unknown): Cell {
  switch (type) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "number":
      return numberOf(value);
    case "instant": {
      const ms = typeof value === "string" ? parseInstant(value) : undefined;
      return ms === undefined ? undefined : BigInt(ms);
    }
    case "texts":
      return Array.isArray(value) && value.every((element) => typeof element === "string")
        ? value
        : undefined;
  }
}

function numberOf(value: unknown): number | undefined {
  const digits = digitsOf(value);
  const number = digits === undefined ? value : Number(digits);
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

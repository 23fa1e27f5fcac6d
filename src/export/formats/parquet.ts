import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { parseInstant } from "../../shared/instant";
import { yieldToEventLoop } from "../../util/timeSlices";
import { companyFields, dataFields, eventFields, type Fields, fieldsOf, jsonOfFields } from "./columns";
import { digitsOf, parseExactly } from "./exactJson";
import type { EventLines } from "../eventLines";

/** Rows of a row group, which is kept in memory until it is written. With fewer, queries are slower. */
const maxGroupRows = 1_000;
/** Characters of a row group's JSON: bounds memory, and how long encoding it blocks, if events are unusually large. */
const maxGroupLength = 1024 * 1024;

const other = "other";
const groups = { company: [...companyFields, other], event_data: [...dataFields, other] };
const columns = [...eventFields, ...Object.keys(groups), other];

/** If a field has another type than its column, the cell is null. */
type ColumnType = "text" | "number" | "instant" | "texts";

/** Types of the columns that are not text. */
const typedFields: Readonly<Record<string, ColumnType>> = {
  published_at: "instant",
  confidence: "number",
  amount: "number",
  valuation: "number",
  investors: "texts",
};

const optional = { repetition_type: "OPTIONAL" } as const;
const text = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;
const instant = {
  type: "INT64",
  converted_type: "TIMESTAMP_MILLIS",
  logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
} as const;
const list = { num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } } as const;

const elements: Readonly<Record<ColumnType, (name: string) => SchemaElement[]>> = {
  text: (name) => [{ name, ...optional, ...text }],
  number: (name) => [{ name, ...optional, type: "DOUBLE" }],
  instant: (name) => [{ name, ...optional, ...instant }],
  texts: (name) => [
    { name, ...optional, ...list },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "REQUIRED", ...text },
  ],
};

function typeOf(name: string): ColumnType {
  return typedFields[name] ?? "text";
}

function elementsOf(name: string): SchemaElement[] {
  return elements[typeOf(name)](name);
}

/** The same columns as in CSV, with a struct each for company and event data. */
const schema: SchemaElement[] = [
  { name: "events", num_children: columns.length },
  ...eventFields.flatMap(elementsOf),
  ...Object.entries(groups).flatMap(([name, fields]): SchemaElement[] => [
    // The struct is never null: without a company, all of its fields are.
    { name, repetition_type: "REQUIRED", num_children: fields.length },
    ...fields.flatMap(elementsOf),
  ]),
  ...elementsOf(other),
];

export async function* encodeParquet(lines: EventLines): AsyncGenerator<Uint8Array> {
  const file = new ParquetPieces();
  let group: string[] = [];
  let length = 0;
  for await (const batch of lines) {
    for (const json of batch) {
      group.push(json);
      length += json.length;
      if (group.length >= maxGroupRows || length >= maxGroupLength) {
        yield file.addGroup(group);
        await yieldToEventLoop();
        group = [];
        length = 0;
      }
    }
  }
  if (group.length > 0) {
    yield file.addGroup(group);
  }
  yield file.end();
}

/** hyparquet-writer's bytes if there are no rows. Other readers reject the last one, an element type. */
const noRowGroups = Buffer.from([0x16, 0x00, 0x19, 0x00]);

/** Takes the bytes from the writer after each row group. */
class ParquetPieces {
  private readonly bytes = new ByteWriter();
  private readonly writer = new ParquetWriter({ writer: this.bytes, schema, createdBy: "Company Feed" });

  /** Decodes all events at once: objects that live across reads would stay in memory much longer. */
  addGroup(events: readonly string[]): Uint8Array {
    const rows = events.map(rowOf);
    const columnData = columns.map((name) => ({ name, data: rows.map((row) => row[name]) }));
    void this.writer.write({ columnData, rowGroupSize: rows.length });
    return this.take();
  }

  end(): Uint8Array {
    void this.writer.finish();
    const piece = this.take();
    if (this.writer.num_rows === 0n) {
      piece[piece.lastIndexOf(noRowGroups) + 3] = 0x0c;
    }
    return piece;
  }

  private take(): Buffer {
    const piece = Buffer.from(this.bytes.getBytes());
    this.bytes.index = 0;
    return piece;
  }
}

type Cell = string | number | bigint | readonly string[] | undefined;

/** Puts a value that its column can't hold, such as text in place of a number, into the column "other". */
function rowOf(json: string): Fields {
  const event = fieldsOf(parseExactly(json));
  const structs = Object.keys(groups).filter(
    (name) => isEmpty(event[name]) || fieldsOf(event[name]) === event[name],
  );
  return {
    ...cellsOf(event, eventFields, structs),
    company: cellsOf(fieldsOf(event["company"]), companyFields),
    event_data: cellsOf(fieldsOf(event["event_data"]), dataFields),
  };
}

/** @param elsewhere fields that have their own columns */
function cellsOf(
  fields: Fields,
  names: readonly string[],
  elsewhere: readonly string[] = [],
): Record<string, Cell> {
  const cells = Object.fromEntries(names.map((name) => [name, cellOf(typeOf(name), fields[name])]));
  const rest = Object.keys(fields).filter((name) =>
    names.includes(name) ? cells[name] === undefined && !isEmpty(fields[name]) : !elsewhere.includes(name),
  );
  return { ...cells, [other]: jsonOfFields(fields, rest) };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null;
}

/** @returns undefined for a value of another type */
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

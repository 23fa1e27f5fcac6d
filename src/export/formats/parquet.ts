import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { parseInstant } from "../../shared/instant";
import { yieldToEventLoop } from "../../util/timeSlices";
import { companyFields, dataFields, eventFields, type Fields, fieldsOf, jsonOfFields } from "./columns";
import { digitsOf, parseExactly } from "./exactJson";
import type { EventLines } from "../eventLines";

/** Rows of a row group, which is in memory until it is written: with fewer, queries are slower. */
const maxGroupRows = 1_000;
/** Characters of a row group's JSON, for events that are unusually large. */
const maxGroupLength = 8 * 1024 * 1024;

const other = "other";
const groups = { company: [...companyFields, other], event_data: [...dataFields, other] };
const columns = [...eventFields, ...Object.keys(groups), other];

/** What a column holds. If a field of an event has another type, its cell is null. */
type ColumnType = "text" | "number" | "instant" | "texts";

/** The fields whose columns have another type than text. */
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

/** The columns of CSV. Those of the company are in one struct, those of the event's data in another. */
const schema: SchemaElement[] = [
  { name: "events", num_children: columns.length },
  ...eventFields.flatMap(elementsOf),
  ...Object.entries(groups).flatMap(([name, fields]): SchemaElement[] => [
    // The struct itself is never null. If there is no company, all of its fields are.
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

/** No rows and an empty list of row groups: hyparquet-writer gives it an element type, the last byte, that other readers reject. */
const noRowGroups = Buffer.from([0x16, 0x00, 0x19, 0x00]);

/** A file whose bytes are taken from the writer after each row group. */
class ParquetPieces {
  private readonly bytes = new ByteWriter();
  private readonly writer = new ParquetWriter({ writer: this.bytes, schema, createdBy: "Company Feed" });

  /** Decodes the events here, all at once: objects that are kept while others are read stay in memory long after their use. */
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

/** The cells of an event. A value that its column cannot hold, such as text in place of a number, is in the column "other" beside it. */
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

/** @param elsewhere fields that have columns of their own */
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

import type { EventLines } from "../eventLines";

/** NDJSON and JSON keep the events as the service sent them; CSV and Parquet are tables of their fields. */
export const exportFormats = ["ndjson", "json", "csv", "excel", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Yields the file's content in pieces, to bound memory. */
type FormatEncoder = (lines: EventLines) => AsyncIterable<string | Uint8Array>;

const encoders: Readonly<Record<ExportFormat, () => Promise<FormatEncoder>>> = {
  ndjson: () => Promise.resolve(encodeNdjson),
  json: () => Promise.resolve(encodeJson),
  csv: async () => (await import("./csv")).encodeCsv,
  excel: () => Promise.resolve(encodeForExcel),
  parquet: async () => (await import("./parquet")).encodeParquet,
};

/** Loads the libraries of a format when it is used. */
export async function* encode(format: ExportFormat, lines: EventLines): AsyncGenerator<string | Uint8Array> {
  yield* (await encoders[format]())(lines);
}

export function extensionOf(format: ExportFormat): string {
  return format === "excel" ? "csv" : format;
}

/** Adds a byte order mark, without which Excel assumes another encoding. */
async function* encodeForExcel(lines: EventLines): AsyncGenerator<string | Uint8Array> {
  yield "\ufeff";
  yield* encode("csv", lines);
}

async function* encodeNdjson(lines: EventLines): AsyncGenerator<string> {
  for await (const batch of lines) {
    yield batch.map((json) => `${json}\n`).join("");
  }
}

async function* encodeJson(lines: EventLines): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const batch of lines) {
    if (batch.length > 0) {
      yield separator + batch.join(",\n");
      separator = ",\n";
    }
  }
  yield separator.startsWith("[") ? "[\n]\n" : "\n]\n";
}

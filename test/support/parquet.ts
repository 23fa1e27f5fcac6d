import { tableFromIPC } from "apache-arrow";
import { type FileMetaData, parquetMetadata } from "hyparquet";
import { readParquet } from "parquet-wasm";

/** Parquet file, read by Arrow's implementation, which shares no code with the one that writes it. */
export interface ParquetTable {
  /** Type of each column, by name. */
  readonly schema: Readonly<Record<string, string>>;
  /** Instants are milliseconds since 1970 UTC. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export function parseParquet(file: Uint8Array): ParquetTable {
  const table = tableFromIPC(readParquet(file).intoIPCStream());
  return {
    schema: Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, String(type)])),
    // Convert Arrow's vectors to arrays and objects.
    rows: table.toArray().map((row) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>),
  };
}

/** Metadata of a Parquet file. */
export function parquetMetadataOf(file: Buffer<ArrayBuffer>): FileMetaData {
  return parquetMetadata(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
}

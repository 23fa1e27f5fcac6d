import { tableFromIPC } from "apache-arrow";
import { type ColumnMetaData, type FileMetaData, parquetMetadata } from "hyparquet";
import { ParquetFile, readParquet } from "parquet-wasm";

/** A Parquet file as Arrow's implementation reads it, which shares no code with the one that writes it. */
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
    // Turns Arrow's vectors into arrays and objects.
    rows: table.toArray().map((row) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>),
  };
}

/** Rows of each row group of a Parquet file. */
export async function parquetGroups(file: Uint8Array<ArrayBuffer>): Promise<readonly number[]> {
  const metadata = (await ParquetFile.fromFile(new Blob([file]))).metadata();
  return Array.from({ length: metadata.numRowGroups() }, (_, index) => metadata.rowGroup(index).numRows());
}

/** What a Parquet file says of itself. */
export function parquetMetadataOf(file: Buffer<ArrayBuffer>): FileMetaData {
  return parquetMetadata(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
}

/** What the only row group of a Parquet file says of a column, such as `event_data.amount`. */
export function parquetColumnOf(file: Buffer<ArrayBuffer>, path: string): ColumnMetaData {
  const columns = parquetMetadataOf(file).row_groups.flatMap((group) => group.columns);
  const found = columns.filter(({ meta_data }) => meta_data?.path_in_schema.join(".") === path);
  const [metadata] = found.flatMap(({ meta_data }) => meta_data ?? []);
  if (!metadata || found.length > 1) {
    throw new Error(`${found.length} columns ${path}`);
  }
  return metadata;
}

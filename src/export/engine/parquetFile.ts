import type { ColumnChunk, FileMetaData, RowGroup } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { abortedError } from "../../api/errors";
import { yieldToEventLoop } from "../../util/timeSlices";
import { ParquetChunk } from "./parquetChunk";
import { columnPaths, parquetRow, parquetSchema } from "./parquetColumns";

/** Rows of a page: what is encoded at once. */
const maxPageRows = 500;
/** Characters of a page's JSON, for events that are unusually large. */
const maxPageLength = 4 * 1024 * 1024;
/** Rows of a row group: queries are much slower with a few thousand. */
const maxGroupRows = 25_000;
/** Bytes of a row group, which is in memory until it is written. */
const maxGroupBytes = 16 * 1024 * 1024;

/** Columns of a small file are written at once. */
const minAppendBytes = 256 * 1024;

/** At both ends of a file. */
const magic = Buffer.from("PAR1");

export interface ParquetOptions {
  readonly signal?: AbortSignal;
  /** Appends to the file. */
  readonly append: (bytes: Uint8Array) => Promise<void>;
}

/**
 * Writes events as Parquet, one row group after another.
 * @param events JSON of each event, in batches
 * @throws {ApiError} with kind `aborted`
 */
export async function writeParquet(
  events: AsyncIterable<readonly string[]>,
  { signal, append }: ParquetOptions,
): Promise<void> {
  const file = new ParquetFile(append);
  for await (const batch of events) {
    for (const json of batch) {
      file.add(json);
      if (file.isPageFull) {
        await file.writePage();
      }
    }
    if (signal?.aborted) {
      throw abortedError();
    }
  }
  await file.finish();
}

class ParquetFile {
  private readonly groups: RowGroup[] = [];
  private chunks = newChunks();
  private pageRows = 0;
  private pageLength = 0;
  private groupRows = 0;
  private groupBytes = 0;
  private rows = 0;
  private unwritten: Uint8Array[] = [];
  private unwrittenBytes = 0;
  /** Including those not yet written. */
  private fileBytes = 0;

  constructor(private readonly appendToFile: (bytes: Uint8Array) => Promise<void>) {}

  get isPageFull(): boolean {
    return this.pageRows >= maxPageRows || this.pageLength >= maxPageLength;
  }

  add(json: string): void {
    const cells = parquetRow(json);
    this.chunks.forEach((chunk, index) => chunk.add(cells[index]));
    this.pageRows++;
    this.pageLength += json.length;
  }

  /** Ends the page of each column, and the row group if it is full. */
  async writePage(): Promise<void> {
    for (const chunk of this.chunks) {
      this.groupBytes += chunk.endPage();
      await yieldToEventLoop();
    }
    this.groupRows += this.pageRows;
    this.pageRows = 0;
    this.pageLength = 0;
    if (this.groupRows >= maxGroupRows || this.groupBytes >= maxGroupBytes) {
      await this.writeGroup();
    }
  }

  async finish(): Promise<void> {
    // A file without a row group is valid, but hyparquet-writer gives the empty list a type that other readers reject.
    if (this.pageRows > 0 || (this.groups.length === 0 && this.groupRows === 0)) {
      await this.writePage();
    }
    if (this.groupBytes > 0) {
      await this.writeGroup();
    }
    const metadata: Omit<FileMetaData, "metadata_length"> = {
      version: 2,
      created_by: "Company Feed",
      schema: parquetSchema,
      num_rows: BigInt(this.rows),
      row_groups: this.groups,
    };
    const footer = new ByteWriter();
    // It computes the length itself.
    writeMetadata(footer, metadata as FileMetaData);
    await this.append(footer.getBytes());
    await this.append(magic);
    await this.flush();
  }

  private async writeGroup(): Promise<void> {
    if (this.fileBytes === 0) {
      await this.append(magic);
    }
    const start = this.fileBytes;
    const columns: ColumnChunk[] = [];
    for (const open of this.chunks) {
      const { bytes, chunk } = open.end(this.fileBytes);
      columns.push(chunk);
      await this.append(bytes);
    }
    this.groups.push({
      columns,
      num_rows: BigInt(this.groupRows),
      total_byte_size: columns.reduce(
        (sum, { meta_data: c }) => sum + (c?.total_uncompressed_size ?? 0n),
        0n,
      ),
      total_compressed_size: BigInt(this.fileBytes - start),
    });
    this.rows += this.groupRows;
    this.groupRows = 0;
    this.groupBytes = 0;
    this.chunks = newChunks();
    await this.flush();
  }

  private async append(bytes: Uint8Array): Promise<void> {
    this.unwritten.push(bytes);
    this.unwrittenBytes += bytes.length;
    this.fileBytes += bytes.length;
    if (this.unwrittenBytes >= minAppendBytes) {
      await this.flush();
    }
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.unwritten);
    this.unwritten = [];
    this.unwrittenBytes = 0;
    await this.appendToFile(bytes);
  }
}

function newChunks(): readonly ParquetChunk[] {
  return columnPaths.map((path) => new ParquetChunk(path));
}

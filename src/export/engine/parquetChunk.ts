import type { ColumnChunk, Encoding, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writeDataPageV2 } from "hyparquet-writer/src/datapage.js";
import { writeDictionaryPage } from "hyparquet-writer/src/dictionary.js";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import type { ColumnEncoder } from "hyparquet-writer/src/types.js";
import type { Cell } from "./parquetColumns";

/** Characters of a column's different values: with more, it is written without a dictionary. */
const maxDictionaryLength = 32 * 1024;

/**
 * One column of a row group. The values of a page are encoded and compressed as soon as the page is full. Until the row group
 * is full, too, only these bytes stay in memory. hyparquet-writer's own writer keeps all values of a row group instead.
 */
export class ParquetChunk {
  private readonly column: ColumnEncoder;
  private readonly isList: boolean;
  private readonly pages: Buffer[] = [];
  /** Index of each value in the dictionary; undefined once there are too many. Pages before that keep using it. */
  private indexes: Map<Cell, number> | undefined = new Map();
  private readonly dictionary: Cell[] = [];
  private dictionaryLength = 0;
  private readonly encodings = new Set<Encoding>();
  private uncompressedBytes = 0;
  private valueCount = 0;
  private nullCount = 0;
  private min: number | bigint | undefined;
  private max: number | bigint | undefined;

  // Of the page that is not full yet: its values, and the levels that say which of them are null.
  private values: Cell[] = [];
  private definitionLevels: number[] = [];
  private repetitionLevels: number[] = [];

  /** @param schemaPath see `columnPaths` */
  constructor(schemaPath: SchemaElement[]) {
    const element = schemaPath.at(-1);
    if (!element) {
      throw new RangeError("empty path");
    }
    this.isList = schemaPath.some(({ repetition_type: repetition }) => repetition === "REPEATED");
    this.column = {
      columnName: element.name,
      element,
      schemaPath,
      codec: "SNAPPY",
      compressors: { SNAPPY: snappyCompress },
      stats: false,
      pageSize: 0,
      columnIndex: false,
      offsetIndex: false,
    };
  }

  add(cell: Cell): void {
    if (!Array.isArray(cell)) {
      this.push(cell, cell === undefined ? 0 : 1, 0);
    } else if (cell.length === 0) {
      this.push(undefined, 1, 0);
    } else {
      cell.forEach((element: string, index) => this.push(element, 2, index === 0 ? 0 : 1));
    }
  }

  /** @returns number of bytes that the page takes */
  endPage(): number {
    const indexes = this.addToDictionary();
    const encoding = indexes ? "RLE_DICTIONARY" : "PLAIN";
    const page = new ByteWriter();
    this.uncompressedBytes += writeDataPageV2({
      writer: page,
      column: this.column,
      encoding,
      pageData: {
        values: indexes ?? this.values,
        definitionLevels: this.definitionLevels,
        repetitionLevels: this.repetitionLevels,
        maxDefinitionLevel: this.isList ? 2 : 1,
      },
    });
    this.encodings.add(encoding);
    this.pages.push(Buffer.from(page.getBytes()));
    this.valueCount += this.values.length;
    this.values = [];
    this.definitionLevels = [];
    this.repetitionLevels = [];
    return page.offset;
  }

  /** @param fileOffset where in the file these bytes will be */
  end(fileOffset: number): { bytes: Buffer; chunk: ColumnChunk } {
    const dictionary = new ByteWriter();
    const hasDictionary = this.encodings.has("RLE_DICTIONARY");
    if (hasDictionary) {
      this.uncompressedBytes += writeDictionaryPage(dictionary, this.column, this.dictionary);
    }
    const bytes = Buffer.concat([dictionary.getBytes(), ...this.pages]);
    const { element, schemaPath } = this.column;
    const { min, max } = this;
    return {
      bytes,
      chunk: {
        file_offset: BigInt(fileOffset),
        meta_data: {
          type: element.type ?? "BYTE_ARRAY",
          // The dictionary itself is plain.
          encodings: [...this.encodings.add("PLAIN")],
          path_in_schema: schemaPath.slice(1).map(({ name }) => name),
          codec: this.column.codec,
          num_values: BigInt(this.valueCount),
          total_uncompressed_size: BigInt(this.uncompressedBytes),
          total_compressed_size: BigInt(bytes.length),
          data_page_offset: BigInt(fileOffset + dictionary.offset),
          ...(hasDictionary && { dictionary_page_offset: BigInt(fileOffset) }),
          statistics: {
            null_count: BigInt(this.nullCount),
            ...(min !== undefined && { min_value: min }),
            ...(max !== undefined && { max_value: max }),
          },
        },
      },
    };
  }

  private push(value: Cell, definitionLevel: number, repetitionLevel: number): void {
    this.values.push(value);
    this.definitionLevels.push(definitionLevel);
    if (this.isList) {
      this.repetitionLevels.push(repetitionLevel);
    }
    if (value === undefined) {
      this.nullCount++;
    } else if (typeof value === "number" || typeof value === "bigint") {
      this.min = this.min === undefined || value < this.min ? value : this.min;
      this.max = this.max === undefined || value > this.max ? value : this.max;
    }
  }

  /** The indexes of the page's values; undefined if they are all null, or the column has too many different ones. */
  private addToDictionary(): (number | undefined)[] | undefined {
    const { indexes, dictionary } = this;
    const found = indexes && this.values.map((value) => this.dictionaryIndex(indexes, value));
    if (this.dictionaryLength > maxDictionaryLength) {
      this.indexes = undefined;
      return undefined;
    }
    return dictionary.length === 0 ? undefined : found;
  }

  private dictionaryIndex(indexes: Map<Cell, number>, value: Cell): number | undefined {
    if (value === undefined) {
      return undefined;
    }
    let index = indexes.get(value);
    if (index === undefined) {
      index = this.dictionary.push(value) - 1;
      indexes.set(value, index);
      this.dictionaryLength += String(value).length;
    }
    return index;
  }
}

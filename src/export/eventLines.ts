import type { Item } from "../service/types";
import type { CompanyEvent } from "../shared/companyEvent";
import type { OpenFile } from "../util/fileSystem";
import { yieldToEventLoop } from "../util/timeSlices";

/** Batches of lines; each is the JSON of one event. */
export type EventLines = AsyncIterable<readonly string[]>;

/** Removes line breaks, which are insignificant: inside a JSON string they would be escaped. */
export function lineOf({ json }: Pick<Item<CompanyEvent>, "json">): string {
  return json.replace(/[\r\n]+/g, "");
}

/** Events between two yields to the event loop. */
const batchSize = 200;

/**
 * Skips duplicates: an event may come up again if others are loaded in the meantime.
 * @param ids the events' IDs are added to this set
 */
export async function* loadedLines(
  events: Iterable<Item<CompanyEvent>>,
  ids: Set<string>,
): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for (const item of events) {
    if (!ids.has(item.value.id)) {
      ids.add(item.value.id);
      batch.push(lineOf(item));
    }
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
      await yieldToEventLoop();
    }
  }
  yield batch;
}

const chunkBytes = 64 * 1024;
const lineBreak = 0x0a;

export interface Line {
  /** Excludes the line break. */
  readonly text: string;
  /** Byte offset of the next line. */
  readonly end: number;
}

/** Reads lines in batches, to bound memory. Leaves out an incomplete last line. */
export async function* readLines(file: Pick<OpenFile, "read">): AsyncGenerator<Line[]> {
  const chunk = Buffer.alloc(chunkBytes);
  /** Start of a line that ends in a later chunk. */
  let pieces: Buffer[] = [];
  for (let position = 0; ;) {
    const bytesRead = await file.read(chunk, chunkBytes, position);
    if (bytesRead === 0) {
      return;
    }
    const bytes = chunk.subarray(0, bytesRead);
    const lines: Line[] = [];
    let start = 0;
    for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, start)) {
      const text = Buffer.concat([...pieces, bytes.subarray(start, at)]).toString();
      pieces = [];
      start = at + 1;
      lines.push({ text, end: position + start });
    }
    pieces.push(Buffer.from(bytes.subarray(start)));
    position += bytesRead;
    yield lines;
  }
}

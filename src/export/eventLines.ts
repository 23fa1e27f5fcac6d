import type { Item } from "../service/types";
import type { CompanyEvent } from "../shared/companyEvent";
import type { OpenFile } from "../util/fileSystem";
import { yieldToEventLoop } from "../util/timeSlices";

/** The JSON of each event, on one line, in batches. */
export type EventLines = AsyncIterable<readonly string[]>;

/** An event's JSON on one line: in JSON a raw line break can occur only between tokens, where it has no meaning. */
export function lineOf({ json }: Pick<Item<CompanyEvent>, "json">): string {
  return json.replace(/[\r\n]+/g, "");
}

/** Events encoded before other work gets a turn. */
const batchSize = 200;

/**
 * The JSON of loaded events, each once: others that are loaded meanwhile may move them.
 * @param ids to which those of the events are added
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
  /** Without its line break. */
  readonly text: string;
  /** Where the next line starts. */
  readonly end: number;
}

/** The whole lines of a file in batches, so that memory does not grow with the file. What follows the last line break is left out. */
export async function* readLines(file: Pick<OpenFile, "read">): AsyncGenerator<Line[]> {
  const chunk = Buffer.alloc(chunkBytes);
  /** The start of a line that ends in a later chunk. */
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

import type { FileAppender } from "../util/fileAppender";

const chunkBytes = 64 * 1024;
const lineBreak = 0x0a;

export interface Line {
  /** Without its line break. */
  readonly text: string;
  /** Where the next line starts. */
  readonly end: number;
}

/** The whole lines of a file in batches, so that memory does not grow with the file. What follows the last line break is left out. */
export async function* readLines(file: Pick<FileAppender, "read">): AsyncGenerator<Line[]> {
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
      const rest = bytes.subarray(start, at);
      const text = pieces.length === 0 ? rest.toString() : Buffer.concat([...pieces, rest]).toString();
      pieces = [];
      start = at + 1;
      lines.push({ text, end: position + start });
    }
    pieces.push(Buffer.from(bytes.subarray(start)));
    position += bytesRead;
    yield lines;
  }
}

import type { FileAppender } from "../../util/fileAppender";
import { DamagedExportError } from "./exportErrors";

const chunkBytes = 64 * 1024;

/**
 * The lines of a file in batches, so that memory does not grow with the file. A batch has the lines that end in the same chunk.
 * @param end number of bytes to read, which end with a line
 * @throws {DamagedExportError}
 */
export async function* readLines(
  file: Pick<FileAppender, "read">,
  end: number,
): AsyncGenerator<readonly string[]> {
  const chunk = Buffer.alloc(chunkBytes);
  /** The start of a line that ends in another chunk. */
  let pieces: Buffer[] = [];
  for (let position = 0; position < end;) {
    const bytesRead = await file.read(chunk, Math.min(chunkBytes, end - position), position);
    if (bytesRead === 0) {
      throw new DamagedExportError();
    }
    position += bytesRead;
    const lines: string[] = [];
    let start = 0;
    for (let at = lineEnd(chunk, 0, bytesRead); at >= 0; at = lineEnd(chunk, start, bytesRead)) {
      const rest = chunk.subarray(start, at);
      lines.push(pieces.length === 0 ? rest.toString() : Buffer.concat([...pieces, rest]).toString());
      pieces = [];
      start = at + 1;
    }
    if (start < bytesRead) {
      pieces.push(Buffer.from(chunk.subarray(start, bytesRead)));
    }
    yield lines;
  }
  if (pieces.length > 0) {
    throw new DamagedExportError();
  }
}

function lineEnd(chunk: Buffer, start: number, end: number): number {
  const at = chunk.indexOf(0x0a, start);
  return at < end ? at : -1;
}

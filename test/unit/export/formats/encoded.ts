import { encode, type ExportFormat } from "../../../../src/export/formats/exportFormat";

/** Encodes events as a file, in batches of two. */
export async function encoded(
  format: ExportFormat,
  events: Iterable<object | string>,
): Promise<Buffer<ArrayBuffer>> {
  const lines = async function* (): AsyncGenerator<readonly string[]> {
    let batch: string[] = [];
    for (const event of events) {
      batch.push(typeof event === "string" ? event : JSON.stringify(event));
      if (batch.length === 2) {
        yield await Promise.resolve(batch);
        batch = [];
      }
    }
    yield batch;
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of encode(format, lines())) {
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

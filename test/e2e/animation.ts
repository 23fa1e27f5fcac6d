import { writeFile } from "node:fs/promises";
import { decode } from "fast-png";
import gifenc from "gifenc";

/** A GIF that repeats, built from screenshots of one size. */
export class Animation {
  private readonly encoder = gifenc.GIFEncoder();
  private previous: Uint8Array | undefined;

  /** @param png a screenshot; @param milliseconds how long it is shown */
  addFrame(png: Uint8Array, milliseconds: number): void {
    const { width, height, data, channels } = decode(png);
    const pixels = opaque(data, channels);
    const palette = gifenc.quantize(pixels, 255, { format: "rgb565" });
    const indexes = gifenc.applyPalette(pixels, palette, "rgb565");
    if (this.previous) {
      clearUnchanged(indexes, palette.length, pixels, this.previous);
    }
    // Keep the previous frame, so that the next one contains only changed pixels.
    const disposal = 1;
    this.encoder.writeFrame(indexes, width, height, {
      palette: [...palette, [0, 0, 0]],
      delay: milliseconds,
      dispose: disposal,
      transparent: this.previous !== undefined,
      transparentIndex: palette.length,
    });
    this.previous = pixels;
  }

  async save(file: string): Promise<void> {
    this.encoder.finish();
    await writeFile(file, this.encoder.bytes());
  }
}

/** RGBA bytes of an opaque image. */
function opaque(data: ArrayLike<number>, channels: number): Uint8Array {
  const pixels = new Uint8Array((data.length / channels) * 4);
  for (let from = 0, to = 0; from < data.length; from += channels, to += 4) {
    pixels[to] = data[from] ?? 0;
    pixels[to + 1] = data[from + 1] ?? 0;
    pixels[to + 2] = data[from + 2] ?? 0;
    pixels[to + 3] = 255;
  }
  return pixels;
}

/** Makes pixels transparent that equal those of the previous frame. */
function clearUnchanged(
  indexes: Uint8Array,
  transparentIndex: number,
  pixels: Uint8Array,
  previous: Uint8Array,
): void {
  const now = new Uint32Array(pixels.buffer);
  const before = new Uint32Array(previous.buffer);
  for (let index = 0; index < indexes.length; index++) {
    if (now[index] === before[index]) {
      indexes[index] = transparentIndex;
    }
  }
}

const initialCapacity = 4096;
/** The most bytes that one UTF-16 code unit takes. */
const maxUtf8Bytes = 3;

/** Byte strings of a segment's events, stored one after the other. */
export class ByteColumn {
  /** Valid up to the end of the last value; replaced whenever it grows. */
  bytes = Buffer.allocUnsafeSlow(initialCapacity);
  private readonly ends: Uint32Array;
  private count = 0;

  /** @param capacity maximum number of values. */
  constructor(capacity: number) {
    this.ends = new Uint32Array(capacity);
  }

  start(index: number): number {
    return index === 0 ? 0 : this.end(index - 1);
  }

  end(index: number): number {
    return this.ends[index] ?? 0;
  }

  append(value: Uint8Array): void {
    const start = this.start(this.count);
    const end = start + value.length;
    this.reserve(end);
    this.bytes.set(value, start);
    this.ends[this.count++] = end;
  }

  /** Appends a text as UTF-8. */
  appendText(text: string): void {
    const start = this.start(this.count);
    this.reserve(start + maxUtf8Bytes * text.length);
    this.ends[this.count++] = start + this.bytes.write(text, start);
  }

  /** Releases unused capacity. */
  trim(): void {
    this.resize(this.start(this.count));
  }

  private reserve(end: number): void {
    if (end > this.bytes.length) {
      this.resize(Math.max(end, Math.ceil(this.bytes.length * 1.5)));
    }
  }

  private resize(length: number): void {
    // Not from Node's buffer pool: a part of the pool would keep all of it in memory.
    const bytes = Buffer.allocUnsafeSlow(length);
    this.bytes.copy(bytes, 0, 0, Math.min(length, this.bytes.length));
    this.bytes = bytes;
  }
}

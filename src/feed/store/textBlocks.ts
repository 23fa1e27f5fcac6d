import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";
import type { SearchWord } from "../../shared/text";
import { slicesOf } from "../../util/timeSlices";

/** Events in a block: few enough that reading one event from each of a hundred blocks takes some 10 ms. */
const blockSize = 48;
/** A block with more characters of JSON is full, too. */
const maxBlockLength = 1_000_000;
/** JSON never contains it. */
const separator = "\0";
// Measured with the corpus of the benchmarks: 184 bytes an event, 196 with a third of this size; no slower to read.
const dictionaryBytes = 24_000;
const compressionLevel = 3;
/** Blocks that stay inflated after they were read: as many as a screen has rows. */
const maxRecent = 64;

const deflate = promisify(deflateRaw);

interface Block {
  /** How many of its events have not been removed. */
  live: number;
  json: string[] | Uint8Array;
  /** Once the block is full, one text with a line for each event. */
  titles: string[] | string;
}

/**
 * The JSON and the title of each event, in blocks. Full blocks are compressed one after the other, in zlib's threads. The first one
 * is the dictionary of all, as most of their text is the same.
 */
export class TextBlocks {
  private readonly blocks: (Block | undefined)[] = [];
  /** Numbers of blocks whose events are all removed. */
  private readonly unused: number[] = [];
  /** Number and length of the block that is being filled. */
  private last = -1;
  private lastLength = 0;
  /** Full blocks to be compressed. */
  private readonly full: Block[] = [];
  private compressing: Promise<void> | undefined;
  private dictionary: Uint8Array | undefined;
  private readonly recent = new Map<Block, readonly string[]>();

  /**
   * @param title without line breaks
   * @returns the slot of the event: its index in all columns
   */
  add(json: string, title: string): number {
    let block = this.blocks[this.last];
    if (!block || block.titles.length === blockSize || this.lastLength > maxBlockLength) {
      block = this.startBlock(block);
    }
    block.live++;
    this.lastLength += json.length;
    (block.json as string[]).push(json);
    return this.last * blockSize + (block.titles as string[]).push(title) - 1;
  }

  json(slot: number): string {
    const block = this.blockOf(slot);
    const json = block && this.jsonsOf(block)[slot % blockSize];
    if (json === undefined) {
      throw new RangeError(`There is no event at ${slot}.`);
    }
    return json;
  }

  title(slot: number): string {
    const { titles = "" } = this.blockOf(slot) ?? {};
    return (typeof titles === "string" ? titles.split("\n") : titles)[slot % blockSize] ?? "";
  }

  /** @returns 1 at the slot of each event whose title contains the word, also of removed events */
  *find(finder: SearchWord["find"]): Generator<undefined, Uint8Array> {
    const found = new Uint8Array(this.blocks.length * blockSize);
    for (const { start, end } of slicesOf(this.blocks.length, 200)) {
      for (let number = start; number < end; number++) {
        const { titles = "" } = this.blocks[number] ?? {};
        markLines(typeof titles === "string" ? titles : lines(titles), finder, found, number * blockSize);
      }
      yield;
    }
    return found;
  }

  /** The memory of a block is released once all its events are removed. */
  remove(slot: number): void {
    const block = this.blockOf(slot);
    if (block && --block.live === 0 && block !== this.blocks[this.last]) {
      this.release(block, Math.floor(slot / blockSize));
    }
  }

  /** Resolves once all full blocks are compressed. */
  async compressed(): Promise<void> {
    await this.compressing;
  }

  private blockOf(slot: number): Block | undefined {
    return this.blocks[Math.floor(slot / blockSize)];
  }

  private startBlock(full: Block | undefined): Block {
    if (full?.live === 0) {
      this.release(full, this.last);
    } else if (full) {
      this.full.push(full);
      this.compressing ??= this.compressAll().finally(() => (this.compressing = undefined));
    }
    const block: Block = { live: 0, json: [], titles: [] };
    this.last = this.unused.pop() ?? this.blocks.length;
    this.blocks[this.last] = block;
    this.lastLength = 0;
    return block;
  }

  private release(block: Block, number: number): void {
    this.blocks[number] = undefined;
    this.unused.push(number);
    this.recent.delete(block);
  }

  private async compressAll(): Promise<void> {
    // Not while events are being added.
    await Promise.resolve();
    for (let block = this.full.shift(); block; block = this.full.shift()) {
      if (block.live > 0) {
        const bytes = Buffer.from(this.jsonsOf(block).join(separator));
        this.dictionary ??= new Uint8Array(bytes.subarray(0, dictionaryBytes));
        const { dictionary } = this;
        const deflated = await deflate(bytes, { level: compressionLevel, dictionary });
        // A copy: zlib's own buffer is larger.
        block.json = new Uint8Array(deflated);
        block.titles = lines(block.titles as string[]);
      }
    }
  }

  private jsonsOf(block: Block): readonly string[] {
    if (Array.isArray(block.json)) {
      return block.json;
    }
    let texts = this.recent.get(block);
    if (!texts) {
      const options = this.dictionary && { dictionary: this.dictionary };
      texts = inflateRawSync(block.json, options).toString().split(separator);
      if (this.recent.size === maxRecent) {
        this.recent.clear();
      }
      this.recent.set(block, texts);
    }
    return texts;
  }
}

function lines(titles: readonly string[]): string {
  return titles.map((title) => `${title}\n`).join("");
}

/** @param first the place in `found` of the first line */
function markLines(text: string, finder: SearchWord["find"], found: Uint8Array, first: number): void {
  let line = first;
  let start = 0;
  for (let at = finder(text); at >= 0; at = finder(text, start)) {
    for (let end = text.indexOf("\n", start); end < at; end = text.indexOf("\n", start)) {
      start = end + 1;
      line++;
    }
    found[line++] = 1;
    start = text.indexOf("\n", at) + 1;
  }
}

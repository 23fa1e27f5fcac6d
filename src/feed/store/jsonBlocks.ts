import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";

const blockSize = 64;
/** A block with more characters is full, too. */
const maxBlockLength = 1_000_000;
/** JSON never contains it. */
const separator = "\0";
/** Blocks that stay inflated after they were read. */
const maxRecent = 32;

const deflate = promisify(deflateRaw);

interface Block {
  /** How many of its events have not been removed. */
  live: number;
  content: string[] | Uint8Array;
}

/** The JSON of events. Full blocks are compressed one after the other, in zlib's threads, and are plain until then. */
export class JsonBlocks {
  private readonly blocks = new Map<number, Block>();
  /** Number of the block that is being filled, and its JSON. */
  private last = 0;
  private lastTexts: string[] = [];
  private lastLength = 0;
  /** Full blocks to be compressed. */
  private readonly full: Block[] = [];
  private compressing: Promise<void> | undefined;
  /** What was read last, the latest at the end. */
  private readonly recent = new Map<Block, readonly string[]>();

  /** @returns a number by which the JSON is read */
  add(json: string): number {
    if (this.lastTexts.length === blockSize || this.lastLength > maxBlockLength) {
      this.startBlock();
    }
    let block = this.blocks.get(this.last);
    if (!block) {
      block = { live: 0, content: this.lastTexts };
      this.blocks.set(this.last, block);
    }
    block.live++;
    this.lastLength += json.length;
    return this.last * blockSize + this.lastTexts.push(json) - 1;
  }

  get(position: number): string {
    const block = this.blocks.get(Math.floor(position / blockSize));
    const json = block && this.textsOf(block)[position % blockSize];
    if (json === undefined) {
      throw new RangeError(`There is no JSON at ${position}.`);
    }
    return json;
  }

  /** The memory is released together with that of the other events of the block. */
  remove(position: number): void {
    const number = Math.floor(position / blockSize);
    const block = this.blocks.get(number);
    if (block && --block.live === 0 && number !== this.last) {
      this.blocks.delete(number);
      this.recent.delete(block);
    }
  }

  /** Resolves once all full blocks are compressed. */
  async compressed(): Promise<void> {
    await this.compressing;
  }

  private startBlock(): void {
    const block = this.blocks.get(this.last);
    if (block?.live === 0) {
      this.blocks.delete(this.last);
    } else if (block) {
      this.full.push(block);
    }
    this.last++;
    this.lastTexts = [];
    this.lastLength = 0;
    this.compressing ??= this.compressAll().finally(() => (this.compressing = undefined));
  }

  private async compressAll(): Promise<void> {
    for (let block = this.full.shift(); block; block = this.full.shift()) {
      if (block.live > 0 && Array.isArray(block.content)) {
        const bytes = await deflate(block.content.join(separator), { level: 1 });
        // A copy: zlib's own buffer is larger.
        block.content = new Uint8Array(bytes);
      }
    }
  }

  private textsOf(block: Block): readonly string[] {
    if (Array.isArray(block.content)) {
      return block.content;
    }
    const texts = this.recent.get(block) ?? inflateRawSync(block.content).toString().split(separator);
    this.recent.delete(block);
    this.recent.set(block, texts);
    for (const [oldest] of this.recent) {
      if (this.recent.size <= maxRecent) {
        break;
      }
      this.recent.delete(oldest);
    }
    return texts;
  }
}

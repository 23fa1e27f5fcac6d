import { hash } from "node:crypto";
import { idBytes } from "../../feed/store/idIndex";

/** Bytes of an id's hash: among a million ids, two share one with a chance of 3 in 100 million. */
export const idHashBytes = 8;

/**
 * The start of the SHA-256 of each id, one after the other: no service can make ids collide. (As a buffer each, they would
 * cost more memory than the events.)
 */
export function idHashes(ids: readonly string[]): Buffer {
  const hashes = Buffer.alloc(ids.length * idHashBytes);
  ids.forEach((id, index) => {
    hashes.write(hash("sha256", idBytes(id), "binary"), index * idHashBytes, idHashBytes, "latin1");
  });
  return hashes;
}

/**
 * Which ids were met, as hashes, in memory that has a limit: 1 MB for each 100,000 of them, 16 MB at most. Beyond that the
 * oldest are forgotten.
 */
export class SeenIds {
  private readonly tables: HashTable[];

  /** @param slots of each table. @param most tables that there may be. */
  constructor(
    private readonly slots = 128 * 1024,
    private readonly most = 16,
  ) {
    this.tables = [new HashTable(slots)];
  }

  /** Notes the hash that stands at a place of `hashes` (see `idHashes`). @returns whether it was not known. */
  add(hashes: Buffer, place: number): boolean {
    // Zero marks a free slot.
    const low = hashes.readUInt32LE(place) || 1;
    const high = hashes.readUInt32LE(place + 4);
    if (this.tables.some((table) => table.has(low, high))) {
      return false;
    }
    this.freeTable().add(low, high);
    return true;
  }

  private freeTable(): HashTable {
    const last = this.tables.at(-1);
    if (last && !last.isFull) {
      return last;
    }
    if (this.tables.length === this.most) {
      this.tables.shift();
    }
    const table = new HashTable(this.slots);
    this.tables.push(table);
    return table;
  }
}

/** A set of hashes in two halves, at the slot that the low half names or the next free one after it. */
class HashTable {
  private readonly lows: Uint32Array;
  private readonly highs: Uint32Array;
  private size = 0;

  constructor(private readonly slots: number) {
    this.lows = new Uint32Array(slots);
    this.highs = new Uint32Array(slots);
  }

  /** So many that searches would become long. */
  get isFull(): boolean {
    return this.size >= this.slots * 0.8;
  }

  has(low: number, high: number): boolean {
    return this.lows[this.slotOf(low, high)] !== 0;
  }

  /** Adds a hash that is not there. */
  add(low: number, high: number): void {
    const slot = this.slotOf(low, high);
    this.lows[slot] = low;
    this.highs[slot] = high;
    this.size++;
  }

  /** Where a hash is, or where it belongs. */
  private slotOf(low: number, high: number): number {
    let slot = low % this.slots;
    while (this.lows[slot] !== 0 && (this.lows[slot] !== low || this.highs[slot] !== high)) {
      slot = (slot + 1) % this.slots;
    }
    return slot;
  }
}

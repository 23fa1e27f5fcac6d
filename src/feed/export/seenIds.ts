import { hash } from "node:crypto";

/** Bytes of an id's hash: among a million ids, two share one with a chance of 3 in 100 million. */
export const idHashBytes = 8;

/** The start of an id's SHA-256: no service can make ids collide. */
export function idHash(id: string): Buffer {
  return hash("sha256", id, "buffer").subarray(0, idHashBytes);
}

/**
 * Which ids were met, as hashes, in memory that has a limit: two tables of 16 MB with one and a half million ids each. When
 * both are full the older one is forgotten.
 */
export class SeenIds {
  private current: HashTable;
  private previous: HashTable | undefined;

  /** @param slots of each table, a power of two. */
  constructor(private readonly slots = 2 ** 21) {
    this.current = new HashTable(slots);
  }

  /** Notes a hash (see `idHash`). @returns whether it was not known. */
  add(hash: Buffer): boolean {
    // Zero marks a free slot.
    const low = hash.readUInt32LE(0) || 1;
    const high = hash.readUInt32LE(4);
    if (this.previous?.has(low, high)) {
      return false;
    }
    const isNew = this.current.add(low, high);
    if (this.current.isFull) {
      this.previous = this.current;
      this.current = new HashTable(this.slots);
    }
    return isNew;
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
    return this.size >= this.slots * 0.7;
  }

  has(low: number, high: number): boolean {
    return this.lows[this.slotOf(low, high)] !== 0;
  }

  /** @returns whether it was not there. */
  add(low: number, high: number): boolean {
    const slot = this.slotOf(low, high);
    if (this.lows[slot] !== 0) {
      return false;
    }
    this.lows[slot] = low;
    this.highs[slot] = high;
    this.size++;
    return true;
  }

  /** Where a hash is, or where it belongs. */
  private slotOf(low: number, high: number): number {
    let slot = low & (this.slots - 1);
    while (this.lows[slot] !== 0 && (this.lows[slot] !== low || this.highs[slot] !== high)) {
      slot = (slot + 1) & (this.slots - 1);
    }
    return slot;
  }
}

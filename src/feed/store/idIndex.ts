/** Where the indexed IDs are stored. */
export interface IdSource {
  /** Whether a slot has this ID. */
  hasId(slot: number, id: Uint8Array): boolean;
  /** `hashOf` the ID in a slot. */
  idHash(slot: number): number;
}

const minTableLength = 1024;

/** Finds the slot of an ID: a hash table with open addressing, at most half full, that does not store the IDs itself. */
export class IdIndex {
  /** Slot plus one, or 0 if free; the length is a power of two. */
  private table: Uint32Array;
  private count = 0;

  /** @param capacity IDs that can be added before the table has to grow. */
  constructor(
    private readonly source: IdSource,
    capacity = 0,
  ) {
    this.table = new Uint32Array(Math.max(minTableLength, 2 ** Math.ceil(Math.log2(2 * capacity))));
  }

  /** Slot of an ID, or -1. @param hash `hashOf` the ID. */
  find(id: Uint8Array, hash = hashOf(id, 0, id.length)): number {
    const { table, source } = this;
    const mask = table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const slot = (table[at] ?? 0) - 1;
      if (slot < 0 || source.hasId(slot, id)) {
        return slot;
      }
    }
  }

  /** @param slot of an ID that is not indexed yet. */
  add(slot: number): void {
    if (2 * (this.count + 1) > this.table.length) {
      this.grow();
    }
    this.put(slot);
    this.count++;
  }

  /** @param slot of an indexed ID. */
  remove(slot: number): void {
    const { table, source } = this;
    const mask = table.length - 1;
    let hole = source.idHash(slot) & mask;
    while (table[hole] !== slot + 1) {
      hole = (hole + 1) & mask;
    }
    this.count--;
    // Entries that follow move up if the removed entry displaced them.
    for (let at = (hole + 1) & mask; table[at] !== 0; at = (at + 1) & mask) {
      const entry = table[at] ?? 0;
      const home = source.idHash(entry - 1) & mask;
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        table[hole] = entry;
        hole = at;
      }
    }
    table[hole] = 0;
  }

  private put(slot: number): void {
    const { table } = this;
    const mask = table.length - 1;
    let at = this.source.idHash(slot) & mask;
    while (table[at] !== 0) {
      at = (at + 1) & mask;
    }
    table[at] = slot + 1;
  }

  private grow(): void {
    const old = this.table;
    this.table = new Uint32Array(old.length * 2);
    for (const entry of old) {
      if (entry !== 0) {
        this.put(entry - 1);
      }
    }
  }
}

/** FNV-1a over `bytes[start, end)`, mixed so that its low bits can be used alone. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The first byte of an ID that is stored as JSON. It never occurs in UTF-8. */
const surrogateMark = 0xff;

/** The bytes that an ID is stored and compared as: UTF-8, or JSON if it has lone surrogates, which UTF-8 cannot represent. */
export function idBytes(id: string): Buffer {
  return id.isWellFormed()
    ? Buffer.from(id)
    : Buffer.concat([Buffer.from([surrogateMark]), Buffer.from(JSON.stringify(id))]);
}

/** The ID of which these are the bytes. */
export function idText(bytes: Buffer): string {
  return bytes[0] === surrogateMark ? String(JSON.parse(bytes.subarray(1).toString())) : bytes.toString();
}

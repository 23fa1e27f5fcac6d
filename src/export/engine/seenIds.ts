import { hash } from "node:crypto";
import { hashOf, idBytes, IdIndex, type IdSource } from "../../feed/store/idIndex";

/** Bytes of an ID's hash: among a million IDs, two share one with a chance of 3 in 100 million. */
export const idHashBytes = 8;

/** The start of the SHA-256 of each ID, one after the other. No service can make IDs whose hashes collide. */
export function idHashes(ids: readonly string[]): Buffer {
  const hashes = Buffer.alloc(ids.length * idHashBytes);
  ids.forEach((id, index) => {
    hashes.write(hash("sha256", idBytes(id), "binary"), index * idHashBytes, idHashBytes, "latin1");
  });
  return hashes;
}

/**
 * Remembers the hashes of the latest IDs in bounded memory: 2 MB for each 131,072 of them, 18 MB at most. Beyond that, the
 * oldest are forgotten; the latest million are always remembered.
 */
export class SeenIds {
  /** Oldest first; IDs are added to the last one. */
  private readonly sets: HashSet[];

  constructor(
    private readonly setSize = 128 * 1024,
    private readonly maxSets = 9,
  ) {
    this.sets = [new HashSet(setSize)];
  }

  /** Adds the hash at an offset of `hashes` (see `idHashes`). @returns whether it is new. */
  add(hashes: Buffer, offset: number): boolean {
    const hash = hashes.subarray(offset, offset + idHashBytes);
    const hashCode = hashOf(hash, 0, idHashBytes);
    if (this.sets.some((set) => set.has(hash, hashCode))) {
      return false;
    }
    if (!this.sets.at(-1)?.add(hash)) {
      const set = new HashSet(this.setSize);
      set.add(hash);
      this.sets.push(set);
      this.sets.splice(0, this.sets.length - this.maxSets);
    }
    return true;
  }

  /** Forgets all IDs, to free their memory. */
  clear(): void {
    this.sets.splice(0);
  }
}

/** A set of hashes whose memory is allocated in advance, so that it never has to be rehashed. */
class HashSet implements IdSource {
  private readonly hashes: Buffer;
  private readonly index: IdIndex;
  private size = 0;

  constructor(private readonly capacity: number) {
    this.hashes = Buffer.alloc(capacity * idHashBytes);
    this.index = new IdIndex(this, capacity);
  }

  has(hash: Uint8Array, hashCode: number): boolean {
    return this.index.find(hash, hashCode) >= 0;
  }

  /** @param hash a new one. @returns false if the set is full. */
  add(hash: Uint8Array): boolean {
    if (this.size === this.capacity) {
      return false;
    }
    this.hashes.set(hash, this.size * idHashBytes);
    this.index.add(this.size++);
    return true;
  }

  hasId(slot: number, hash: Uint8Array): boolean {
    const start = slot * idHashBytes;
    for (let at = 0; at < idHashBytes; at++) {
      if (this.hashes[start + at] !== hash[at]) {
        return false;
      }
    }
    return true;
  }

  idHash(slot: number): number {
    return hashOf(this.hashes, slot * idHashBytes, (slot + 1) * idHashBytes);
  }
}

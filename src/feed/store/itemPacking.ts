/** Length of the dictionary, which is at the start of the window. The current item follows it. */
const dictionaryBytes = 60 * 1024;
/** How much of one item goes into the dictionary at most: a huge item must not fill it alone. */
const maxLearnedBytes = 2048;
/** References have 16-bit positions. */
const addressableBytes = 1 << 16;
/** A reference takes three bytes, so shorter matches are not worth one. */
const minMatch = 5;
const maxMatch = 18 + 255;
/** Candidates in the dictionary that are tried at each position: more would save little space and cost much time. */
const maxCandidates = 2;
const headBits = 16;
const itemHeadBits = 12;

/**
 * Compresses items one by one, so that each can be read without the others. Like LZ4, an item is written as literals and
 * references to earlier bytes, either of the item itself or of a dictionary made of the first items. Events of a service
 * have their keys and most of their words in common.
 *
 * A step of the packed form is a byte `literals << 4 | match`, the rest of a length of 15 or more, the literals, and unless
 * `match` is 0, the two-byte position in the window from which `match + 3` bytes are copied.
 */
export class ItemPacking {
  /** The dictionary, then the item that is packed or unpacked. Position 0 means none. */
  private window = Buffer.alloc(addressableBytes);
  /** The same bytes, to read four at a time. */
  private view = viewOf(this.window);
  private learned = 1;
  /** Latest position in the dictionary of each hash, and for each position the previous one with the same hash. */
  private readonly heads = new Uint16Array(1 << headBits);
  private readonly previous = new Uint16Array(dictionaryBytes);
  /** Latest position in an item of each hash. */
  private readonly itemHeads = new Uint16Array(1 << itemHeadBits);
  private packed = Buffer.alloc(addressableBytes);

  /** @returns the packed item, valid until the next call. */
  pack(json: string): Uint8Array {
    const end = this.writeItem(json);
    const length = this.packWindow(end);
    this.learn(end);
    return this.packed.subarray(0, length);
  }

  /** The item that `bytes[start, end)` was packed from by this object. */
  unpack(bytes: Uint8Array, start: number, end: number): string {
    const { window } = this;
    let to = dictionaryBytes;
    for (let at = start; at < end;) {
      const step = bytes[at++] ?? 0;
      let literals = step >> 4;
      if (literals === 15) {
        let more: number;
        do {
          more = bytes[at++] ?? 0;
          literals += more;
        } while (more === 255);
      }
      for (const until = at + literals; at < until;) {
        window[to++] = bytes[at++] ?? 0;
      }
      let match = step & 15;
      if (match > 0) {
        let from = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
        at += 2;
        match = match === 15 ? 18 + (bytes[at++] ?? 0) : match + 3;
        for (const until = to + match; to < until;) {
          window[to++] = window[from++] ?? 0;
        }
      }
    }
    return window.toString("utf8", dictionaryBytes, to);
  }

  /** Writes an item after the dictionary. @returns its end in the window. */
  private writeItem(json: string): number {
    const length = Buffer.byteLength(json);
    if (dictionaryBytes + length > this.window.length) {
      const larger = Buffer.alloc(dictionaryBytes + length);
      this.window.copy(larger, 0, 0, dictionaryBytes);
      this.window = larger;
      this.view = viewOf(larger);
      // Literals take slightly more space than the item itself.
      this.packed = Buffer.alloc(length + (length >> 7) + 64);
    }
    this.window.write(json, dictionaryBytes);
    return dictionaryBytes + length;
  }

  /** Packs the item that ends at `end` of the window. @returns the length of the packed form. */
  private packWindow(end: number): number {
    const { window, view, heads, previous, itemHeads, learned } = this;
    let written = 0;
    let literalsFrom = dictionaryBytes;
    for (let at = dictionaryBytes; at + minMatch <= end;) {
      const hash = hashAt(view, at);
      const itemHash = hash >>> (headBits - itemHeadBits);
      const limit = Math.min(end - at, maxMatch);
      let length = minMatch - 1;
      let from = 0;
      // The position may be left over from an earlier item, but any position before `at` is worth comparing.
      const inItem = itemHeads[itemHash] ?? 0;
      if (inItem >= dictionaryBytes && inItem < at) {
        const found = commonLength(view, inItem, at, limit);
        if (found > length) {
          length = found;
          from = inItem;
        }
      }
      let candidate = heads[hash] ?? 0;
      for (let tried = 0; candidate > 0 && tried < maxCandidates; tried++) {
        if (window[candidate + length] === window[at + length]) {
          const found = commonLength(view, candidate, at, Math.min(limit, learned - candidate));
          if (found > length) {
            length = found;
            from = candidate;
          }
        }
        candidate = previous[candidate] ?? 0;
      }
      if (at < addressableBytes) {
        itemHeads[itemHash] = at;
      }
      if (from === 0) {
        // The longer nothing matches (an ID, a hash), the less likely a match becomes.
        at += 1 + ((at - literalsFrom) >> 3);
        continue;
      }
      written = this.writeStep(written, literalsFrom, at, from, length);
      at += length;
      literalsFrom = at;
    }
    return this.writeStep(written, literalsFrom, end, 0, 0);
  }

  /** Writes literals of the window and a reference, if there is one. @returns the new length of the packed form. */
  private writeStep(
    written: number,
    literalsFrom: number,
    literalsEnd: number,
    from: number,
    length: number,
  ): number {
    const { window, packed } = this;
    const literals = literalsEnd - literalsFrom;
    const match = length === 0 ? 0 : Math.min(length - 3, 15);
    let to = written;
    packed[to++] = (Math.min(literals, 15) << 4) | match;
    if (literals >= 15) {
      let more = literals - 15;
      for (; more >= 255; more -= 255) {
        packed[to++] = 255;
      }
      packed[to++] = more;
    }
    for (let at = literalsFrom; at < literalsEnd; at++) {
      packed[to++] = window[at] ?? 0;
    }
    if (match > 0) {
      packed[to++] = from & 255;
      packed[to++] = from >> 8;
      if (match === 15) {
        packed[to++] = length - 18;
      }
    }
    return to;
  }

  /** Adds the item that ends at `end` to the dictionary, unless that is full. */
  private learn(end: number): void {
    const { window, view, heads, previous, learned } = this;
    const length = Math.min(end - dictionaryBytes, maxLearnedBytes, dictionaryBytes - learned);
    window.copyWithin(learned, dictionaryBytes, dictionaryBytes + length);
    this.learned += length;
    for (let at = learned; at + minMatch <= this.learned; at++) {
      const hash = hashAt(view, at);
      previous[at] = heads[hash] ?? 0;
      heads[hash] = at;
    }
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** Hash of the four bytes at a position, `headBits` wide. */
function hashAt(bytes: DataView, at: number): number {
  return Math.imul(bytes.getInt32(at, true), 0x9e3779b1) >>> (32 - headBits);
}

/** Number of equal bytes after two positions, at most `limit`. */
function commonLength(bytes: DataView, a: number, b: number, limit: number): number {
  let length = 0;
  while (length + 4 <= limit) {
    const difference = bytes.getInt32(a + length, true) ^ bytes.getInt32(b + length, true);
    if (difference !== 0) {
      // Little-endian: the lowest byte is the first.
      return length + ((31 - Math.clz32(difference & -difference)) >> 3);
    }
    length += 4;
  }
  while (length < limit && bytes.getUint8(a + length) === bytes.getUint8(b + length)) {
    length++;
  }
  return length;
}

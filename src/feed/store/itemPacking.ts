/** Part of the window that holds the dictionary; behind it stands the item at hand. */
const dictionaryBytes = 60 * 1024;
/** How much of one item goes into the dictionary: a giant must not fill it alone. */
const learnedBytes = 2048;
/** Positions are written in 16 bits: what lies beyond cannot be pointed at. */
const addressableBytes = 1 << 16;
/** A reference takes three bytes: shorter ones are not worth it. */
const shortestMatch = 5;
const longestMatch = 18 + 255;
/** Candidates in the dictionary that are tried for each position: more would save little and cost much. */
const candidates = 2;
const headBits = 16;
const itemHeadBits = 12;

/**
 * Makes items small, each on its own: any of them can be read without its neighbours. An item is written as stretches of
 * itself (literals) and references to what was seen before, in a dictionary made of the first items that came, or in the
 * item itself. The events of a service have their keys and most of their words in common, so little is left of each.
 *
 * A step of the packed form is a byte `literals << 4 | match`, more bytes of a length that is 15 or above, the literals, and
 * unless `match` is 0 the position in the window (two bytes) of as many bytes as it tells (`match + 3`).
 */
export class ItemPacking {
  /** The dictionary, then the item that is packed or unpacked. Position 0 stands for none. */
  private window = Buffer.alloc(addressableBytes);
  /** The same bytes, for reading four at a time. */
  private view = viewOf(this.window);
  private learned = 1;
  /** Latest position in the dictionary of each hash, and for each position the one before with the same hash. */
  private readonly heads = new Uint16Array(1 << headBits);
  private readonly previous = new Uint16Array(dictionaryBytes);
  /** Latest position in an item of each hash. */
  private readonly itemHeads = new Uint16Array(1 << itemHeadBits);
  private packed = Buffer.alloc(addressableBytes);

  /** @returns the packed item; it holds until the next call. */
  pack(json: string): Uint8Array {
    const end = this.place(json);
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

  /** Writes an item behind the dictionary. @returns its end in the window. */
  private place(json: string): number {
    const length = Buffer.byteLength(json);
    if (dictionaryBytes + length > this.window.length) {
      const larger = Buffer.alloc(dictionaryBytes + length);
      this.window.copy(larger, 0, 0, dictionaryBytes);
      this.window = larger;
      this.view = viewOf(larger);
      // Literals alone need a little more than themselves.
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
    for (let at = dictionaryBytes; at + shortestMatch <= end;) {
      const hash = hashAt(view, at);
      const itemHash = hash >>> (headBits - itemHeadBits);
      const limit = Math.min(end - at, longestMatch);
      let length = shortestMatch - 1;
      let from = 0;
      // What earlier items left here points anywhere: behind `at` it is as good a place to look as any.
      const inItem = itemHeads[itemHash] ?? 0;
      if (inItem >= dictionaryBytes && inItem < at) {
        const found = commonLength(view, inItem, at, limit);
        if (found > length) {
          length = found;
          from = inItem;
        }
      }
      let candidate = heads[hash] ?? 0;
      for (let tried = 0; candidate > 0 && tried < candidates; tried++) {
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
        // The longer nothing was found (an id, a hash), the less there is to find.
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

  /** Takes the item that ends at `end` into the dictionary, as far as there is room. */
  private learn(end: number): void {
    const { window, view, heads, previous, learned } = this;
    const length = Math.min(end - dictionaryBytes, learnedBytes, dictionaryBytes - learned);
    window.copyWithin(learned, dictionaryBytes, dictionaryBytes + length);
    this.learned += length;
    for (let at = learned; at + shortestMatch <= this.learned; at++) {
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

/** How many bytes are the same from two positions on, at most `limit`. */
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

// Finds the source text of the items of a page, and makes sure that `JSON.parse` can handle the page. It works on bytes:
// all of JSON's structure is ASCII, and a substring of the page's text would keep the whole page in memory.

/** `start` inclusive, `end` exclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The bytes are not JSON, or contain more items than allowed. */
class ScanError extends RangeError {}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Finds the elements of the top-level array `key` in a page that `JSON.parse` has accepted: range `i` is the source of
 * element `i` of the parsed array. As in `JSON.parse`, the last of several equal keys wins, and a key may contain escapes.
 */
export function scanItems(page: Uint8Array, key: string, maxItems = Infinity): ByteRange[] {
  const scanner = new Scanner(page);
  let items: ByteRange[] = [];
  scanner.enter();
  while (scanner.next() === quote) {
    const name: unknown = JSON.parse(textOf(page, scanner.skipValue()));
    scanner.expect(colon);
    if (name === key) {
      items = scanner.next() === openBracket ? scanElements(scanner, maxItems) : (scanner.skipValue(), []);
    } else {
      scanner.skipValue();
    }
    scanner.skipIf(comma);
  }
  return items;
}

/** The source text of the member `key` of an object that `JSON.parse` has accepted; the last of several, as in `JSON.parse`. */
export function scanMember(json: string, key: string): string {
  const bytes = Buffer.from(json);
  const scanner = new Scanner(bytes);
  let member = { start: 0, end: 0 };
  scanner.enter();
  while (scanner.next() === quote) {
    const name: unknown = JSON.parse(textOf(bytes, scanner.skipValue()));
    scanner.expect(colon);
    const value = scanner.skipValue();
    member = name === key ? value : member;
    scanner.skipIf(comma);
  }
  return textOf(bytes, member);
}

function scanElements(scanner: Scanner, maxItems: number): ByteRange[] {
  const elements: ByteRange[] = [];
  scanner.enter();
  while (scanner.next() !== closeBracket && !scanner.atEnd) {
    if (elements.length >= maxItems) {
      throw new ScanError();
    }
    elements.push(scanner.skipValue());
    scanner.skipIf(comma);
  }
  scanner.expect(closeBracket);
  return elements;
}

/** The text of a range, as a separate string. */
export function textOf(page: Uint8Array, range: ByteRange): string {
  return Buffer.from(page.buffer, page.byteOffset + range.start, range.end - range.start).toString("utf8");
}

/** Walks over JSON without recursion: the service decides how deep it is. */
class Scanner {
  private at = 0;

  constructor(private readonly page: Uint8Array) {
    const hasByteOrderMark = page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf;
    this.at = hasByteOrderMark ? 3 : 0;
  }

  get atEnd(): boolean {
    return this.at >= this.page.length;
  }

  /** Skips white space and returns the next byte without consuming it; undefined at the end. */
  next(): number | undefined {
    while (isSpace(this.page[this.at])) {
      this.at++;
    }
    return this.page[this.at];
  }

  /** Consumes the bracket that opens an object or array. */
  enter(): void {
    this.next();
    this.at++;
  }

  expect(byte: number): void {
    this.next();
    if (this.page[this.at++] !== byte) {
      throw new ScanError();
    }
  }

  skipIf(byte: number): void {
    if (this.next() === byte) {
      this.at++;
    }
  }

  /** Consumes one value of any depth. */
  skipValue(): ByteRange {
    const first = this.next();
    const start = this.at;
    if (first === quote) {
      this.at = endOfString(this.page, start);
    } else if (first === openBrace || first === openBracket) {
      this.skipNested();
    } else {
      this.skipLiteral();
    }
    if (this.at === start) {
      throw new ScanError();
    }
    return { start, end: this.at };
  }

  private skipNested(): void {
    const { page } = this;
    let depth = 0;
    do {
      const byte = page[this.at];
      if (byte === quote) {
        this.at = endOfString(page, this.at);
        continue;
      }
      if (byte === openBrace || byte === openBracket) {
        depth++;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
      }
      this.at++;
    } while (depth > 0 && this.at < page.length);
  }

  private skipLiteral(): void {
    const { page } = this;
    while (this.at < page.length) {
      const byte = page[this.at];
      if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)) {
        return;
      }
      this.at++;
    }
  }
}

/** Index after the closing quote of the string whose opening quote is at `start`. */
function endOfString(page: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < page.length && page[at] !== quote) {
    at += page[at] === backslash ? 2 : 1;
  }
  return at + 1;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Limits of what is passed to `JSON.parse`. */
interface ParseLimits {
  readonly depth: number;
  /** Number of objects and arrays. */
  readonly containers: number;
}

/**
 * Whether a body may be passed to `JSON.parse`: 64 MiB of brackets would take it a quarter of a minute and gigabytes of
 * memory. Does not check whether it is JSON.
 */
export function isParsable(page: Uint8Array, limits: ParseLimits): boolean {
  const { depth, containers } = measure(page, { start: 0, end: page.length }, limits);
  return depth <= limits.depth && containers <= limits.containers;
}

/** Nesting depth and number of containers of a range; stops counting beyond the limits. */
function measure(page: Uint8Array, { start, end }: ByteRange, limits: ParseLimits): ParseLimits {
  let depth = 0;
  let maxDepth = 0;
  let containers = 0;
  for (let at = start; at < end && maxDepth <= limits.depth && containers <= limits.containers; at++) {
    const byte = page[at];
    if (byte === quote) {
      at = endOfString(page, at) - 1;
    } else if (byte === openBrace || byte === openBracket) {
      containers++;
      if (++depth > maxDepth) {
        maxDepth = depth;
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--;
    }
  }
  return { depth: maxDepth, containers };
}

/** Items are nested in the page and in its list. */
const itemDepth = 2;
/** Twice the largest page in use: a page with more is rejected. */
const maxItems = 2_000;
const nullLiteral = Buffer.from("null");

/**
 * A parsable copy of a page. Elements of its array `key` that are nested too deeply are replaced with `null`. So are those with
 * the most containers, as few of them as possible. Undefined if that is not enough, or the page is not a JSON object.
 */
export function withoutOversizedItems(
  page: Uint8Array,
  key: string,
  limits: ParseLimits,
): Buffer | undefined {
  let items: ByteRange[];
  try {
    items = scanItems(page, key, maxItems);
  } catch {
    return undefined;
  }
  const itemLimits = { ...limits, depth: limits.depth - itemDepth };
  const rest = replaceWithNull(page, items);
  let containers = measure(rest, { start: 0, end: rest.length }, limits).containers;
  const measured = items.map((range) => ({ range, ...measure(page, range, itemLimits) }));
  const oversized: ByteRange[] = [];
  for (const item of measured.toSorted((a, b) => a.containers - b.containers)) {
    if (item.depth > itemLimits.depth || containers + item.containers > limits.containers) {
      oversized.push(item.range);
    } else {
      containers += item.containers;
    }
  }
  const parsable = replaceWithNull(page, oversized);
  return isParsable(parsable, limits) ? parsable : undefined;
}

function replaceWithNull(page: Uint8Array, ranges: readonly ByteRange[]): Buffer {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    parts.push(page.subarray(from, start), nullLiteral);
    from = end;
  }
  parts.push(page.subarray(from));
  return Buffer.concat(parts);
}

/** Where an item stands in the bytes of its page: `start` inclusive, `end` exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The bytes are not what `JSON.parse` accepts, or hold more items than were allowed. */
class NotJsonError extends Error {
  constructor() {
    super("The page is not what was parsed.");
  }
}

export const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;

/**
 * Finds the elements of the top-level array `key` in the bytes of a page that `JSON.parse` has accepted and found to be an
 * object with that array: element `i` of the result is the text of element `i` of the parsed array. Like `JSON.parse`, the
 * last of several equal keys counts, and a key may be written with escapes.
 *
 * It works on bytes because all of JSON's structure is ASCII, and so that the text cut out for an item is a string of its
 * own: a substring of the page's text would keep the whole page in memory for as long as the item lives.
 */
export function scanItems(page: Uint8Array, key: string, most = Infinity): ByteRange[] {
  const cursor = new Cursor(page);
  let items: ByteRange[] = [];
  cursor.enter();
  while (cursor.next() === quote) {
    const name = cursor.skipValue();
    const isKey = stringAt(page, name) === key;
    cursor.expect(colon);
    if (isKey) {
      items = cursor.next() === openBracket ? elements(cursor, most) : (cursor.skipValue(), []);
    } else {
      cursor.skipValue();
    }
    cursor.skipIf(comma);
  }
  return items;
}

function elements(cursor: Cursor, most: number): ByteRange[] {
  const found: ByteRange[] = [];
  cursor.enter();
  while (cursor.next() !== closeBracket && !cursor.atEnd) {
    if (found.length >= most) {
      throw new NotJsonError();
    }
    found.push(cursor.skipValue());
    cursor.skipIf(comma);
  }
  cursor.expect(closeBracket);
  return found;
}

/** The value of the string that stands at `range`, quotes included. */
function stringAt(page: Uint8Array, range: ByteRange): unknown {
  return JSON.parse(textOf(page, range));
}

/** The characters of a range, as a string that holds on to nothing else. */
export function textOf(page: Uint8Array, range: ByteRange): string {
  return Buffer.from(page.buffer, page.byteOffset + range.start, range.end - range.start).toString("utf8");
}

/** Walks over well-formed JSON, without recursion: the depth of a page is the service's choice. */
class Cursor {
  private at = 0;

  constructor(private readonly page: Uint8Array) {
    // A byte order mark, if there is one.
    if (page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf) {
      this.at = 3;
    }
  }

  get atEnd(): boolean {
    return this.at >= this.page.length;
  }

  /** The next byte that is not white space; it is not consumed. Undefined at the end. */
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
      throw new NotJsonError();
    }
  }

  skipIf(byte: number): void {
    if (this.next() === byte) {
      this.at++;
    }
  }

  /** Consumes one value, however deep. */
  skipValue(): ByteRange {
    const first = this.next();
    const start = this.at;
    if (first === quote) {
      this.skipString();
    } else if (first === openBrace || first === openBracket) {
      this.skipNested();
    } else {
      this.skipLiteral();
    }
    if (this.at === start) {
      throw new NotJsonError();
    }
    return { start, end: this.at };
  }

  private skipNested(): void {
    const { page } = this;
    let depth = 0;
    do {
      const byte = page[this.at];
      if (byte === quote) {
        this.skipString();
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

  private skipString(): void {
    this.at = endOfString(this.page, this.at);
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

/** Index behind the closing quote of the string whose opening quote is at `start`. */
export function endOfString(page: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < page.length && page[at] !== quote) {
    at += page[at] === backslash ? 2 : 1;
  }
  return at + 1;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Reads and formats the text of valid JSON. Numbers and strings keep the characters that the service sent (`1.0`, `1e400`,
 * `"\u00e9"`), which `JSON.parse` and `JSON.stringify` would change.
 */

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Deeper values stay on one line: otherwise most of the text would be indentation. */
const maxIndentation = 32;

/** Puts each member and element on its own line. */
export function indentJson(json: string): string {
  const text: string[] = [];
  let depth = 0;
  let previous = NaN;
  for (const token of tokens(json)) {
    const code = token.charCodeAt(0);
    const isFirst = isOpening(previous);
    const breaksLine = isClosing(code) ? !isFirst : isFirst || previous === comma;
    if (breaksLine && depth <= maxIndentation) {
      text.push("\n", "  ".repeat(isClosing(code) ? depth - 1 : depth));
    }
    text.push(code === colon ? ": " : token);
    if (isClosing(code)) {
      depth--;
    } else if (isOpening(code)) {
      depth++;
    }
    previous = code;
  }
  return text.join("");
}

/** Removes white space between tokens. */
export function compactJson(json: string): string {
  return [...tokens(json)].join("");
}

type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

export function jsonKind(json: string): JsonKind {
  switch (json.charCodeAt(skipSpace(json, 0))) {
    case openBrace:
      return "object";
    case openBracket:
      return "array";
    case quote:
      return "string";
    case 0x74: // t
    case 0x66: // f
      return "boolean";
    case 0x6e: // n
      return "null";
    default:
      return "number";
  }
}

/** The text of a string; undefined for other JSON. */
export function stringOf(json: string): string | undefined {
  return jsonKind(json) === "string" ? unquote(json.trim()) : undefined;
}

function unquote(json: string): string {
  return json.includes("\\") ? String(JSON.parse(json)) : json.slice(1, -1);
}

/** The JSON of each value of an object by name. Of several equal names the last wins. */
export type JsonMembers = ReadonlyMap<string, string>;

/** Empty for JSON that is not an object. */
export function membersOf(json: string): Map<string, string> {
  const members = new Map<string, string>();
  if (jsonKind(json) === "object") {
    for (const [name, value] of parts(json)) {
      members.set(unquote(name), value);
    }
  }
  return members;
}

/** The JSON of each element of an array; empty for other JSON. */
export function elementsOf(json: string): string[] {
  return jsonKind(json) === "array" ? Array.from(parts(json), ([, value]) => value) : [];
}

/** The first entries of an object or array, and how many it has. The names in an array are the indexes. */
export interface JsonEntries {
  readonly first: ReadonlyMap<string, string>;
  readonly count: number;
}

/** The first `max` entries; those beyond are only counted. */
export function firstEntries(json: string, max: number): JsonEntries {
  const isObject = jsonKind(json) === "object";
  const first = new Map<string, string>();
  let count = 0;
  for (const [quoted, value] of parts(json)) {
    const name = isObject ? unquote(quoted) : String(count);
    if (first.has(name)) {
      first.set(name, value);
    } else {
      count++;
      if (first.size < max) {
        first.set(name, value);
      }
    }
  }
  return { first, count };
}

/** The values of an object or array; in an object each with its quoted name. */
function* parts(json: string): Generator<[name: string, value: string]> {
  let at = skipSpace(json, 0);
  const isObject = json.charCodeAt(at) === openBrace;
  at = skipSpace(json, at + 1);
  while (at < json.length && !isClosing(json.charCodeAt(at))) {
    let name = "";
    if (isObject) {
      const end = tokenEnd(json, at);
      name = json.slice(at, end);
      at = skipSpace(json, skipSpace(json, end) + 1);
    }
    const end = valueEnd(json, at);
    yield [name, json.slice(at, end)];
    at = skipSpace(json, end);
    if (json.charCodeAt(at) === comma) {
      at = skipSpace(json, at + 1);
    }
  }
}

/** Strings, brackets, commas, colons and literals. */
export function* tokens(json: string): Generator<string> {
  let at = skipSpace(json, 0);
  while (at < json.length) {
    const end = tokenEnd(json, at);
    yield json.slice(at, end);
    at = skipSpace(json, end);
  }
}

/** Index after the value at `start`. */
function valueEnd(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const code = json.charCodeAt(at);
    if (isOpening(code)) {
      depth++;
    } else if (isClosing(code)) {
      depth--;
    }
    at = tokenEnd(json, at);
    if (depth > 0) {
      at = skipSpace(json, at);
    }
  } while (depth > 0 && at < json.length);
  return at;
}

/** Index after the token at `start`. */
function tokenEnd(json: string, start: number): number {
  const first = json.charCodeAt(start);
  if (first === quote) {
    return stringEnd(json, start);
  }
  let at = start + 1;
  if (!isStructure(first)) {
    while (at < json.length && !isStructure(json.charCodeAt(at)) && !isSpace(json.charCodeAt(at))) {
      at++;
    }
  }
  return at;
}

/** Index after the string at `start`. */
function stringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(json, end)) {
    end = json.indexOf('"', end + 1);
  }
  return end < 0 ? json.length : end + 1;
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(json: string, index: number): boolean {
  let at = index;
  while (json.charCodeAt(at - 1) === backslash) {
    at--;
  }
  return (index - at) % 2 === 1;
}

function skipSpace(json: string, start: number): number {
  let at = start;
  while (isSpace(json.charCodeAt(at))) {
    at++;
  }
  return at;
}

function isOpening(code: number): boolean {
  return code === openBrace || code === openBracket;
}

function isClosing(code: number): boolean {
  return code === closeBrace || code === closeBracket;
}

function isStructure(code: number): boolean {
  return code === comma || code === colon || isOpening(code) || isClosing(code);
}

/** Space, line feed, carriage return or tab. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * Reads and formats the text of valid JSON. Numbers and strings keep the characters that the service sent (`1.0`, `1e400`,
 * `"\u00e9"`), which `JSON.parse` and `JSON.stringify` would change.
 */

/** Deeper values stay on one line: otherwise most of the text would be indentation. */
const maxIndentation = 32;

/** Puts each member and element on its own line. */
export function indentJson(json: string): string {
  const text: string[] = [];
  let depth = 0;
  let previous = "";
  for (const token of tokens(json)) {
    const isFirst = isOpening(previous);
    const breaksLine = isClosing(token) ? !isFirst : isFirst || previous === ",";
    if (breaksLine && depth <= maxIndentation) {
      text.push("\n", "  ".repeat(isClosing(token) ? depth - 1 : depth));
    }
    text.push(token === ":" ? ": " : token);
    depth += depthChange(token);
    previous = token;
  }
  return text.join("");
}

const kinds = { "{": "object", "[": "array", '"': "string", t: "boolean", f: "boolean", n: "null" } as const;

export function jsonKind(json: string): (typeof kinds)[keyof typeof kinds] | "number" {
  const first = json.charAt(skipSpace(json, 0));
  return Object.hasOwn(kinds, first) ? kinds[first as keyof typeof kinds] : "number";
}

/** The text of a string; undefined for other JSON. */
export function stringOf(json: string): string | undefined {
  return jsonKind(json) === "string" ? unquote(json.trim()) : undefined;
}

function unquote(json: string): string {
  return json.includes("\\") ? String(JSON.parse(json)) : json.slice(1, -1);
}

/** The JSON of each value of an object by name; empty for other JSON. Of several equal names the last wins. */
export function membersOf(json: string): Map<string, string> {
  return new Map(jsonKind(json) === "object" ? entries(json) : []);
}

/** The JSON of each element of an array; empty for other JSON. */
export function elementsOf(json: string): string[] {
  return jsonKind(json) === "array" ? Array.from(entries(json), ([, value]) => value) : [];
}

/** The entries of an object, or of an array with its indexes as their names. */
export function* entries(json: string): Generator<[name: string, value: string]> {
  const isObject = jsonKind(json) === "object";
  let at = skipSpace(json, skipSpace(json, 0) + 1);
  for (let index = 0; at < json.length && !isClosing(json.charAt(at)); index++) {
    let name = String(index);
    if (isObject) {
      const end = tokenEnd(json, at);
      name = unquote(json.slice(at, end));
      at = skipSpace(json, skipSpace(json, end) + 1);
    }
    const end = valueEnd(json, at);
    yield [name, json.slice(at, end)];
    at = skipSpace(json, end);
    if (json[at] === ",") {
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

/** Index after the value at `start`. Each page of a feed is read by this: character codes are much faster than tokens. */
function valueEnd(json: string, start: number): number {
  if (!isOpening(json.charAt(start))) {
    return tokenEnd(json, start);
  }
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(json, at) - 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth++;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        if (depth === 0) {
          return at + 1;
        }
    }
  }
  return json.length;
}

const literalEnd = /[\s{}[\],:]|$/g;

/** Index after the token at `start`. */
function tokenEnd(json: string, start: number): number {
  const first = json.charAt(start);
  if (first === '"') {
    return stringEnd(json, start);
  }
  if ("{}[],:".includes(first)) {
    return start + 1;
  }
  literalEnd.lastIndex = start + 1;
  return literalEnd.exec(json)?.index ?? json.length;
}

/** Index after the string at `start`. */
function stringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(json, end)) {
    end = json.indexOf('"', end + 1);
  }
  return end < 0 ? json.length : end + 1;
}

/** True if an odd number of backslashes precedes the character. */
function isEscaped(json: string, index: number): boolean {
  let at = index;
  while (json[at - 1] === "\\") {
    at--;
  }
  return (index - at) % 2 === 1;
}

/** Index of the next character that is not white space. */
function skipSpace(json: string, start: number): number {
  let at = start;
  while (json.charCodeAt(at) <= 0x20) {
    at++;
  }
  return at;
}

function isOpening(token: string): boolean {
  return token === "{" || token === "[";
}

function isClosing(token: string): boolean {
  return token === "}" || token === "]";
}

function depthChange(token: string): number {
  return isOpening(token) ? 1 : isClosing(token) ? -1 : 0;
}

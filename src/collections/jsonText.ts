/**
 * Works on the text of JSON that was parsed before, token by token: numbers and strings stay the characters that the service
 * sent (`1.0`, `1e400`, `"\u00e9"`), which `JSON.parse` and `JSON.stringify` would not keep.
 */

/** The same JSON, each member and element on a line of its own. */
export function indentJson(json: string): string {
  const parts: string[] = [];
  let depth = 0;
  let previous = "";
  const breakLine = () => parts.push(`\n${"  ".repeat(depth)}`);
  for (const token of tokens(json)) {
    const closes = token === "}" || token === "]";
    if (closes) {
      depth--;
    }
    if (previous === "," || (isOpening(previous) && !closes) || (closes && !isOpening(previous))) {
      breakLine();
    }
    parts.push(token === ":" ? ": " : token);
    if (isOpening(token)) {
      depth++;
    }
    previous = token;
  }
  return parts.join("");
}

/** The members of an object: the text of each value by name. Of several equal names the last counts. */
export function membersOf(json: string): Map<string, string> {
  const members = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let value: string[] = [];
  for (const token of tokens(json)) {
    const closes = token === "}" || token === "]";
    if (closes) {
      depth--;
    }
    if (depth === 0 || (depth === 1 && token === "," && name !== undefined)) {
      if (name !== undefined) {
        members.set(name, value.join(""));
      }
      name = undefined;
      value = [];
    } else if (name === undefined) {
      name = String(JSON.parse(token));
    } else if (depth > 1 || token !== ":") {
      value.push(token);
    }
    if (isOpening(token)) {
      depth++;
    }
  }
  return members;
}

function isOpening(token: string): boolean {
  return token === "{" || token === "[";
}

/** Strings, brackets, commas, colons and literals, without the white space between them. */
function* tokens(json: string): Generator<string> {
  let at = 0;
  while (at < json.length) {
    const start = at;
    const first = json.charAt(at++);
    if (isSpace(first)) {
      continue;
    }
    if (first === '"') {
      while (at < json.length && json.charAt(at) !== '"') {
        at += json.charAt(at) === "\\" ? 2 : 1;
      }
      at++;
    } else if (!isStructure(first)) {
      while (at < json.length && !isSpace(json.charAt(at)) && !isStructure(json.charAt(at))) {
        at++;
      }
    }
    yield json.slice(start, at);
  }
}

function isSpace(character: string): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}

function isStructure(character: string): boolean {
  return "{}[],:".includes(character);
}

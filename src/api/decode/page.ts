import { malformedError } from "../http/httpErrors";
import { type ByteRange, scanItems, textOf } from "./itemScanner";
import { isParsable, withoutOversizedItems } from "./parseGuard";
import type { Item } from "../types";

/** Beyond any realistic page: 500 events have some ten thousand containers, and a depth of four. */
const limits = { depth: 500, containers: 1_000_000 };

/** A body that is a JSON object with a list in it, taken apart. */
export interface Page {
  /** The whole object. */
  readonly envelope: object;
  /** Elements of its list, in the order sent. */
  readonly elements: readonly unknown[];
  /** Source text of element `index`, exactly as sent. */
  jsonOf(index: number): string;
}

/** What a page is read from. `host` is for the sentences. */
export interface ResponseBody {
  readonly bytes: Buffer;
  readonly status: number;
  readonly host: string;
  /** The service's clock when it answered, milliseconds since 1970 UTC. */
  readonly servedAt: number | undefined;
}

/**
 * Reads a body as an object with the list `key`; elements beyond any realistic size are null there. Invalid UTF-8 becomes
 * U+FFFD. Throws `malformed` for anything else.
 */
export function parsePage(body: ResponseBody, key: "events" | "collections"): Page {
  const { host, status } = body;
  const bytes = isParsable(body.bytes, limits) ? body.bytes : withoutOversizedItems(body.bytes, key, limits);
  if (bytes === undefined) {
    throw malformedError(host, status, "data that is nested too deeply");
  }
  const envelope = parse({ ...body, bytes });
  if (typeof envelope !== "object" || envelope === null) {
    throw malformedError(host, status, `something that is no list of ${key}`);
  }
  const elements: unknown = Reflect.get(envelope, key);
  if (!Array.isArray(elements)) {
    throw malformedError(host, status, `something that is no list of ${key}`);
  }
  // Not before an item is asked for: until then the next page may be waited for.
  let ranges: readonly ByteRange[] | undefined;
  return {
    envelope,
    elements,
    jsonOf: (index) => {
      ranges ??= scanItems(bytes, key);
      const range = ranges[index];
      if (range === undefined) {
        throw new Error(`The scanner found ${ranges.length} of ${elements.length} items.`);
      }
      return textOf(bytes, range);
    },
  };
}

function parse({ bytes, host, status }: ResponseBody): unknown {
  // Takes a byte order mark off.
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw malformedError(host, status, describe(text));
  }
}

function describe(text: string): string {
  const start = text.slice(0, 200).trimStart();
  if (start === "") {
    return "nothing at all";
  }
  return start.startsWith("<") ? "a web page instead of data" : "something that is no JSON";
}

/** Decodes element by element: one that `decode` does not accept costs itself alone and is counted. */
export function decodeItems<T>(
  page: Page,
  decode: (element: unknown) => T | undefined,
): { items: Item<T>[]; malformed: number } {
  const items: Item<T>[] = [];
  page.elements.forEach((element, index) => {
    const value = decode(element);
    if (value !== undefined) {
      items.push({ value, json: page.jsonOf(index) });
    }
  });
  return { items, malformed: page.elements.length - items.length };
}

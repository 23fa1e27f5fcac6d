import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { malformedError } from "../errors";
import type { Item } from "../types";
import { isParsable, scanItems, textOf, withoutOversizedItems } from "./jsonScanner";

/** Far beyond a realistic page: 500 events have some ten thousand containers and a depth of four. */
const limits = { depth: 500, containers: 1_000_000 };

/** What a page is decoded from. `status` and `host` are for error messages. */
export interface ResponseBody {
  readonly bytes: Buffer;
  readonly status: number;
  readonly host: string;
  /** The `Date` header in milliseconds since 1970 UTC, if there was one. */
  readonly servedAt: number | undefined;
}

/** A JSON object with a list. */
export interface Page {
  /** The whole object. */
  readonly envelope: object;
  /** Elements of its list, in the order sent. */
  readonly elements: readonly unknown[];
  /** Source text of element `index`, exactly as sent. */
  jsonOf(index: number): string;
}

/**
 * Parses a body as an object with the list `key`; elements beyond the limits are null in it, and invalid UTF-8 becomes
 * U+FFFD. Throws `malformed` for anything else.
 */
export function parsePage(body: ResponseBody, key: "events" | "collections" | "documents"): Page {
  const { host } = body;
  const malformed = (message: string) => malformedError(body.status, message);
  const bytes = isParsable(body.bytes, limits) ? body.bytes : withoutOversizedItems(body.bytes, key, limits);
  if (bytes === undefined) {
    throw malformed(l10n.t("{0} responded with data that is nested too deeply.", host));
  }
  // This also removes a byte order mark.
  const text = new TextDecoder().decode(bytes);
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    throw malformed(notJsonMessage(host, text));
  }
  const elements: unknown =
    typeof envelope === "object" && envelope !== null ? Reflect.get(envelope, key) : undefined;
  if (typeof envelope !== "object" || envelope === null || !Array.isArray(elements)) {
    throw malformed(
      {
        events: l10n.t("{0} responded with JSON without a list of events.", host),
        collections: l10n.t("{0} responded with JSON without a list of collections.", host),
        documents: l10n.t("{0} responded with JSON without a list of documents.", host),
      }[key],
    );
  }
  // Scanned when the first item is read, so that the request for the next page can be sent before.
  let ranges: ReturnType<typeof scanItems> | undefined;
  return {
    envelope,
    elements,
    jsonOf: (index) => {
      ranges ??= scanItems(bytes, key);
      const range = ranges[index];
      if (range === undefined) {
        throw new RangeError(`The scanner found ${ranges.length} of ${elements.length} items.`);
      }
      return textOf(bytes, range);
    },
  };
}

/** Parses a body as one JSON object. Throws `malformed` for anything else. */
export function parseObject({ bytes, status, host }: ResponseBody): {
  readonly value: object;
  readonly json: string;
} {
  if (!isParsable(bytes, limits)) {
    throw malformedError(status, l10n.t("{0} responded with data that is nested too deeply.", host));
  }
  const json = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw malformedError(status, notJsonMessage(host, json));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformedError(status, l10n.t("{0} responded with JSON that isn't an object.", host));
  }
  return { value, json };
}

function notJsonMessage(host: string, text: string): string {
  const start = text.slice(0, 200).trimStart();
  if (start === "") {
    return l10n.t("{0} responded with an empty body.", host);
  }
  return start.startsWith("<")
    ? l10n.t("{0} responded with a web page instead of JSON.", host)
    : l10n.t("{0} responded with invalid JSON.", host);
}

/** Decodes the elements one by one; those for which `decode` returns nothing are only counted. */
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

/** A field of another type counts as absent; the item's JSON still has it. */
export function lenient<T extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(schema: T) {
  return v.fallback(v.optional(schema), undefined);
}

export const text = lenient(v.string());
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Sets a field that has a value. (Spreading objects instead would cost more than the rest of the decoding.) */
export function put<T, K extends keyof T>(target: T, name: K, value: T[K] | undefined): void {
  if (value !== undefined) {
    target[name] = value;
  }
}

import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { elementsOf, membersOf } from "../../shared/jsonText";
import { malformedError } from "../errors";
import type { Item } from "../types";

/** What a page is decoded from. `status` and `host` are for error messages. */
export interface ResponseBody {
  readonly bytes: Buffer;
  readonly status: number;
  readonly host: string;
  /** The `Date` header in milliseconds since 1970 UTC, if there was one. */
  readonly servedAt: number | undefined;
}

/** An object with a list, of which each item is decoded, and cut out exactly as sent. */
interface DecodedList<T> {
  /** The whole object. */
  readonly envelope: object;
  /** In the order sent. */
  readonly items: readonly Item<T>[];
  /** Elements for which `decode` returned nothing. */
  readonly malformed: number;
}

/** Decodes a body that is an object with the list `key`; invalid UTF-8 becomes U+FFFD. Throws `malformed` for anything else. */
export function decodeList<T>(
  body: ResponseBody,
  key: "events" | "collections" | "documents",
  decode: (element: unknown) => T | undefined,
): DecodedList<T> {
  const { value: envelope, json } = parseBody(body);
  const elements: unknown = isObject(envelope) ? Reflect.get(envelope, key) : undefined;
  if (!isObject(envelope) || !Array.isArray(elements)) {
    throw malformedError(
      body.status,
      {
        events: l10n.t("{0} responded with JSON without a list of events.", body.host),
        collections: l10n.t("{0} responded with JSON without a list of collections.", body.host),
        documents: l10n.t("{0} responded with JSON without a list of documents.", body.host),
      }[key],
    );
  }
  const sources = elementsOf(membersOf(json).get(key) ?? "");
  const items = elements.flatMap((element: unknown, index): Item<T>[] => {
    const value = decode(element);
    const source = sources[index];
    return value === undefined || source === undefined ? [] : [{ value, json: source }];
  });
  return { envelope, items, malformed: elements.length - items.length };
}

/** Parses a body as one JSON object. Throws `malformed` for anything else. */
export function parseObject(body: ResponseBody): { readonly value: object; readonly json: string } {
  const { value, json } = parseBody(body);
  if (!isObject(value)) {
    throw malformedError(body.status, l10n.t("{0} responded with JSON that isn't an object.", body.host));
  }
  return { value, json };
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseBody({ bytes, status, host }: ResponseBody): {
  readonly value: unknown;
  readonly json: string;
} {
  // This also removes a byte order mark.
  const json = new TextDecoder().decode(bytes);
  try {
    return { value: JSON.parse(json), json };
  } catch {
    throw malformedError(status, notJsonMessage(host, json));
  }
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

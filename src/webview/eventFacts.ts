/** What the details show of an event, sorted out from the item as the service sent it. */
import { compactUsd, exactUsd } from "../shared/amounts";
import type { EventDetails } from "../shared/protocol";

export interface Fact {
  /** The field's name in the JSON. */
  readonly name: string;
  readonly label: string;
  /** Text of the service, to be shown as text. */
  readonly value: string;
}

export interface EventFacts {
  readonly company: readonly Fact[];
  /** The numbers of the event's kind. */
  readonly data: readonly Fact[];
  /** Everything that has no place of its own, as sent. */
  readonly rest: JsonObject;
}

export type JsonObject = Readonly<Record<string, unknown>>;

const companyFields: readonly FieldReader[] = [
  ["name", "Name", text],
  ["role", "Role", text],
  ["domain", "Domain", text],
  ["industry", "Industry", text],
  ["location", "Location", text],
  ["entity_id", "Entity ID", text],
];

const dataFields: readonly FieldReader[] = [
  ["amount", "Amount", usd],
  ["round", "Round", text],
  ["lead_investor", "Lead investor", text],
  ["investors", "Investors", texts],
  ["valuation", "Valuation", usd],
];

/**
 * A field of another type than `interface.md` shows has no place of its own and is among the rest. Never throws: JSON that
 * cannot be read leaves everything to the raw view.
 */
export function eventFacts({ event, json }: EventDetails): EventFacts {
  const item = readJson(json);
  const company = take(item["company"], companyFields);
  const data = take(item["event_data"], dataFields);
  const { id, type, title, subhead, publishedAt: published_at, sector, confidence } = event;
  const fields = { id, type, title, subhead, published_at, sector, confidence };
  const placed = new Map<string, unknown>(Object.entries(fields));
  const left = new Map(Object.entries(item).filter(([name]) => placed.get(name) === undefined));
  for (const [name, part] of [
    ["company", company],
    ["event_data", data],
  ] as const) {
    if (part.left && Object.keys(part.left).length > 0) {
      left.set(name, part.left);
    } else if (part.left) {
      left.delete(name);
    }
  }
  return { company: company.facts, data: data.facts, rest: Object.fromEntries(left) };
}

type FieldReader = readonly [name: string, label: string, show: (value: unknown) => string | undefined];

/** The fields of an object that can be shown, and what is left of it; nothing is taken from what is no object. */
function take(object: unknown, fields: readonly FieldReader[]): { facts: Fact[]; left?: JsonObject } {
  if (!isObject(object)) {
    return { facts: [] };
  }
  const facts: Fact[] = [];
  const left = new Map(Object.entries(object));
  for (const [name, label, show] of fields) {
    const value = show(object[name]);
    if (value !== undefined) {
      facts.push({ name, label, value });
      left.delete(name);
    }
  }
  return { facts, left: Object.fromEntries(left) };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function texts(value: unknown): string | undefined {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")
    ? value.join(", ")
    : undefined;
}

function usd(value: unknown): string | undefined {
  if (typeof value !== "number") {
    return undefined;
  }
  const [short, exact] = [compactUsd(value), exactUsd(value)];
  return short === exact ? exact : `${short} (${exact})`;
}

function readJson(json: string): JsonObject {
  try {
    const value: unknown = JSON.parse(json, keepDigits);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A number that JavaScript cannot hold, with the digits that were sent. */
export class ExactNumber {
  constructor(readonly digits: string) {}
}

/** Where the engine tells the source text of a number, one that would change when it is written again keeps it. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const digits = context?.source;
  return typeof value === "number" &&
    digits !== undefined &&
    /^-?\d{16,}$/.test(digits) &&
    String(value) !== digits
    ? new ExactNumber(digits)
    : value;
}

export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** What the details show of an event, sorted out from the item as the service sent it. */
import { sentUsd } from "../../shared/amounts";
import {
  elementsOf,
  jsonKind,
  type JsonMembers,
  membersOf,
  objectJson,
  stringOf,
} from "../../shared/jsonText";
import type { EventDetails } from "../../shared/feedState";

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
  readonly rest: JsonMembers;
}

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
  const left = isJson(json) ? membersOf(json) : new Map<string, string>();
  const { id, type, title, subhead, publishedAt: published_at, sector, confidence } = event;
  const placed = { id, type, title, subhead, published_at, sector, confidence };
  for (const [name, value] of Object.entries(placed)) {
    if (value !== undefined) {
      left.delete(name);
    }
  }
  return {
    company: take(left, "company", companyFields),
    data: take(left, "event_data", dataFields),
    rest: left,
  };
}

/** @param show nothing for a value of another type, which then has no place of its own. */
type FieldReader = readonly [name: string, label: string, show: (json: string) => string | undefined];

/** Takes the fields that can be shown out of an object among the members of an item. */
function take(item: Map<string, string>, object: string, fields: readonly FieldReader[]): Fact[] {
  const json = item.get(object);
  if (json === undefined || jsonKind(json) !== "object") {
    return [];
  }
  const left = membersOf(json);
  const facts = fields.flatMap(([name, label, show]) => {
    const sent = left.get(name);
    const value = sent === undefined ? undefined : show(sent);
    return value === undefined ? [] : [{ name, label, value }];
  });
  facts.forEach(({ name }) => left.delete(name));
  if (left.size > 0) {
    item.set(object, objectJson(left));
  } else {
    item.delete(object);
  }
  return facts;
}

function text(json: string): string | undefined {
  return stringOf(json) || undefined;
}

function texts(json: string): string | undefined {
  const all = elementsOf(json).map(stringOf);
  return all.length > 0 && all.every((item) => item !== undefined) ? all.join(", ") : undefined;
}

function usd(json: string): string | undefined {
  return jsonKind(json) === "number" ? sentUsd(json) : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

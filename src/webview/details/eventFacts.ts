/** Sorts the fields of an event for the details. */
import { sentUsd } from "../../shared/amounts";
import type { EventDetails } from "../../shared/feedState";
import {
  elementsOf,
  jsonKind,
  type JsonMembers,
  membersOf,
  objectJson,
  stringOf,
} from "../../shared/jsonText";

export interface Fact {
  /** Name of the field in the JSON. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

export interface EventFacts {
  readonly company: readonly Fact[];
  /** The known fields of `event_data`. */
  readonly data: readonly Fact[];
  /** All other fields, as sent. */
  readonly rest: JsonMembers;
}

/** `format` returns undefined for JSON of another type than expected, which is then shown among the rest. */
type Field = readonly [name: string, label: string, format: (json: string) => string | undefined];

const companyFields: readonly Field[] = [
  ["name", "Name", text],
  ["role", "Role", text],
  ["domain", "Domain", text],
  ["industry", "Industry", text],
  ["location", "Location", text],
  ["entity_id", "Entity ID", text],
];

const dataFields: readonly Field[] = [
  ["amount", "Amount", usd],
  ["round", "Round", text],
  ["lead_investor", "Lead investor", text],
  ["investors", "Investors", textList],
  ["valuation", "Valuation", usd],
];

/** Fields by docs/service.md, Event item. Never throws: of invalid JSON there are no facts. */
export function eventFacts({ event, json }: EventDetails): EventFacts {
  const rest = isJson(json) ? membersOf(json) : new Map<string, string>();
  const { id, type, title, subhead, publishedAt: published_at, sector, confidence } = event;
  const shownElsewhere = { id, type, title, subhead, published_at, sector, confidence };
  for (const [name, value] of Object.entries(shownElsewhere)) {
    if (value !== undefined) {
      rest.delete(name);
    }
  }
  return {
    company: takeFacts(rest, "company", companyFields),
    data: takeFacts(rest, "event_data", dataFields),
    rest,
  };
}

/** Removes the fields of an object from the members of the item. */
function takeFacts(item: Map<string, string>, object: string, fields: readonly Field[]): Fact[] {
  const json = item.get(object);
  if (json === undefined || jsonKind(json) !== "object") {
    return [];
  }
  const members = membersOf(json);
  const facts = fields.flatMap(([name, label, format]) => {
    const sent = members.get(name);
    const value = sent === undefined ? undefined : format(sent);
    return value === undefined ? [] : [{ name, label, value }];
  });
  facts.forEach(({ name }) => members.delete(name));
  if (members.size > 0) {
    item.set(object, objectJson(members));
  } else {
    item.delete(object);
  }
  return facts;
}

function text(json: string): string | undefined {
  return stringOf(json) || undefined;
}

function textList(json: string): string | undefined {
  const texts = elementsOf(json).map(stringOf);
  return texts.length > 0 && texts.every((item) => item !== undefined) ? texts.join(", ") : undefined;
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

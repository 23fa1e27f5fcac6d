/** Sorts the fields of an event for the details. */
import { eventKind } from "../../shared/eventKind";
import { fieldKey } from "../../shared/fieldNames";
import type { EventDetails } from "../../shared/feedState";
import {
  elementsOf,
  jsonKind,
  type JsonMembers,
  membersOf,
  objectJson,
  stringOf,
} from "../../shared/jsonText";
import type { ZoneChoice } from "../../shared/pageState";
import { fieldLabel, fieldLabelWithCurrency, roleLabel } from "../ui/fieldLabels";
import { likelyFacts } from "./likelyFacts";
import { factText, maxElements, maxTextLength } from "./factText";

export interface Fact {
  /** Name of the field in the JSON. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

export interface EventFacts {
  /** The fields of `event_data` that have a short value, those that matter for the type of the event first. */
  readonly data: readonly Fact[];
  readonly company: readonly Fact[];
  /** All other fields, as sent. */
  readonly rest: JsonMembers;
}

/** More facts would not be read as such; the tree shows the others. */
const maxFacts = 40;

/** Never throws: of invalid JSON there are no facts. */
export function eventFacts({ event, json }: EventDetails, zone: ZoneChoice): EventFacts {
  const rest = isJson(json) ? membersOf(json) : new Map<string, string>();
  const { id, type, title, subhead, publishedAt: published_at, sector, confidence } = event;
  const shownElsewhere = { id, type, title, subhead, published_at, sector, confidence };
  for (const [name, value] of Object.entries(shownElsewhere)) {
    if (value !== undefined) {
      rest.delete(name);
    }
  }
  return {
    data: takeMembers(rest, "event_data", (members) => takeDataFacts(members, type, zone)),
    company: takeMembers(rest, "company", takeCompanyFacts),
    rest,
  };
}

/** Lets `take` remove members from an object of the item. */
function takeMembers(
  item: Map<string, string>,
  object: string,
  take: (members: Map<string, string>) => Fact[],
): Fact[] {
  const json = item.get(object);
  if (json === undefined || jsonKind(json) !== "object") {
    return [];
  }
  const members = membersOf(json);
  const facts = take(members);
  if (members.size > 0) {
    item.set(object, objectJson(members));
  } else {
    item.delete(object);
  }
  return facts;
}

/** By docs/service.md, Company. */
const companyFields = ["name", "role", "domain", "industry", "location", "entity_id"];

function takeCompanyFacts(members: Map<string, string>): Fact[] {
  return companyFields.flatMap((name) => {
    const text = stringOf(members.get(name) ?? "null");
    if (!text) {
      return [];
    }
    members.delete(name);
    return [{ name, label: fieldLabel(name), value: name === "role" ? roleLabel(text) : text }];
  });
}

function takeDataFacts(members: Map<string, string>, type: string | undefined, zone: ZoneChoice): Fact[] {
  const all = new Map(members);
  const facts: Fact[] = [];
  for (const name of sortedNames(all, type)) {
    if (facts.length === maxFacts) {
      break;
    }
    const json = all.get(name) ?? "null";
    const value = factText(name, json, all, zone) ?? nameOf(json);
    if (value === undefined) {
      continue;
    }
    const label = jsonKind(json) === "number" ? fieldLabel(name) : fieldLabelWithCurrency(name);
    facts.push({ name, label, value });
    const rest = withoutName(json);
    if (rest) {
      members.set(name, rest);
    } else {
      members.delete(name);
    }
  }
  return facts;
}

/** The likely facts of the kind in their order, then the others as sent, with identifiers last. */
function sortedNames(members: JsonMembers, type: string | undefined): string[] {
  const likely = likelyFacts(eventKind(type));
  return [...members.keys()]
    .map((name) => {
      const key = fieldKey(name);
      const position = likely.indexOf(key.replace(/(?<=.)_(?:name|company)$/, ""));
      const rank = position >= 0 ? position : likely.length + (/(?:^|_)ids?$/.test(key) ? 1 : 0);
      return { name, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}

/** The name of a company or person that is sent as an object, or the names of several. */
function nameOf(json: string): string | undefined {
  switch (jsonKind(json)) {
    case "object": {
      const name = stringOf(membersOf(json).get("name") ?? "null");
      return name && name.length <= maxTextLength ? name : undefined;
    }
    case "array": {
      const elements = elementsOf(json);
      const names = elements.flatMap((element) =>
        jsonKind(element) === "object" ? (nameOf(element) ?? []) : [],
      );
      return elements.length <= maxElements && names.length > 0 && names.length === elements.length
        ? names.join(", ")
        : undefined;
    }
    default:
      return undefined;
  }
}

/** What a fact by `nameOf` leaves to the tree. */
function withoutName(json: string): string | undefined {
  if (nameOf(json) === undefined) {
    return undefined;
  }
  if (jsonKind(json) === "array") {
    return elementsOf(json).some((element) => withoutName(element) !== undefined) ? json : undefined;
  }
  const others = membersOf(json);
  others.delete("name");
  return others.size > 0 ? objectJson(others) : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import type { EventDetails } from "../../shared/feedState";
import { jsonKind, membersOf, stringOf } from "../../shared/jsonText";
import { hasValue } from "./fieldList";

/** The fields of an event by the section that shows them. */
export interface EventFields {
  readonly data: ReadonlyMap<string, string>;
  readonly company: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, string>;
}

/** A field whose value has an unexpected type is among `others`. */
export function eventFields({ event, json }: EventDetails): EventFields {
  const others = membersOf(json);
  const { id, type, title, subhead, publishedAt: published_at, sector, confidence } = event;
  const shownElsewhere = { id, type, title, subhead, published_at, sector, confidence };
  for (const [name, value] of Object.entries(shownElsewhere)) {
    if (value !== undefined) {
      others.delete(name);
    }
  }
  // The same ID under another name.
  if (stringOf(others.get("event_id") ?? "null") === id) {
    others.delete("event_id");
  }
  const [data, company] = [takeObject(others, "event_data"), takeObject(others, "company")];
  return { data, company, others: withValues(others) };
}

function takeObject(members: Map<string, string>, name: string): ReadonlyMap<string, string> {
  const json = members.get(name) ?? "null";
  if (jsonKind(json) === "object") {
    members.delete(name);
  }
  return withValues(membersOf(json));
}

function withValues(members: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...members].filter(([, json]) => hasValue(json)));
}

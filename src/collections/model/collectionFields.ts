import { compactJson, membersOf } from "../../shared/jsonText";
import { oneLine } from "../../util/strings";
import { formatCount, formatInstant } from "./collectionText";

/** A field of a collection as it is shown: one line of plain text. */
export interface Field {
  /** As the service calls it. */
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** The fields of `interface.md` (Collection object), in the order in which they are shown. */
const known: ReadonlyMap<string, string> = new Map([
  ["collection_id", "Collection ID"],
  ["database_name", "Name"],
  ["collection_name", "Collection name"],
  ["environment", "Environment"],
  ["is_active", "Active"],
  ["document_count", "Documents"],
  ["file_count", "Files"],
  ["request_count", "Requests"],
  ["created_at", "Created"],
]);
const order = [...known.keys()];
const maxFields = 200;
const maxLength = 300;

/** Every field that the service sent for a collection, those that `interface.md` does not name behind the others. */
export function fieldsOf(json: string): readonly Field[] {
  const members = [...membersOf(json)];
  return members
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .slice(0, maxFields)
    .map(([name, value]) => ({
      name,
      label: known.get(name) ?? (oneLine(name, 100) || "(no name)"),
      text: textOf(name, value),
    }));
}

/** A line for each field; plain text. */
export function tooltipOf(json: string): string {
  return fieldsOf(json)
    .map((field) => `${field.label}: ${field.text}`)
    .join("\n");
}

function placeOf(name: string): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}

/** @param json the value's text as sent: what is no number, text, truth value or null is shown as it is. */
function textOf(name: string, json: string): string {
  const value: unknown = JSON.parse(json);
  switch (typeof value) {
    case "string":
      return oneLine(name.endsWith("_at") ? formatInstant(value) : value, maxLength);
    case "number":
      // Beyond 2^53 and for fractions the characters sent are the exact ones.
      return Number.isSafeInteger(value) ? formatCount(value) : oneLine(json, maxLength);
    case "boolean":
      return value ? "yes" : "no";
    default:
      return value === null ? "none" : oneLine(compactJson(json), maxLength);
  }
}

import { parseInstant } from "../../shared/instant";
import type { Collection } from "../../api/types";
import { compactJson, membersOf } from "../../shared/jsonText";
import { lazyValue } from "../../util/lazy";
import { oneLine } from "../../util/strings";

// Each takes about 10 ms to create in a new process, which would delay activation.
const countFormat = lazyValue(() => new Intl.NumberFormat("en-US"));
const instantFormat = lazyValue(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }),
);

/** In English notation, as everywhere in the product. */
export function formatCount(count: number): string {
  return countFormat().format(count);
}

/** `100 of 2,340`, or `100` when the total is unknown. */
export function progressText(loaded: number, total: number | undefined): string {
  return total === undefined ? formatCount(loaded) : `${formatCount(loaded)} of ${formatCount(total)}`;
}

/** The name as sent, for sorting and searching: `database_name`, else `collection_name`, else the ID. */
export function nameOf({ databaseName, collectionName, id }: Collection): string {
  return databaseName || collectionName || id;
}

export function labelOf(collection: Collection): string {
  return oneLine(nameOf(collection), 200) || "(unnamed)";
}

/** `document_count`, or the `file_count` of older services (docs/service.md, Collection object). */
export function documentCountOf({ documentCount, fileCount }: Collection): number | undefined {
  return documentCount ?? fileCount;
}

/** Follows the label in the tree, the most useful part first. Environments that have an icon are left out. */
export function descriptionOf(collection: Collection): string {
  return joined(
    documentsText(collection),
    inactiveText(collection),
    hasEnvironmentIcon(collection.environment) ? undefined : environmentText(collection),
    alternateNameText(collection),
  );
}

/** Follows the label in a quick pick. */
export function quickPickDescriptionOf(collection: Collection): string {
  return joined(
    alternateNameText(collection),
    collection.environment,
    documentsText(collection),
    inactiveText(collection),
    collection.collectionId,
  );
}

/** For screen readers: everything that the icon, color and text of a row convey. */
export function accessibilityLabelOf(collection: Collection): string {
  const environment = hasEnvironmentIcon(collection.environment)
    ? `${environmentText(collection)} environment`
    : undefined;
  return [labelOf(collection), environment, descriptionOf(collection)].filter(Boolean).join(", ");
}

const environmentIcons: ReadonlyMap<string, string> = new Map([
  ["production", "rocket"],
  ["staging", "beaker"],
  ["development", "tools"],
]);

/** The icon of each known environment. */
export function environmentIcon(environment: string | undefined): string {
  return environmentIcons.get(environment?.toLowerCase() ?? "") ?? "database";
}

function hasEnvironmentIcon(environment: string | undefined): boolean {
  return environmentIcons.has(environment?.toLowerCase() ?? "");
}

function documentsText(collection: Collection): string | undefined {
  const count = documentCountOf(collection);
  return count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? "document" : "documents"}`;
}

function inactiveText({ isActive }: Collection): string | undefined {
  return isActive === false ? "inactive" : undefined;
}

function environmentText({ environment = "" }: Collection): string {
  return oneLine(environment, 80);
}

/** `collection_name`, if the label is another name. */
function alternateNameText({ databaseName, collectionName }: Collection): string | undefined {
  return databaseName && collectionName && collectionName !== databaseName
    ? oneLine(collectionName, 80)
    : undefined;
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** A field of a collection as shown: one line of plain text. */
export interface CollectionField {
  /** As sent. */
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** In the order in which they are shown. */
const fieldLabels: ReadonlyMap<string, string> = new Map([
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
const fieldNames = [...fieldLabels.keys()];
const maxFields = 200;
const maxFieldLength = 300;

/** @returns all fields of a collection; unknown ones come last. */
export function fieldsOf(collectionJson: string): readonly CollectionField[] {
  const rank = (name: string) => (fieldLabels.has(name) ? fieldNames.indexOf(name) : fieldNames.length);
  return [...membersOf(collectionJson)]
    .sort(([a], [b]) => rank(a) - rank(b))
    .slice(0, maxFields)
    .map(([name, json]) => ({
      name,
      label: fieldLabels.get(name) ?? (oneLine(name, 100) || "(no name)"),
      text: oneLine(fieldText(name, json), maxFieldLength),
    }));
}

/** Plain text, a line for each field. */
export function tooltipOf(collectionJson: string): string {
  return fieldsOf(collectionJson)
    .map(({ label, text }) => `${label}: ${text}`)
    .join("\n");
}

function fieldText(name: string, json: string): string {
  const value: unknown = JSON.parse(json);
  switch (typeof value) {
    case "string":
      return name.endsWith("_at") ? formatInstant(value) : value;
    case "number":
      // Other numbers would lose digits.
      return Number.isSafeInteger(value) ? formatCount(value) : json;
    case "boolean":
      return value ? "yes" : "no";
    default:
      return value === null ? "none" : compactJson(json);
  }
}

/** Local time, then UTC; a text that is not an instant is unchanged. */
function formatInstant(text: string): string {
  const instant = parseInstant(text);
  return instant === undefined
    ? text
    : `${instantFormat().format(instant)} (${new Date(instant).toISOString()})`;
}

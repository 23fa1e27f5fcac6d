import { parseInstant } from "../../shared/instant";
import type { Collection } from "../../api/types";
import { lazyValue } from "../../util/lazy";
import { oneLine } from "../../util/strings";

// Some ten milliseconds each in a fresh process: not at activation.
const counts = lazyValue(() => new Intl.NumberFormat());
const instants = lazyValue(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }),
);

/** The name to show: `database_name`, else the second name, else the ID. */
export function labelOf(collection: Collection): string {
  return oneLine(nameOf(collection), 200) || "(unnamed)";
}

/** The name as sent, for sorting and searching. */
export function nameOf(collection: Collection): string {
  return collection.databaseName || collection.collectionName || collection.id;
}

/** The second name, where it says something that the label does not. */
export function alternateNameOf(collection: Collection): string | undefined {
  const { databaseName, collectionName } = collection;
  return databaseName && collectionName && collectionName !== databaseName ? collectionName : undefined;
}

/** What stands behind the label, most telling first. */
export function descriptionOf(collection: Collection): string {
  const second = alternateNameOf(collection);
  return [
    documentsText(collection),
    collection.isActive === false ? "inactive" : undefined,
    unknownEnvironment(collection),
    second === undefined ? undefined : oneLine(second, 80),
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}

/** `4,210 documents`, where the service says how many. */
export function documentsText(collection: Collection): string | undefined {
  const count = documentsOf(collection);
  return count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? "document" : "documents"}`;
}

/** `document_count`; older answers have `file_count` alone (field-notes: Collections). */
export function documentsOf(collection: Collection): number | undefined {
  return collection.documentCount ?? collection.fileCount;
}

/** Grouped as the person's locale does. */
export function formatCount(count: number): string {
  return counts().format(count);
}

/** Local time with UTC behind it; a text that is no instant as it is. */
export function formatInstant(text: string): string {
  const instant = parseInstant(text);
  return instant === undefined ? text : `${instants().format(instant)} (${new Date(instant).toISOString()})`;
}

const environmentIcons: ReadonlyMap<string, string> = new Map([
  ["production", "rocket"],
  ["staging", "beaker"],
  ["development", "tools"],
]);

/** Icon for the environments that samples show; any other is told in words. */
export function environmentIcon(environment: string | undefined): string {
  return environmentIcons.get(environment?.toLowerCase() ?? "") ?? "database";
}

/** An environment that has no icon of its own. */
function unknownEnvironment({ environment }: Collection): string | undefined {
  return environment === undefined || environmentIcons.has(environment.toLowerCase())
    ? undefined
    : oneLine(environment, 80);
}

/** What a screen reader says of a row: all that its icon, its colour and its text tell. */
export function accessibleLabelOf(collection: Collection): string {
  const environment =
    collection.environment === undefined || unknownEnvironment(collection) !== undefined
      ? undefined
      : `${oneLine(collection.environment, 80)} environment`;
  return [labelOf(collection), environment, descriptionOf(collection)].filter(Boolean).join(", ");
}

import type { Collection } from "../api/types";
import { oneLine } from "../util/plainText";

/** The name to show: `database_name`, else the second name, else the ID. */
export function labelOf(collection: Collection): string {
  return oneLine(collection.databaseName || collection.collectionName || collection.id, 200) || "(unnamed)";
}

/** What stands behind the label, most telling first. */
export function descriptionOf(collection: Collection): string {
  const count = documentsOf(collection);
  const second = collection.collectionName;
  const parts = [
    second && second !== collection.databaseName && collection.databaseName ? oneLine(second, 80) : undefined,
    count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? "document" : "documents"}`,
    collection.isActive === false ? "inactive" : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}

/** `document_count`; older answers have `file_count` alone (field-notes: Collections). */
export function documentsOf(collection: Collection): number | undefined {
  return collection.documentCount ?? collection.fileCount;
}

export function formatCount(count: number): string {
  return count.toLocaleString();
}

/** Icon for the environments that samples show; any other is shown as it is, without an icon of its own. */
export function environmentIcon(environment: string | undefined): string {
  switch (environment?.toLowerCase()) {
    case "production":
      return "rocket";
    case "staging":
      return "beaker";
    case "development":
      return "tools";
    default:
      return "database";
  }
}

/** A line for each field that is there; plain text. */
export function tooltipOf(collection: Collection): string {
  const lines: [string, string | undefined][] = [
    ["Name", collection.databaseName],
    ["Second name", collection.collectionName],
    ["ID", collection.collectionId],
    ["Environment", collection.environment],
    ["Documents", number(collection.documentCount)],
    ["Files", number(collection.fileCount)],
    ["Requests", number(collection.requestCount)],
    ["Active", collection.isActive === undefined ? undefined : collection.isActive ? "yes" : "no"],
    ["Created", instant(collection.createdAt)],
  ];
  return lines
    .filter((line): line is [string, string] => line[1] !== undefined)
    .map(([name, value]) => `${name}: ${oneLine(value, 200)}`)
    .join("\n");
}

function number(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatCount(value);
}

/** Local time with UTC behind it; a text that is no instant as it is. */
function instant(text: string | undefined): string | undefined {
  if (text === undefined) {
    return undefined;
  }
  const date = new Date(text);
  return Number.isNaN(date.getTime())
    ? text
    : `${date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })} (${date.toISOString()})`;
}

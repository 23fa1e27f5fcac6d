import * as l10n from "@vscode/l10n";
import type { Collection, Item } from "../../service/types";
import { perLocale } from "../../shared/locale";
import { formatNumber } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { type Field, type FieldLabels, fieldsOf, unnamed } from "./fields";

// It takes about 10 ms to create in a new process, which would delay activation.
const compactFormat = perLocale((locale) => new Intl.NumberFormat(locale, { notation: "compact" }));

/** Shorter than `formatNumber` from here on: `9,150`, but `24K` and `1.2M`. */
const minCompactCount = 10_000;

/** With the grouping of the display language: `9,150`, `24K`. */
function formatCompact(count: number): string {
  return count < minCompactCount ? formatNumber(count) : compactFormat().format(count);
}

/** `100 of 2,340`, or `100` when those are all or the total is unknown. */
export function progressText(loaded: number, total: number | undefined): string {
  return total === undefined || loaded === total
    ? formatNumber(loaded)
    : l10n.t("{0} of {1}", formatNumber(loaded), formatNumber(total));
}

/** `1 collection`, `1,234 collections`. */
export function collectionCount(count: number): string {
  return count === 1 ? l10n.t("1 collection") : l10n.t("{0} collections", formatNumber(count));
}

/** The name as sent, for sorting and searching: `database_name`, else `collection_name`, else the ID. */
export function nameOf({ databaseName, collectionName, id }: Collection): string {
  return databaseName || collectionName || id;
}

export function labelOf(collection: Collection): string {
  return oneLine(nameOf(collection), 200) || unnamed();
}

/** `document_count`, or the `file_count` of older services (docs/service.md, Collection object). */
export function documentCountOf({ documentCount, fileCount }: Collection): number | undefined {
  return documentCount ?? fileCount;
}

/**
 * Follows the label in the tree, the most useful part first. Environments that have an icon are left out, and large counts are
 * short: the tooltip and the fields have the exact ones. VS Code cuts off what a side bar has no room for.
 */
export function descriptionOf(collection: Collection): string {
  return joined(documentsText(collection, formatCompact), ...remarksOn(collection));
}

/** What follows the number of documents. */
function remarksOn(collection: Collection): (string | undefined)[] {
  return [
    inactiveText(collection),
    hasEnvironmentIcon(collection.environment) ? undefined : environmentText(collection),
    alternateNameText(collection),
  ];
}

/** Follows the label in a quick pick. */
export function quickPickDescriptionOf(collection: Collection): string {
  return joined(
    alternateNameText(collection),
    collection.environment,
    documentsText(collection, formatNumber),
    inactiveText(collection),
    collection.collectionId,
  );
}

/** For screen readers: everything that the icon, color and text of a row convey. */
export function accessibilityLabelOf(collection: Collection): string {
  const environment = hasEnvironmentIcon(collection.environment)
    ? l10n.t("{0} environment", environmentText(collection))
    : undefined;
  const description = joined(documentsText(collection, formatNumber), ...remarksOn(collection));
  return [labelOf(collection), environment, description].filter(Boolean).join(", ");
}

const environmentIcons: ReadonlyMap<string, string> = new Map([
  ["production", "globe"],
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

/** Older services count only files. */
function documentsText(
  { documentCount, fileCount }: Collection,
  formatCount: (count: number) => string,
): string | undefined {
  if (documentCount !== undefined) {
    return documentCount === 1 ? l10n.t("1 document") : l10n.t("{0} documents", formatCount(documentCount));
  }
  if (fileCount !== undefined) {
    return fileCount === 1 ? l10n.t("1 file") : l10n.t("{0} files", formatCount(fileCount));
  }
  return undefined;
}

function inactiveText({ isActive }: Collection): string | undefined {
  return isActive === false ? l10n.t("inactive") : undefined;
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

/** The parts of a description that there are. */
export function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** The known fields, in the order in which they are shown. */
export const collectionFieldLabels = perLocale<FieldLabels>(
  () =>
    new Map([
      ["collection_id", l10n.t("Collection ID")],
      ["database_name", l10n.t("Name")],
      ["collection_name", l10n.t("Collection name")],
      ["description", l10n.t("Description")],
      ["environment", l10n.t("Environment")],
      ["is_active", l10n.t("Active")],
      ["document_count", l10n.t("Documents")],
      ["file_count", l10n.t("Files")],
      ["request_count", l10n.t("Requests")],
      ["created_at", l10n.t({ message: "Created", args: [], comment: ["When a collection was created"] })],
    ]),
);

/**
 * The rows below a collection. Its number of documents has one of its own, and follows the deletion of documents at once; the same
 * name is shown once.
 */
export function collectionFields({ value, json }: Item<Collection>): readonly Field[] {
  const { databaseName, collectionName } = value;
  const fields = fieldsOf(json, collectionFieldLabels()).filter(
    ({ name }) =>
      name !== "document_count" && !(name === "collection_name" && collectionName === databaseName),
  );
  return fields.map((field) =>
    field.name === "file_count" && value.fileCount !== undefined
      ? { ...field, json: String(value.fileCount), text: formatNumber(value.fileCount) }
      : field,
  );
}

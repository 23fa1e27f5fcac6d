import * as l10n from "@vscode/l10n";
import { parseInstant } from "../../shared/instant";
import type { Collection } from "../../api/types";
import { compactJson, membersOf } from "../../shared/jsonText";
import { perLocale } from "../../shared/locale";
import { formatNumber } from "../../shared/text";
import { fullInstant } from "../../shared/times";
import { oneLine } from "../../util/strings";

// It takes about 10 ms to create in a new process, which would delay activation.
const compactFormat = perLocale((locale) => new Intl.NumberFormat(locale, { notation: "compact" }));

/** Shorter than `formatNumber` from here on: `9,150`, but `24K` and `1.2M`. */
const minCompactCount = 10_000;

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

/** The label of something whose name has no visible characters. */
export function unnamed(): string {
  return l10n.t("(unnamed)");
}

/** `document_count`, or the `file_count` of older services (docs/service.md, Collection object). */
export function documentCountOf({ documentCount, fileCount }: Collection): number | undefined {
  return documentCount ?? fileCount;
}

/**
 * Follows the label in the tree, the most useful part first. Environments that have an icon are left out, and large counts are
 * short: the tooltip and the fields have the exact ones.
 */
export function descriptionOf(collection: Collection, formatCount = formatCompact): string {
  return joined(
    documentsText(collection, formatCount),
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
  return [labelOf(collection), environment, descriptionOf(collection, formatNumber)]
    .filter(Boolean)
    .join(", ");
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

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** A field of a collection. */
export interface CollectionField {
  /** As sent. */
  readonly name: string;
  /** As sent. */
  readonly json: string;
  /** As shown: one line of plain text. */
  readonly label: string;
  readonly text: string;
}

/** In the order in which they are shown. */
const fieldLabels = perLocale<ReadonlyMap<string, string>>(
  () =>
    new Map([
      ["collection_id", l10n.t("Collection ID")],
      ["database_name", l10n.t("Name")],
      ["collection_name", l10n.t("Collection name")],
      ["environment", l10n.t("Environment")],
      ["is_active", l10n.t("Active")],
      ["document_count", l10n.t("Documents")],
      ["file_count", l10n.t("Files")],
      ["request_count", l10n.t("Requests")],
      ["created_at", l10n.t({ message: "Created", args: [], comment: ["When a collection was created"] })],
    ]),
);
const maxFields = 200;
const maxFieldLength = 300;

/** @returns all fields of a collection; unknown ones come last. */
export function fieldsOf(collectionJson: string): readonly CollectionField[] {
  const labels = fieldLabels();
  const names = [...labels.keys()];
  const rank = (name: string) => (labels.has(name) ? names.indexOf(name) : names.length);
  return [...membersOf(collectionJson)]
    .sort(([a], [b]) => rank(a) - rank(b))
    .slice(0, maxFields)
    .map(([name, json]) => ({
      name,
      json,
      label: labels.get(name) ?? (oneLine(name, 100) || unnamed()),
      text: oneLine(fieldText(name, json), maxFieldLength),
    }));
}

/** Plain text, a line for each field. */
export function tooltipOf(collectionJson: string): string {
  return fieldsOf(collectionJson)
    .map(({ label, text }) => `${label}: ${text}`)
    .join("\n");
}

/** What Copy Value copies: a string as it is, everything else as JSON. */
export function valueOf({ json }: CollectionField): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : json;
}

function fieldText(name: string, json: string): string {
  const value: unknown = JSON.parse(json);
  switch (typeof value) {
    case "string":
      return name.endsWith("_at") ? formatInstant(value) : value;
    case "number":
      // Other numbers would lose digits.
      return Number.isSafeInteger(value) ? formatNumber(value) : json;
    case "boolean":
      return value ? l10n.t("yes") : l10n.t("no");
    default:
      return value === null
        ? l10n.t({ message: "none", args: [], comment: ["Value of an empty field"] })
        : compactJson(json);
  }
}

/** Local time, as in the feed; a text that is not an instant is unchanged. */
function formatInstant(text: string): string {
  const instant = parseInstant(text);
  return instant === undefined ? text : fullInstant(instant, "local");
}

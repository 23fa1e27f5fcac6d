import * as l10n from "@vscode/l10n";
import type { Collection, CollectionDocument, Item } from "../../service/types";
import { perLocale } from "../../shared/locale";
import { formatNumber } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { type Field, type FieldLabels, formatInstant, labeledFields, unnamed } from "./fields";

// Created on first use: it takes about 10 ms in a new process, which would delay activation.
const compact = { notation: "compact", useGrouping: true } as const;
const compactFormat = perLocale((locale) => new Intl.NumberFormat(locale, compact));

/** `100 of 2,340`, or `100` when those are all or the total is unknown. */
export function loadedText(loaded: number, total: number | undefined): string {
  return total === undefined || loaded === total
    ? formatNumber(loaded)
    : l10n.t("{0} of {1}", formatNumber(loaded), formatNumber(total));
}

/** `1 collection`, `1,234 collections`. */
export function collectionCountText(count: number): string {
  return count === 1 ? l10n.t("1 collection") : l10n.t("{0} collections", formatNumber(count));
}

export function documentCountText(count: number): string {
  return count === 1 ? l10n.t("1 document") : l10n.t("{0} documents", formatNumber(count));
}

/** The name as sent, for sorting and searching: `database_name`, else `collection_name`, else the ID. */
export function collectionNameOf({ databaseName, collectionName, id }: Collection): string {
  return databaseName || collectionName || id;
}

export function collectionLabel(collection: Collection): string {
  return oneLine(collectionNameOf(collection), 200) || unnamed();
}

/** `document_count`, or the `file_count` of older services (docs/service.md, Collection object). */
export function documentCountOf({ documentCount, fileCount }: Collection): number | undefined {
  return documentCount ?? fileCount;
}

/** Follows the label in the tree: `4.2K`. */
export function collectionDescription(collection: Collection, count: number | undefined): string {
  const texts = [count === undefined ? undefined : compactFormat().format(count), inactiveText(collection)];
  return texts.filter(Boolean).join(" · ");
}

/** What the row of a collection has no room for. @param count number of its documents */
export function collectionFacts(collection: Collection, count: number | undefined): readonly string[] {
  const { databaseName, collectionName = "", environment = "", collectionId = "" } = collection;
  const facts = [
    databaseName && collectionName !== databaseName ? oneLine(collectionName, 80) : undefined,
    oneLine(environment, 80),
    count === undefined ? undefined : documentCountText(count),
    inactiveText(collection),
    oneLine(collectionId),
  ];
  return facts.flatMap((fact) => fact || []);
}

/** For screen readers: everything that the icon, color and text of a row convey. */
export function accessibilityLabelOf(collection: Collection, count: number | undefined): string {
  const { environment } = collection;
  const texts = [
    collectionLabel(collection),
    environment ? l10n.t("{0} environment", oneLine(environment, 80)) : undefined,
    count === undefined ? undefined : documentCountText(count),
    inactiveText(collection),
  ];
  return texts.filter(Boolean).join(", ");
}

const environmentIcons: ReadonlyMap<string, string> = new Map([
  ["production", "globe"],
  ["staging", "beaker"],
  ["development", "tools"],
]);

export function environmentIcon(environment: string | undefined): string {
  return environmentIcons.get(environment?.toLowerCase() ?? "") ?? "database";
}

function inactiveText({ isActive }: Collection): string | undefined {
  return isActive === false ? l10n.t("inactive") : undefined;
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

/** The fields below a collection, without those that its own row and the row "Documents" show. */
export function collectionFields({ value, json }: Item<Collection>): readonly Field[] {
  const count = value.documentCount === undefined ? "file_count" : "document_count";
  const name = value.databaseName ? "database_name" : "collection_name";
  return labeledFields(json, collectionFieldLabels()).filter(
    (field) =>
      field.name !== count &&
      field.name !== name &&
      !(field.name === "collection_name" && value.collectionName === value.databaseName),
  );
}

/** The name as sent, for searching: `filename`, else the ID. */
export function fileNameOf({ filename, id }: CollectionDocument): string {
  return filename || id;
}

export function documentLabel(document: CollectionDocument): string {
  return oneLine(fileNameOf(document), 200) || unnamed();
}

/** Follows the label: `12 chunks`. */
export function documentDescription({ chunkCount }: CollectionDocument): string {
  if (chunkCount === undefined) {
    return "";
  }
  return chunkCount === 1 ? l10n.t("1 chunk") : l10n.t("{0} chunks", formatNumber(chunkCount));
}

/** What the row of a document has no room for. */
export function documentFacts(document: CollectionDocument): readonly string[] {
  const { id, filename, contentType = "", createdAt = "" } = document;
  const facts = [documentDescription(document), contentType, formatInstant(createdAt), filename ? id : ""];
  return facts.map((fact) => oneLine(fact, 100)).filter(Boolean);
}

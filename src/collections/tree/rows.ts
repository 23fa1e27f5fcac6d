import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type CommandId, commands, schemes } from "../../ids";
import type { Collection, CollectionDocument, Item } from "../../service/types";
import { formatNumber, isolated } from "../../shared/text";
import { isRecord } from "../../shared/schemas";
import { oneLine } from "../../util/strings";
import { treeItem, type TreeItemContent } from "../../window";
import {
  accessibilityLabelOf,
  collectionCountText,
  collectionDescription,
  collectionLabel,
  documentDescription,
  documentLabel,
  environmentIcon,
  loadedText,
} from "../model/collectionText";
import { type Field, unnamed } from "../model/fields";
import type { CollectionLists } from "./collectionLists";
import { documentsText } from "./viewText";

/** The collections of one environment, or those without one. */
interface EnvironmentRow {
  readonly kind: "environment";
  readonly environment: string | undefined;
  readonly collections: readonly CollectionRow[];
  readonly collection?: undefined;
}

export interface CollectionRow {
  readonly kind: "collection";
  readonly collection: Item<Collection>;
}

/** A row of the tree "Collections", with the collection that it shows or is below. Failures are shown in the view's message. */
export type CollectionTreeRow =
  | EnvironmentRow
  | CollectionRow
  /** The first row below a collection. Its documents are loaded when it is opened. */
  | { readonly kind: "documents"; readonly collection: Item<Collection> }
  | { readonly kind: "field"; readonly collection: Item<Collection>; readonly field: Field }
  | {
      readonly kind: "document";
      readonly collection: Item<Collection>;
      readonly document: Item<CollectionDocument>;
    }
  /** The last row of the collections, or of the documents of a collection, if there are more. */
  | { readonly kind: "loadMore"; readonly collection?: Item<Collection> };

/** Menus pass a row to their command; other callers may pass anything. */
export function isRow(value: unknown): value is CollectionTreeRow {
  return isRecord(value) && typeof value["kind"] === "string";
}

/** The command that deletes the selected rows; undefined if none does. */
export function deletionCommand(selection: readonly CollectionTreeRow[]): CommandId | undefined {
  if (selection.length > 0 && selection.every(({ kind }) => kind === "document")) {
    return commands.deleteDocument;
  }
  const isCollection = selection.length === 1 && selection[0]?.kind === "collection";
  return isCollection ? commands.deleteCollection : undefined;
}

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
const inactiveColor = new vscode.ThemeColor("list.deemphasizedForeground");

/** The tree item of a row. Its ID keeps it expanded and selected across refreshes and arrangements. */
export function treeItemOf(row: CollectionTreeRow, lists: CollectionLists): vscode.TreeItem {
  const contextValue = row.kind === "loadMore" && row.collection ? "loadMoreDocuments" : row.kind;
  const idParts = [lists.client.connection.name, row.collection?.value.id ?? ""];
  const { key = "", ...content } = contentOf(row, lists);
  return treeItem([...idParts, contextValue, key], { ...content, contextValue });
}

export function fieldContent({ label, text }: Field): TreeItemContent {
  return { label, description: text, accessibleLabel: `${label}: ${text}` };
}

interface RowContent extends TreeItemContent {
  /** Distinguishes the row from others of its kind below the same collection. */
  readonly key?: string;
}

function contentOf(row: CollectionTreeRow, lists: CollectionLists): RowContent {
  switch (row.kind) {
    case "environment":
      return environmentContent(row);
    case "collection": {
      const { value } = row.collection;
      const count = lists.documentCountOf(value);
      const color = value.isActive === false ? inactiveColor : undefined;
      return {
        label: collectionLabel(value),
        description: collectionDescription(value, count),
        accessibleLabel: accessibilityLabelOf(value, count),
        iconPath: new vscode.ThemeIcon(environmentIcon(value.environment), color),
        collapsibleState: Collapsed,
      };
    }
    case "field":
      return { ...fieldContent(row.field), key: row.field.name };
    case "documents": {
      const { value } = row.collection;
      const isOffered = lists.openDocuments.get(value.id)?.notOfferedStatus === undefined;
      return {
        label: l10n.t("Documents"),
        description: documentsText(value, lists),
        iconPath: new vscode.ThemeIcon("files"),
        collapsibleState: isOffered ? Collapsed : None,
      };
    }
    case "document": {
      const { value } = row.document;
      const label = documentLabel(value);
      const path = `/${label.replaceAll(/[/\\]/g, "-")}`;
      return {
        label,
        description: documentDescription(value),
        // The icon of its file type in the current icon theme.
        iconPath: vscode.ThemeIcon.File,
        resourceUri: vscode.Uri.from({ scheme: schemes.document, path }),
        command: {
          command: commands.openDocument,
          title: l10n.t("Open Document as JSON"),
          arguments: [row, undefined, "preview"],
        },
        key: value.id,
      };
    }
    case "loadMore": {
      const collection = row.collection?.value;
      const { items, totalCount } = (collection ? lists.documentsOf(collection) : lists.collections).state;
      const progress = loadedText(items.length, totalCount);
      const title = collection ? l10n.t("Load More Documents") : l10n.t("Load More Collections");
      return {
        label: l10n.t("Load more"),
        description: progress,
        accessibleLabel: l10n.t("Load more, {0} loaded", progress),
        iconPath: new vscode.ThemeIcon("ellipsis"),
        command: { command: commands.loadMoreCollections, title, arguments: [row] },
      };
    }
  }
}

function environmentContent({ environment, collections }: EnvironmentRow): RowContent {
  const isNamed = environment !== undefined;
  const label = isNamed ? oneLine(environment, 100) || unnamed() : l10n.t("No environment");
  const name = isNamed ? l10n.t("{0} environment", label) : label;
  return {
    label,
    description: formatNumber(collections.length),
    accessibleLabel: `${name}, ${collectionCountText(collections.length)}`,
    iconPath: new vscode.ThemeIcon(environmentIcon(environment)),
    collapsibleState: Expanded,
    key: JSON.stringify(environment ?? null),
  };
}

export function tooltipOf(...lines: readonly string[]): string {
  return lines.filter(Boolean).map(isolated).join("\n");
}

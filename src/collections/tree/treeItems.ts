import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands, schemes } from "../../ids";
import { formatNumber, isolated } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { treeItemId } from "../../util/treeItemId";
import {
  accessibilityLabelOf,
  collectionCount,
  descriptionOf,
  environmentIcon,
  labelOf,
  progressText,
} from "../model/collectionText";
import { documentDescriptionOf, documentLabelOf } from "../model/documentText";
import { unnamed } from "../model/fields";
import type { CollectionLists } from "./collectionLists";
import {
  CollectionRow,
  collectionRowOf,
  DocumentRow,
  DocumentsRow,
  EnvironmentRow,
  FieldRow,
  type LoadMoreRow,
  type Row,
} from "./rows";
import { documentsText } from "./viewText";

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
const inactiveColor = new vscode.ThemeColor("list.deemphasizedForeground");

/** What the tree shows of a row. Its ID keeps it expanded and selected across refreshes and arrangements. */
export function treeItemOf(row: Row, lists: CollectionLists): vscode.TreeItem {
  const item = itemOf(row, lists);
  const collectionId = collectionRowOf(row)?.item.value.id ?? "";
  const part =
    row instanceof EnvironmentRow
      ? row.environment
      : row instanceof FieldRow
        ? row.field.name
        : row instanceof DocumentRow && row.item.value.id;
  const idParts = [lists.client.connection.name, collectionId, item.contextValue ?? ""];
  item.id = treeItemId(typeof part === "string" ? [...idParts, part] : idParts);
  for (const property of ["label", "description", "tooltip"] as const) {
    const text = item[property];
    if (typeof text === "string") {
      item[property] = isolated(text);
    }
  }
  return item;
}

function itemOf(row: Row, lists: CollectionLists): vscode.TreeItem {
  if (row instanceof CollectionRow) {
    return collectionItem(row, lists);
  }
  if (row instanceof FieldRow) {
    return fieldItem(row);
  }
  if (row instanceof DocumentsRow) {
    return documentsItem(row, lists);
  }
  if (row instanceof DocumentRow) {
    return documentItem(row);
  }
  return row instanceof EnvironmentRow ? environmentItem(row) : loadMoreItem(row, lists);
}

function treeItem(
  label: string,
  contextValue: string,
  accessibleLabel: string,
  state = None,
): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.contextValue = contextValue;
  item.accessibilityInformation = { label: accessibleLabel };
  return item;
}

function collectionItem({ item: { value } }: CollectionRow, lists: CollectionLists): vscode.TreeItem {
  const count = lists.documentCountOf(value);
  const item = treeItem(labelOf(value), "collection", accessibilityLabelOf(value, count), Collapsed);
  item.description = descriptionOf(value, count);
  const color = value.isActive === false ? inactiveColor : undefined;
  item.iconPath = new vscode.ThemeIcon(environmentIcon(value.environment), color);
  return item;
}

function fieldItem({ field: { label, text } }: FieldRow): vscode.TreeItem {
  const item = treeItem(label, "field", `${label}: ${text}`);
  item.description = text;
  item.tooltip = `${label}: ${text}`;
  return item;
}

function documentsItem({ parent }: DocumentsRow, lists: CollectionLists): vscode.TreeItem {
  const label = l10n.t("Documents");
  const text = documentsText(parent.item.value, lists);
  const item = treeItem(label, "documents", [label, text].filter(Boolean).join(", "), Collapsed);
  item.description = text;
  item.iconPath = new vscode.ThemeIcon("files");
  return item;
}

function documentItem({ item: { value } }: DocumentRow): vscode.TreeItem {
  const label = documentLabelOf(value);
  const description = documentDescriptionOf(value);
  const item = treeItem(label, "document", [label, description].filter(Boolean).join(", "));
  item.description = description;
  // The icon of its file type in the current icon theme.
  item.iconPath = vscode.ThemeIcon.File;
  item.resourceUri = vscode.Uri.from({
    scheme: schemes.document,
    path: `/${label.replaceAll(/[/\\]/g, "-")}`,
  });
  return item;
}

function environmentItem({ environment, collections }: EnvironmentRow): vscode.TreeItem {
  const label = environment === undefined ? l10n.t("No environment") : oneLine(environment, 100) || unnamed();
  const countText = collectionCount(collections.length);
  const name = environment === undefined ? label : l10n.t("{0} environment", label);
  const item = treeItem(label, "environment", `${name}, ${countText}`, Expanded);
  item.description = formatNumber(collections.length);
  item.iconPath = new vscode.ThemeIcon(environmentIcon(environment));
  return item;
}

function loadMoreItem(row: LoadMoreRow, lists: CollectionLists): vscode.TreeItem {
  const { parent } = row;
  const { items, totalCount } = (parent ? lists.documentsOf(parent.parent.item.value) : lists.collections)
    .state;
  const progress = progressText(items.length, totalCount);
  const item = treeItem(
    l10n.t("Load more"),
    parent ? "loadMore.documents" : "loadMore",
    l10n.t("Load more, {0} loaded", progress),
  );
  item.description = progress;
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.command = {
    command: commands.loadMoreCollections,
    title: parent ? l10n.t("Load More Documents") : l10n.t("Load More Collections"),
    arguments: [row],
  };
  return item;
}

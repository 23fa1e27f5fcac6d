import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { shortReason } from "../../service/failureText";
import type { Collection } from "../../service/types";
import type { Connection } from "../../connections/connection";
import { commands, schemes } from "../../ids";
import { remedyLabel } from "../../shared/problemKind";
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
import { documentAccessibilityLabelOf, documentDescriptionOf, documentLabelOf } from "../model/documentText";
import { unnamed } from "../model/fields";
import { CollectionNode, EnvironmentNode, FieldNode, type TreeNode } from "./collectionNodes";
import { DocumentNode, DocumentRangeNode, DocumentsNode, NoteNode } from "./documentNodes";
import { ErrorNode, LoadMoreNode, type RemedyNode } from "./statusNodes";
import { remedyAction } from "./viewText";

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/**
 * A tree item. VS Code keeps it expanded and selected by its ID, which stays the same across refreshes and arrangements.
 * @param idParts the parts of a unique ID
 */
function treeItem(
  label: string,
  collapsibleState: vscode.TreeItemCollapsibleState,
  contextValue: string,
  ...idParts: readonly string[]
): vscode.TreeItem {
  const item = new vscode.TreeItem(label, collapsibleState);
  item.id = treeItemId(idParts);
  item.contextValue = contextValue;
  return item;
}

/** What the tree shows for an element. */
export function treeItemOf(node: TreeNode, connection: Connection | undefined): vscode.TreeItem {
  const item = itemOf(node, connection);
  if (typeof item.label === "string") {
    item.label = isolated(item.label);
  }
  if (typeof item.description === "string") {
    item.description = isolated(item.description);
  }
  return item;
}

function itemOf(node: TreeNode, connection: Connection | undefined): vscode.TreeItem {
  const connectionName = connection?.name ?? "";
  if (node instanceof CollectionNode) {
    return collectionItem(node.item.value, connectionName);
  }
  if (node instanceof DocumentNode) {
    return documentItem(node, connectionName);
  }
  if (node instanceof DocumentRangeNode) {
    return documentRangeItem(node, connectionName);
  }
  if (node instanceof FieldNode) {
    return fieldItem(node, connectionName);
  }
  if (node instanceof DocumentsNode) {
    return documentsItem(node, connectionName);
  }
  if (node instanceof EnvironmentNode) {
    return environmentItem(node, connectionName);
  }
  if (node instanceof LoadMoreNode) {
    return loadMoreItem(node, connectionName);
  }
  if (node instanceof NoteNode) {
    return noteItem(node, connectionName);
  }
  return node instanceof ErrorNode ? errorItem(node, connectionName) : remedyItem(node, connectionName);
}

/** Marks the items of inactive collections: VS Code colors labels only by their URI. */
const inactiveUri = vscode.Uri.from({ scheme: schemes.inactive, path: "/inactive" });
const inactiveColor = new vscode.ThemeColor("list.deemphasizedForeground");

/** Dims the labels of inactive collections. Their descriptions also state that they are inactive. */
export function registerInactiveDecoration(): vscode.Disposable {
  const decoration = new vscode.FileDecoration(undefined, undefined, inactiveColor);
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: (uri) => (uri.scheme === schemes.inactive ? decoration : undefined),
  });
}

function collectionItem(collection: Collection, connectionName: string): vscode.TreeItem {
  const item = treeItem(labelOf(collection), Collapsed, "collection", connectionName, collection.id);
  const isInactive = collection.isActive === false;
  const icon = environmentIcon(collection.environment);
  item.description = descriptionOf(collection);
  item.iconPath = new vscode.ThemeIcon(icon, isInactive ? inactiveColor : undefined);
  if (isInactive) {
    item.resourceUri = inactiveUri;
  }
  item.accessibilityInformation = { label: accessibilityLabelOf(collection) };
  return item;
}

function fieldItem({ field, parent }: FieldNode, connectionName: string): vscode.TreeItem {
  const item = treeItem(field.label, None, "field", connectionName, parent.item.value.id, field.name);
  item.description = field.text;
  item.tooltip = `${field.label}: ${field.text}`;
  item.accessibilityInformation = { label: item.tooltip };
  return item;
}

function documentsItem(node: DocumentsNode, connectionName: string): vscode.TreeItem {
  const { count, parent, list } = node;
  const label = l10n.t("Documents");
  const item = treeItem(
    label,
    Collapsed,
    "documents",
    connectionName,
    parent.item.value.id,
    "documents",
    "",
    "",
  );
  item.iconPath = new vscode.ThemeIcon("files");
  if (count !== undefined) {
    item.description = formatNumber(count);
  }
  item.tooltip = l10n.t('Documents of "{0}"', oneLine(list.collectionName, 100));
  item.accessibilityInformation = {
    label: count === undefined ? label : `${label}, ${formatNumber(count)}`,
  };
  return item;
}

function documentItem(node: DocumentNode, connectionName: string): vscode.TreeItem {
  const { value } = node.item;
  const collectionId = node.documents.parent.item.value.id;
  const label = documentLabelOf(value);
  const item = treeItem(label, None, "document", connectionName, collectionId, "document", value.id, "");
  item.description = documentDescriptionOf(value);
  // The icon of its file type in the current icon theme.
  item.iconPath = vscode.ThemeIcon.File;
  item.resourceUri = vscode.Uri.from({
    scheme: schemes.document,
    path: `/${label.replaceAll(/[/\\]/g, "-")}`,
  });
  item.accessibilityInformation = { label: documentAccessibilityLabelOf(value) };
  return item;
}

function documentRangeItem(node: DocumentRangeNode, connectionName: string): vscode.TreeItem {
  const { index, parent, children, isOpenEnd } = node;
  const [first, last] = [formatNumber(index + 1), formatNumber(index + children.length)];
  const state = isOpenEnd ? Expanded : Collapsed;
  const collectionId = parent.parent.item.value.id;
  const idParts = [connectionName, collectionId, "documentRange", String(index), ""];
  const item = treeItem(`${first}–${last}`, state, "documentRange", ...idParts);
  item.accessibilityInformation = { label: l10n.t("Documents {0} to {1}", first, last) };
  return item;
}

/** What a click on a document runs. */
export function documentCommand(node: DocumentNode): vscode.Command {
  return {
    command: commands.openDocument,
    title: l10n.t("Open Document as JSON"),
    arguments: [node, undefined, "preview"],
  };
}

function noteItem({ note, parent }: NoteNode, connectionName: string): vscode.TreeItem {
  const { label, description, icon } = note;
  const item = treeItem(label, None, "note", connectionName, parent.parent.item.value.id, "note", "", "");
  item.description = description;
  item.tooltip = description || label;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.accessibilityInformation = { label: description || label };
  return item;
}

function environmentItem(node: EnvironmentNode, connectionName: string): vscode.TreeItem {
  const { environment, collections, isExpanded } = node;
  const label = environment === undefined ? l10n.t("No environment") : oneLine(environment, 100) || unnamed();
  const idParts = ["environment", environment ?? "", environment === undefined ? "" : "named"];
  const item = treeItem(label, isExpanded ? Expanded : Collapsed, "environment", connectionName, ...idParts);
  const countText = collectionCount(collections.length);
  item.description = formatNumber(collections.length);
  item.tooltip = l10n.t("{0}: {1} loaded", label, countText);
  item.iconPath = new vscode.ThemeIcon(environmentIcon(environment));
  item.accessibilityInformation = {
    label: `${environment === undefined ? label : l10n.t("{0} environment", label)}, ${countText}`,
  };
  return item;
}

function loadMoreItem(node: LoadMoreNode, connectionName: string): vscode.TreeItem {
  const { state, parent } = node;
  const contextValue = `${state.busy ? "loading" : "loadMore"}${parent ? ".documents" : ""}`;
  const item = treeItem(
    l10n.t("Load more"),
    None,
    contextValue,
    connectionName,
    "loadMore",
    ...ownerParts(parent),
  );
  const progress = progressText(state.items.length, state.totalCount);
  const loading = parent ? l10n.t("Loading more documents…") : l10n.t("Loading more collections…");
  item.description = state.retry ? l10n.t("retrying…") : state.busy ? l10n.t("loading…") : progress;
  item.iconPath = new vscode.ThemeIcon(state.busy ? "loading~spin" : "ellipsis");
  item.tooltip = state.busy ? loading : l10n.t("{0} loaded", progress);
  item.accessibilityInformation = {
    label: state.busy ? loading : l10n.t("Load more, {0} loaded", progress),
  };
  if (!state.busy) {
    item.command = {
      command: commands.loadMoreCollections,
      title: parent ? l10n.t("Load More Documents") : l10n.t("Load More Collections"),
      arguments: [node],
    };
  }
  return item;
}

/** The parts of an ID that tell the status of one list from that of another. */
function ownerParts(parent: DocumentsNode | undefined): readonly [string, string, string] {
  return ["", "", parent?.parent.item.value.id ?? ""];
}

function errorItem({ error, parent }: ErrorNode, connectionName: string): vscode.TreeItem {
  const message = oneLine(error.message, 300);
  const contextValue = `${parent ? "documentsFailure" : "failure"}.${error.kind}`;
  const item = treeItem(
    shortReason(error),
    None,
    contextValue,
    connectionName,
    "failure",
    ...ownerParts(parent),
  );
  item.description = message;
  item.tooltip = message;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.accessibilityInformation = { label: message };
  return item;
}

function remedyItem(node: RemedyNode, connectionName: string): vscode.TreeItem {
  const { remedy, parent } = node;
  const title = remedyLabel(remedy);
  const { icon, command } = remedyAction(remedy);
  const item = treeItem(title, None, "remedy", connectionName, "remedy", remedy, ...ownerParts(parent));
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { title, command, arguments: [remedy === "retry" ? node : connectionName] };
  item.tooltip = title;
  return item;
}

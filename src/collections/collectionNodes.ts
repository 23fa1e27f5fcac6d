import * as vscode from "vscode";
import type { Collection, Item } from "../api/types";
import { commands } from "../ids";
import { oneLine } from "../util/plainText";
import type { CollectionPagesState } from "./collectionPages";
import { descriptionOf, environmentIcon, formatCount, labelOf, tooltipOf } from "./collectionText";

/** A row of the tree "Collections". */
export type CollectionNode =
  | { readonly kind: "collection"; readonly item: Item<Collection> }
  | { readonly kind: "loadMore"; readonly state: CollectionPagesState }
  | { readonly kind: "failure"; readonly message: string };

/** The rows of a state, top to bottom. */
export function nodesOf(state: CollectionPagesState): CollectionNode[] {
  const nodes: CollectionNode[] = state.items.map((item) => ({ kind: "collection", item }));
  if (state.failure) {
    nodes.push({ kind: "failure", message: state.failure.message });
  } else if (state.items.length > 0 && state.more !== "no") {
    nodes.push({ kind: "loadMore", state });
  }
  return nodes;
}

export function treeItemOf(node: CollectionNode, connectionName: string): vscode.TreeItem {
  switch (node.kind) {
    case "collection":
      return collectionItem(node.item.value, connectionName);
    case "loadMore":
      return loadMoreItem(node.state, connectionName);
    case "failure":
      return failureItem(node.message);
  }
}

function collectionItem(collection: Collection, connectionName: string): vscode.TreeItem {
  const item = new vscode.TreeItem(labelOf(collection));
  item.id = JSON.stringify([connectionName, collection.id]);
  item.description = descriptionOf(collection);
  item.tooltip = tooltipOf(collection);
  item.contextValue = "collection";
  item.iconPath = new vscode.ThemeIcon(
    environmentIcon(collection.environment),
    collection.isActive === false ? new vscode.ThemeColor("disabledForeground") : undefined,
  );
  const environment =
    collection.environment === undefined ? "" : `, environment ${oneLine(collection.environment, 80)}`;
  item.accessibilityInformation = {
    label: [`${labelOf(collection)}${environment}`, item.description].filter(Boolean).join(", "),
  };
  return item;
}

function loadMoreItem(state: CollectionPagesState, connectionName: string): vscode.TreeItem {
  const item = new vscode.TreeItem("Load more");
  item.id = JSON.stringify([connectionName, "load more"]);
  item.description = state.busy ? "loading…" : progressOf(state);
  item.iconPath = new vscode.ThemeIcon(state.busy ? "loading~spin" : "ellipsis");
  item.contextValue = "loadMore";
  if (!state.busy) {
    item.command = { command: commands.loadMoreCollections, title: "Load More Collections" };
  }
  return item;
}

function failureItem(message: string): vscode.TreeItem {
  const text = oneLine(message, 300);
  const item = new vscode.TreeItem("Retry");
  item.description = text;
  item.tooltip = text;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "failure";
  item.command = { command: commands.loadMoreCollections, title: "Retry" };
  item.accessibilityInformation = { label: `${text} Retry` };
  return item;
}

/** `100 of 2,340`, or `100` when the service gives no total. */
export function progressOf(state: CollectionPagesState): string {
  const loaded = formatCount(state.items.length);
  return state.totalCount === undefined ? loaded : `${loaded} of ${formatCount(state.totalCount)}`;
}

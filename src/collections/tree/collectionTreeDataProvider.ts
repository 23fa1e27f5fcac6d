import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ApiError } from "../../api/errors";
import type { Collection, ServiceClient } from "../../api/types";
import { type Connection, defaultDataset } from "../../connections/connection";
import { commands, schemes } from "../../ids";
import { remedyLabel } from "../../shared/problemKind";
import { formatNumber, isolated } from "../../shared/text";
import { Disposable } from "../../util/disposable";
import { oneLine } from "../../util/strings";
import type { Arrangement } from "../model/arrangement";
import { CollectionList } from "../model/collectionList";
import {
  accessibilityLabelOf,
  collectionCount,
  descriptionOf,
  environmentIcon,
  labelOf,
  progressText,
  tooltipOf,
  unnamed,
} from "../model/collectionText";
import {
  childrenOf,
  CollectionNode,
  CollectionNodes,
  EnvironmentNode,
  ErrorNode,
  EventFeedNode,
  FieldNode,
  LoadMoreNode,
  parentOf,
  type RemedyNode,
  type TreeNode,
} from "./collectionNodes";
import { remedyAction, shortReason } from "./viewText";

/** What the tree shows: the collections of a connection. */
export class CollectionTreeInput extends Disposable {
  readonly connection: Connection;
  readonly list: CollectionList;

  constructor(client: { readonly connection: Connection } & ServiceClient, pageSize: () => number) {
    super();
    this.connection = client.connection;
    this.list = this.register(new CollectionList(client, pageSize));
  }
}

/** The elements of the tree "Collections". Requesting them loads nothing. */
export class CollectionTreeDataProvider extends Disposable implements vscode.TreeDataProvider<TreeNode> {
  private readonly changeEmitter = this.register(new vscode.EventEmitter<TreeNode | undefined>());
  private input: CollectionTreeInput | undefined;
  private nodes = new CollectionNodes();

  readonly onDidChangeTreeData = this.changeEmitter.event;

  /** Shows the current state of an input, and refreshes what has changed. */
  update(input: CollectionTreeInput | undefined, arrangement: Arrangement): void {
    const isSame = input === this.input;
    if (!isSame) {
      this.input = input;
      this.nodes = new CollectionNodes(input?.connection.sample);
    }
    const changed = input && this.nodes.update(input.list.state, arrangement);
    if (!isSame || changed === "all") {
      this.changeEmitter.fire(undefined);
    } else if (changed) {
      this.changeEmitter.fire(changed);
    }
  }

  /** The element of a collection that is loaded. */
  find(id: string): CollectionNode | undefined {
    return this.nodes.find(id);
  }

  /** The element that shows why loading failed. */
  get error(): ErrorNode | undefined {
    return this.nodes.error;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (node) {
      return [...childrenOf(node)];
    }
    // Without a connection, the empty view shows its welcome content.
    return this.input ? [...this.nodes.roots] : [];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return parentOf(node);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = this.itemOf(node);
    if (typeof item.label === "string") {
      item.label = isolated(item.label);
    }
    if (typeof item.description === "string") {
      item.description = isolated(item.description);
    }
    return item;
  }

  private itemOf(node: TreeNode): vscode.TreeItem {
    const connectionName = this.input?.connection.name ?? "";
    if (node instanceof CollectionNode) {
      return collectionItem(node.item.value, connectionName);
    }
    if (node instanceof FieldNode) {
      return fieldItem(node, connectionName);
    }
    if (node instanceof EnvironmentNode) {
      return environmentItem(node, connectionName);
    }
    if (node instanceof EventFeedNode) {
      return eventFeedItem(node, this.input?.connection);
    }
    if (node instanceof LoadMoreNode) {
      return loadMoreItem(node, connectionName);
    }
    return node instanceof ErrorNode
      ? errorItem(node.error, connectionName)
      : remedyItem(node, connectionName);
  }

  /** Tooltips are created when they are shown: 100,000 of them would take seconds. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node instanceof CollectionNode) {
      item.tooltip = tooltipOf(node.item.json);
    }
    return item;
  }
}

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
  const id = JSON.stringify(idParts);
  // Names may be megabytes long.
  item.id = id.length <= 500 ? id : `${id.slice(0, 100)}${createHash("sha256").update(id).digest("hex")}`;
  item.contextValue = contextValue;
  return item;
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

function eventFeedItem({ command }: EventFeedNode, connection: Connection | undefined): vscode.TreeItem {
  const item = treeItem(
    l10n.t("Event Feed"),
    None,
    "eventFeed",
    connection?.name ?? "",
    "eventFeed",
    "",
    "",
    "",
    "",
  );
  const { dataset = defaultDataset } = connection ?? {};
  if (dataset !== defaultDataset) {
    item.description = oneLine(dataset, 80);
  }
  item.iconPath = new vscode.ThemeIcon("pulse");
  item.tooltip = l10n.t("Open the live feed of company events");
  item.command = { command, title: l10n.t("Open Event Feed") };
  return item;
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

function loadMoreItem({ state }: LoadMoreNode, connectionName: string): vscode.TreeItem {
  const contextValue = state.busy ? "loading" : "loadMore";
  const item = treeItem(l10n.t("Load more"), None, contextValue, connectionName, "loadMore", "", "", "");
  const progress = progressText(state.items.length, state.totalCount);
  item.description = state.retry ? l10n.t("retrying…") : state.busy ? l10n.t("loading…") : progress;
  item.iconPath = new vscode.ThemeIcon(state.busy ? "loading~spin" : "ellipsis");
  item.tooltip = state.busy ? l10n.t("Loading more collections…") : l10n.t("{0} loaded", progress);
  item.accessibilityInformation = {
    label: state.busy ? l10n.t("Loading more collections…") : l10n.t("Load more, {0} loaded", progress),
  };
  if (!state.busy) {
    item.command = { command: commands.loadMoreCollections, title: l10n.t("Load More Collections") };
  }
  return item;
}

function errorItem(error: ApiError, connectionName: string): vscode.TreeItem {
  const message = oneLine(error.message, 300);
  const contextValue = `failure.${error.kind}`;
  const item = treeItem(shortReason(error), None, contextValue, connectionName, "failure", "", "", "");
  item.description = message;
  item.tooltip = message;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.accessibilityInformation = { label: message };
  return item;
}

function remedyItem({ remedy }: RemedyNode, connectionName: string): vscode.TreeItem {
  const title = remedyLabel(remedy);
  const { icon, command } = remedyAction(remedy);
  const item = treeItem(title, None, "remedy", connectionName, "remedy", remedy, "", "");
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { title, command, arguments: [connectionName] };
  item.tooltip = title;
  return item;
}

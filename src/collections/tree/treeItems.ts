import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { ApiError } from "../../api/errors";
import type { Collection } from "../../api/types";
import { sampleConnection } from "../../connections/connection";
import { commands } from "../../ids";
import { oneLine } from "../../util/strings";
import { tooltipOf } from "../model/collectionFields";
import {
  CollectionRow,
  FailureRow,
  FieldRow,
  GroupRow,
  LoadMoreRow,
  type RemedyRow,
  type TreeRow,
} from "./collectionRows";
import {
  descriptionOf,
  documentsText,
  environmentIcon,
  formatCount,
  labelOf,
  accessibleLabelOf,
} from "../model/collectionText";
import { remedyFor, shortReason } from "./errorText";
import { inactiveUri } from "./inactiveDecoration";
import { progressOf } from "./viewText";

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/**
 * How a row is drawn. Its `id` stays the same over refreshes and arrangements, so that VS Code keeps what is open and what is
 * selected.
 */
export function itemOf(row: TreeRow, connectionName: string): vscode.TreeItem {
  if (row instanceof CollectionRow) {
    return collectionItem(row.item.value, connectionName);
  }
  if (row instanceof FieldRow) {
    return fieldItem(row, connectionName);
  }
  if (row instanceof GroupRow) {
    return groupItem(row, connectionName);
  }
  if (row instanceof LoadMoreRow) {
    return loadMoreItem(row, connectionName);
  }
  return row instanceof FailureRow ? failureItem(row.error, connectionName) : remedyItem(row, connectionName);
}

/** The tooltip, which VS Code asks for when it shows it: 100,000 of them would cost seconds. */
export function withTooltip(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
  if (row instanceof CollectionRow) {
    item.tooltip = tooltipOf(row.item.json);
  }
  return item;
}

function collectionItem(collection: Collection, connectionName: string): vscode.TreeItem {
  const item = new vscode.TreeItem(labelOf(collection), Collapsed);
  const inactive = collection.isActive === false;
  item.id = idOf(connectionName, collection.id);
  item.description = descriptionOf(collection);
  item.contextValue = "collection";
  item.iconPath = new vscode.ThemeIcon(
    environmentIcon(collection.environment),
    inactive ? new vscode.ThemeColor("list.deemphasizedForeground") : undefined,
  );
  if (inactive) {
    item.resourceUri = inactiveUri;
  }
  item.accessibilityInformation = { label: accessibleLabelOf(collection) };
  return item;
}

function fieldItem({ field, parent }: FieldRow, connectionName: string): vscode.TreeItem {
  const item = new vscode.TreeItem(field.label, None);
  item.id = idOf(connectionName, parent.item.value.id, field.name);
  item.description = field.text;
  item.tooltip = `${field.label}: ${field.text}`;
  item.contextValue = "field";
  item.accessibilityInformation = { label: item.tooltip };
  return item;
}

function groupItem({ environment, rows, oneOfMany }: GroupRow, connectionName: string): vscode.TreeItem {
  const label = environment === undefined ? "No environment" : oneLine(environment, 100) || "(unnamed)";
  const item = new vscode.TreeItem(label, oneOfMany ? Collapsed : Expanded);
  const count = `${formatCount(rows.length)} ${rows.length === 1 ? "collection" : "collections"}`;
  item.id = idOf(connectionName, "environment", environment ?? "", environment === undefined ? "" : "named");
  item.description = formatCount(rows.length);
  item.tooltip = `${label}: ${count} loaded`;
  item.contextValue = "group";
  item.iconPath = new vscode.ThemeIcon(environmentIcon(environment));
  item.accessibilityInformation = { label: `${label} environment, ${count}` };
  return item;
}

function loadMoreItem({ state }: LoadMoreRow, connectionName: string): vscode.TreeItem {
  const item = new vscode.TreeItem("Load more", None);
  const progress = progressOf(state.items.length, state.totalCount);
  item.id = idOf(connectionName, "load more", "", "", "");
  item.description = state.retry ? "retrying…" : state.busy ? "loading…" : progress;
  item.iconPath = new vscode.ThemeIcon(state.busy ? "loading~spin" : "ellipsis");
  item.tooltip = state.busy ? "Loading more collections…" : `${progress} loaded`;
  item.contextValue = state.busy ? "loading" : "loadMore";
  item.accessibilityInformation = {
    label: state.busy ? "Loading more collections" : `Load more, ${progress} loaded`,
  };
  if (!state.busy) {
    item.command = { command: commands.loadMoreCollections, title: "Load More Collections" };
  }
  return item;
}

function failureItem(error: ApiError, connectionName: string): vscode.TreeItem {
  const sentence = oneLine(error.message, 300);
  const item = new vscode.TreeItem(shortReason(error), None);
  item.id = idOf(connectionName, "failure", "", "", "");
  item.description = sentence;
  item.tooltip = sentence;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = `failure.${error.kind}`;
  item.accessibilityInformation = { label: sentence };
  return item;
}

const remedies = {
  setKey: { title: "Set API Key…", icon: "key", command: commands.setApiKey },
  edit: { title: "Edit Connection…", icon: "edit", command: commands.editConnection },
  connect: { title: "Connect…", icon: "plug", command: commands.connect },
  retry: { title: "Retry", icon: "refresh", command: commands.loadMoreCollections },
} as const;

function remedyItem({ error }: RemedyRow, connectionName: string): vscode.TreeItem {
  // The sample service has nothing to edit.
  const remedy = connectionName === sampleConnection.name ? "retry" : remedyFor(error.kind);
  const { title, icon, command } = remedies[remedy];
  const item = new vscode.TreeItem(title, None);
  item.id = idOf(connectionName, "remedy", "", "", "");
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { title, command, arguments: [connectionName] };
  item.contextValue = "remedy";
  item.tooltip = title;
  return item;
}

/** One line for a pick or a message: `4,210 documents · production`. */
export function pickDescription(collection: Collection): string {
  return [collection.environment, documentsText(collection), collection.isActive === false && "inactive"]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" · ");
}

/** Parts make an id that no other parts make; long ones (a service may send megabytes) are cut down. */
function idOf(...parts: readonly string[]): string {
  const id = JSON.stringify(parts);
  return id.length <= 500 ? id : `${id.slice(0, 100)}${createHash("sha256").update(id).digest("hex")}`;
}

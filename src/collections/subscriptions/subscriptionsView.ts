import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connections } from "../../connections/connections";
import { views } from "../../ids";
import type { Item, Subscription } from "../../service/types";
import { isRecord } from "../../shared/schemas";
import type { Clock } from "../../util/clock";
import { Disposable, DisposableStore, MutableDisposable } from "../../util/disposable";
import { type Log, logRejection } from "../../util/log";
import { showQuickPick, treeItem, withViewProgress } from "../../window";
import { AutomaticLoad } from "../model/automaticLoad";
import { PagedList } from "../model/pagedList";
import { loadedText } from "../model/collectionText";
import type { Field } from "../model/fields";
import { fieldContent, tooltipOf } from "../tree/rows";
import { problemsOf } from "../tree/viewText";
import { subscriptionDescription, subscriptionLabel, subscriptionFields } from "./subscriptionText";

/** A webhook alert, or one of its fields. Copy Value recognizes fields by their kind, as in the view "Collections". */
type Row =
  | { readonly kind: "subscription"; readonly subscription: Item<Subscription> }
  | { readonly kind: "field"; readonly subscription: Item<Subscription>; readonly field: Field };

function alertRow(subscription: Item<Subscription>): Row {
  return { kind: "subscription", subscription };
}

/** The view "Webhook Alerts" of the active connection. Nothing is read before it is opened, or a command needs it. */
export class SubscriptionsView extends Disposable implements vscode.TreeDataProvider<Row> {
  private readonly changed = this.register(new vscode.EventEmitter<undefined>());
  private readonly view: vscode.TreeView<Row>;
  private readonly resources = this.register(new MutableDisposable<DisposableStore>());
  private list: PagedList<Subscription> | undefined;
  private automaticLoad: AutomaticLoad<Subscription> | undefined;
  private items: readonly Item<Subscription>[] = [];

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly connections: Connections,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.view = this.register(
      vscode.window.createTreeView<Row>(views.subscriptions, { treeDataProvider: this }),
    );
    this.register(connections.onDidChangeActive(() => this.setList()));
    this.setList();
  }

  /** The alert of the row that a menu passes to its command, or the selected one, or one that the user picks. */
  async choose(row: unknown, title: string): Promise<Item<Subscription> | undefined> {
    const selected = row ?? this.view.selection[0];
    const found = isRow(selected) && this.list?.find(selected.subscription.value.id);
    if (found) {
      return found;
    }
    if (this.items.length === 0) {
      await this.refresh();
    }
    const choices = this.items.map((item) => ({
      label: subscriptionLabel(item.value),
      description: subscriptionDescription(item.value),
      item,
    }));
    if (choices.length === 0) {
      throw this.list?.state.error ?? new Error(l10n.t("No webhook alerts found."));
    }
    const placeHolder = l10n.t("Select a webhook alert");
    return (await showQuickPick(choices, { title, placeHolder, matchOnDescription: true }))?.item;
  }

  /** @returns whether the list was read */
  async refresh(): Promise<boolean> {
    const { list } = this;
    return list !== undefined && (await withViewProgress(views.subscriptions, () => list.refresh()));
  }

  /** Selects an alert, if it is in the list. */
  async reveal(id: string): Promise<void> {
    const subscription = this.list?.find(id);
    if (subscription) {
      // The tree may have changed in the meantime.
      await this.view
        .reveal(alertRow(subscription), { select: true, focus: true })
        .then(undefined, () => undefined);
    }
  }

  getChildren(row?: Row): Row[] {
    if (!row) {
      return this.items.map(alertRow);
    }
    const { kind, subscription } = row;
    return kind === "field"
      ? []
      : subscriptionFields(subscription).map((field) => ({ kind: "field", subscription, field }));
  }

  getParent({ kind, subscription }: Row): Row | undefined {
    return kind === "field" ? alertRow(subscription) : undefined;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const { value } = row.subscription;
    const idParts = [this.connections.active?.connection.name ?? "", value.id];
    if (row.kind === "field") {
      const { field } = row;
      return treeItem([...idParts, "field", field.name], { ...fieldContent(field), contextValue: "field" });
    }
    return treeItem([...idParts, "subscription"], {
      label: subscriptionLabel(value),
      description: subscriptionDescription(value),
      contextValue: "subscription",
      iconPath: new vscode.ThemeIcon("broadcast"),
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    });
  }

  /** Tooltips are created when they are needed. */
  resolveTreeItem(item: vscode.TreeItem, row: Row): vscode.TreeItem {
    const { value } = row.subscription;
    item.tooltip =
      row.kind === "field"
        ? tooltipOf(`${row.field.label}: ${row.field.text}`)
        : tooltipOf(subscriptionLabel(value), subscriptionDescription(value), value.id);
    return item;
  }

  private setList(): void {
    const client = this.connections.active;
    const resources = (this.resources.value = new DisposableStore());
    // One page: paging is not specified (docs/service.md, Webhook alerts: requests).
    const list =
      client &&
      new PagedList(
        (_, options) => client.listSubscriptions(options),
        () => 0,
      );
    this.list = list && resources.add(list);
    const load = () => logRejection(this.refresh(), this.log);
    this.automaticLoad = list && resources.add(new AutomaticLoad(list, this.view, load, this.clock, client));
    this.automaticLoad?.onDidTick(() => this.update());
    this.update();
  }

  private update(): void {
    const { items = [] } = this.list?.state ?? {};
    if (items !== this.items) {
      this.items = items;
      this.changed.fire(undefined);
    }
    this.view.description = items.length > 0 ? loadedText(items.length, this.list?.state.totalCount) : "";
    this.view.message = this.messages().join(" ");
  }

  private messages(): readonly string[] {
    const { list } = this;
    if (!list || list.isNeverLoaded) {
      return [];
    }
    const { state } = list;
    if (state.error?.kind === "notOffered") {
      return [l10n.t("This service doesn't offer webhook alerts.")];
    }
    const { busy, error, items, hasMore, skipped } = state;
    const isEmpty = items.length === 0 && !busy && !error && !hasMore && skipped === 0;
    return [
      ...problemsOf(state, this.automaticLoad?.retryInMs ?? 0),
      ...(isEmpty ? [l10n.t("No webhook alerts found.")] : []),
      ...(hasMore && !busy && !error ? [l10n.t("The service has more webhook alerts than it listed.")] : []),
    ];
  }
}

/** Menus pass a row to their command; other callers may pass anything. */
function isRow(value: unknown): value is Row {
  return isRecord(value) && "subscription" in value;
}

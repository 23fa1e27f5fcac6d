import * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import type { ServiceAccess } from "../connections/serviceAccess";
import { views } from "../ids";
import { Owner, Slot } from "../util/disposable";
import { type CollectionNode, nodesOf, progressOf, treeItemOf } from "./collectionNodes";
import { CollectionPages } from "./collectionPages";

/** The collections of one connection while it is the active one. */
class ShownConnection extends Owner {
  readonly pages: CollectionPages;
  nodes: readonly CollectionNode[] = [];

  constructor(
    readonly access: ServiceAccess,
    pageSize: () => number,
    onChange: () => void,
  ) {
    super();
    this.pages = this.own(new CollectionPages(access, pageSize));
    this.own(
      this.pages.onDidChange((state) => {
        this.nodes = nodesOf(state);
        onChange();
      }),
    );
  }
}

/**
 * The tree "Collections": one page at a time of the active connection's collections. Loading happens here and on command,
 * never while VS Code asks for rows.
 */
export class CollectionsView extends Owner implements vscode.TreeDataProvider<CollectionNode> {
  private readonly changed = this.own(new vscode.EventEmitter<undefined>());
  private readonly shown = this.own(new Slot<ShownConnection>());
  private readonly view: vscode.TreeView<CollectionNode>;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly connections: Connections,
    private readonly pageSize: () => number,
  ) {
    super();
    this.view = this.own(
      vscode.window.createTreeView(views.collections, { treeDataProvider: this, showCollapseAll: false }),
    );
    this.own(connections.onDidChangeActive(() => this.show()));
    this.own(connections.onDidChangeKey((name) => this.followKey(name)));
    this.own(this.view.onDidChangeVisibility(() => this.loadFirstPage()));
    this.show();
  }

  getChildren(node?: CollectionNode): CollectionNode[] {
    return node ? [] : [...(this.shown.value?.nodes ?? [])];
  }

  getTreeItem(node: CollectionNode): vscode.TreeItem {
    return treeItemOf(node, this.shown.value?.access.connection.name ?? "");
  }

  getParent(): undefined {
    return undefined;
  }

  async loadMore(): Promise<void> {
    await this.withProgress((pages) => pages.loadMore());
  }

  async refresh(): Promise<void> {
    await this.withProgress((pages) => pages.refresh());
  }

  private async withProgress(work: (pages: CollectionPages) => Promise<void>): Promise<void> {
    const pages = this.shown.value?.pages;
    if (pages) {
      await vscode.window.withProgress({ location: { viewId: views.collections } }, () => work(pages));
    }
  }

  private show(): void {
    const access = this.connections.active;
    this.shown.value = access && new ShownConnection(access, this.pageSize, () => this.render());
    this.render();
    this.loadFirstPage();
  }

  private followKey(name: string): void {
    if (this.shown.value?.access.connection.name === name && this.shown.value.pages.state.failure) {
      void this.refresh();
    }
  }

  private loadFirstPage(): void {
    const state = this.shown.value?.pages.state;
    if (
      this.view.visible &&
      state &&
      state.items.length === 0 &&
      !state.busy &&
      !state.failure &&
      state.more !== "no"
    ) {
      void this.loadMore();
    }
  }

  private render(): void {
    const shown = this.shown.value;
    const state = shown?.pages.state;
    const sample = shown?.access.connection.sample ? "sample" : undefined;
    const progress = state && state.items.length > 0 ? progressOf(state) : undefined;
    this.view.description = [progress, sample].filter(Boolean).join(" · ");
    this.view.message =
      state && state.items.length === 0 && state.more === "no" ? "This organization has no collections." : "";
    this.changed.fire(undefined);
  }
}

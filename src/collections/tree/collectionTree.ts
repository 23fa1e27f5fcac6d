import * as vscode from "vscode";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { ServiceClient } from "../../api/types";
import { Disposable } from "../../util/disposable";
import type { Arrangement } from "../model/arrangement";
import { CollectionList } from "../model/collectionList";
import {
  childrenOf,
  type CollectionRow,
  CollectionRows,
  type LoadMoreRow,
  parentOf,
  type TreeRow,
} from "./collectionRows";
import { itemOf, withTooltip } from "./treeItems";

/** The collections of one connection for as long as it is the one shown. */
export class ShownCollections extends Disposable {
  readonly pages: CollectionList;
  readonly rows = new CollectionRows();

  constructor(
    readonly access: Pick<ConnectionClient, "connection"> & ServiceClient,
    pageSize: () => number,
  ) {
    super();
    this.pages = this.register(new CollectionList(access, pageSize));
  }

  get name(): string {
    return this.access.connection.name;
  }
}

/** The rows of the connection that is shown, as VS Code asks for them. Nothing is loaded here. */
export class CollectionTree extends Disposable implements vscode.TreeDataProvider<TreeRow> {
  private readonly changed = this.register(new vscode.EventEmitter<TreeRow | undefined>());
  private shown: ShownCollections | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  /** Shows another connection, or the same one with other rows or in another order; paints no more than has changed. */
  show(shown: ShownCollections | undefined, arrangement: Arrangement): void {
    const dirty: "all" | LoadMoreRow | undefined = shown?.rows.update(shown.pages.state, arrangement);
    if (shown !== this.shown || dirty === "all") {
      this.shown = shown;
      this.changed.fire(undefined);
    } else if (dirty) {
      this.changed.fire(dirty);
    }
  }

  getChildren(row?: TreeRow): TreeRow[] {
    return [...(row ? childrenOf(row) : (this.shown?.rows.roots ?? []))];
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return itemOf(row, this.shown?.name ?? "");
  }

  resolveTreeItem(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
    return withTooltip(item, row);
  }

  getParent(row: TreeRow): TreeRow | undefined {
    return parentOf(row);
  }

  /** The row of a collection that is loaded. */
  find(id: string): CollectionRow | undefined {
    return this.shown?.rows.find(id);
  }
}

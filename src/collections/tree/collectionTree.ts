import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands } from "../../ids";
import type { Collection, Item } from "../../service/types";
import { Disposable } from "../../util/disposable";
import { type Arrangement, grouped, sorted } from "../model/arrangement";
import { collectionFields, factsOf, labelOf } from "../model/collectionText";
import type { DocumentList } from "../model/documentList";
import { documentFactsOf, documentLabelOf } from "../model/documentText";
import type { CollectionLists } from "./collectionLists";
import {
  CollectionRow,
  DocumentRow,
  DocumentsRow,
  EnvironmentRow,
  FieldRow,
  LoadMoreRow,
  type Row,
} from "./rows";
import { treeItemOf } from "./treeItems";

/** The rows of the tree "Collections". */
export class CollectionTree extends Disposable implements vscode.TreeDataProvider<Row> {
  private readonly changeEmitter = this.register(new vscode.EventEmitter<Row | undefined>());
  private lists: CollectionLists | undefined;
  private items: readonly Item<Collection>[] = [];
  private arrangement: Arrangement | undefined;
  private roots: readonly (EnvironmentRow | CollectionRow | LoadMoreRow)[] = [];

  readonly onDidChangeTreeData = this.changeEmitter.event;

  /** @param loadDocuments the row "Documents" of a collection was opened, and nothing below it was loaded since the last refresh */
  constructor(private readonly loadDocuments: (list: DocumentList) => void) {
    super();
  }

  update(lists: CollectionLists | undefined, arrangement: Arrangement): void {
    const { items = [], hasMore = false } = lists?.collections.state ?? {};
    const hasLoadMore = hasMore && items.length > 0;
    const isSame = lists === this.lists && items === this.items && arrangement === this.arrangement;
    if (isSame && hasLoadMore === this.roots.at(-1) instanceof LoadMoreRow) {
      return;
    }
    Object.assign(this, { lists, items, arrangement });
    const inOrder = sorted(items, arrangement.sort);
    this.roots = [
      ...(arrangement.byEnvironment
        ? grouped(inOrder).map((group) => new EnvironmentRow(group.environment, group.items))
        : inOrder.map((item) => new CollectionRow(item))),
      ...(hasLoadMore ? [new LoadMoreRow()] : []),
    ];
    this.changeEmitter.fire(undefined);
  }

  /** The documents of a collection have changed. */
  updateDocuments(collectionId: string): void {
    const row = this.find(collectionId);
    if (row) {
      this.changeEmitter.fire(row);
    }
  }

  /** The row of a collection that is loaded. */
  find(collectionId: string): CollectionRow | undefined {
    return this.roots
      .flatMap((row) =>
        row instanceof EnvironmentRow ? row.collections : row instanceof CollectionRow ? [row] : [],
      )
      .find(({ item }) => item.value.id === collectionId);
  }

  /** The row of a document that is loaded. */
  findDocument(collectionId: string, id: string): DocumentRow | undefined {
    const collection = this.find(collectionId);
    const item = this.lists?.openDocuments.get(collectionId)?.find(id);
    return collection && item && new DocumentRow(item, new DocumentsRow(collection));
  }

  getChildren(row?: Row): Row[] {
    if (row instanceof EnvironmentRow) {
      return [...row.collections];
    }
    if (row instanceof CollectionRow) {
      return [new DocumentsRow(row), ...collectionFields(row.item).map((field) => new FieldRow(field, row))];
    }
    if (row instanceof DocumentsRow) {
      return this.documentRows(row);
    }
    return row ? [] : [...this.roots];
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return this.lists ? treeItemOf(row, this.lists) : new vscode.TreeItem("");
  }

  /** Tooltips and commands are created when they are needed: 100,000 of them would take seconds. */
  resolveTreeItem(item: vscode.TreeItem, row: Row): vscode.TreeItem {
    if (row instanceof CollectionRow) {
      const { value } = row.item;
      item.tooltip = [labelOf(value), ...factsOf(value, this.lists?.documentCountOf(value))].join("\n");
    }
    if (row instanceof DocumentRow) {
      const { value } = row.item;
      item.tooltip = [documentLabelOf(value), ...documentFactsOf(value)].join("\n");
      const title = l10n.t("Open Document as JSON");
      item.command = { command: commands.openDocument, title, arguments: [row, undefined, "preview"] };
    }
    return item;
  }

  private documentRows(row: DocumentsRow): Row[] {
    const list = this.lists?.documentsOf(row.parent.item.value);
    if (!list) {
      return [];
    }
    if (list.isUnread || list.isStale) {
      this.loadDocuments(list);
    }
    const { items, hasMore } = list.state;
    return [
      ...items.map((item) => new DocumentRow(item, row)),
      ...(hasMore && items.length > 0 ? [new LoadMoreRow(row)] : []),
    ];
  }
}

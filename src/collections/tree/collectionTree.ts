import * as vscode from "vscode";
import type { Collection, Item } from "../../service/types";
import { Disposable } from "../../util/disposable";
import { type Arrangement, grouped, sorted } from "../model/arrangement";
import {
  collectionFacts,
  collectionFields,
  collectionLabel,
  documentFacts,
  documentLabel,
} from "../model/collectionText";
import type { DocumentList } from "../model/documentList";
import type { CollectionLists } from "./collectionLists";
import { type CollectionRow, type CollectionTreeRow, tooltipOf, treeItemOf } from "./rows";

/** The rows of the tree "Collections". */
export class CollectionTree extends Disposable implements vscode.TreeDataProvider<CollectionTreeRow> {
  private readonly changeEmitter = this.register(new vscode.EventEmitter<CollectionTreeRow | undefined>());
  private lists: CollectionLists | undefined;
  private items: readonly Item<Collection>[] = [];
  private arrangement: Arrangement | undefined;
  private roots: readonly CollectionTreeRow[] = [];

  readonly onDidChangeTreeData = this.changeEmitter.event;

  /** @param loadDocuments called when the row "Documents" of a collection is opened, unless the list is up to date */
  constructor(private readonly loadDocuments: (list: DocumentList) => void) {
    super();
  }

  update(lists: CollectionLists | undefined, arrangement: Arrangement): void {
    const { items = [], hasMore = false } = lists?.collections.state ?? {};
    const hasLoadMore = hasMore && items.length > 0;
    const isSame = lists === this.lists && items === this.items && arrangement === this.arrangement;
    if (isSame && hasLoadMore === (this.roots.at(-1)?.kind === "loadMore")) {
      return;
    }
    this.lists = lists;
    this.items = items;
    this.arrangement = arrangement;
    const rowOf = (collection: Item<Collection>): CollectionRow => ({ kind: "collection", collection });
    const inOrder = sorted(items, arrangement.sort);
    const rows: CollectionTreeRow[] = arrangement.byEnvironment
      ? grouped(inOrder).map((group) => ({
          kind: "environment",
          environment: group.environment,
          collections: group.items.map(rowOf),
        }))
      : inOrder.map(rowOf);
    this.roots = hasLoadMore ? [...rows, { kind: "loadMore" }] : rows;
    this.changeEmitter.fire(undefined);
  }

  updateDocuments(collectionId: string): void {
    const row = this.find(collectionId);
    if (row) {
      this.changeEmitter.fire(row);
    }
  }

  /** The row of a loaded collection, or of one of its documents. */
  find(collectionId: string, documentId?: string): CollectionTreeRow | undefined {
    const rows = this.roots.flatMap((row) => (row.kind === "environment" ? row.collections : row));
    const row = rows.find(({ collection }) => collection?.value.id === collectionId);
    if (!row?.collection || documentId === undefined) {
      return row;
    }
    const document = this.lists?.openDocuments.get(collectionId)?.find(documentId);
    return document && { kind: "document", collection: row.collection, document };
  }

  getChildren(row?: CollectionTreeRow): CollectionTreeRow[] {
    switch (row?.kind) {
      case undefined:
        return [...this.roots];
      case "environment":
        return [...row.collections];
      case "collection": {
        const { collection } = row;
        const fields = collectionFields(collection);
        return [
          { kind: "documents", collection },
          ...fields.map((field): CollectionTreeRow => ({ kind: "field", collection, field })),
        ];
      }
      case "documents":
        return this.documentRows(row.collection);
      default:
        return [];
    }
  }

  getParent(row: CollectionTreeRow): CollectionTreeRow | undefined {
    const { kind, collection } = row;
    if (kind === "collection") {
      return this.roots.find((root) => root.kind === "environment" && root.collections.includes(row));
    }
    if (kind === "document" || kind === "loadMore") {
      return collection && { kind: "documents", collection };
    }
    return collection && this.find(collection.value.id);
  }

  getTreeItem(row: CollectionTreeRow): vscode.TreeItem {
    return this.lists ? treeItemOf(row, this.lists) : new vscode.TreeItem("");
  }

  /** Tooltips are created when they are needed: 100,000 of them would take seconds. */
  resolveTreeItem(item: vscode.TreeItem, row: CollectionTreeRow): vscode.TreeItem {
    if (row.kind === "collection") {
      const { value } = row.collection;
      item.tooltip = tooltipOf(
        collectionLabel(value),
        ...collectionFacts(value, this.lists?.documentCountOf(value)),
      );
    } else if (row.kind === "field") {
      item.tooltip = tooltipOf(`${row.field.label}: ${row.field.text}`);
    } else if (row.kind === "document") {
      const { value } = row.document;
      item.tooltip = tooltipOf(documentLabel(value), ...documentFacts(value));
    }
    return item;
  }

  private documentRows(collection: Item<Collection>): CollectionTreeRow[] {
    const list = this.lists?.documentsOf(collection.value);
    if (!list) {
      return [];
    }
    if (list.isNeverLoaded || list.isStale) {
      this.loadDocuments(list);
    }
    const { items, hasMore } = list.state;
    const rows = items.map((document): CollectionTreeRow => ({ kind: "document", collection, document }));
    return hasMore && items.length > 0 ? [...rows, { kind: "loadMore", collection }] : rows;
  }
}

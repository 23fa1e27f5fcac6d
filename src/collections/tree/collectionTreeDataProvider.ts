import * as vscode from "vscode";
import { Disposable } from "../../util/disposable";
import type { Arrangement } from "../model/arrangement";
import { collectionFieldLabels } from "../model/collectionText";
import { documentFieldLabels } from "../model/documentText";
import { tooltipOf } from "../model/fields";
import { CollectionNode, CollectionNodes, parentOf, type TreeNode } from "./collectionNodes";
import type { CollectionTreeInput } from "./collectionTreeInput";
import { DocumentNode, DocumentsNode } from "./documentNodes";
import type { ErrorNode } from "./statusNodes";
import { documentCommand, treeItemOf } from "./treeItems";

/** The elements of the tree "Collections". Requesting them loads nothing: the view does, also the documents that are requested. */
export class CollectionTreeDataProvider extends Disposable implements vscode.TreeDataProvider<TreeNode> {
  private readonly changeEmitter = this.register(new vscode.EventEmitter<TreeNode | undefined>());
  private input: CollectionTreeInput | undefined;
  private nodes: CollectionNodes | undefined;
  private readonly documentsRequested = this.register(new vscode.EventEmitter<DocumentsNode>());

  readonly onDidChangeTreeData = this.changeEmitter.event;
  /** The row "Documents" of a collection was opened, and nothing below it was loaded yet. */
  readonly onDidRequestDocuments = this.documentsRequested.event;

  /** Shows the current state of an input, and refreshes what has changed. */
  update(input: CollectionTreeInput | undefined, arrangement: Arrangement): void {
    const isSame = input === this.input;
    if (!isSame) {
      this.input = input;
      this.nodes = input && new CollectionNodes((value) => input.documentsOf(value), input.connection.sample);
    }
    const changed = input && this.nodes?.update(input.list.state, arrangement);
    if (!isSame || changed === "all") {
      this.changeEmitter.fire(undefined);
    } else if (changed) {
      this.changeEmitter.fire(changed);
    }
  }

  /** Shows the current state of the documents of a collection. */
  updateDocuments(collectionId: string): void {
    const node = this.nodes?.findDocuments(collectionId);
    if (node && node.list !== this.input?.findDocuments(collectionId)) {
      this.nodes?.closeDocuments(collectionId);
      this.changeEmitter.fire(this.find(collectionId));
      return;
    }
    const changed = node?.update();
    if (changed) {
      this.changeEmitter.fire(changed === "all" ? node : changed);
    }
  }

  /** The element of a collection that is loaded. */
  find(id: string): CollectionNode | undefined {
    return this.nodes?.find(id);
  }

  /** The element of a document that is loaded. */
  findDocument(collectionId: string, id: string): DocumentNode | undefined {
    const collection = this.nodes?.find(collectionId);
    return collection && this.nodes?.documentsOf(collection).find(id);
  }

  /** The element that shows why loading failed. */
  get error(): ErrorNode | undefined {
    return this.nodes?.error;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (node instanceof DocumentsNode && node.list.isUnread) {
      this.documentsRequested.fire(node);
    }
    // Without a connection, the empty view shows its welcome content.
    return [...((node ? this.nodes?.childrenOf(node) : this.nodes?.roots) ?? [])];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return parentOf(node);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return treeItemOf(node, this.input?.connection);
  }

  /** Tooltips and commands are created when they are needed: 100,000 of them would take seconds. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node instanceof CollectionNode) {
      item.tooltip = tooltipOf(node.item.json, collectionFieldLabels());
    }
    if (node instanceof DocumentNode) {
      item.tooltip = tooltipOf(node.item.json, documentFieldLabels());
      item.command = documentCommand(node);
    }
    return item;
  }
}

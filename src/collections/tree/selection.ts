import type { Collection, CollectionDocument, Item } from "../../service/types";
import type { DocumentList } from "../model/documentList";
import { CollectionNode, FieldNode, type TreeNode } from "./collectionNodes";
import type { CollectionTreeDataProvider } from "./collectionTreeDataProvider";
import type { CollectionTreeInput } from "./collectionTreeInput";
import { DocumentNode, DocumentRangeNode, DocumentsNode, NoteNode } from "./documentNodes";
import { ErrorNode, LoadMoreNode, RemedyNode, type StatusNode } from "./statusNodes";

/** A collection and the input of the tree that it belongs to. */
export interface SelectedCollection {
  readonly input: CollectionTreeInput;
  readonly item: Item<Collection>;
}

/** A document and where it belongs. */
export interface SelectedDocument {
  readonly input: CollectionTreeInput;
  readonly collection: Item<Collection>;
  readonly list: DocumentList;
  readonly item: Item<CollectionDocument>;
}

/** The collection that an element is, or is below of. */
export function collectionOf(node: unknown): CollectionNode | undefined {
  if (node instanceof CollectionNode) {
    return node;
  }
  if (node instanceof DocumentsNode || node instanceof FieldNode) {
    return node.parent;
  }
  if (node instanceof DocumentNode) {
    return node.documents.parent;
  }
  return isBelowDocuments(node) ? node.parent?.parent : undefined;
}

function isBelowDocuments(node: unknown): node is DocumentRangeNode | NoteNode | StatusNode {
  return (
    node instanceof DocumentRangeNode ||
    node instanceof NoteNode ||
    node instanceof LoadMoreNode ||
    node instanceof ErrorNode ||
    node instanceof RemedyNode
  );
}

/** What the Delete key is for. */
export function deletableRows(selection: readonly TreeNode[]): "collection" | "documents" | "other" {
  if (selection.length > 0 && selection.every((node) => node instanceof DocumentNode)) {
    return "documents";
  }
  return selection.length === 1 && selection[0] instanceof CollectionNode ? "collection" : "other";
}

/**
 * The elements that a command is for: with several selected, VS Code passes all of them if the one that was clicked is one of
 * them.
 */
export function clickedNodes(
  node: unknown,
  nodes: unknown,
  selection: readonly TreeNode[],
): readonly unknown[] {
  if (Array.isArray(nodes) && nodes.length > 0) {
    return nodes;
  }
  return node === undefined ? selection : [node];
}

/**
 * The row to select when the selected ones are gone: the next one that remains, else the previous one, else the row above.
 * To be called before the tree is updated; undefined if a selected row remains.
 */
export function neighborOfRemoved(
  selection: readonly TreeNode[],
  provider: CollectionTreeDataProvider,
  input: CollectionTreeInput,
): (() => TreeNode | undefined) | undefined {
  const rows = selection.filter((node) => node instanceof DocumentNode || node instanceof CollectionNode);
  const last = rows.at(-1);
  if (!last || rows.length < selection.length || rows.some((row) => remains(row, input))) {
    return undefined;
  }
  // The selected elements may be those of an earlier state.
  const current = currentNode(last, provider);
  const siblings = current ? [...siblingsOf(current, provider)] : [];
  const index = current ? siblings.indexOf(current) : -1;
  const candidates = [...siblings.slice(index + 1), ...siblings.slice(0, Math.max(index, 0)).reverse()];
  const neighbor =
    candidates.find((node) => node.constructor === last.constructor && remains(node, input)) ??
    (current && provider.getParent(current));
  return neighbor && (() => currentNode(neighbor, provider));
}

function remains(node: TreeNode, input: CollectionTreeInput): boolean {
  if (node instanceof DocumentNode) {
    const list = input.findDocuments(node.documents.parent.item.value.id);
    return list?.has(node.item.value.id) === true;
  }
  return node instanceof CollectionNode && input.list.has(node.item.value.id);
}

function siblingsOf(node: TreeNode, provider: CollectionTreeDataProvider): readonly TreeNode[] {
  return provider.getChildren(provider.getParent(node));
}

/** The current element of the same row; undefined if its collection or document is gone. */
export function currentNode(node: TreeNode, provider: CollectionTreeDataProvider): TreeNode | undefined {
  if (node instanceof DocumentNode) {
    return provider.findDocument(node.documents.parent.item.value.id, node.item.value.id);
  }
  return node instanceof CollectionNode ? provider.find(node.item.value.id) : node;
}

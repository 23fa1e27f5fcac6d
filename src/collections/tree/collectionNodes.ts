import type { Collection, Item } from "../../service/types";
import { type Arrangement, grouped, sorted } from "../model/arrangement";
import type { CollectionListState } from "../model/collectionList";
import { collectionFields } from "../model/collectionText";
import type { DocumentList } from "../model/documentList";
import type { Field } from "../model/fields";
import { type DocumentNode, DocumentRangeNode, DocumentsNode, type NoteNode } from "./documentNodes";
import { ErrorNode, LoadMoreNode, statusNodes, type StatusNode } from "./statusNodes";
import { needsKey } from "./viewText";

export class CollectionNode {
  private children: readonly FieldNode[] | undefined;

  constructor(
    readonly item: Item<Collection>,
    readonly parent: EnvironmentNode | undefined,
  ) {}

  get fields(): readonly FieldNode[] {
    return (this.children ??= collectionFields(this.item).map((field) => new FieldNode(field, this)));
  }
}

export class FieldNode {
  constructor(
    readonly field: Field,
    readonly parent: CollectionNode,
  ) {}
}

/** The collections of one environment, or those without an environment. */
export class EnvironmentNode {
  readonly collections: readonly CollectionNode[];

  constructor(
    readonly environment: string | undefined,
    items: readonly Item<Collection>[],
    readonly isExpanded: boolean,
  ) {
    this.collections = items.map((item) => new CollectionNode(item, this));
  }
}

/** An element of the tree "Collections". */
export type TreeNode =
  | CollectionNode
  | FieldNode
  | EnvironmentNode
  | DocumentsNode
  | DocumentRangeNode
  | DocumentNode
  | NoteNode
  | StatusNode;

/** Environments are initially expanded if there are no more than this. */
const maxExpandedEnvironments = 12;

/** The elements of the tree for one connection. */
export class CollectionNodes {
  private items: readonly Item<Collection>[] = [];
  private arrangement: Arrangement | undefined;
  private isKeyMissing = false;
  private refreshFailed = false;
  private collections: readonly (CollectionNode | EnvironmentNode)[] = [];
  /** What follows from the state of loading. */
  private status: readonly StatusNode[] = [];
  /** Of the collections that were opened: they stay when collections are refreshed, and so do the elements below them. */
  private readonly documents = new Map<string, DocumentsNode>();

  constructor(
    private readonly documentListOf: (collection: Collection) => DocumentList,
    private readonly isSample = false,
  ) {}

  /** The top level. */
  get roots(): readonly TreeNode[] {
    const { collections, status } = this;
    return this.refreshFailed ? [...status, ...collections] : [...collections, ...status];
  }

  childrenOf(node: TreeNode): readonly TreeNode[] {
    if (node instanceof EnvironmentNode) {
      return node.collections;
    }
    if (node instanceof CollectionNode) {
      return [this.documentsOf(node), ...node.fields];
    }
    return node instanceof DocumentsNode || node instanceof DocumentRangeNode ? node.children : [];
  }

  /** Present after loading failed. */
  get error(): ErrorNode | undefined {
    const [first] = this.status;
    return first instanceof ErrorNode ? first : undefined;
  }

  /** @returns what has changed: everything, one element, or nothing. */
  update(state: CollectionListState, arrangement: Arrangement): "all" | LoadMoreNode | undefined {
    const areSame = state.items === this.items && arrangement === this.arrangement;
    if (!areSame) {
      this.items = state.items;
      this.arrangement = arrangement;
      this.collections = collectionsOf(state.items, arrangement);
    }
    const { isKeyMissing, refreshFailed } = this;
    this.isKeyMissing = needsKey(state);
    this.refreshFailed = state.failed === "refresh";
    const [previous] = this.status;
    this.status = this.isKeyMissing ? [] : statusNodes(state, this.status, undefined, this.isSample);
    const [first] = this.status;
    if (
      !areSame ||
      first !== previous ||
      isKeyMissing !== this.isKeyMissing ||
      refreshFailed !== this.refreshFailed
    ) {
      return "all";
    }
    return first instanceof LoadMoreNode ? first : undefined;
  }

  /** The element of a collection that is loaded. */
  find(id: string): CollectionNode | undefined {
    for (const node of this.collections) {
      const nodes = node instanceof EnvironmentNode ? node.collections : [node];
      const found = nodes.find(({ item }) => item.value.id === id);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  /** The row "Documents" of a collection. */
  documentsOf(node: CollectionNode): DocumentsNode {
    const { value } = node.item;
    const list = this.documentListOf(value);
    let documents = this.documents.get(value.id);
    if (documents?.list !== list) {
      documents = new DocumentsNode(node, list, this.isSample);
      this.documents.set(value.id, documents);
    }
    documents.parent = node;
    return documents;
  }

  /** Forgets the row "Documents" of a collection, and all below it. */
  closeDocuments(collectionId: string): void {
    this.documents.delete(collectionId);
  }

  /** The row "Documents" of a collection that was opened. */
  findDocuments(collectionId: string): DocumentsNode | undefined {
    return this.documents.get(collectionId);
  }
}

export function parentOf(node: TreeNode): TreeNode | undefined {
  return node instanceof EnvironmentNode ? undefined : node.parent;
}

function collectionsOf(
  items: readonly Item<Collection>[],
  arrangement: Arrangement,
): readonly (CollectionNode | EnvironmentNode)[] {
  const inOrder = sorted(items, arrangement);
  if (!arrangement.byEnvironment) {
    return inOrder.map((item) => new CollectionNode(item, undefined));
  }
  const groups = grouped(inOrder);
  const areExpanded = groups.length <= maxExpandedEnvironments;
  return groups.map((group) => new EnvironmentNode(group.environment, group.items, areExpanded));
}

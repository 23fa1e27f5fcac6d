import type { ApiError } from "../../../src/api/errors";
import type { ChangeRequest, Collection, CollectionDocument, Item } from "../../../src/api/types";
import { type ChangeOutcome, ChangeSender } from "../../../src/collections/changes/changeSender";
import { serviceArrangement } from "../../../src/collections/model/arrangement";
import { CollectionNode, CollectionNodes } from "../../../src/collections/tree/collectionNodes";
import { CollectionTreeInput } from "../../../src/collections/tree/collectionTreeInput";
import { DocumentNode } from "../../../src/collections/tree/documentNodes";
import type { ConnectionClient } from "../../../src/connections/connectionClient";

/** The rows of the tree, and what the commands that change something do to them. */
export class ShownTree {
  readonly input: CollectionTreeInput;
  private readonly nodes: CollectionNodes;
  private readonly sender: ChangeSender;

  constructor(
    private readonly client: ConnectionClient,
    pageSize: () => number,
  ) {
    this.input = new CollectionTreeInput(client, pageSize);
    this.nodes = new CollectionNodes((collection) => this.input.documentsOf(collection));
    this.sender = new ChangeSender(() => client);
    this.input.list.onDidChange((state) => this.nodes.update(state, serviceArrangement));
    this.input.onDidChangeDocuments((id) => {
      const node = this.nodes.find(id);
      if (node) {
        this.nodes.documentsOf(node).update();
      }
    });
  }

  get collections(): readonly Collection[] {
    return this.nodes.roots.flatMap((node) => (node instanceof CollectionNode ? [node.item.value] : []));
  }

  /** Below the row "Documents" of a collection. */
  documents({ id }: Collection): readonly CollectionDocument[] {
    const node = this.nodes.find(id);
    const children = node ? this.nodes.documentsOf(node).children : [];
    return children.flatMap((child) => (child instanceof DocumentNode ? [child.item.value] : []));
  }

  /** The number in the row "Documents" of a collection. */
  documentCount({ id }: Collection): number | undefined {
    const node = this.nodes.find(id);
    return node && this.nodes.documentsOf(node).count;
  }

  /** Sends a change to a collection that is shown, and shows what it did. A lost answer has the list read again. */
  async change(change: ChangeRequest, target: Collection | undefined): Promise<ChangeOutcome> {
    const outcome = await this.sender.send(this.client, change);
    if (outcome.kind === "done") {
      this.show(change, outcome.response.status, outcome.response.collectionId, target);
    } else if (outcome.kind === "unknown" || isGone(outcome.error)) {
      const { list } = this.input;
      list.forgetAdded(({ id }) => id === target?.id);
      await list.refresh();
      await (target && this.input.findDocuments(target.id)?.refresh());
    }
    return outcome;
  }

  async settled(): Promise<void> {
    const { list, loadedDocuments } = this.input;
    await list.settled();
    for (const id of loadedDocuments) {
      await this.input.findDocuments(id)?.settled();
    }
  }

  dispose(): void {
    this.input.dispose();
  }

  private show(change: ChangeRequest, status: number, id: string | undefined, target?: Collection): void {
    const { list } = this.input;
    if (change.kind === "createCollection") {
      if (status === 201) {
        list.added(newItem(change.collection, id));
      }
    } else if (target) {
      switch (change.kind) {
        case "deleteCollection":
        case "changeEnvironment":
          list.removed([target.id]);
          return;
        case "deleteAllDocuments":
          this.input.removedDocuments(target, "all");
          return;
        case "deleteDocument":
          this.input.removedDocuments(target, [change.documentId]);
      }
    }
  }
}

function isGone({ failure }: ApiError): boolean {
  return "status" in failure && failure.status === 404;
}

function newItem(name: string, id = name): Item<Collection> {
  return { value: { id, collectionId: id, databaseName: name }, json: "{}" };
}

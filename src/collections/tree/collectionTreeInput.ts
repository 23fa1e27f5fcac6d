import type { Collection, ServiceClient } from "../../service/types";
import type { Connection } from "../../connections/connection";
import { Emitter, type Event } from "../../shared/event";
import { Disposable } from "../../util/disposable";
import { CollectionList } from "../model/collectionList";
import { documentCountOf } from "../model/collectionText";
import { DocumentList } from "../model/documentList";
import { isReadAgain } from "../model/pagedList";

type TreeClient = { readonly connection: Connection } & Pick<
  ServiceClient,
  "listCollections" | "listDocuments" | "readDocument"
>;

/** What the tree shows: the collections of a connection, and the documents of those that were opened. */
export class CollectionTreeInput extends Disposable {
  readonly connection: Connection;
  readonly list: CollectionList;
  private readonly documentsEmitter = this.register(new Emitter<string>());
  private readonly documentLists = new Map<string, DocumentList>();

  /** The documents of the collection with this ID have changed, or the state of loading them. */
  readonly onDidChangeDocuments: Event<string> = this.documentsEmitter.event;

  constructor(
    private readonly client: TreeClient,
    private readonly pageSize: () => number,
  ) {
    super();
    this.connection = client.connection;
    this.list = this.register(new CollectionList(client, pageSize));
    let { items } = this.list.state;
    this.register(
      this.list.onDidChange((state) => {
        if (state.items !== items) {
          items = state.items;
          this.closeMissing();
        }
      }),
    );
    this.register({ dispose: () => this.documentLists.forEach((list) => list.dispose()) });
  }

  /** The documents of a collection; nothing is loaded yet for a new list. */
  documentsOf(collection: Collection): DocumentList {
    const { id } = collection;
    const known = this.documentLists.get(id);
    if (known) {
      return known;
    }
    const list = new DocumentList(this.client, collection, this.pageSize);
    this.documentLists.set(id, list);
    list.onDidChange(() => this.documentsEmitter.fire(id));
    return list;
  }

  /** The documents of the collection with this ID, if they were shown. */
  findDocuments(id: string): DocumentList | undefined {
    return this.documentLists.get(id);
  }

  /** The number of a collection's documents, if it is known: as listed, else as the collection has it. */
  documentCountOf(collection: Collection): number | undefined {
    return this.findDocuments(collection.id)?.count ?? documentCountOf(collection);
  }

  /** The IDs of the collections whose documents were loaded. */
  get loadedDocuments(): readonly string[] {
    return [...this.documentLists].filter(([, list]) => !list.isUnread).map(([id]) => id);
  }

  /** @returns a document as JSON. @throws ApiError */
  async readDocument(list: DocumentList, id: string, signal: AbortSignal): Promise<string> {
    return (await this.client.readDocument(list.collectionName, id, { signal })).json;
  }

  /** Forgets the documents of a collection: they are read again when they are next shown. */
  closeDocuments(id: string): void {
    this.documentLists.get(id)?.dispose();
    this.documentLists.delete(id);
    this.documentsEmitter.fire(id);
  }

  /** Deletes documents from the tree that the service has deleted, and counts them at once; `all` if it has deleted all. */
  removedDocuments(collection: Collection, ids: readonly string[] | "all"): void {
    const list = this.documentLists.get(collection.id);
    list?.removed(ids);
    this.list.removedDocuments(collection.id, ids === "all" ? "all" : ids.length);
  }

  /** Reads the documents of a collection again, e.g. because one of them is gone, and counts them. */
  async refreshDocuments(collection: Collection, list: DocumentList): Promise<void> {
    const { items } = list.state;
    await list.refresh();
    if (isReadAgain(list.state, items) && list.count !== undefined) {
      this.list.countedDocuments(collection.id, list.count);
    }
  }

  /** Collections that are no longer in the list. */
  private closeMissing(): void {
    if (this.documentLists.size > 0) {
      const ids = new Set(this.list.state.items.map(({ value }) => value.id));
      [...this.documentLists.keys()].filter((id) => !ids.has(id)).forEach((id) => this.closeDocuments(id));
    }
  }
}

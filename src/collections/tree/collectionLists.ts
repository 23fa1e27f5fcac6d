import type { ConnectionClient } from "../../connections/connectionClient";
import { Emitter, type Event } from "../../shared/emitter";
import type { Collection, CollectionDocument, Item } from "../../service/types";
import { Disposable } from "../../util/disposable";
import { documentCountOf } from "../model/collectionText";
import { DocumentList } from "../model/documentList";
import { type ListState, PagedList } from "../model/pagedList";

/** A collection and the lists that it belongs to. */
export interface SelectedCollection {
  readonly lists: CollectionLists;
  readonly item: Item<Collection>;
}

/** A document, its collection, and the lists that they belong to. */
export interface SelectedDocument {
  readonly lists: CollectionLists;
  readonly collection: Item<Collection>;
  readonly list: DocumentList;
  readonly item: Item<CollectionDocument>;
}

/** The collections of a connection, and the documents of those that were opened. */
export class CollectionLists extends Disposable {
  readonly collections: PagedList<Collection>;
  private readonly documents = new Map<string, DocumentList>();
  private readonly documentsEmitter = this.register(new Emitter<string>());

  /** Fires the ID of a collection when the state of its documents changes. */
  readonly onDidChangeDocuments: Event<string> = this.documentsEmitter.event;

  constructor(
    readonly client: Pick<
      ConnectionClient,
      "blockingError" | "connection" | "listCollections" | "listDocuments" | "readDocument"
    >,
    private readonly pageSize: () => number,
  ) {
    super();
    this.collections = this.register(
      new PagedList((request, options) => client.listCollections(request, options), pageSize),
    );
    this.register({ dispose: () => this.documents.forEach((list) => list.dispose()) });
  }

  /** The state of `collections` or, while every request fails, the reason for that. */
  get state(): ListState<Collection> {
    const { state } = this.collections;
    const { blockingError } = this.client;
    return blockingError ? { ...state, error: blockingError, retry: undefined } : state;
  }

  /** The documents of a collection. A new list is not loaded yet. */
  documentsOf(collection: Collection): DocumentList {
    const { id } = collection;
    const known = this.documents.get(id);
    if (known) {
      return known;
    }
    const list = new DocumentList(this.client, collection, this.pageSize);
    this.documents.set(id, list);
    list.onDidChange(() => this.documentsEmitter.fire(id));
    return list;
  }

  /** The documents of the collections that were opened, by collection ID. */
  get openDocuments(): ReadonlyMap<string, DocumentList> {
    return this.documents;
  }

  /** The number of a collection's documents, if known: from their list, or else from the collection. */
  documentCountOf(collection: Collection): number | undefined {
    const list = this.documents.get(collection.id);
    return list?.isStale ? documentCountOf(collection) : (list?.count ?? documentCountOf(collection));
  }
}

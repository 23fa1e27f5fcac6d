import type { Collection, Item } from "../../../src/service/types";
import { DocumentList } from "../../../src/collections/model/documentList";
import type { CollectionListState } from "../../../src/collections/model/collectionList";

export function item(id: string, more: Partial<Collection> = {}): Item<Collection> {
  return { value: { id, collectionId: id, ...more }, json: JSON.stringify({ collection_id: id }) };
}

export function state(
  items: readonly Item<Collection>[],
  more: Partial<CollectionListState> = {},
): CollectionListState {
  return {
    items,
    hasMore: true,
    busy: false,
    malformed: 0,
    duplicates: 0,
    changed: false,
    ...more,
  };
}

const documentLists = new Map<string, DocumentList>();

/** Documents that nobody reads. */
export function unreadDocuments(collection: Collection): DocumentList {
  const client = { listDocuments: () => Promise.reject(new Error("Nothing is read.")) };
  const list = documentLists.get(collection.id) ?? new DocumentList(client, collection, () => 100);
  documentLists.set(collection.id, list);
  return list;
}

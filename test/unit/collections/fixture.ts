import type { Collection, Item } from "../../../src/api/types";
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
    hasMore: "yes",
    busy: false,
    malformed: 0,
    duplicates: 0,
    changed: false,
    stalled: false,
    countMismatch: false,
    ...more,
  };
}

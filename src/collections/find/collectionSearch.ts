import type { Collection } from "../../service/types";
import { nameOf } from "../model/collectionText";
import { ItemSearch } from "./itemSearch";

/** Searches collections by name, `collection_name`, ID and environment. */
export class CollectionSearch extends ItemSearch<Collection> {
  constructor(limit: number) {
    super(limit, (collection) => ({
      name: nameOf(collection),
      others: [collection.collectionName, collection.collectionId, collection.environment],
    }));
  }
}

import type { Collection, ServiceClient } from "../../service/types";
import { PagedList, type PagedListState } from "./pagedList";

export type CollectionListState = PagedListState<Collection>;

/** The collections of one connection (docs/service.md, Collections). */
export class CollectionList extends PagedList<Collection> {
  constructor(client: Pick<ServiceClient, "listCollections">, pageSize: () => number) {
    super((request, options) => client.listCollections(request, options), pageSize);
  }

  /** Some of a collection's documents were deleted, or all: its counts follow at once, until it is read again. */
  removedDocuments(id: string, count: number | "all"): void {
    const rest = (before: number) => (count === "all" ? 0 : Math.max(before - count, 0));
    this.updateValue(id, ({ documentCount, fileCount, ...collection }) => ({
      ...collection,
      ...(documentCount !== undefined && { documentCount: rest(documentCount) }),
      ...(fileCount !== undefined && { fileCount: rest(fileCount) }),
    }));
  }

  /** A collection's documents were read again, and there are so many: its counts follow at once, until it is read again. */
  countedDocuments(id: string, count: number): void {
    this.updateValue(id, (collection) => ({
      ...collection,
      ...(collection.documentCount !== undefined && { documentCount: count }),
      ...(collection.fileCount !== undefined && { fileCount: count }),
    }));
  }
}

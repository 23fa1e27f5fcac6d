import { randomBytes } from "node:crypto";
import { collectionKey, documentAt, documentContent, documentCount, documentIndex } from "./documents";
import { found } from "./http";
import type { SampleCollection, SampleSource } from "./sampleSource";
import { Subscriptions } from "./subscriptions";

/** Collections and webhook alerts, including the changes of requests. */
export class Organization {
  readonly subscriptions = new Subscriptions();
  /** Newest first. */
  private created: readonly SampleCollection[] = [];
  /** Keys of collections that were deleted or moved to another environment. */
  private readonly gone = new Set<string>();
  /** Remaining documents' indexes, by key of a collection from which some were deleted. */
  private readonly left = new Map<string, readonly number[]>();

  /** @param source the collections before all changes */
  constructor(private readonly source: SampleSource) {}

  /** Includes the current document counts. */
  get collections(): readonly SampleCollection[] {
    return this.present.map((collection) => {
      const document_count = this.left.get(collectionKey(collection))?.length;
      const file_count = Math.min(Number(collection["file_count"] ?? document_count), document_count ?? 0);
      return document_count === undefined ? collection : { ...collection, document_count, file_count };
    });
  }

  /** Finds a collection by either of its names, with its original document counts. */
  find(name: string): SampleCollection | undefined {
    return this.present.find((one) => [one["collection_name"], one["database_name"]].includes(name));
  }

  create(name: string, settings: { readonly description?: string } = {}, now: number): SampleCollection {
    const collection = {
      database_name: name,
      collection_name: name,
      collection_id: `col_${randomBytes(10).toString("hex")}`,
      ...settings,
      document_count: 0,
      file_count: 0,
      environment: "development",
      is_active: true,
      created_at: new Date(now).toISOString(),
      request_count: 0,
    };
    this.created = [collection, ...this.created];
    return collection;
  }

  remove(collection: SampleCollection): void {
    this.gone.add(collectionKey(collection));
  }

  /** Number of remaining documents. */
  documentCount(collection: SampleCollection): number {
    return this.documentsLeft(collection).length;
  }

  documents(collection: SampleCollection, offset: number, limit: number): unknown[] {
    const indexes = this.documentsLeft(collection).slice(offset, offset + limit);
    return indexes.map((index) => documentAt(collection, index));
  }

  /** Content of a document. Throws `HttpError` 404. */
  document(collection: SampleCollection, id: string): unknown {
    return documentContent(collection, this.documentIndex(collection, id));
  }

  /** Throws `HttpError` 404. */
  deleteDocument(collection: SampleCollection, id: string): void {
    const deleted = this.documentIndex(collection, id);
    const rest = this.documentsLeft(collection).filter((index) => index !== deleted);
    this.left.set(collectionKey(collection), rest);
  }

  /** @returns number of deleted documents */
  deleteAllDocuments(collection: SampleCollection): number {
    const count = this.documentCount(collection);
    this.left.set(collectionKey(collection), []);
    return count;
  }

  private get present(): readonly SampleCollection[] {
    return [...this.created, ...this.source.collections()].filter(
      (one) => !this.gone.has(collectionKey(one)),
    );
  }

  private documentIndex(collection: SampleCollection, id: string): number {
    const index = documentIndex(collection, id);
    const isLeft = index !== undefined && this.documentsLeft(collection).includes(index);
    return found(isLeft ? index : undefined, `The collection has no document with the ID "${id}".`);
  }

  private documentsLeft(collection: SampleCollection): readonly number[] {
    return (
      this.left.get(collectionKey(collection)) ??
      Array.from({ length: documentCount(collection) }, (_, index) => index)
    );
  }
}

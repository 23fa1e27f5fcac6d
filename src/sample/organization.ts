import { collectionKey, documentAt, documentContent, documentCount, documentIndex } from "./documents";
import { Random } from "./random";
import type { SampleCollection } from "./sampleSource";
import { Subscriptions } from "./subscriptions";

/** The collections and webhook alerts of one organization with what requests have changed, which lasts as long as this object. */
export class Organization {
  readonly subscriptions = new Subscriptions();
  /** Newest first. */
  private created: readonly SampleCollection[] = [];
  /** Keys of collections that were deleted or have left for another environment. */
  private readonly gone = new Set<string>();
  /** Indexes of deleted documents, by key of the collection. */
  private readonly deleted = new Map<string, Set<number>>();
  private createdCount = 0;

  /** @param source the collections before all changes */
  constructor(private readonly source: () => readonly SampleCollection[]) {}

  /** With the counts of documents that are left, in the fields that they have. */
  get collections(): readonly SampleCollection[] {
    return this.present.map((collection) => {
      if (!this.deleted.has(collectionKey(collection))) {
        return collection;
      }
      const count = this.documentCount(collection);
      const { document_count, file_count } = collection;
      return {
        ...collection,
        ...(document_count !== undefined && { document_count: count }),
        ...(typeof file_count === "number" && { file_count: Math.min(file_count, count) }),
      };
    });
  }

  /** The collection with this name, as it was before documents were deleted: either of its names will do. */
  find(name: string): SampleCollection | undefined {
    return this.present.find((one) => [one["collection_name"], one["database_name"]].includes(name));
  }

  create(name: string, description: string | undefined, now: number): SampleCollection {
    const random = new Random(`created/${this.createdCount++}/${name}`);
    const collection = {
      database_name: name,
      collection_name: name,
      collection_id: `col_${random.token(20)}`,
      ...(description !== undefined && { description }),
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
    this.created = this.created.filter((one) => one !== collection);
    this.gone.add(collectionKey(collection));
  }

  /** Number of documents that are left. */
  documentCount(collection: SampleCollection): number {
    return documentCount(collection) - this.deletedOf(collection).size;
  }

  documents(collection: SampleCollection, offset: number, limit: number): unknown[] {
    const deleted = this.deletedOf(collection);
    const count = documentCount(collection);
    const documents: unknown[] = [];
    for (let index = 0, place = 0; index < count && documents.length < limit; index++) {
      if (!deleted.has(index) && place++ >= offset) {
        documents.push(documentAt(collection, index));
      }
    }
    return documents;
  }

  /** Its content; undefined if there is none with this ID. */
  document(collection: SampleCollection, id: string): unknown {
    const index = this.documentIndex(collection, id);
    return index === undefined ? undefined : documentContent(collection, index);
  }

  /** @returns whether there was one with this ID */
  deleteDocument(collection: SampleCollection, id: string): boolean {
    const index = this.documentIndex(collection, id);
    if (index !== undefined) {
      this.deleted.set(collectionKey(collection), new Set([...this.deletedOf(collection), index]));
    }
    return index !== undefined;
  }

  /** @returns how many there were */
  deleteAllDocuments(collection: SampleCollection): number {
    const count = this.documentCount(collection);
    const all = Array.from({ length: documentCount(collection) }, (_, index) => index);
    this.deleted.set(collectionKey(collection), new Set(all));
    return count;
  }

  private get present(): readonly SampleCollection[] {
    return [...this.created, ...this.source()].filter((one) => !this.gone.has(collectionKey(one)));
  }

  private documentIndex(collection: SampleCollection, id: string): number | undefined {
    const index = documentIndex(collection, id);
    return index === undefined || this.deletedOf(collection).has(index) ? undefined : index;
  }

  private deletedOf(collection: SampleCollection): ReadonlySet<number> {
    return this.deleted.get(collectionKey(collection)) ?? new Set();
  }
}

import { Random } from "./random";
import { collectionKey, documentAt, documentContent, documentCount, documentIndex } from "./sampleDocuments";
import type { SampleCollection, SampleDocument } from "./sampleSource";

/** Environment of collections that are created here. */
export const keyEnvironment = "development";

/** Documents that were deleted from one collection. */
interface DeletedDocuments {
  readonly all: boolean;
  /** Indexes in ascending order; none if all were deleted. */
  readonly indexes: readonly number[];
}

const noneDeleted: DeletedDocuments = { all: false, indexes: [] };

/**
 * What requests have changed of the collections of one organization. The collections themselves stay those of the source;
 * the changes last as long as this object.
 */
export class OrganizationChanges {
  /** Newest first. */
  private created: readonly SampleCollection[] = [];
  /** Keys of collections that were deleted or have left for another environment. */
  private readonly gone = new Set<string>();
  /** By key of the collection. */
  private readonly deleted = new Map<string, DeletedDocuments>();
  /** Names of the collections that have left, by the environment they are in now. */
  private readonly elsewhere = new Map<string, Set<string>>();
  private createdCount = 0;

  /** @param source the collections before all changes */
  collections(source: readonly SampleCollection[]): readonly SampleCollection[] {
    if (this.created.length + this.gone.size + this.deleted.size === 0) {
      return source;
    }
    return this.present(source).map((collection) => this.withCounts(collection));
  }

  /** The collection with this name, as it was before documents were deleted: either of its names will do. */
  find(source: readonly SampleCollection[], name: string): SampleCollection | undefined {
    const present = this.present(source);
    return (
      present.find((collection) => collection["collection_name"] === name) ??
      present.find((collection) => collection["database_name"] === name)
    );
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
      environment: keyEnvironment,
      is_active: true,
      created_at: new Date(now).toISOString(),
      request_count: 0,
    };
    this.created = [collection, ...this.created];
    return collection;
  }

  remove(collection: SampleCollection): void {
    const key = collectionKey(collection);
    this.created = this.created.filter((one) => one !== collection);
    this.gone.add(key);
    this.deleted.delete(key);
  }

  /** A key sees one environment, so the collection is in no list of this service any longer. */
  move(collection: SampleCollection, environment: string): void {
    const names = this.elsewhere.get(environment) ?? new Set<string>();
    namesOf(collection).forEach((name) => names.add(name));
    this.elsewhere.set(environment, names);
    this.remove(collection);
  }

  /** Whether a collection that was moved there has one of the names of this one. */
  isTaken(collection: SampleCollection, environment: string): boolean {
    return namesOf(collection).some((name) => this.elsewhere.get(environment)?.has(name));
  }

  /** Number of documents that are left. */
  documentCount(collection: SampleCollection): number {
    const { all, indexes } = this.deletedOf(collection);
    return all ? 0 : documentCount(collection) - indexes.length;
  }

  documents(collection: SampleCollection, offset: number, limit: number): SampleDocument[] {
    const { indexes } = this.deletedOf(collection);
    const count = Math.max(0, Math.min(limit, this.documentCount(collection) - offset));
    const documents: SampleDocument[] = [];
    let index = offset;
    let skipped = 0;
    for (const deleted of indexes) {
      if (deleted > index) {
        break;
      }
      index++;
      skipped++;
    }
    for (; documents.length < count; index++) {
      if (indexes[skipped] === index) {
        skipped++;
      } else {
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
    if (index === undefined) {
      return false;
    }
    const { indexes } = this.deletedOf(collection);
    const at = positionOf(index, indexes);
    this.deleted.set(collectionKey(collection), { all: false, indexes: indexes.toSpliced(at, 0, index) });
    return true;
  }

  /** @returns how many there were */
  deleteAllDocuments(collection: SampleCollection): number {
    const count = this.documentCount(collection);
    this.deleted.set(collectionKey(collection), { all: true, indexes: [] });
    return count;
  }

  private present(source: readonly SampleCollection[]): readonly SampleCollection[] {
    return [...this.created, ...source].filter((collection) => !this.gone.has(collectionKey(collection)));
  }

  private documentIndex(collection: SampleCollection, id: string): number | undefined {
    const { all, indexes } = this.deletedOf(collection);
    const index = all ? undefined : documentIndex(collection, id);
    return index !== undefined && indexes[positionOf(index, indexes)] !== index ? index : undefined;
  }

  private deletedOf(collection: SampleCollection): DeletedDocuments {
    return this.deleted.get(collectionKey(collection)) ?? noneDeleted;
  }

  /** With the counts that are left, in the fields that the collection has. */
  private withCounts(collection: SampleCollection): SampleCollection {
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
  }
}

function namesOf({ collection_name, database_name }: SampleCollection): string[] {
  return [collection_name, database_name].filter((name) => typeof name === "string");
}

/** Where `index` is in the ascending indexes, or would have to be inserted. */
function positionOf(index: number, indexes: readonly number[]): number {
  let low = 0;
  let high = indexes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((indexes[middle] ?? 0) < index) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

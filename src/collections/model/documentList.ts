import { ApiError } from "../../service/errors";
import type {
  Collection,
  CollectionDocument,
  OffsetPage,
  OffsetRequest,
  RequestOptions,
  ServiceClient,
} from "../../service/types";
import { PagedList } from "./pagedList";

/** A name of a collection that a path may take: which of the two it takes is not specified (docs/service.md, Changes). */
interface PathName {
  readonly field: "database_name" | "collection_name";
  readonly name: string;
}

/** The names of a collection, each once, the likelier one first. */
export function pathNamesOf({ databaseName, collectionName }: Collection): readonly PathName[] {
  return [
    ...(databaseName ? [{ field: "database_name", name: databaseName } as const] : []),
    ...(collectionName && collectionName !== databaseName
      ? [{ field: "collection_name", name: collectionName } as const]
      : []),
  ];
}

/** The documents of one collection (docs/service.md, Documents). Reads them under the first name that the service knows. */
export class DocumentList extends PagedList<CollectionDocument> {
  /** The collections were read again since: these documents are, too, when they are next shown. */
  isStale = false;
  /** The name to read under, and another one to try until the service has accepted one. */
  private names: readonly string[];

  constructor(
    private readonly client: Pick<ServiceClient, "listDocuments">,
    collection: Collection,
    pageSize: () => number,
  ) {
    super((request, options) => this.read(request, options), pageSize);
    this.names = pathNamesOf(collection).map(({ name }) => name);
    if (this.names.length === 0) {
      this.names = [collection.id];
    }
  }

  /** The name of the collection in the path of the requests. */
  get collectionName(): string {
    return this.names[0] ?? "";
  }

  /** The number of documents, once it is known. */
  get count(): number | undefined {
    const { items, hasMore, totalCount, changed } = this.state;
    return hasMore || changed ? totalCount : items.length;
  }

  /** The status with which the service says that it has no such operation or, with a 404, no such collection. */
  get notOfferedStatus(): number | undefined {
    const { failure, items } = this.state;
    const isKnown = items.length === 0 && !this.isStale && failure?.failure.kind === "notOffered";
    return isKnown ? failure.failure.status : undefined;
  }

  override removed(ids: readonly string[] | "all"): void {
    // Nothing is left to be read again.
    this.isStale &&= ids !== "all";
    super.removed(ids);
  }

  private async read(
    request: OffsetRequest,
    options: RequestOptions,
  ): Promise<OffsetPage<CollectionDocument>> {
    const [name = "", other] = this.names;
    try {
      const page = await this.client.listDocuments(name, request, options);
      this.names = [name];
      return page;
    } catch (error) {
      if (other === undefined || !isNotFound(error)) {
        throw error;
      }
    }
    const page = await this.client.listDocuments(other, request, options);
    this.names = [other];
    return page;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && "status" in error.failure && error.failure.status === 404;
}

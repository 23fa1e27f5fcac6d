import { ApiError } from "../../service/errors";
import type { ServiceClient } from "../../service/client";
import type {
  Collection,
  CollectionDocument,
  OffsetPage,
  OffsetRequest,
  RequestOptions,
} from "../../service/types";
import { PagedList } from "./pagedList";

/** A name of a collection. Which of its two names a request path takes is not specified (docs/service.md, Changes). */
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

/** The documents of a collection (docs/service.md, Documents), read under the first of its names that the service accepts. */
export class DocumentList extends PagedList<CollectionDocument> {
  /** The collections were refreshed after this list was read. It is refreshed when it is next shown. */
  isStale = false;
  /** The names to try. Only one is left once the service has accepted it. */
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

  /** The collection's name in request paths. */
  get collectionName(): string {
    return this.names[0] ?? "";
  }

  /** The number of documents; undefined until it is known. */
  get count(): number | undefined {
    const { items, hasMore, totalCount, changed } = this.state;
    return hasMore || changed ? totalCount : items.length;
  }

  /** The status with which the service refuses to list documents. After 404, the collection may be unknown instead. */
  get notOfferedStatus(): number | undefined {
    const { error, items } = this.state;
    const isKnown = items.length === 0 && !this.isStale && error?.failure.kind === "notOffered";
    return isKnown ? error.failure.status : undefined;
  }

  override removed(ids: readonly string[] | "all"): void {
    // An empty list needs no refresh.
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

import { ApiError } from "../../service/errors";
import type {
  Collection,
  CollectionDocument,
  DocumentPage,
  OffsetRequest,
  RequestOptions,
  ServiceClient,
} from "../../service/types";
import { PagedList } from "./pagedList";
import { pathNamesOf } from "./pathNames";

type DocumentsClient = Pick<ServiceClient, "listDocuments">;

/** The documents of one collection (docs/service.md, Documents). */
export class DocumentList extends PagedList<CollectionDocument> {
  private readonly reader: DocumentReader;

  constructor(client: DocumentsClient, collection: Collection, pageSize: () => number) {
    const names = pathNamesOf(collection).map(({ name }) => name);
    const reader = new DocumentReader(client, names.length > 0 ? names : [collection.id]);
    super((request, options) => reader.read(request, options), pageSize);
    this.reader = reader;
  }

  /** The name of the collection in the path of the requests. */
  get collectionName(): string {
    return this.reader.name;
  }

  /** Whether nothing was requested yet. */
  get isUnread(): boolean {
    const { items, hasMore, busy, failure } = this.state;
    return items.length === 0 && hasMore && !busy && failure === undefined;
  }

  /** The number of documents, once it is known. */
  get count(): number | undefined {
    const { items, hasMore, totalCount, changed } = this.state;
    return hasMore || changed ? totalCount : items.length;
  }
}

/** Reads under the first name that the service knows. */
class DocumentReader {
  private index = 0;
  private isNameKnown = false;

  constructor(
    private readonly client: DocumentsClient,
    private readonly names: readonly string[],
  ) {}

  get name(): string {
    return this.names[this.index] ?? "";
  }

  async read(request: OffsetRequest, options: RequestOptions): Promise<DocumentPage> {
    for (;;) {
      try {
        const page = await this.client.listDocuments(this.name, request, options);
        this.isNameKnown = true;
        return page;
      } catch (error) {
        if (this.isNameKnown || !isNotFound(error)) {
          throw error;
        }
        this.index = (this.index + 1) % this.names.length;
        if (this.index === 0) {
          throw error;
        }
      }
    }
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && "status" in error.failure && error.failure.status === 404;
}

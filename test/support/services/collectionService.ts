import { testClient } from "./testClient";
import { ApiError, type Failure } from "../../../src/service/errors";
import type {
  RequestOptions,
  Collection,
  OffsetPage,
  OffsetRequest,
  ServiceClient,
} from "../../../src/service/types";
import { SampleService } from "../../../src/sample/sampleService";
import { listSource } from "./listSource";
import { UnusedClient } from "../fakes/unusedClient";

export type RawCollection = Record<string, unknown>;

/** Small collections; the ID of the first is `col_<first>`. */
export function collections(count: number, first = 0): RawCollection[] {
  return Array.from({ length: count }, (_, n) => ({
    collection_id: `col_${first + n}`,
    database_name: `name-${first + n}`,
  }));
}

/** A sample service over collections that a test may change at any time, and the real client for it. */
export class CollectionService extends UnusedClient {
  readonly requests: OffsetRequest[] = [];
  /** Called before each request is sent. */
  onRequest: (request: OffsetRequest) => void = () => undefined;
  /** Answers the next request instead of the service. */
  nextResponse: ((options?: RequestOptions) => Promise<OffsetPage<Collection>>) | undefined;
  mapRequest: (request: OffsetRequest) => OffsetRequest = (request) => request;
  mapResponse: (page: OffsetPage<Collection>, request: OffsetRequest) => OffsetPage<Collection> = (page) =>
    page;

  private constructor(
    public list: RawCollection[],
    private readonly client: ServiceClient,
    private readonly service: SampleService,
  ) {
    super();
  }

  static async start(list: RawCollection[]): Promise<CollectionService> {
    const started: { service?: CollectionService } = {};
    const service = new SampleService({
      source: { ...listSource([]), collections: () => started.service?.list ?? [] },
    });
    const client = testClient(await service.start());
    started.service = new CollectionService(list, client, service);
    return started.service;
  }

  override async listCollections(
    request: OffsetRequest,
    options?: RequestOptions,
  ): Promise<OffsetPage<Collection>> {
    this.requests.push(request);
    this.onRequest(request);
    const { nextResponse } = this;
    this.nextResponse = undefined;
    const page = await (nextResponse?.(options) ??
      this.client.listCollections(this.mapRequest(request), options));
    return this.mapResponse(page, request);
  }

  /** Lets the next request fail. */
  failNext(failure: Failure, message: string): void {
    this.nextResponse = () => Promise.reject(new ApiError(failure, message));
  }

  /** IDs of the collections that the service has now. */
  get ids(): unknown[] {
    return this.list.map((collection) => collection["collection_id"]);
  }

  dispose(): void {
    this.service.dispose();
  }
}

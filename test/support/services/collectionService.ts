import { createServiceClient } from "../../../src/api/client";
import type {
  RequestOptions,
  CollectionPage,
  CollectionsRequest,
  FeedPage,
  ServiceClient,
} from "../../../src/api/types";
import { SampleService } from "../../../src/sample/sampleService";
import { listSource } from "./listSource";
import { FakeClock } from "../fakes/fakeClock";

export type RawCollection = Record<string, unknown>;

/** Small collections, `col_0` the first. */
export function collections(count: number, first = 0): RawCollection[] {
  return Array.from({ length: count }, (_, n) => ({
    collection_id: `col_${first + n}`,
    database_name: `name-${first + n}`,
  }));
}

/** A sample service over collections that a test may change at any time, and the real client on it. */
export class CollectionService implements ServiceClient {
  readonly requests: CollectionsRequest[] = [];
  /** Called before each request is sent. */
  before: (request: CollectionsRequest) => void = () => undefined;
  /** Answers the next request in the service's stead. */
  next: (() => Promise<CollectionPage>) | undefined;
  /** Changes an answer of the service. */
  twist: (page: CollectionPage) => CollectionPage = (page) => page;
  /** What the service makes of a request. */
  alter: (request: CollectionsRequest) => CollectionsRequest = (request) => request;

  private constructor(
    public list: RawCollection[],
    private readonly client: ServiceClient,
    private readonly service: SampleService,
  ) {}

  static async start(list: RawCollection[]): Promise<CollectionService> {
    const own: { service?: CollectionService } = {};
    const service = new SampleService({
      source: { ...listSource([]), collections: () => own.service?.list },
    });
    const client = createServiceClient(
      { ...(await service.start()), dataset: "companydata" },
      { timeoutMs: 30_000, typesFormat: "comma", attempts: 1 },
      { clock: new FakeClock(), random: () => 0.5, log: () => undefined },
    );
    own.service = new CollectionService(list, client, service);
    return own.service;
  }

  async listCollections(request: CollectionsRequest, options?: RequestOptions): Promise<CollectionPage> {
    this.requests.push(request);
    this.before(request);
    const { next } = this;
    this.next = undefined;
    return this.twist(await (next?.() ?? this.client.listCollections(this.alter(request), options)));
  }

  readFeed(): Promise<FeedPage> {
    throw new Error("Collections read no feed.");
  }

  /** Identities of the collections that the service has now. */
  get ids(): unknown[] {
    return this.list.map((collection) => collection["collection_id"]);
  }

  dispose(): void {
    this.service.dispose();
  }
}

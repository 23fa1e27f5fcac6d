import { testClient } from "./testClient";
import { ApiError, type Failure } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/client";
import type { RequestOptions, Collection, OffsetPage, OffsetRequest } from "../../../src/service/types";
import { SampleService } from "../../../src/sample/sampleService";
import { listSource } from "./listSource";

export type RawCollection = Record<string, unknown>;

/** Small collections; the ID of the first is `col_<first>`. */
export function collections(count: number, first = 0): RawCollection[] {
  return Array.from({ length: count }, (_, n) => ({
    collection_id: `col_${first + n}`,
    database_name: `name-${first + n}`,
  }));
}

type Send = (request: OffsetRequest) => Promise<OffsetPage<Collection>>;

const passOn = (request: OffsetRequest, send: Send): Promise<OffsetPage<Collection>> => send(request);

/** A sample service whose collections a test may change at any time, and its real client. */
export class CollectionService {
  readonly requests: OffsetRequest[] = [];
  /** Answers requests. A test may replace it. */
  answer: (request: OffsetRequest, send: Send) => Promise<OffsetPage<Collection>> = passOn;
  private readonly service = new SampleService({
    source: { ...listSource([]), collections: () => this.list },
  });
  private client: ServiceClient | undefined;

  constructor(public list: RawCollection[]) {}

  async listCollections(request: OffsetRequest, options?: RequestOptions): Promise<OffsetPage<Collection>> {
    this.requests.push(request);
    const client = (this.client ??= testClient(await this.service.start()));
    return this.answer(request, (sent) => client.listCollections(sent, options));
  }

  /** Makes the next request fail. */
  failNext(failure: Failure, message: string): void {
    this.answer = () => {
      this.answer = passOn;
      return Promise.reject(new ApiError(failure, message));
    };
  }

  /** IDs of the service's current collections. */
  get ids(): unknown[] {
    return this.list.map((collection) => collection["collection_id"]);
  }

  dispose(): void {
    this.service.dispose();
  }
}

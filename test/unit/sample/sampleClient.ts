import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import {
  SampleService,
  type SampleEndpoint,
  type SampleServiceOptions,
} from "../../../src/sample/sampleService";
import type { SampleCollection, SampleEvent } from "../../../src/sample/sampleSource";

export const feedPath = "/v2/datasets/companydata/feed";
export const collectionsPath = "/v2/collections";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export interface FeedBody {
  readonly events: readonly SampleEvent[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly page_size: number;
}

export interface CollectionsBody {
  readonly collections: readonly SampleCollection[];
  readonly total_count: number;
  readonly limit: number;
  readonly offset: number;
}

/** A client that keeps connections open. Headers replace the one with the key. */
export class SampleClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly endpoint: SampleEndpoint) {}

  ask(
    target: string,
    headers: Readonly<Record<string, string>> = { authorization: `Bearer ${this.endpoint.key}` },
    method = "GET",
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(this.endpoint.baseUrl);
      request({ host: "127.0.0.1", port, path: target, method, headers, agent: this.agent }, (message) => {
        buffer(message).then(
          (bytes) => resolve({ status: message.statusCode ?? 0, headers: message.headers, bytes }),
          reject,
        );
      })
        .on("error", reject)
        .end();
    });
  }

  /** With the key and further headers. */
  with(target: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<Answer> {
    return this.ask(target, { authorization: `Bearer ${this.endpoint.key}`, ...headers }, method);
  }

  /** A feed page; rejects unless the status is 200. */
  async feed(query: Readonly<Record<string, string>> = {}): Promise<FeedBody> {
    return bodyOf(await this.ask(`${feedPath}?${new URLSearchParams(query).toString()}`)) as FeedBody;
  }

  async collections(query = ""): Promise<CollectionsBody> {
    return bodyOf(await this.ask(collectionsPath + query)) as CollectionsBody;
  }

  /** Reads all pages; `more` is called with each. */
  async drain(
    query: Readonly<Record<string, string>>,
    more?: (page: FeedBody) => void,
  ): Promise<SampleEvent[]> {
    const events: SampleEvent[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: FeedBody = await this.feed(cursor === undefined ? query : { ...query, cursor });
      more?.(page);
      events.push(...page.events);
      cursor = page.next_cursor;
    }
    return events;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** The JSON of a response; throws unless the status is 200. */
export function bodyOf({ status, bytes }: Answer): unknown {
  if (status !== 200) {
    throw new Error(`Status ${status}: ${bytes.toString()}`);
  }
  return JSON.parse(bytes.toString());
}

/** Starts a service for `use`. */
export async function serving(
  options: SampleServiceOptions,
  use: (client: SampleClient) => Promise<void>,
): Promise<void> {
  const service = new SampleService(options);
  const client = new SampleClient(await service.start());
  try {
    await use(client);
  } finally {
    client.close();
    service.dispose();
  }
}

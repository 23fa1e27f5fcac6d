import assert from "node:assert/strict";
import type { SampleHandler, SampleResponse } from "../../../src/sample/http";
import { SampleData } from "../../../src/sample/sampleData";
import { sampleHandler } from "../../../src/sample/sampleHandler";
import type { SampleCollection, SampleEvent, SampleSource } from "../../../src/sample/sampleSource";

export const feedPath = "/v2/datasets/companydata/feed";
export const collectionsPath = "/v2/collections";

/** A Wednesday. */
export const noon = Date.UTC(2026, 2, 11, 12);

export type Body = Record<string, unknown>;

export interface FeedBody {
  readonly events: readonly SampleEvent[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly page_size: number;
}

/** Sends requests to the handler, without HTTP. */
export class SampleTester {
  private readonly handler: SampleHandler;

  constructor(source: SampleSource = new SampleData(), now: () => number = () => noon) {
    this.handler = sampleHandler({ source, key: "k", now });
  }

  send(method: string, target: string, body?: unknown, headers: Record<string, string> = {}): SampleResponse {
    return this.handler({
      method,
      target,
      headers: {
        host: "127.0.0.1",
        authorization: "Bearer k",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && {
        body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
      }),
    });
  }

  /** Asserts the status, and returns the body. */
  expect(status: number, method: string, target: string, body?: unknown): Body {
    const response = this.send(method, target, body);
    assert.equal(response.status, status, `${method} ${target}: ${response.body}`);
    return JSON.parse(response.body) as Body;
  }

  get(target: string): Body {
    return this.expect(200, "GET", target);
  }

  /** All collections. */
  list(): SampleCollection[] {
    const all: SampleCollection[] = [];
    for (let total = 1; all.length < total;) {
      const page = this.get(`${collectionsPath}?offset=${all.length}`);
      all.push(...(page["collections"] as SampleCollection[]));
      total = page["total_count"] as number;
    }
    return all;
  }

  feed(query: Readonly<Record<string, string>> = {}): FeedBody {
    return this.get(`${feedPath}?${new URLSearchParams(query).toString()}`) as unknown as FeedBody;
  }

  /** Reads all pages; `onPage` is called with each. */
  drain(query: Readonly<Record<string, string>>, onPage?: (page: FeedBody) => void): SampleEvent[] {
    const events: SampleEvent[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = this.feed(cursor === undefined ? query : { ...query, cursor });
      onPage?.(page);
      events.push(...page.events);
      cursor = page.next_cursor;
    }
    return events;
  }
}

/** Location of the invalid value in a 422 response. */
export function locationOf(body: Body): unknown {
  const [detail] = body["detail"] as { loc: unknown; msg: string }[];
  assert.ok(detail?.msg);
  return detail.loc;
}

import { feedUrl } from "../../../src/service/urls";
import { ApiError } from "../../../src/service/errors";
import { decodeFeedPage } from "../../../src/service/decode";
import type { RequestOptions, FeedPage, FeedRequest } from "../../../src/service/types";
import { sampleHandler } from "../../../src/sample/sampleHandler";
import type { SampleEvent, SampleSource } from "../../../src/sample/sampleSource";
import { feedOrder, listSource } from "./listSource";
import type { FakeClock } from "../fakes/fakeClock";
import { UnusedClient } from "../fakes/unusedClient";

interface Waiting {
  readonly request: FeedRequest;
  readonly resolve: (page: FeedPage) => void;
  readonly reject: (error: ApiError) => void;
}

/**
 * A service without a network, with the sample service's handler and the real decoding. The test adds and
 * changes events, and decides when requests are answered.
 */
export class LiveService extends UnusedClient {
  /** Events by ID. */
  readonly events = new Map<string, SampleEvent>();
  readonly requests: FeedRequest[] = [];
  /** If true, requests are answered at once. */
  immediate = false;
  /** If true, each page contains its last event twice. */
  repeats = false;
  /** If true, responses have a `Date` header. */
  tellsTime = true;
  maxPageSize = 500;
  private waiting: Waiting[] = [];
  private readonly handler;
  /** Reset by `put`. */
  private ordered: SampleSource | undefined;

  /** @param skewMs how far the service's clock is ahead of ours */
  constructor(
    private readonly clock: FakeClock,
    public skewMs = 0,
  ) {
    super();
    this.handler = sampleHandler({
      source: this.source(),
      key: "key",
      now: () => this.now,
    });
  }

  /** Milliseconds since 1970 UTC. */
  get now(): number {
    return this.clock.now() + this.skewMs;
  }

  get pending(): number {
    return this.waiting.length;
  }

  /** Events since an instant, in the feed's order. */
  since(ms: number): SampleEvent[] {
    return [...this.events.values()].filter((e) => Date.parse(e.published_at) >= ms).sort(feedOrder);
  }

  put(event: SampleEvent): void {
    this.ordered = undefined;
    this.events.set(event.id, event);
  }

  /** Answers or rejects the pending request at index `place`, modulo their number. */
  answer(place: number, error?: ApiError): void {
    const [waiting] = this.waiting.splice(place % Math.max(1, this.waiting.length), 1);
    if (error) {
      waiting?.reject(error);
    } else {
      waiting?.resolve(this.page(waiting.request));
    }
  }

  /** Answers `count` requests one after another, each the one that is at `place` then. */
  async answerInTurn(count: number, place = 0): Promise<void> {
    for (let n = 0; n < count; n++) {
      this.answer(place);
      await this.quiet();
    }
  }

  /** Waits several turns without a request, because a page is decoded and stored in separate turns. */
  async quiet(): Promise<void> {
    let asked: number | undefined;
    for (let turns = 0; turns < 4;) {
      turns = asked === this.requests.length ? turns + 1 : 0;
      asked = this.requests.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  override readFeed(request: FeedRequest, { signal }: RequestOptions = {}): Promise<FeedPage> {
    this.requests.push(request);
    if (this.immediate) {
      return Promise.resolve(this.page(request));
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { request, resolve, reject };
      this.waiting.push(waiting);
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        reject(new ApiError({ kind: "aborted" }, "Canceled."));
      });
    });
  }

  private page(request: FeedRequest): FeedPage {
    const target = { baseUrl: "http://127.0.0.1", dataset: "companydata", key: "key" };
    const applied = { ...request, pageSize: Math.min(request.pageSize, this.maxPageSize) };
    const { pathname, search } = feedUrl(target, applied, "comma");
    const headers = { host: "127.0.0.1", authorization: "Bearer key" };
    const { status, body } = this.handler({ method: "GET", target: pathname + search, headers });
    if (status !== 200) {
      throw new Error(`The service refused ${pathname + search}: ${body}`);
    }
    const page = JSON.parse(body) as { events: unknown[] };
    const events = this.repeats ? [...page.events, ...page.events.slice(-1)] : page.events;
    const text = JSON.stringify({ ...page, events });
    const servedAt = this.tellsTime ? Math.floor(this.now / 1000) * 1000 : undefined;
    return decodeFeedPage({ text, status, host: "127.0.0.1", servedAt });
  }

  /** Source of these events for another sample service. */
  source(): SampleSource {
    const current = (): SampleSource => (this.ordered ??= listSource([...this.events.values()]));
    return {
      dayBefore: (ms, now) => current().dayBefore(ms, now),
      eventsOn: (start, now) => current().eventsOn(start, now),
      collections: () => [],
    };
  }
}

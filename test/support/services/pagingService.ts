import type { ServiceClient } from "../../../src/service/client";
import { page, status } from "./scriptedAnswers";
import { type Answer, ScriptedService, type SeenRequest } from "./scriptedService";
import { testClient } from "./testClient";

export interface PagedEvent {
  readonly id: string;
  /** Milliseconds since 1970 UTC. Undefined for an event without a date. */
  readonly ms?: number;
  /** `odd`: full events have no ID; `huge`: larger than the body limit. */
  readonly kind?: "odd" | "huge";
}

/** Permitted variations of the service. */
export interface PagingBehavior {
  /** Largest page; 500 by default. */
  readonly pageCap?: number;
  /** Sends an empty page before each page that starts at a multiple of this. */
  readonly emptyEvery?: number;
  /** Returns true to reject the nth request with a cursor, counted from 1. */
  readonly refuses?: (nth: number) => boolean;
  /** Status of rejected requests; 400 by default. */
  readonly refusal?: number;
}

const bodyLimitBytes = 64 * 1024;

/** An HTTP service that pages through given events, newest first, and its real client. */
export class PagingService {
  /** Replaces the response if it returns one. */
  intercept: ((request: SeenRequest, sound: () => Answer) => Answer | undefined) | undefined;
  readonly client: ServiceClient;
  readonly requests: readonly SeenRequest[];
  private pages = 0;
  private cursors = 0;

  private constructor(
    readonly service: ScriptedService,
    private readonly events: readonly PagedEvent[],
    public behavior: PagingBehavior,
  ) {
    this.requests = service.requests;
    this.client = testClient({ baseUrl: service.origin }, { bodyLimitBytes });
    service.fallback = (request, response) => {
      // Send no `Date` header, so that the test's clock is the only one.
      response.sendDate = false;
      const seen = service.last;
      const sound = (): Answer => this.soundAnswer(seen.parameters);
      void (this.intercept?.(seen, sound) ?? sound())(response, request);
    };
  }

  static async start(events: readonly PagedEvent[], behavior: PagingBehavior = {}): Promise<PagingService> {
    return new PagingService(await ScriptedService.start(), events, behavior);
  }

  dispose(): Promise<void> {
    return this.service.dispose();
  }

  private soundAnswer(parameters: URLSearchParams): Answer {
    const { pageCap = 500, emptyEvery = Infinity, refuses = () => false, refusal = 400 } = this.behavior;
    const cursor = parameters.get("cursor");
    if (cursor !== null && refuses(++this.cursors)) {
      return status(refusal, { detail: "This cursor has expired." });
    }
    const size = Math.min(pageCap, Number(parameters.get("page_size")));
    const [since, until] = ["since", "until"].map((name) => Date.parse(parameters.get(name) ?? ""));
    const [first, end] = (cursor ?? `0:${until}`).split(":").map(Number);
    const all = this.events.filter(({ ms = 0 }) => !(ms < Number(since)) && !(ms >= Number(end)));
    const from = Number(first);
    const isEmpty = from > 0 && from % emptyEvery === 0 && !cursor?.endsWith(":nothing");
    const next = isEmpty ? from : from + size;
    const hasMore = next < all.length;
    return page({
      events: all.slice(from, next).map((event) => written(event, parameters.get("fields") === "ids")),
      has_more: hasMore,
      // Each cursor is different, like an encrypted one.
      next_cursor: hasMore ? `${next}:${end}:${++this.pages}${isEmpty ? ":nothing" : ""}` : null,
      page_size: size,
    });
  }
}

function written({ id, ms, kind }: PagedEvent, idsOnly: boolean): object {
  const date = ms === undefined ? {} : { published_at: new Date(ms).toISOString() };
  const titled = { id, title: `Title of ${id}`, ...date };
  if (idsOnly) {
    return titled;
  }
  const full = { ...titled, event_data: {} };
  const subhead = "x".repeat(bodyLimitBytes);
  return kind === "huge" ? { ...full, subhead } : { ...full, ...(kind === "odd" && { id: null }) };
}

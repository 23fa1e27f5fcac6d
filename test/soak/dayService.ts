import { requestListener, type SampleHandler } from "../../src/sample/http";
import { SampleData } from "../../src/sample/sampleData";
import { sampleHandler } from "../../src/sample/sampleHandler";
import { dayMs } from "../../src/shared/instant";
import { FakeClock } from "../support/fakes/fakeClock";
import { LiveService } from "../support/services/liveService";
import { event } from "../support/services/listSource";
import { status } from "../support/services/scriptedAnswers";
import { sampleEvents } from "../support/services/sampleEvents";
import { type Answer, ScriptedService, type SeenRequest } from "../support/services/scriptedService";

const keys = ["sk_soak_5c1d90ae", "sk_soak_e77b2f04"] as const;

/** A service with a month of events, to which events are added, and which fails as it is told to. */
export class DayService {
  key: string = keys[0];
  isOffline = false;
  /** Requests for events that are still answered. */
  private pagesLeft = Infinity;
  private readonly store = new LiveService(new FakeClock());
  private readonly arrived: string[] = [];
  private handler: SampleHandler;

  private constructor(
    private readonly service: ScriptedService,
    private readonly now: () => number,
  ) {
    sampleEvents(now() - 30 * dayMs, now()).forEach((one) => this.store.put(one));
    this.handler = this.createHandler();
  }

  /** @param now the service's clock */
  static async start(now: () => number): Promise<DayService> {
    const own: { service?: DayService } = {};
    const listener = requestListener((request) => {
      if (!own.service) {
        throw new Error("The service has not started.");
      }
      return own.service.handler(request);
    });
    const scripted = await ScriptedService.start({
      fallback: (request, response) => {
        if (own.service?.isOffline) {
          response.socket?.resetAndDestroy();
        } else if (request.url?.includes("/feed?") && own.service && own.service.pagesLeft-- <= 0) {
          void status(503, { detail: "Busy." }, { "Retry-After": "60" })(response, request);
        } else {
          listener(request, response);
        }
      },
    });
    return (own.service = new DayService(scripted, now));
  }

  get baseUrl(): string {
    return this.service.origin;
  }

  get requestCount(): number {
    return this.service.requests.length;
  }

  /** Method and path of the requests after the first `count`. */
  requestsSince(count: number): string[] {
    return this.service.requests.slice(count).map(({ method, path }) => `${method} ${path}`);
  }

  get openConnections(): number {
    return this.service.openConnections;
  }

  /** New events, as of now. @returns the ID of the newest */
  arrive(count: number): string {
    let id = "";
    for (let n = 0; n < count; n++) {
      id = `evt_new_${this.arrived.length}_${this.now()}`;
      this.arrived.push(id);
      this.store.put(event(id, this.now() - count + n, { title: `New event ${this.arrived.length}` }));
    }
    return id;
  }

  /** Accepts another key from now on. */
  changeKey(): void {
    this.key = keys[(keys.indexOf(this.key as (typeof keys)[number]) + 1) % keys.length] ?? keys[0];
    this.handler = this.createHandler();
  }

  /** Answers the next requests for events in other ways. */
  failNext(...answers: Answer[]): void {
    this.service.answerWhere(isFeed, ...answers);
  }

  /** Asks to wait for a minute after some more requests for events. */
  busyAfter(requests: number): void {
    this.pagesLeft = requests;
  }

  /** Creates or deletes a collection, as other users do. */
  async change(method: "PUT" | "DELETE", collection: string): Promise<void> {
    const response = await fetch(`${this.baseUrl}/v2/collections/${collection}`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        "content-type": "application/json",
        connection: "close",
      },
      ...(method === "PUT" && { body: "{}" }),
    });
    if (!response.ok) {
      throw new Error(`${method} ${collection}: ${response.status} ${await response.text()}`);
    }
  }

  /** Removes all that was added and changed. */
  reset(): void {
    this.arrived.splice(0).forEach((id) => this.store.events.delete(id));
    // It orders its events anew after each that is added.
    const [first] = this.store.events.values();
    if (first) {
      this.store.put(first);
    }
    this.key = keys[0];
    this.handler = this.createHandler();
  }

  /** Resolves once no connection is open. */
  quiet(): Promise<void> {
    return this.service.quiet();
  }

  stop(): Promise<void> {
    return this.service.dispose();
  }

  private createHandler(): SampleHandler {
    const collections = new SampleData();
    return sampleHandler({
      source: {
        ...this.store.source(),
        collections: (organizationId) => collections.collections(organizationId),
      },
      key: this.key,
      now: this.now,
      cursorSecret: Buffer.alloc(32, 7),
    });
  }
}

function isFeed({ path }: SeenRequest): boolean {
  return path.endsWith("/feed");
}

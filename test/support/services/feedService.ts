import { createServiceClient } from "../../../src/api/client";
import type { RequestLogEntry, ServiceClient } from "../../../src/api/types";
import type { SampleEvent } from "../../../src/sample/sampleSource";
import { SampleService } from "../../../src/sample/sampleService";
import { FakeClock } from "../fakes/fakeClock";
import { listSource } from "./listSource";

/** A sample service over given events, the real client on it, and what went over the line. */
export class FeedService {
  readonly exchanges: RequestLogEntry[] = [];

  private constructor(
    readonly client: ServiceClient,
    readonly clock: FakeClock,
    private readonly service: SampleService,
    exchanges: RequestLogEntry[],
  ) {
    this.exchanges = exchanges;
  }

  static async start(events: readonly SampleEvent[], clock = new FakeClock()): Promise<FeedService> {
    const service = new SampleService({ source: listSource(events), now: () => clock.now() });
    const target = { ...(await service.start()), dataset: "companydata" };
    const exchanges: RequestLogEntry[] = [];
    const client = createServiceClient(
      target,
      { timeoutMs: 30_000, typesFormat: "comma", attempts: 1 },
      { clock, random: () => 0.5, log: (exchange) => exchanges.push(exchange) },
    );
    return new FeedService(client, clock, service, exchanges);
  }

  /** Query parameters of the requests so far. */
  get queries(): URLSearchParams[] {
    return this.exchanges.map((exchange) => new URLSearchParams(exchange.query));
  }

  dispose(): void {
    this.service.dispose();
  }
}

/** An event of the feed that the service hands out at once. */
export function sampleEvent(id: string, publishedAt: string, more: Partial<SampleEvent> = {}): SampleEvent {
  return {
    id,
    type: "funding",
    title: `Title of ${id}`,
    subhead: "",
    published_at: publishedAt,
    sector: "Fintech",
    confidence: 0.9,
    company: {
      role: "primary_subject",
      name: "NovaGrid",
      domain: "novagrid.example",
      entity_id: "ent_1",
      industry: "Energy",
      location: "Oslo",
    },
    event_data: { amount: 1_000_000 },
    ...more,
  };
}

import type { SampleEvent } from "../../../src/sample/sampleSource";
import { SampleService } from "../../../src/sample/sampleService";
import { FakeClock } from "../fakes/fakeClock";
import { listSource } from "./listSource";
import { testClient } from "./testClient";

/** A sample service with given events, its real client, and the log of their exchanges. */
export async function feedService(events: readonly SampleEvent[], clock = new FakeClock()) {
  const service = new SampleService({ source: listSource(events), now: () => clock.now() });
  const exchanges: string[] = [];
  const add = (line: string) => exchanges.push(line);
  const client = testClient(await service.start(), { clock, log: { info: add, warn: add } });
  return { client, clock, exchanges, dispose: () => service.dispose() };
}

export type FeedService = Awaited<ReturnType<typeof feedService>>;

/** A complete event as the service sends it. */
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

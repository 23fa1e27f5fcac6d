import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { SampleService } from "../../src/sample/sampleService";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { dayMs } from "../../src/shared/instant";
import { systemClock } from "../../src/util/clock";
import { AgentFixture } from "../support/agent/agentFixture";
import { type Question, questions } from "../support/agent/questions";
import { FakeClock } from "../support/fakes/fakeClock";
import { listSource } from "../support/services/listSource";
import { sampleEvents } from "../support/services/sampleEvents";
import { testClient } from "../support/services/testClient";
import { benchmark } from "./benchmark";

const days = 15;
const row = "agents: tokens, all";

/** Ten typical questions of agents, against the raw JSON of the events that their answers list or count. */
export const agentBenchmark = benchmark({
  rows: {
    [row]: {
      measures:
        "tokens (o200k) of the answers to ten questions; baseline: of the JSON of the events that they list or count",
      unit: "tokens",
      atMost: 0.1,
    },
  },
  async run() {
    const clock = new FakeClock();
    const now = clock.now();
    const events = sampleEvents(now - days * dayMs, now, now);
    const service = new SampleService({ source: listSource(events), now: () => clock.now() });
    try {
      // An idle connection may end: the client tries again, by the real clock.
      const client = testClient(await service.start(), { clock: systemClock, attempts: 3 });
      const agent = new AgentFixture(client, clock);
      let [tokens, rawTokens] = [0, 0];
      for (const question of questions(knownIn(events))) {
        const { text, isError } = await agent.call(question.name, question.input);
        if (isError) {
          throw new Error(text);
        }
        tokens += encode(text).length;
        rawTokens += encode(JSON.stringify({ events: eventsOf(question, text, events) })).length;
      }
      return { [row]: { samples: [tokens], baseline: [rawTokens] } };
    } finally {
      service.dispose();
    }
  },
});

/** Those that an answer lists or, of a summary, counts. */
function eventsOf({ name, input }: Question, text: string, events: readonly SampleEvent[]): SampleEvent[] {
  if (name !== "companyfeed_summarize_events") {
    const ids = new Set(text.match(/\bevt_\w+/g));
    return events.filter(({ id }) => ids.has(id));
  }
  const [, since = "", until = ""] = / · (\S+) to (\S+) \(/.exec(text) ?? [];
  const types = Array.isArray(input["types"]) ? input["types"] : undefined;
  const counted = events.filter(
    ({ published_at, type }) =>
      Date.parse(published_at) >= Date.parse(since) &&
      Date.parse(published_at) < Date.parse(until) &&
      (types?.includes(type) ?? true),
  );
  if (!text.startsWith(`${counted.length} events · complete`)) {
    throw new Error(`The answer does not have ${counted.length} events: ${text}`);
  }
  return counted;
}

function knownIn(events: readonly SampleEvent[]): { readonly id: string; readonly company: string } {
  const event = events.find(({ type, company }) => type === "funding" && company);
  if (!event) {
    throw new Error("The sample has no event with a company.");
  }
  return { id: event.id, company: (event["company"] as { name: string }).name };
}

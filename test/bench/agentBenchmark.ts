import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { ServiceClient } from "../../src/api/types";
import { SampleService } from "../../src/sample/sampleService";
import { eventKind } from "../../src/shared/eventKind";
import { dayMs } from "../../src/shared/instant";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { systemClock } from "../../src/util/clock";
import { type Question, questionAbout, questions } from "../support/agent/questions";
import { FakeClock } from "../support/fakes/fakeClock";
import { listSource } from "../support/services/listSource";
import { sampleEvents } from "../support/services/sampleEvents";
import { testClient } from "../support/services/testClient";
import { AgentFixture } from "../unit/agent/tools/agentFixture";
import { benchmark, type Figure, type RowSpec } from "./benchmark";
import { costOf, median, takeSamples } from "./sampling";

const days = 35;
const plan = { runs: 5, warmUps: 1 };

/** Ten typical questions of agents, against the raw JSON of the events that their answers list or count. */
export const agentBenchmark = benchmark({
  rows: Object.fromEntries(rows()),
  async run() {
    const clock = new FakeClock();
    const now = clock.now();
    const events = sampleEvents(now - days * dayMs, now, now);
    const service = new SampleService({ source: listSource(events), now: () => clock.now() });
    try {
      let sent = 0;
      // An idle connection may end: the client tries again, by the real clock.
      const client = testClient(await service.start(), {
        clock: systemClock,
        attempts: 3,
        log: () => sent++,
      });
      const known = events.find(({ type, company }) => type === "funding" && company) ?? events[0];
      const asked = questions.map((question) => questionAbout(question, factsOf(known)));
      const session = new Session(client, clock, events, () => sent);
      const answers: Asked[] = [];
      for (const question of asked) {
        answers.push(await session.ask(question));
      }
      let aloneRequests = 0;
      for (const question of asked) {
        aloneRequests += (await new Session(client, clock, events, () => sent).ask(question)).requests;
      }
      const all = { tokens: sum(answers, "tokens"), rawTokens: sum(answers, "rawTokens") };
      const figures: [string, Figure][] = [...answers.entries(), [questions.length, all] as const].map(
        ([index, { tokens, rawTokens }]) => [tokenRow(index), { samples: [tokens], baseline: [rawTokens] }],
      );
      const requests: Figure = { samples: [sum(answers, "requests")], baseline: [aloneRequests] };
      return Object.fromEntries([
        ...figures,
        ["agents: requests", requests],
        ...(await times(session, asked)),
      ]);
    } finally {
      service.dispose();
    }
  },
});

function rows(): [string, RowSpec][] {
  const measures = "tokens (o200k) of the answer; baseline: of the JSON of the same events";
  return [
    ...questions.map(({ text }, index): [string, RowSpec] => [
      tokenRow(index),
      { measures: `${text} ${measures}`, unit: "tokens" },
    ]),
    [tokenRow(questions.length), { measures: `All of them: ${measures}`, unit: "tokens", atMost: 0.1 }],
    [
      "agents: requests",
      {
        measures: "requests of the ten questions one after another; baseline: each on its own",
        unit: "requests",
      },
    ],
    [
      "agents: list",
      {
        measures:
          "CPU time of answering with a list from events that were read before, median of such questions",
        unit: "ms",
        atMost: 50,
      },
    ],
    ["agents: summary", { measures: "likewise with a summary", unit: "ms", atMost: 500 }],
  ];
}

function tokenRow(index: number): string {
  return `agents: tokens, ${index < questions.length ? `question ${index + 1}` : "all"}`;
}

interface Asked {
  readonly tokens: number;
  readonly rawTokens: number;
  readonly requests: number;
}

/** Agents of one window, which remembers what it has read. */
class Session {
  private readonly agent: AgentFixture;

  constructor(
    client: ServiceClient,
    private readonly clock: FakeClock,
    private readonly events: readonly SampleEvent[],
    private readonly requests: () => number,
  ) {
    this.agent = new AgentFixture(client, clock);
  }

  /** A minute after the previous question, as somebody who reads the answers. */
  async ask(question: Question): Promise<Asked> {
    this.clock.advance(60_000);
    const before = this.requests();
    let [tokens, rawTokens] = [0, 0];
    for (const call of question.calls) {
      const text = await this.answer(call);
      tokens += encode(text).length;
      rawTokens += encode(JSON.stringify({ events: this.eventsOf(call, text) })).length;
    }
    return { tokens, rawTokens, requests: this.requests() - before };
  }

  async answer({ name, input }: Question["calls"][number]): Promise<string> {
    const { text, isError } = await this.agent.call(name, input);
    if (isError) {
      throw new Error(text);
    }
    return text;
  }

  /** Those that an answer lists or, of a summary, counts. */
  private eventsOf({ name, input }: Question["calls"][number], text: string): SampleEvent[] {
    const ids = new Set(text.match(/\bevt_\w+/g));
    if (name !== "companyfeed_summarize_events") {
      return this.events.filter(({ id }) => ids.has(id));
    }
    const [, since = "", until = ""] = / · (\S+) to (\S+) \(/.exec(text) ?? [];
    const kinds = Array.isArray(input["types"])
      ? input["types"].map((type) => eventKind(String(type)))
      : undefined;
    const counted = this.events.filter(
      ({ published_at, type }) =>
        Date.parse(published_at) >= Date.parse(since) &&
        Date.parse(published_at) < Date.parse(until) &&
        (kinds?.includes(eventKind(type)) ?? true),
    );
    if (!text.startsWith(`${counted.length} events · complete`)) {
      throw new Error(`The answer does not have ${counted.length} events: ${text}`);
    }
    return counted;
  }
}

async function times(session: Session, asked: readonly Question[]): Promise<[string, Figure][]> {
  const costs = async (name: string): Promise<Figure> => {
    const calls = asked.flatMap(({ calls }) => calls.filter((call) => call.name === name));
    const samples: number[] = [];
    for (const call of calls) {
      // Reads the events, unless a previous question has.
      await session.ask({ text: name, calls: [call] });
      const taken = await takeSamples(plan, () => costOf(() => session.answer(call)));
      samples.push(median(taken.map(({ cpuMs }) => cpuMs)));
    }
    return { samples };
  };
  return [
    ["agents: list", await costs("companyfeed_search_events")],
    ["agents: summary", await costs("companyfeed_summarize_events")],
  ];
}

function factsOf(event: SampleEvent | undefined): { readonly id: string; readonly company: string } {
  const company = event?.["company"];
  const name =
    typeof company === "object" && company !== null && "name" in company ? company.name : undefined;
  if (!event || typeof name !== "string") {
    throw new Error("The sample has no event with a company.");
  }
  return { id: event.id, company: name };
}

function sum(answers: readonly Asked[], field: keyof Asked): number {
  return answers.reduce((total, answer) => total + answer[field], 0);
}

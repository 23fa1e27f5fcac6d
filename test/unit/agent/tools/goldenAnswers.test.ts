import assert from "node:assert/strict";
import { encode as encodeCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as encodeO200k } from "gpt-tokenizer/encoding/o200k_base";
import type { ToolName } from "../../../../src/agent/tools/toolNames";
import { dayMs } from "../../../../src/shared/instant";
import { assertGolden } from "../../../support/agent/golden";
import { hostileTexts } from "../../../support/agent/hostileTexts";
import { questionAbout, questions } from "../../../support/agent/questions";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { FeedService, sampleEvent } from "../../../support/services/feedService";
import { sampleEvents } from "../../../support/services/sampleEvents";
import { AgentFixture } from "./agentFixture";
import { useTimeZone } from "../../../support/timeZone";

const budget = 2000;

/** Calls and their answers, one after the other, as a model reads them. */
class Transcript {
  private readonly lines: string[] = [];

  constructor(private readonly agent: AgentFixture) {}

  async ask(name: ToolName, input: object, tokenBudget?: number): Promise<string> {
    // A minute after the previous question: the requests of agents are limited.
    this.agent.clock.advance(60_000);
    const { text, isError, unexpected } = await this.agent.call(
      name,
      input,
      tokenBudget === undefined ? {} : { tokenBudget },
    );
    assert.equal(unexpected, undefined);
    const tokens = Math.max(encodeO200k(text).length, encodeCl100k(text).length);
    assert.ok(tokens <= (tokenBudget ?? budget), `${tokens} tokens: ${text}`);
    this.lines.push(`> ${name} ${JSON.stringify(input)}`, ...(isError ? ["(error)"] : []), text, "");
    return text;
  }

  say(line: string): void {
    this.lines.push(line);
  }

  toString(): string {
    // Handles are random.
    return this.lines
      .join("\n")
      .trimEnd()
      .replaceAll(/\bp_[0-9a-f]{6}\b/g, "p_…");
  }
}

describe("The answers of all tools for agents", () => {
  useTimeZone("Europe/Berlin");
  const search = "companyfeed_search_events";
  const events = sampleEvents(
    new FakeClock().now() - 35 * dayMs,
    new FakeClock().now(),
    new FakeClock().now(),
  );
  let service: FeedService;

  afterEach(() => service.dispose());

  it("are those of ten typical questions", async () => {
    service = await FeedService.start(events);
    const agent = new AgentFixture(service.client, service.clock);
    const transcript = new Transcript(agent);
    const known = events.find(({ type }) => type === "funding");
    assert.ok(known);
    const [, company = ""] = /"name":"([^"]+)"/.exec(JSON.stringify(known)) ?? [];
    for (const question of questions) {
      const { text, calls } = questionAbout(question, { id: known.id, company });
      transcript.say(`# ${text}`);
      for (const { name, input } of calls) {
        await transcript.ask(name, input);
      }
    }
    assertGolden("tenQuestions", transcript.toString());
  });

  it("go on page by page, have more fields, less room, or nothing to show", async () => {
    service = await FeedService.start(events);
    const agent = new AgentFixture(service.client, service.clock);
    const transcript = new Transcript(agent);
    const first = await transcript.ask(search, { period: "yesterday", types: ["shutdown", "ipo"], limit: 4 });
    const [, page = ""] = /^Next page: (\S+)$/m.exec(first) ?? [];
    await transcript.ask(search, { page, limit: 20 });
    await transcript.ask(search, { page: "p_unknown" });
    await transcript.ask(search, { period: "yesterday", types: ["ipo"], detail: "full", limit: 2 });
    await transcript.ask(search, { period: "yesterday" }, 300);
    await transcript.ask(search, { period: "yesterday" }, 60);
    await transcript.ask(search, { period: "yesterday", company: "nobody.example" });
    await transcript.ask(search, { period: "yesterday", sector: "Fintec" });
    await transcript.ask(search, { period: "yesterdy" });
    await transcript.ask(search, { period: "yesterday", amount: "50M" });
    await transcript.ask("companyfeed_summarize_events", {
      period: "24h",
      group_by: ["sector", "day"],
      limit: 3,
    });
    await transcript.ask("companyfeed_get_event", { id: "evt_nothing" });
    assertGolden("pagesAndProblems", transcript.toString());
  });

  it("name collections, and say what was opened", async () => {
    service = await FeedService.start(events);
    const agent = new AgentFixture(service.client, service.clock);
    const transcript = new Transcript(agent);
    agent.collections = {
      collections: [
        { id: "col_1", databaseName: "contracts", documentCount: 81_200, environment: "production" },
        {
          id: "col_2",
          databaseName: "research-notes",
          documentCount: 12,
          environment: "staging",
          isActive: false,
        },
      ],
      readAtMs: agent.clock.now() + 60_000,
      malformed: 0,
    };
    await transcript.ask("companyfeed_list_collections", {});
    await transcript.ask("companyfeed_list_collections", { search: "nothing" });
    await transcript.ask("companyfeed_open_feed", {
      period: "this_week",
      types: ["funding"],
      min_amount: "50M",
    });
    agent.active = undefined;
    await transcript.ask(search, {});
    assertGolden("collectionsAndPanels", transcript.toString());
  });

  it("are data in one code block, whatever the service sends", async () => {
    const at = (n: number): string => new Date(new FakeClock().now() - (n + 1) * 60_000).toISOString();
    service = await FeedService.start(
      hostileTexts.map((title, n) => {
        const text = title.slice(0, 2000);
        return sampleEvent(`evt_${n}`, at(n), {
          title,
          type: n % 3 === 0 ? text : "funding",
          sector: n % 4 === 0 ? text : "Fintech",
          company: { name: text, domain: text },
        });
      }),
    );
    const agent = new AgentFixture(service.client, service.clock);
    const transcript = new Transcript(agent);
    for (const [name, input] of [
      [search, { period: "24h", limit: 100 }],
      [search, { period: "24h", limit: 100, detail: "full" }],
      [search, { period: "24h", sector: "Fintek" }],
      [search, { period: "24h", types: ["nothing of that kind"] }],
      ["companyfeed_summarize_events", { period: "24h", group_by: ["type", "sector", "company", "day"] }],
      ["companyfeed_get_event", { id: "evt_9" }],
    ] as const) {
      const text = await transcript.ask(name, input);
      assert.ok([0, 2].includes(text.match(/^```/gm)?.length ?? 0), text);
      assert.ok([0, 2].includes(text.match(/```/g)?.length ?? 0), text);
      assert.doesNotMatch(text, /https?:|\]\(|!\[|<[a-z/!|]|[\u001b\u202a-\u202e\u200b\u{e0000}-\u{e01ff}]/u);
    }
    assertGolden("hostile", transcript.toString());
  });
});

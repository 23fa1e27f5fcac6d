import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { CollectionsRead } from "../../../src/agent/tools/environment";
import type { ToolName } from "../../../src/agent/tools/toolNames";
import { CollectionList } from "../../../src/collections/model/collectionList";
import type { ServiceClient } from "../../../src/api/types";
import { McpFixture, testBearer } from "../../support/agent/mcpFixture";
import {
  type PeriodName,
  type Question,
  questions,
  questionText,
  type Scene,
} from "../../support/agent/answeredQuestions";
import { type OracleWindow, SampleOracle } from "../../support/agent/sampleOracle";
import { systemClock } from "../../../src/util/clock";
import { FakeClock } from "../../support/fakes/fakeClock";
import { root } from "../../support/runner/paths";
import { SampleBackend } from "../../support/services/sampleBackend";
import { testClient } from "../../support/services/testClient";
import { AgentFixture } from "./tools/agentFixture";
import { useTimeZone } from "../../support/timeZone";

/** A Thursday. The clocks were set back in the quarter, and in the 30 days before. */
const now = "2026-11-19T15:30+01:00";
const nowMs = Date.parse(now);
const timeZone = "Europe/Berlin";

const windows: Readonly<Record<PeriodName, OracleWindow>> = {
  yesterday: { since: "2026-11-18T00:00+01:00", until: "2026-11-19T00:00+01:00" },
  this_week: { since: "2026-11-16T00:00+01:00", until: now },
  last_week: { since: "2026-11-09T00:00+01:00", until: "2026-11-16T00:00+01:00" },
  this_month: { since: "2026-11-01T00:00+01:00", until: now },
  "30d": { since: "2026-10-20T16:30+02:00", until: now },
  "90d": { since: "2026-08-21T16:30+02:00", until: now },
};

/** Time passes as soon as anything waits for it. */
class PatientClock extends FakeClock {
  override after(ms: number, callback: () => void) {
    const timer = super.after(ms, callback);
    setImmediate(() => this.advance(ms));
    return timer;
  }
}

/** Sends calls to the tools, and their answers back. */
type Way = (
  editor: AgentFixture,
  ask: (call: (tool: ToolName, input: Readonly<Record<string, unknown>>) => Promise<string>) => Promise<void>,
) => Promise<void>;

const ways: Readonly<Record<string, Way>> = {
  "the tools themselves": (editor, ask) => ask(async (tool, input) => (await editor.call(tool, input)).text),
  "MCP and its official client": async (editor, ask) => {
    const server = await new McpFixture({ call: (call) => editor.tools.call(call) }).start();
    const client = new Client({ name: "agent", version: "1" });
    const requestInit = { headers: { Authorization: `Bearer ${testBearer}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
    try {
      await ask(async (name, input) => {
        const { content } = await client.callTool({ name, arguments: input });
        return content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");
      });
    } finally {
      await client.close();
      server.dispose();
    }
  },
};

describe("Questions that agents answer with the sample data", () => {
  useTimeZone("Europe/Berlin");
  let backend: SampleBackend;
  let collections: CollectionsRead;
  const oracle = new SampleOracle(nowMs);
  const transcript = new Map<Question, string>();

  before(async () => {
    backend = await SampleBackend.start(undefined, () => nowMs);
    collections = await readCollections(client());
  });

  after(() => backend.stop());

  const client = (): ServiceClient =>
    testClient({ baseUrl: backend.baseUrl, key: backend.key }, { attempts: 3, clock: systemClock });

  for (const [name, way] of Object.entries(ways)) {
    for (const question of questions) {
      it(`${question.question} (through ${name})`, async () => {
        const clock = new PatientClock(nowMs);
        const editor = new AgentFixture(client(), clock);
        const savedFeed = portfolio(oracle);
        editor.zone = timeZone;
        editor.collections = collections;
        editor.saved = [savedFeed.feed];
        const lines: string[] = [];
        const handles = new Map<string, string>();
        const stable = (text: string): string =>
          text.replace(/\bp_[0-9a-f]{6}\b/g, (handle) => {
            handles.set(handle, handles.get(handle) ?? `p_${handles.size + 1}`);
            return handles.get(handle) ?? "";
          });
        await way(editor, (call) => {
          const scene: Scene = {
            oracle,
            timeZone,
            windows,
            longest: "90d",
            savedFeed,
            assertWindow: (stated, { since, until }) =>
              assert.equal(stated, `${since} to ${until} (${timeZone})`),
            call: async (tool, input) => {
              const before = backend.requests.length;
              const text = await call(tool, input);
              const requests = backend.requests.length - before;
              lines.push(
                `**${tool}** \`${stable(JSON.stringify(input))}\` · ${requests} ${requests === 1 ? "request" : "requests"} to the service`,
                `\`\`\`\`text\n${stable(text)}\n\`\`\`\``,
              );
              return text;
            },
          };
          lines.push(`## ${questionText(question, scene)}`);
          return question.ask(scene);
        });
        const text = lines.join("\n\n");
        assert.equal(text, transcript.get(question) ?? text, "the same each way");
        transcript.set(question, text);
      });
    }
  }

  it("are written down as they are answered", () => {
    const file = path.join(root, "docs", "agent-transcripts.md");
    const text = `${[head, ...questions.map((question) => transcript.get(question) ?? "")].join("\n\n")}\n`;
    if (process.env["COMPANY_FEED_WRITE_GOLDEN"]) {
      writeFileSync(file, text);
    }
    assert.equal(text, readFileSync(file, "utf8"));
  });
});

const head = `# What agents are answered

Ten questions, the calls that an agent makes to answer them, and what it is answered: with the sample data (its companies and
events are fictional), on ${now} (${timeZone}). Written by \`test/unit/agent/questions.test.ts\`, which compares each answer with
the data, through the tools themselves and through the MCP server.`;

/** A saved feed with companies in all notations, and a muted word. */
function portfolio(oracle: SampleOracle) {
  const events = oracle.events(windows.last_week, { type: "partnership" }).slice(0, 40);
  const companies = events.map(
    (event) => event["company"] as Readonly<Record<"name" | "domain" | "entity_id", string>>,
  );
  const entries = companies.map(
    ({ name, domain, entity_id: id }, n) => [name, `https://www.${domain}/`, id][n % 3] ?? name,
  );
  const name = "Portfolio";
  return {
    name,
    feed: {
      name,
      query: { window: { kind: "last", days: 30 }, types: [] },
      companies: entries,
      mute: ["launches"],
      alert: "off",
    },
    filter: { companies: new Set(companies.map((company) => company.name)), mute: /\blaunches\b/i },
  } as const;
}

async function readCollections(service: ServiceClient): Promise<CollectionsRead> {
  const list = new CollectionList(service, () => 500);
  await list.loadAll();
  const read = list.loadedItems.map(({ value }) => value);
  list.dispose();
  return { collections: read, total: read.length, readAtMs: nowMs, malformed: 0 };
}

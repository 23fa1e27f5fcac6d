import assert from "node:assert/strict";
import type { ToolName } from "../../../src/agent/tools/toolNames";
import type { SampleEvent } from "../../../src/sample/sampleSource";
import {
  amountOf,
  companyOf,
  nameOf,
  type OracleFilter,
  type OracleWindow,
  type SampleOracle,
} from "./sampleOracle";

/** What people call a time, computed apart from the extension. */
export type PeriodName =
  "yesterday" | "this_week" | "last_week" | "this_month" | "30d" | "90d";

/** Where and when the questions are asked. */
export interface Scene {
  readonly oracle: SampleOracle;
  readonly timeZone: string;
  readonly windows: Readonly<Record<PeriodName, OracleWindow>>;
  /** How far back the question about the largest rounds goes. */
  readonly longest: "30d" | "90d";
  /** Whether the window that an answer states is the right one. */
  readonly assertWindow: (stated: string, window: OracleWindow) => void;
  /** The name of a saved feed, and the events that it has. */
  readonly savedFeed: { readonly name: string; readonly filter: OracleFilter };
  /** Calls a tool as an agent does. @returns the text of its answer */
  readonly call: (tool: ToolName, input: Readonly<Record<string, unknown>>) => Promise<string>;
}

export interface Question {
  /** With `{company}`, `{savedFeed}`, `{event}` and `{period}`. */
  readonly question: string;
  /** Asks as an agent would, and compares each answer with the oracle. */
  readonly ask: (scene: Scene) => Promise<void>;
}

/** Questions that people ask, with the calls that an agent makes to answer them. */
export const questions: readonly Question[] = [
  {
    question: "Fintech rounds above $50M this week?",
    ask: async (scene) => {
      const input = { period: "this_week", types: ["funding"], sector: "Fintech", min_amount: "50M" };
      const filter = { type: "funding", sector: "Fintech", minAmount: 50_000_000 };
      await assertList(scene, input, "this_week", filter);
    },
  },
  {
    question: "What has {company} been up to lately?",
    ask: async (scene) => {
      const { company } = knownIn(scene);
      const events = await assertList(scene, { company, period: "30d" }, "30d", {
        companies: new Set([company]),
      });
      assert.ok(events.length > 2);
    },
  },
  {
    question: "Which companies were acquired yesterday?",
    ask: async (scene) => {
      await assertList(scene, { types: ["acquisition"], period: "yesterday" }, "yesterday", {
        type: "acquisition",
      });
    },
  },
  {
    question: "How much was raised per sector this month?",
    ask: async (scene) => {
      const events = scene.oracle.events(scene.windows.this_month, { type: "funding" });
      const totals = scene.oracle.totals(events, ({ sector = "" }) => sector);
      const input = { types: ["funding"], period: "this_month", group_by: ["sector"], limit: 50 };
      const answer = await ask(scene, "companyfeed_summarize_events", input);
      assertFirstLine(scene, answer, "this_month", events.length);
      const all = scene.oracle.totals(events, () => "TOTAL");
      const expected = [...totals].sort(([, a], [, b]) => (a.sum < b.sum ? 1 : -1));
      assert.deepEqual(
        answer.rows.slice(1),
        [...expected, ...all].map(([label, { count, withAmount, sum }]) => [
          label,
          String(count),
          `$${sum.toLocaleString("en-US")}`,
          String(count - withAmount),
        ]),
      );
    },
  },
  {
    question: "Were there more layoffs this week than last week?",
    ask: async (scene) => {
      for (const period of ["this_week", "last_week"] as const) {
        const events = scene.oracle.events(scene.windows[period], { type: "layoff" });
        const answer = await ask(scene, "companyfeed_summarize_events", { types: ["layoffs"], period });
        assertFirstLine(scene, answer, period, events.length);
        const [total] = scene.oracle.totals(events, () => "layoff").values();
        assert.deepEqual(answer.rows.at(-1), ["layoff", String(total?.count)]);
      }
    },
  },
  {
    question: "Anything in my saved feed {savedFeed} this week?",
    ask: async (scene) => {
      const { name, filter } = scene.savedFeed;
      const events = await assertList(scene, { saved_feed: name, period: "this_week" }, "this_week", filter);
      assert.ok(events.length > 0);
    },
  },
  {
    question: "Tell me everything about {event}.",
    ask: async (scene) => {
      const { event } = knownIn(scene);
      const { rows } = await ask(scene, "companyfeed_get_event", { id: event.id });
      const fields = new Map(rows.map(([field = "", value = ""]) => [field, value]));
      for (const [field, value] of [
        ["id", event.id],
        ["type", "acquisition"],
        ["title", event.title],
        ["sector", event.sector],
        ["company.name", nameOf(event)],
        ["company.entity_id", companyOf(event)["entity_id"]],
        ["event_data.acquirer", event.event_data?.["acquirer"]],
        ["event_data.target", event.event_data?.["target"]],
      ] as const) {
        assert.equal(fields.get(field), value, field);
      }
      const price = Number(event.event_data?.["price"]);
      assert.equal(fields.get("event_data.price"), String(price));
    },
  },
  {
    question: "Which collections do we have in staging?",
    ask: async (scene) => {
      const collections = scene.oracle.collections("staging");
      const answer = await ask(scene, "companyfeed_list_collections", { environment: "staging", limit: 15 });
      assert.match(
        answer.firstLine,
        new RegExp(`^1–15 of ${collections.length} collections, most documents first · cut: `),
      );
      const largest = collections.map(({ documents }) => documents).sort((a, b) => b - a);
      assert.deepEqual(
        answer.rows.slice(1).map(([, documents]) => Number(documents)),
        largest.slice(0, 15),
      );
      for (const [name, documents] of answer.rows.slice(1)) {
        assert.ok(
          collections.some((it) => it.name === name && it.documents === Number(documents)),
          name,
        );
      }
      const sum = largest.reduce((a, b) => a + b, 0);
      assert.ok(answer.text.includes(`: ${sum.toLocaleString("en-US")}.`), `${sum} documents`);
    },
  },
  {
    question: "Open the feed on IPOs this month.",
    ask: async (scene) => {
      const answer = await ask(scene, "companyfeed_open_feed", { types: ["ipo"], period: "this_month" });
      assert.ok(
        answer.firstLine.includes(` ${scene.windows.this_month.since.slice(0, 16)}`),
        answer.firstLine,
      );
    },
  },
  {
    question: "What were the five largest health rounds in the last {period}?",
    ask: async (scene) => {
      const input = { types: ["funding"], period: scene.longest, sort: "amount", limit: 5 };
      const unknown = await ask(scene, "companyfeed_search_events", { ...input, sector: "Health" });
      assert.match(unknown.text, /Healthcare/, "the nearest label, and no guess");
      assert.deepEqual(unknown.rows, []);
      const events = scene.oracle.events(scene.windows[scene.longest], {
        type: "funding",
        sector: "Healthcare",
      });
      const answer = await ask(scene, "companyfeed_search_events", { ...input, sector: "Healthcare" });
      assertFirstLine(scene, answer, scene.longest, events.length, { from: 0, shown: 5 });
      const largest = events.toSorted((a, b) => (amountOf(b) ?? -1) - (amountOf(a) ?? -1)).slice(0, 5);
      assert.deepEqual(
        idsIn(answer),
        largest.map(({ id }) => id),
      );
      assertAmounts(answer, largest);
    },
  },
];

/** The company and the event that questions are about. */
function knownIn({ oracle, windows }: Scene): { readonly company: string; readonly event: SampleEvent } {
  const event = oracle
    .events(windows.yesterday, { type: "acquisition" })
    .find(({ event_data: data }) => data?.["price"] !== undefined);
  assert.ok(event);
  return { company: oracle.busiestCompany(windows["30d"]), event };
}

/** A question as a user asks it. */
export function questionText({ question }: Question, scene: Scene): string {
  const { company, event } = knownIn(scene);
  return question
    .replace("{company}", company)
    .replace("{event}", event.id)
    .replace("{savedFeed}", `"${scene.savedFeed.name}"`)
    .replace("{period}", scene.longest.replace("d", " days"));
}

interface ReadAnswer {
  readonly text: string;
  readonly firstLine: string;
  /** What is in the table, by line and cell. */
  readonly rows: readonly (readonly string[])[];
}

async function ask(
  { call }: Scene,
  tool: ToolName,
  input: Readonly<Record<string, unknown>>,
): Promise<ReadAnswer> {
  const text = await call(tool, input);
  const lines = text.split("\n");
  const [start, end] = [lines.indexOf("```tsv"), lines.lastIndexOf("```")];
  const rows = start < 0 ? [] : lines.slice(start + 1, end).map((line) => line.split("\t"));
  return { text, firstLine: lines[0] ?? "", rows };
}

/** Asks for all pages of a list: each event once, in the order of the feed, and nothing else. @returns the events expected */
async function assertList(
  scene: Scene,
  input: Readonly<Record<string, unknown>>,
  period: PeriodName,
  filter: OracleFilter,
): Promise<SampleEvent[]> {
  const expected = scene.oracle.events(scene.windows[period], filter);
  const ids: string[] = [];
  let page: string | undefined;
  do {
    const answer = await ask(scene, "companyfeed_search_events", page === undefined ? input : { page });
    const pageIds = idsIn(answer);
    assertFirstLine(scene, answer, period, expected.length, { from: ids.length, shown: pageIds.length });
    assertAmounts(answer, expected);
    ids.push(...pageIds);
    page = /^Next page: (\S+)$/m.exec(answer.text)?.[1];
  } while (page !== undefined);
  assert.deepEqual(
    ids,
    expected.map(({ id }) => id),
  );
  return expected;
}

/** It states the count, whether there is more, and the window to the second. @param from number of events on earlier pages */
function assertFirstLine(
  { windows, assertWindow }: Scene,
  answer: ReadAnswer,
  period: PeriodName,
  count: number,
  { from, shown } = { from: 0, shown: count },
): void {
  const { firstLine } = answer;
  const [counts, state, window] = firstLine.split(" · ");
  assertWindow(window ?? "", windows[period]);
  const all = `${count === 0 ? "no" : count} ${count === 1 ? "event" : "events"}`;
  const isPart = shown < count;
  const range = `${shown === 1 ? "" : `${from + 1}–`}${from + shown}`;
  assert.equal(counts, isPart ? `${range} of ${all}` : all);
  const partState = from + shown < count ? "cut: more on the next page" : "last page";
  assert.equal(state, isPart ? partState : "complete", firstLine);
}

function idsIn({ rows }: ReadAnswer): string[] {
  return rows.flatMap(([id = ""]) => (id.startsWith("evt_") ? [id] : []));
}

/** The amounts in a table are those of the events. */
function assertAmounts({ rows }: ReadAnswer, expected: readonly SampleEvent[]): void {
  const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };
  const column = rows.find(([name]) => name === "id")?.indexOf("amount") ?? -1;
  for (const row of rows.filter(([id = ""]) => column > 0 && id.startsWith("evt_"))) {
    const event = expected.find(({ id }) => id === row[0]);
    const stated = event?.event_data?.["amount"];
    const [, digits, unit = ""] = /^\$([\d.]+)([KMB])$/.exec(row[column] ?? "") ?? [];
    const shown = digits === undefined ? undefined : Math.round(Number(digits) * (units[unit] ?? 1));
    if (event?.type === "funding" || event?.type === "acquisition") {
      assert.equal(shown, stated, row.join(" "));
    }
  }
}

import type { ToolName } from "../../../src/agent/tools/toolNames";

/** What a user asks, and the calls that an agent makes for it. */
export interface Question {
  readonly text: string;
  readonly calls: readonly { readonly name: ToolName; readonly input: Readonly<Record<string, unknown>> }[];
}

/** Typical questions. `{id}` and `{company}` are those of a known event. */
export const questions: readonly Question[] = [
  {
    text: "Fintech rounds above $50M this week?",
    calls: [search({ period: "this_week", types: ["funding"], sector: "Fintech", min_amount: "50M" })],
  },
  { text: "What happened today?", calls: [search({ period: "today" })] },
  {
    text: "Who became CEO yesterday?",
    calls: [search({ period: "yesterday", types: ["executive_change"], limit: 50 })],
  },
  {
    text: "What were the ten largest acquisitions of the last 30 days?",
    calls: [search({ period: "30d", types: ["acquisition"], sort: "amount", limit: 10 })],
  },
  {
    text: "What did {company} do this month?",
    calls: [search({ period: "this_month", company: "{company}" })],
  },
  { text: "Tell me more about {id}.", calls: [{ name: "companyfeed_get_event", input: { id: "{id}" } }] },
  {
    text: "How much money was raised this week, by sector?",
    calls: [summarize({ period: "this_week", types: ["funding"], group_by: ["sector"] })],
  },
  {
    text: "How many layoffs were there last week, day by day?",
    calls: [summarize({ period: "last_week", types: ["layoffs"], group_by: ["day"] })],
  },
  {
    text: "Which companies were in the news most often this month?",
    calls: [summarize({ period: "this_month", group_by: ["company"] })],
  },
  {
    text: "Is this week busier than last week?",
    calls: [summarize({ period: "this_week" }), summarize({ period: "last_week" })],
  },
];

function search(input: Question["calls"][number]["input"]): Question["calls"][number] {
  return { name: "companyfeed_search_events", input };
}

function summarize(input: Question["calls"][number]["input"]): Question["calls"][number] {
  return { name: "companyfeed_summarize_events", input };
}

/** The question with the values of a known event. */
export function questionAbout(
  question: Question,
  known: { readonly id: string; readonly company: string },
): Question {
  const text = JSON.stringify(question).replaceAll("{id}", known.id).replaceAll("{company}", known.company);
  return JSON.parse(text) as Question;
}

import type { ToolName } from "../../../src/ids";

/** A user's question, and the tool call with which an agent answers it. */
export interface Question {
  readonly text: string;
  readonly name: ToolName;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Typical questions. @param known subjects that some of them ask about */
export function questions(known: { readonly id: string; readonly company: string }): readonly Question[] {
  return [
    search("Fintech rounds above $50M this week?", {
      period: "this_week",
      types: ["funding"],
      sector: "Fintech",
      min_amount: 50_000_000,
    }),
    search("What happened today?", { period: "today" }),
    search("Who became CEO yesterday?", { period: "yesterday", types: ["executive_change"], limit: 50 }),
    search("What were the ten largest rounds of the last 14 days?", {
      period: "14d",
      types: ["funding"],
      sort: "amount",
      limit: 10,
    }),
    search(`What did ${known.company} do lately?`, { period: "14d", company: known.company }),
    { text: "Tell me more about this event.", name: "companyfeed_get_event", input: { id: known.id } },
    summarize("How much money was raised this week, by sector?", {
      period: "this_week",
      types: ["funding"],
      group_by: ["sector"],
    }),
    summarize("How many layoffs were there lately, day by day?", {
      period: "14d",
      types: ["layoff"],
      group_by: ["day"],
    }),
    summarize("Which companies were in the news most often lately?", {
      period: "14d",
      group_by: ["company"],
    }),
    summarize("What kinds of events were there this week?", { period: "this_week" }),
  ];
}

function search(text: string, input: Question["input"]): Question {
  return { text, name: "companyfeed_search_events", input };
}

function summarize(text: string, input: Question["input"]): Question {
  return { text, name: "companyfeed_summarize_events", input };
}

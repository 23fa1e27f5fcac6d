import assert from "node:assert/strict";
import { type PropertySchema, toolDefinition } from "../../../../../src/agent/tools/definitions";
import { decodeInput, type EventFilterInput } from "../../../../../src/agent/tools/input/decodeInput";
import { resolveFilters } from "../../../../../src/agent/tools/input/eventFilters";
import type { ToolName } from "../../../../../src/agent/tools/toolNames";
import type { SavedFeed } from "../../../../../src/savedFeeds/model/savedFeed";
import { useTimeZone } from "../../../../support/timeZone";

/** A call that an agent chooses from the definitions of the tools alone, and what it means. */
interface ExpectedCall {
  readonly name: ToolName;
  readonly input: Readonly<Record<string, unknown>>;
  /** Of a call about events: the window in UTC, or the days back from now, and the other filters in words. */
  readonly window?: readonly [since: string, until?: string] | number;
  readonly applied?: readonly string[];
  /** The call is answered with what to ask instead. */
  readonly problem?: RegExp;
}

const search = "companyfeed_search_events";
const summarize = "companyfeed_summarize_events";

const portfolio: SavedFeed = {
  name: "Portfolio",
  query: { window: { kind: "last", days: 7 }, types: [] },
  companies: ["acme.com", "globex.com"],
  mute: [],
  alert: "badge",
};

/** Asked on Wednesday, 18 November 2026, 15:30 UTC, in Berlin. */
const nowMs = Date.parse("2026-11-18T15:30Z");
const context = {
  nowMs,
  timeZone: "Europe/Berlin",
  savedFeeds: [portfolio],
  labels: {
    types: ["funding", "product_launch", "partnership", "executive_change", "acquisition", "layoffs", "ipo"],
    sectors: ["Fintech", "Healthcare", "Biotechnology", "Climate & Energy"],
  },
};

const questions: readonly (readonly [string, ...ExpectedCall[]])[] = [
  [
    "Fintech rounds above $50M this week?",
    {
      name: search,
      input: { period: "this_week", types: ["funding"], sector: "Fintech", min_amount: "50M" },
      window: ["2026-11-15T23:00Z"],
      applied: ["type funding", "sector Fintech", "amount ≥ $50M"],
    },
  ],
  [
    "What did Acme do lately?",
    { name: search, input: { company: "Acme", period: "30d" }, window: 30, applied: ["company Acme"] },
  ],
  [
    "Who was acquired yesterday?",
    {
      name: search,
      input: { period: "yesterday", types: ["acquisition"] },
      window: ["2026-11-16T23:00Z", "2026-11-17T23:00Z"],
      applied: ["type acquisition"],
    },
  ],
  [
    "How much was raised per sector this month?",
    {
      name: summarize,
      input: { period: "this_month", types: ["funding"], group_by: ["sector"] },
      window: ["2026-10-31T23:00Z"],
      applied: ["type funding"],
    },
  ],
  [
    "Compare layoffs this week and last week",
    {
      name: summarize,
      input: { period: "this_week", types: ["layoffs"] },
      window: ["2026-11-15T23:00Z"],
      applied: ["type layoffs"],
    },
    {
      name: summarize,
      input: { period: "last_week", types: ["layoffs"] },
      window: ["2026-11-08T23:00Z", "2026-11-15T23:00Z"],
      applied: ["type layoffs"],
    },
  ],
  [
    "Anything new in my Portfolio feed this week?",
    {
      name: search,
      input: { saved_feed: "Portfolio", period: "this_week" },
      window: ["2026-11-15T23:00Z"],
      applied: ['saved feed "Portfolio" (2 companies)'],
    },
  ],
  ["Show me evt_123", { name: "companyfeed_get_event", input: { id: "evt_123" } }],
  [
    "Which collections do we have in staging?",
    { name: "companyfeed_list_collections", input: { environment: "staging" } },
  ],
  [
    "Open the feed on IPOs this month",
    {
      name: "companyfeed_open_feed",
      input: { types: ["ipo"], period: "this_month" },
      window: ["2026-10-31T23:00Z"],
      applied: ["type ipo"],
    },
  ],
  [
    "Largest rounds in health in the last 90 days?",
    {
      name: search,
      input: { types: ["funding"], sector: "health", period: "90d", sort: "amount" },
      problem: /Nearest: "Healthcare"\. Call again/,
    },
    {
      name: search,
      input: { types: ["funding"], sector: "Healthcare", period: "90d", sort: "amount" },
      window: 90,
      applied: ["type funding", "sector Healthcare"],
    },
  ],
];

describe("The calls of an agent for a question", () => {
  useTimeZone("Europe/Berlin");
  for (const [question, ...calls] of questions) {
    it(`mean what is asked: ${question}`, () => {
      for (const call of calls) {
        expectAllowed(call);
        const decoded = decodeInput(call.name, call.input);
        assert.ok("input" in decoded, JSON.stringify(decoded));
        if (call.window !== undefined || call.problem) {
          expectMeaning(call, decoded.input as EventFilterInput);
        }
      }
    });
  }
});

/** The schema has all that an agent needs for the call. */
function expectAllowed({ name, input }: ExpectedCall): void {
  const { properties } = toolDefinition(name).inputSchema;
  for (const [argument, value] of Object.entries(input)) {
    const schema: PropertySchema | undefined = properties[argument];
    assert.ok(schema, `${name} has ${argument}`);
    assert.equal(schema.type, Array.isArray(value) ? "array" : typeof value);
    const choices = "enum" in schema ? schema.enum : "items" in schema ? schema.items.enum : undefined;
    assert.ok(!choices || [value].flat().every((choice) => choices.includes(String(choice))));
  }
}

function expectMeaning({ window, applied, problem }: ExpectedCall, input: EventFilterInput): void {
  const resolved = resolveFilters(input, context);
  if (problem) {
    assert.ok("problem" in resolved, JSON.stringify(resolved));
    assert.match(resolved.problem, problem);
    return;
  }
  assert.ok("filters" in resolved, JSON.stringify(resolved));
  const instant = (text: string): string => new Date(text).toISOString();
  const [since = "", until] = typeof window === "number" ? [] : (window ?? []);
  assert.deepEqual(
    resolved.filters.query.window,
    typeof window === "number"
      ? { kind: "last", days: window }
      : { kind: "fixed", since: instant(since), ...(until !== undefined && { until: instant(until) }) },
  );
  assert.deepEqual(resolved.filters.applied, applied);
  assert.deepEqual(resolved.filters.notes, []);
}

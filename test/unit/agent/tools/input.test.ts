import assert from "node:assert/strict";
import fc from "fast-check";
import { abortedError } from "../../../../src/service/errors";
import { resolveFilters } from "../../../../src/agent/tools/filters";
import { decodeInput, eventFilters } from "../../../../src/agent/tools/input";
import type { ToolCallContext } from "../../../../src/agent/tools/toolCallContext";
import { type ToolName, toolNames } from "../../../../src/ids";
import manifest from "../../../../package.json";
import { AgentFixture } from "../../../support/agent/agentFixture";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { fakeClient } from "../../../support/fakes/unusedClient";
import { useTimeZone } from "../../../support/timeZone";

/** A Thursday. */
const now = Date.parse("2026-11-19T14:30:00Z");
const host = new AgentFixture(fakeClient(), new FakeClock(now));

async function windowOf(input: object): Promise<string> {
  const connection = host.connection();
  assert.ok(connection);
  const context: ToolCallContext = { host, connection, signal: new AbortController().signal };
  const { window } = await resolveFilters(decodeInput(eventFilters, input), context);
  const text = (ms: number | undefined): string => (ms === undefined ? "" : new Date(ms).toISOString());
  return `${text(window.sinceMs)} ${text(window.untilMs)}`.trim().replaceAll(":00.000Z", "Z");
}

async function problemOf(name: ToolName, input: unknown): Promise<string> {
  const { text, isError } = await host.call(name, input);
  assert.equal(isError, true, text);
  return text;
}

describe("Input of the agent tools", () => {
  useTimeZone("Europe/Berlin");

  it("is a period in the user's time zone, or a start and an end", async () => {
    for (const [input, window] of [
      [{ period: "today" }, "2026-11-18T23:00Z"],
      [{ period: "yesterday" }, "2026-11-17T23:00Z 2026-11-18T23:00Z"],
      [{ period: "this_week" }, "2026-11-15T23:00Z"],
      [{ period: "This_Month" }, "2026-10-31T23:00Z"],
      [{ period: "last_month" }, "2026-09-30T22:00Z 2026-10-31T23:00Z"],
      [{ period: "24h" }, "2026-11-18T14:30Z"],
      [{ period: "30d" }, "2026-10-20T14:30Z"],
      [{}, "2026-11-12T14:30Z"],
      [{ since: "2026-11-01" }, "2026-10-31T23:00Z"],
      [{ since: "2026-11-01T09:00Z", until: "2026-11-02 09:00" }, "2026-11-01T09:00Z 2026-11-02T08:00Z"],
      [{ period: "yesterday", until: "2026-11-18T12:00+01:00" }, "2026-11-17T23:00Z 2026-11-18T11:00Z"],
      [{ period: "last_month", until: "2026-11-18" }, "2026-09-30T22:00Z 2026-10-31T23:00Z"],
      [{ period: null, since: "", types: [], sector: " " }, "2026-11-12T14:30Z"],
    ] as const) {
      assert.equal(await windowOf(input), window, JSON.stringify(input));
    }
  });

  it("is answered with one sentence about what is allowed if it is invalid", async () => {
    const search = "companyfeed_search_events";
    for (const [name, input, problem] of [
      [search, [], /^The input must be an object with period, since, /],
      [search, { periodd: "7d" }, /^There is no argument "periodd": pass period, since, until, /],
      [search, { period: "next year" }, /^period must be today, yesterday, this_week, .* 24h or 7d\.$/],
      [search, { period: "99999d" }, /^period must be at most 3650d\.$/],
      [search, { period: "7d", since: "2026-11-01" }, /^Pass either period or since, not both\.$/],
      [search, { since: "monday" }, /^since must be a date such as 2026-11-16, or /],
      [search, { since: "2026-02-30" }, /^since must be a date/],
      [
        search,
        { since: "2026-11-10", until: "2026-11-10" },
        /^until must be after 2026-11-10T00:00\+01:00, .* it is now 2026-11-19T15:30\+01:00\.$/,
      ],
      [search, { types: "funding" }, /^types must be a list of up to 50 event types, such as /],
      [search, { types: [1] }, /^types must be a list/],
      [search, { sector: ["A", "B"] }, /^sector must be one sector, such as Fintech\.$/],
      [search, { min_amount: "€5" }, /^min_amount must be an amount in USD, such as 50000000\.$/],
      [search, { min_amount: -1 }, /^min_amount must be an amount/],
      [search, { limit: 101 }, /^limit must be a whole number from 1 to 100\.$/],
      [search, { limit: 1.5 }, /^limit must be/],
      [search, { sort: "oldest" }, /^sort must be newest or amount\.$/],
      [search, { saved_feed: "x" }, /^saved_feed must be left out: the user has no saved feeds\.$/],
      ["companyfeed_summarize_events", { group_by: ["year"] }, /^group_by must be a list of some of type, /],
      ["companyfeed_get_event", {}, /^id is missing\.$/],
      ["companyfeed_get_event", { id: "a b" }, /^id must be the ID of an event/],
      ["companyfeed_list_collections", { environment: 1 }, /^environment must be one environment/],
    ] as const) {
      assert.match(await problemOf(name, input), problem, JSON.stringify(input));
    }
  });

  it("never causes an unexpected error", async () => {
    const refused = () => Promise.reject(abortedError());
    const client = fakeClient({ readFeed: refused, readEvent: refused, listCollections: refused });
    const agent = new AgentFixture(client, new FakeClock(now));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...toolNames), fc.nat(10), fc.anything(), async (tool, n, value) => {
        const declared = manifest.contributes.languageModelTools.find(({ name }) => name === tool);
        const names = Object.keys(declared?.inputSchema.properties ?? {});
        for (const input of [value, { [names[n % names.length] ?? ""]: value }]) {
          const { text, unexpected } = await agent.call(tool, input);
          assert.equal(unexpected, undefined);
          assert.ok(text.length < 1500 && !text.includes("[object"), text);
        }
      }),
    );
  });
});

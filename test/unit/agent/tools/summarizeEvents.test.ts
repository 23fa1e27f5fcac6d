import assert from "node:assert/strict";
import { estimateTokens } from "../../../../src/agent/tools/answer/tokens";
import type { SampleEvent } from "../../../../src/sample/sampleSource";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { sampleEvent } from "../../../support/services/feedService";
import { listSource } from "../../../support/services/listSource";
import { answer, SampleBackend } from "../../../support/services/sampleBackend";
import { testClient } from "../../../support/services/testClient";
import { AgentFixture } from "./agentFixture";

describe("Summaries, as agents ask for them", () => {
  let backend: SampleBackend;
  let editor: AgentFixture;

  afterEach(() => backend.stop());

  /** A service with these events; it is 21 November, 13:00 in Berlin. */
  async function serve(events: readonly SampleEvent[]): Promise<void> {
    const clock = new FakeClock();
    backend = await SampleBackend.start(undefined, () => clock.now(), listSource(events));
    editor = new AgentFixture(testClient({ baseUrl: backend.baseUrl, key: backend.key }, { clock }), clock);
  }

  const ask = async (input: unknown = {}, tokenBudget?: number): Promise<string[]> => {
    const options = tokenBudget === undefined ? {} : { tokenBudget };
    const { text } = await editor.call("companyfeed_summarize_events", input, options);
    return text.split("\n");
  };
  /** The tables between the fences, as cells. */
  const tablesIn = (lines: readonly string[]): string[][][] =>
    lines
      .slice(lines.indexOf("```tsv") + 1, lines.lastIndexOf("```"))
      .join("\n")
      .split("\n\n")
      .map((table) => table.split("\n").map((line) => line.split("\t")));
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);

  it("count a story once, with the amount that any of its events states", async () => {
    const nova = {
      title: "NovaGrid raises $42M Series B led by Ridge Ventures",
      event_data: { amount: 42e6 },
    };
    await serve([
      sampleEvent("evt_3", "2026-11-20T09:00:00Z", { ...nova, title: `${nova.title} fund`, event_data: {} }),
      sampleEvent("evt_2", "2026-11-19T09:00:00Z", nova),
      sampleEvent("evt_1", "2026-11-18T09:00:00Z", {
        title: "Otterly raises seed round",
        event_data: {},
        company: { name: "Otterly", entity_id: "ent_2" },
      }),
    ]);
    const lines = await ask({ group_by: ["company", "day"] });
    assert.match(
      lines[0] ?? "",
      /^3 events · complete · 2026-11-14T13:00\+01:00 to 2026-11-21T13:00\+01:00 \(Europe\/Berlin\)/,
    );
    assert.match(lines[1] ?? "", /1 of them tells the same story as another one, so 2 are counted below\.$/);
    const [byCompany, byDay] = tablesIn(lines);
    assert.deepEqual(byCompany, [
      ["company", "events", "funding raised", "events without amount"],
      ["NovaGrid", "1", "$42,000,000", "0"],
      ["Otterly", "1", "$0", "1"],
      ["TOTAL", "2", "$42,000,000", "1"],
    ]);
    assert.deepEqual(byDay?.slice(1, 4), [
      ["2026-11-21 Sat (until 13:00)", "0", "$0", "0"],
      ["2026-11-20 Fri", "1", "$42,000,000", "0"],
      ["2026-11-19 Thu", "0", "$0", "0"],
    ]);
  });

  it("say which amounts are money raised", async () => {
    const acquired = { type: "acquisition", event_data: { amount: 3_000_000 } };
    await serve([
      sampleEvent("evt_2", "2026-11-20T09:00:00Z", acquired),
      sampleEvent("evt_1", "2026-11-19T09:00:00Z", { event_data: { amount: 0.1 } }),
    ]);
    assert.deepEqual(
      (await ask())[1],
      "Note: Amounts mean different things for different types (raised, paid), so there is no sum of them all.",
    );
    const bySector = await ask({ group_by: "sector" });
    assert.equal(
      bySector[1],
      'Note: Amounts of acquisition events are not in "funding raised": group_by type shows them.',
    );
    assert.deepEqual(tablesIn(bySector)[0]?.[1], ["Fintech", "2", "1", "$0.1", "0"]);
    assert.deepEqual(tablesIn(await ask({ types: ["acquisition"], group_by: "sector" }))[0], [
      ["sector", "events", "sum of acquisition amount", "events without amount"],
      ["Fintech", "1", "$3,000,000", "0"],
    ]);
  });

  it("say where the events of the service seem to begin", async () => {
    const hourly = Array.from({ length: 60 }, (_, n) =>
      sampleEvent(`evt_${n}`, new Date(Date.parse("2026-11-21T11:00:00Z") - n * 3_600_000).toISOString()),
    );
    await serve(hourly);
    const note =
      "Note: The oldest event from the service in this window is from 2026-11-19. It may not have older ones: draw no conclusions about the time before.";
    assert.ok((await ask({ period: "30d", group_by: "week" })).includes(note));
    assert.ok((await ask({ period: "30d", company: "Nobody" })).includes(note));
    assert.ok(!(await ask({ since: "2026-11-19" })).includes(note));
    backend.stop();
    await serve(hourly.slice(0, 20));
    assert.doesNotMatch((await ask({ period: "30d" })).join("\n"), /oldest event/, "too few to tell");
  });

  it("add up within any budget", async () => {
    await serve(
      Array.from({ length: 400 }, (_, n) =>
        sampleEvent(`evt_${n}`, new Date(Date.UTC(2026, 10, 20, 12) - n * 1_000_000).toISOString(), {
          sector: `Sector ${n % 70}`,
          company: { name: `Company ${n}`, entity_id: `ent_${n}` },
          event_data: { amount: n + 0.01 },
        }),
      ),
    );
    for (const budget of [200, 400, 800, 2000, 8000]) {
      const lines = await ask({ group_by: ["sector", "company"], limit: 50 }, budget);
      assert.ok(estimateTokens(lines.join("\n")) <= budget);
      // With the least budget no row fits.
      for (const table of budget === 200 ? [] : tablesIn(lines)) {
        const rows = table.slice(1).filter(([label]) => label !== "TOTAL");
        assert.equal(sumOf(rows.map(([, events = ""]) => Number(events))), 400);
        const cents = rows.map(([, , amount = ""]) => Math.round(Number(amount.replace(/[$,]/g, "")) * 100));
        assert.equal(sumOf(cents), 7_980_400);
      }
    }
  });

  it("have only what was read, and say what is missing", async () => {
    await serve([sampleEvent("evt_2", "2026-11-20T09:00:00Z"), sampleEvent("evt_1", "2026-11-18T09:00:00Z")]);
    backend.intercept = ({ target }) =>
      target.includes("cursor=") ? answer(503, { detail: "Upstream is down." }) : undefined;
    const lines = await ask({ group_by: ["day"] });
    assert.match(
      lines[0] ?? "",
      /^at least 1 event · INCOMPLETE: those before 2026-11-20T.* could not be read: The service is unavailable \(503\)/,
    );
    const days = tablesIn(lines)[0]?.map(([label]) => label) ?? [];
    assert.ok(
      !days.some((day) => day?.startsWith("2026-11-19")),
      "a day that was not read is not one without events",
    );
    assert.match(days.at(-2) ?? "", /^2026-11-20 Fri \(from /);
    backend.intercept = () => answer(503, { detail: "Upstream is down." });
    editor.clock.advance(3_600_000);
    const failed = await editor.call("companyfeed_summarize_events", {});
    assert.equal(failed.isError, true);
    assert.match(failed.text, /^The service is unavailable \(503\)/);
  });

  it("count items that cannot be read", async () => {
    await serve([sampleEvent("evt_1", "2026-11-20T09:00:00Z")]);
    backend.intercept = (request) => {
      const page = JSON.parse(backend.handle(request).body) as {
        readonly events: readonly unknown[];
      };
      return answer(200, {
        ...page,
        events: [...page.events, { title: "Without an ID" }, 7],
        has_more: false,
        next_cursor: null,
      });
    };
    const lines = await ask();
    assert.match(lines[0] ?? "", /INCOMPLETE: 2 items skipped: unreadable/);
  });

  it("say that nothing happened, without a table", async () => {
    await serve([sampleEvent("evt_1", "2026-10-20T09:00:00Z")]);
    const lines = await ask({ group_by: ["day", "type", "sector", "company"] });
    assert.match(lines[0] ?? "", /^no events · complete · /);
    assert.ok(!lines.includes("```tsv"));
    assert.match(lines.at(-1) ?? "", /^Open in the editor: vscode:/);
    assert.equal(lines.length, 2);
  });
});

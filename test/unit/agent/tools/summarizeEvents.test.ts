import assert from "node:assert/strict";
import { AgentFixture } from "../../../support/agent/agentFixture";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { type FeedService, feedService, sampleEvent } from "../../../support/services/feedService";
import { useTimeZone } from "../../../support/timeZone";

const now = Date.parse("2026-11-04T14:30:00Z");

describe("summarizeEvents", () => {
  useTimeZone("Europe/Berlin");
  let service: FeedService;

  afterEach(() => service.dispose());

  async function agentWith(events: Parameters<typeof feedService>[0]): Promise<AgentFixture> {
    service = await feedService(events, new FakeClock(now));
    return new AgentFixture(service.client, service.clock);
  }

  const company = (name: string, more: object = {}) => ({ company: { name, ...more } });

  it("counts and adds up exactly, and combines rows beyond the limit", async () => {
    const agent = await agentWith([
      sampleEvent("evt_1", "2026-11-04T12:00:00Z", { sector: "A", event_data: { amount: 0.1 } }),
      sampleEvent("evt_2", "2026-11-04T11:00:00Z", { sector: "A", event_data: { amount: 0.2 } }),
      sampleEvent("evt_3", "2026-11-04T10:00:00Z", { sector: "B", event_data: { amount: 1_000_000 } }),
      sampleEvent("evt_4", "2026-11-04T09:00:00Z", { sector: "TOTAL", event_data: {} }),
    ]);
    const { rows, firstLine } = await agent.summarize({ group_by: ["sector"], limit: 2 });
    assert.match(firstLine, /^4 events · complete · /);
    assert.deepEqual(rows, [
      ["sector", "events", "with amount", "sum of amounts (USD)"],
      ["A", "2", "2", "$0.3"],
      ['"TOTAL"', "1", "0", "$0"],
      ["(1 other)", "1", "1", "$1,000,000"],
      ["TOTAL", "4", "3", "$1,000,000.3"],
    ]);
  });

  it("groups by time only up to now, even if the time range ends in the future", async () => {
    const agent = await agentWith([sampleEvent("evt_1", "2026-11-04T12:00:00Z")]);
    const { rows } = await agent.summarize({ group_by: ["day"], since: "2026-11-03", until: "2026-12-31" });
    assert.deepEqual(
      rows.map(([day]) => day),
      ["day", "2026-11-04 Wed (until 2026-11-04T15:30+01:00)", "2026-11-03 Tue", "TOTAL"],
    );
  });

  it("groups by time from 1970 on, even if the time range begins earlier", async () => {
    const agent = await agentWith([sampleEvent("evt_1", "2026-11-04T12:00:00Z")]);
    const { rows } = await agent.summarize({ group_by: ["month"], since: "0001-01-01", limit: 1 });
    assert.deepEqual(
      rows.map(([month, count]) => [month, count]),
      [
        ["month", "events"],
        ["2026-11 (until 2026-11-04T15:30+01:00)", "1"],
        ["(682 others)", "0"],
        ["TOTAL", "1"],
      ],
    );
  });

  it("says if sums mix amounts of several event types", async () => {
    const agent = await agentWith([
      sampleEvent("evt_1", "2026-11-04T12:00:00Z"),
      sampleEvent("evt_2", "2026-11-04T11:00:00Z", { type: "acquisition" }),
    ]);
    assert.match(
      (await agent.summarize({})).text,
      /^Note: The sums mix amounts of several types \("acquisition", "funding"\).*such as funding for money raised\.$/m,
    );
    assert.doesNotMatch((await agent.summarize({ types: ["funding"] })).text, /mix/);
  });

  it("groups companies by entity ID, even if names differ", async () => {
    const agent = await agentWith([
      sampleEvent("evt_1", "2026-11-04T12:00:00Z", company("Acme", { entity_id: "ent_1" })),
      sampleEvent("evt_2", "2026-11-04T11:00:00Z", company("Acme Inc.", { entity_id: "ent_1" })),
      sampleEvent("evt_3", "2026-11-04T10:00:00Z", company("Acme")),
      sampleEvent("evt_4", "2026-11-04T09:00:00Z", { company: undefined, event_data: {} }),
    ]);
    const { rows } = await agent.summarize({ group_by: ["company"] });
    assert.deepEqual(
      rows.slice(1, 4).map(([name, count]) => [name, count]),
      [
        ["Acme", "2"],
        ["(no company)", "1"],
        ["Acme", "1"],
      ],
    );
  });

  it("has a row per day, week or month in the user's time zone, and marks partial ones", async () => {
    const agent = await agentWith([
      sampleEvent("evt_1", "2026-11-03T22:59:00Z", { event_data: {} }),
      sampleEvent("evt_2", "2026-11-01T22:59:00Z", { event_data: {} }),
      sampleEvent("evt_3", "2026-10-24T22:00:00Z", { event_data: {} }),
    ]);
    const { rows } = await agent.summarize({ since: "2026-10-24T12:00", group_by: ["day", "week", "month"] });
    assert.deepEqual(
      rows.slice(0, 14).map((row) => row.join(" ")),
      [
        "day events",
        "2026-11-04 Wed (until 2026-11-04T15:30+01:00) 0",
        "2026-11-03 Tue 1",
        "2026-11-02 Mon 0",
        "2026-11-01 Sun 1",
        "2026-10-31 Sat 0",
        "2026-10-30 Fri 0",
        "2026-10-29 Thu 0",
        "2026-10-28 Wed 0",
        "2026-10-27 Tue 0",
        "2026-10-26 Mon 0",
        "2026-10-25 Sun 1",
        "2026-10-24 Sat (from 2026-10-24T12:00+02:00) 0",
        "TOTAL 3",
      ],
    );
    assert.deepEqual(
      rows.slice(14).map((row) => row.join(" ")),
      [
        "week events",
        "week of 2026-11-02 (until 2026-11-04T15:30+01:00) 1",
        "week of 2026-10-26 1",
        "week of 2026-10-19 (from 2026-10-24T12:00+02:00) 1",
        "TOTAL 3",
        "month events",
        "2026-11 (until 2026-11-04T15:30+01:00) 2",
        "2026-10 (from 2026-10-24T12:00+02:00) 1",
        "TOTAL 3",
      ],
    );
  });

  it("counts every event once over several calls with until", async () => {
    // The sample service sends one day per page. Twelve of sixty are empty.
    const events = Array.from({ length: 15_000 }, (_, n) =>
      sampleEvent(`evt_${n}`, new Date(now - Math.floor(n / 250) * 86_400_000 - 1000).toISOString(), {
        type: n >= 5000 && n < 8000 ? "layoff" : "funding",
        event_data: { amount: 10 ** (n % 10) },
      }),
    );
    const agent = await agentWith(events);
    let [count, calls] = [0, 0];
    let until: string | undefined;
    do {
      const answer = await agent.summarize({ since: "2026-09-01", until, types: ["funding"] });
      count += Number(answer.rows[1]?.[1]);
      calls++;
      until = answer.until;
    } while (until !== undefined);
    assert.equal(count, 12_000);
    assert.equal(calls, 2);
  });
});

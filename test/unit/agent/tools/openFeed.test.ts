import assert from "node:assert/strict";
import type { ToolAnswer } from "../../../../src/agent/tools/agentTools";
import { sampleEvent } from "../../../support/services/feedService";
import { page } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";
import { testClient } from "../../../support/services/testClient";
import { AgentFixture } from "./agentFixture";
import { useTimeZone } from "../../../support/timeZone";

describe("The feed that agents open", () => {
  useTimeZone("Europe/Berlin");
  let service: ScriptedService;
  let agent: AgentFixture;

  beforeEach(async () => {
    service = await ScriptedService.start();
    agent = new AgentFixture(testClient({ baseUrl: service.origin }));
  });

  afterEach(() => service.dispose());

  const open = (input: unknown): Promise<ToolAnswer> => agent.call("companyfeed_open_feed", input);

  it("has their filters, and nothing is read for it", async () => {
    assert.deepEqual(await open({ types: ["funding"], min_amount: "50M", period: "yesterday" }), {
      text: [
        "Opened the feed panel in the user's editor: 2026-11-20T00:00+01:00 to 2026-11-21T00:00+01:00 (Europe/Berlin) · type funding · amount ≥ $50M · connection Acme.",
        "To read the events yourself, call companyfeed_search_events.",
      ].join("\n"),
    });
    const window = { kind: "fixed", since: "2026-11-19T23:00:00.000Z", until: "2026-11-20T23:00:00.000Z" };
    assert.deepEqual(agent.opened, [{ query: { window, types: ["funding"], minAmount: 5e7 } }]);
    assert.equal(service.requests.length, 0);
  });

  it("has the sector as the service spells it", async () => {
    const events = [sampleEvent("evt_1", "2026-11-20T22:30:00Z")];
    service.answer(page({ events, has_more: false, next_cursor: null, page_size: 500 }));
    await open({ sector: "FINTECH" });
    assert.equal(agent.opened[0]?.query.sector, "Fintech");
    const { text, isError } = await open({ sector: "Fintek" });
    assert.ok(isError && /Nearest: "Fintech"\./.test(text), text);
    assert.equal(agent.opened.length, 1);
  });

  it("shows the details of an event", async () => {
    const { text } = await open({ event_id: "evt_1" });
    assert.match(text, /^It shows the details of "evt_1", if the service has this event\.$/m);
    assert.equal(agent.opened[0]?.eventId, "evt_1");
  });

  it("is a saved feed as it is, or its filters where others narrow it down", async () => {
    const query = { window: { kind: "last", days: 30 }, types: ["funding"] } as const;
    agent.saved = [{ name: "Rounds", query, companies: ["Acme"], mute: [], alert: "off" }];
    await open({ saved_feed: "rounds" });
    assert.equal(agent.opened[0]?.savedFeed, "Rounds");
    const { text } = await open({ saved_feed: "Rounds", min_amount: "1M" });
    assert.equal(agent.opened[1]?.savedFeed, undefined);
    assert.deepEqual(agent.opened[1]?.companies, ["Acme"]);
    assert.match(text, /^The panel has no filter for companies, so it shows other events as well\.$/m);
  });

  it("is none without a connection, or for filters that mean nothing", async () => {
    const { text, isError } = await open({ period: "yesteryear" });
    assert.ok(isError && text.includes('"yesteryear"'), text);
    agent.active = undefined;
    assert.match((await open({})).text, /no active connection/);
    assert.deepEqual(agent.opened, []);
  });
});

import assert from "node:assert/strict";
import manifest from "../../../../package.json";
import { toolNames, toolReferences } from "../../../../src/ids";
import { AgentFixture, listed } from "../../../support/agent/agentFixture";
import { hostileTexts } from "./hostileTexts";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { page, silence, status } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";
import { testClient } from "../../../support/services/testClient";
import { useTimeZone } from "../../../support/timeZone";

describe("The agent tools", () => {
  useTimeZone("Europe/Berlin");
  let service: ScriptedService;
  let agent: AgentFixture;

  beforeEach(async () => {
    service = await ScriptedService.start();
    agent = new AgentFixture(
      testClient({ baseUrl: service.origin }),
      new FakeClock(Date.parse("2026-11-19T14:30:00Z")),
    );
  });

  afterEach(() => service.dispose());

  const event = {
    id: "evt_1",
    type: "funding",
    title: "NovaGrid raises $42M <b>",
    published_at: "2026-11-18T23:00:00Z",
    company: { name: "NovaGrid", entity_id: "ent_8kQ2" },
    event_data: { amount: 42_000_000, investors: ["A Capital", "B"], big: "x" },
    extra: { url: "https://evil.example/a?b", empty: {} },
  };

  it("return an event with all its fields, even unknown ones, and numbers as sent", async () => {
    service.answer(page(JSON.stringify(event).replace('"x"', "12345678901234567890")));
    const { text, rows } = listed(await agent.call("companyfeed_get_event", { id: " evt_1 " }));
    assert.equal(service.last.path, "/v2/datasets/companydata/events/evt_1");
    assert.match(
      text,
      /^1 event · complete · published 2026-11-19T00:00\+01:00 · connection Acme\nData from the service/,
    );
    assert.deepEqual(rows.flat(), [
      "{",
      '  "id": "evt_1",',
      '  "type": "funding",',
      '  "title": "NovaGrid raises $42M ‹b›",',
      '  "published_at": "2026-11-18T23:00:00Z",',
      '  "company": {',
      '    "name": "NovaGrid",',
      '    "entity_id": "ent_8kQ2"',
      "  },",
      '  "event_data": {',
      '    "amount": 42000000,',
      '    "investors": [',
      '      "A Capital",',
      '      "B"',
      "    ],",
      '    "big": 12345678901234567890',
      "  },",
      '  "extra": {',
      '    "url": "evil.example/a',
      '    "empty": {}',
      "  }",
      "}",
    ]);
    assert.match(text, /Open in the editor: vscode:\/\/company-feed\.company-feed\/event\?id=evt_1$/);
  });

  it("accept a link to an event instead of its ID", async () => {
    service.answer(page(event));
    await agent.call("companyfeed_get_event", { id: "vscode://company-feed.company-feed/event?id=evt_1" });
    assert.equal(service.last.path, "/v2/datasets/companydata/events/evt_1");
  });

  it("shorten long events, and say so", async () => {
    service.answer(page({ ...event, id: "evt_2", extra: Array.from({ length: 50_000 }, (_, n) => n) }));
    assert.match(
      (await agent.call("companyfeed_get_event", { id: "evt_2" })).text,
      /^1 event · cut: long texts are shortened · /,
    );
    service.answer(status(404));
    assert.match(
      (await agent.call("companyfeed_get_event", { id: "evt_3" })).text,
      /no such event, or doesn't offer this operation \(404\)\. Check the ID/,
    );
  });

  it("put an event's texts and field names inside the fence", async () => {
    for (const text of hostileTexts.filter(({ length }) => length < 100_000)) {
      service.answer(
        page({ id: "evt_1", title: text, [text || "x"]: text, event_data: { [text]: [text, { a: text }] } }),
      );
      const answer = await agent.call("companyfeed_get_event", { id: "evt_1" });
      const lines = answer.text.split("\n");
      assert.equal(lines.filter((line) => line.startsWith("```")).length, 2, answer.text);
      assert.doesNotMatch(answer.text, /https?:\/\/|[\u202e\u200b\u001b]|<img|\]\(/);
    }
  });

  const collection = (n: number, more: object = {}) => ({
    collection_id: `col_${n}`,
    database_name: `name ${n}`,
    document_count: n,
    environment: n % 2 === 0 ? "production" : "staging",
    ...more,
  });

  it("list collections from all pages, those with the most documents first", async () => {
    const all = Array.from({ length: 7 }, (_, n) => collection(n));
    const pageAt = (offset: number) =>
      page({ collections: all.slice(offset, offset + 3), total_count: 7, limit: 3, offset });
    service.answer(pageAt(0), pageAt(3), pageAt(6));
    const { text, rows } = listed(
      await agent.call("companyfeed_list_collections", { environment: "Production", limit: 3 }),
    );
    assert.deepEqual(
      service.requests.map(({ parameters }) => parameters.get("offset")),
      ["0", "3", "6"],
    );
    assert.match(
      text,
      /^3 of 4 collections · cut, pass a higher limit or a filter · most documents first · environment "Production" · connection Acme\nNote: Together they have 12 documents\./,
    );
    assert.deepEqual(rows.slice(2), [
      ["name 6", "6", "col_6"],
      ["name 4", "4", "col_4"],
      ["name 2", "2", "col_2"],
    ]);
    service.answer(pageAt(0), pageAt(3), pageAt(6));
    assert.match(
      (await agent.call("companyfeed_list_collections", { environment: "test" })).text,
      /^no collections · complete/,
    );
  });

  it("find a collection by either of its names", async () => {
    const renamed = collection(1, { collection_name: "filings" });
    service.answer(page({ collections: [renamed], total_count: 1, limit: 1000, offset: 0 }));
    const { text } = await agent.call("companyfeed_list_collections", { search: "Filings" });
    assert.match(text, /^1 collection · complete/);
  });

  it("add up document counts, and say if some are unknown", async () => {
    const unknown = { document_count: undefined };
    for (const [all, note] of [
      [[collection(2), collection(1)], /Together they have 3 documents\./],
      [[collection(2), collection(1, unknown)], /Together they have at least 2 documents\./],
      [[collection(2, unknown), collection(1, unknown)], /^(?!.*Together)/s],
    ] as const) {
      service.answer(page({ collections: all, total_count: 2, limit: 1000, offset: 0 }));
      assert.match((await agent.call("companyfeed_list_collections")).text, note);
    }
  });

  it("stop after a limited number of requests, and say that the collections are incomplete", async () => {
    const same = page({
      collections: [collection(1), { nothing: 1 }],
      total_count: 9,
      limit: 1000,
      offset: 0,
    });
    service.answer(...Array.from({ length: 120 }, () => same));
    const { text } = await agent.call("companyfeed_list_collections");
    assert.match(text, /^1 collection · not complete: /);
    assert.ok(service.requests.length <= 100);
  });

  it("open a feed, a saved feed or an event, and say what is on screen", async () => {
    const query = { window: { kind: "last" as const, days: 30 }, types: [], minAmount: 0 };
    agent.saved = [{ name: "Portfolio", query, companies: ["acme.com"] }];
    const { text } = await agent.call("companyfeed_open_feed", { types: ["ipo"], period: "24h" });
    assert.match(
      text,
      /^Opened the event feed in the user's editor · from 2026-11-18T15:30\+01:00 on, with new events as they come · type "ipo" · connection Acme\n/,
    );
    await agent.call("companyfeed_open_feed", { saved_feed: "PORTFOLIO", event_id: "evt_1" });
    const narrowed = await agent.call("companyfeed_open_feed", { saved_feed: "Portfolio", sector: "Energy" });
    assert.match(narrowed.text, /has no filter for companies/);
    assert.deepEqual(agent.opened, [
      [{ window: { kind: "last", days: 1 }, types: ["ipo"] }, undefined, undefined],
      [query, '["user","Portfolio"]', "evt_1"],
      [{ window: query.window, types: [], sector: "Energy" }, undefined, undefined],
    ]);
    assert.equal(service.requests.length, 0, "without a request");
  });

  it("stop when they are canceled", async () => {
    service.answer(silence());
    const controller = new AbortController();
    const call = agent.call("companyfeed_search_events", {}, controller.signal);
    await service.received(1);
    controller.abort();
    await assert.rejects(call);
    await service.quiet();
  });

  it("tell the user to connect if there is no connection", async () => {
    const { text, isError } = await new AgentFixture(undefined).call("companyfeed_search_events");
    assert.equal(isError, true);
    assert.match(text, /no active connection.*"Company Feed: Connect…"/);
  });
});

describe("The tools in package.json", () => {
  const declared = manifest.contributes.languageModelTools;
  const agent = new AgentFixture(testClient({ baseUrl: "http://127.0.0.1:1" }));

  it("are the ones that exist, with the names that prompts use", () => {
    assert.deepEqual(
      declared.map(({ name }) => name),
      toolNames,
    );
    const references = declared.slice(0, 2).map(({ toolReferenceName }) => `#${toolReferenceName}`);
    assert.deepEqual(Object.values(toolReferences), references);
  });

  for (const name of toolNames) {
    const { modelDescription = "", inputSchema } = declared.find((each) => each.name === name) ?? {};
    const arguments_ = Object.entries<JsonSchema>(inputSchema?.properties ?? {});

    it(`have the arguments that are accepted, of simple types, each with a description: ${name}`, async () => {
      const { text } = await agent.call(name, { other: 1 });
      assert.match(text, new RegExp(` pass ${arguments_.map(([argument]) => argument).join(", ")}\\.$`));
      const { required = [] }: { readonly required?: readonly string[] } = inputSchema ?? {};
      assert.deepEqual(required, name === "companyfeed_get_event" ? ["id"] : []);
      for (const [argument, { type, enum: one, items, maximum = 0, description }] of arguments_) {
        const invalid = await agent.call(name, { [argument]: {} });
        const allowed =
          one?.join(" or ") ?? items?.enum?.join(", ") ?? (maximum > 0 ? `1 to ${maximum}` : "");
        assert.match(invalid.text, new RegExp(`^${argument} must be .*${allowed}\\.$`));
        assert.ok(maximum === 0 || description.includes(` 1 to ${maximum}, `), description);
        assert.ok(["string", "number", "integer", "array"].includes(type), argument);
      }
      assert.ok(modelDescription.length > 80 && modelDescription.length < 900);
    });
  }
});

interface JsonSchema {
  readonly type: string;
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: string; readonly enum?: readonly string[] };
  readonly maximum?: number;
}

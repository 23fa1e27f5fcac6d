import assert from "node:assert/strict";
import type { ToolAnswer } from "../../../../src/agent/tools/agentTools";
import { estimateTokens } from "../../../../src/agent/tools/answer/tokens";
import type { ServiceClient } from "../../../../src/api/types";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import { dayMs } from "../../../../src/shared/instant";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import { groupStories } from "../../../../src/feed/stories/groupStories";
import { groupBy } from "../../../../src/util/groupBy";
import { systemClock } from "../../../../src/util/clock";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { type PagedEvent, PagingService } from "../../../support/services/pagingService";
import { SampleBackend } from "../../../support/services/sampleBackend";
import {
  page,
  redirect,
  reset,
  silence,
  stall,
  status,
  webPage,
} from "../../../support/services/scriptedAnswers";
import { type Answer, ScriptedService } from "../../../support/services/scriptedService";
import { testClient, testKey } from "../../../support/services/testClient";
import { AgentFixture, type CallOptions } from "./agentFixture";

const name = "companyfeed_search_events";

/** The IDs in the table. */
function idsOf({ text }: ToolAnswer): string[] {
  return [...text.matchAll(/^(evt_\S+)\t/gm)].map(([, id = ""]) => id);
}

function handleOf({ text }: ToolAnswer): string | undefined {
  return /^Next page: (\S+)$/m.exec(text)?.[1];
}

/** The first line. */
function headOf({ text }: ToolAnswer): string {
  return text.slice(0, text.indexOf("\n"));
}

describe("The events that agents find in the sample", () => {
  let clock: FakeClock;
  let backend: SampleBackend;
  let client: ServiceClient;
  let agent: AgentFixture;

  beforeEach(async () => {
    clock = new FakeClock();
    backend = await SampleBackend.start(undefined, () => clock.now());
    client = testClient({ baseUrl: backend.baseUrl, key: backend.key }, { clock });
    agent = new AgentFixture(client, clock);
  });

  afterEach(() => backend.stop());

  /** The events that the service has, read without the extension's own loop. */
  async function eventsOf(
    sinceMs: number,
    untilMs: number,
    types: readonly string[],
  ): Promise<CompanyEvent[]> {
    const events: CompanyEvent[] = [];
    const [since, until] = [new Date(sinceMs).toISOString(), new Date(untilMs).toISOString()];
    let cursor: string | null | undefined;
    do {
      const more = cursor ? { cursor } : {};
      const read = await client.readFeed({ since, until, pageSize: 100, fields: "full", types, ...more });
      events.push(...read.items.map(({ value }) => value));
      cursor = read.nextCursor;
    } while (cursor !== null);
    return events;
  }

  it("are all there are, each once, though new ones arrive between two pages", async () => {
    const askedMs = clock.now();
    const expected = await eventsOf(askedMs - 7 * dayMs, askedMs + 1, ["funding"]);
    const found: string[] = [];
    let answer = await agent.call(name, { types: ["funding"], limit: 100 });
    const requests = backend.requests.length;
    for (;;) {
      const ids = idsOf(answer);
      const [, first, total] = /^(\d+)(?:–\d+)? of (\d+) events · /.exec(answer.text) ?? [];
      assert.deepEqual([total, first], [String(expected.length), String(found.length + 1)]);
      assert.ok(estimateTokens(answer.text) <= 2000);
      found.push(...ids);
      const handle = handleOf(answer);
      if (handle === undefined) {
        break;
      }
      clock.advance(10 * 60_000);
      answer = await agent.call(name, { page: handle, limit: 100 });
    }
    assert.ok(expected.length > 100, `${expected.length} events`);
    assert.deepEqual([...found].sort(), expected.map(({ id }) => id).sort());
    assert.equal(backend.requests.length, requests, "further pages need no requests");
    clock.advance(10 * 60_000);
    const anew = await agent.call(name, { types: ["funding"], limit: 1 });
    assert.ok(!headOf(anew).startsWith(`${expected.length} events`), "new ones did arrive");
  });

  it("may be the largest first, over the whole time", async () => {
    const input = { types: ["funding"], sort: "amount", limit: 3 };
    const first = await agent.call(name, input);
    const second = await agent.call(name, { page: handleOf(first), detail: "full" });
    const all = await eventsOf(clock.now() - 7 * dayMs, clock.now() + 1, ["funding"]);
    const amounts = all
      .flatMap(({ amount }) => amount ?? [])
      .sort((x, y) => y - x)
      .slice(0, 6);
    const amountOf = new Map(all.map(({ id, amount }) => [id, amount]));
    const found = [...idsOf(first), ...idsOf(second)];
    assert.deepEqual(
      found.map((id) => amountOf.get(id)),
      amounts,
    );
    assert.match(
      first.text,
      /^Note: Largest amounts first: \d+ of the \d+ events state one, the others come last\.$/m,
    );
    assert.match(second.text, /\tdomain\t/, "full rows have more fields");
  });

  it("are those of one company, or of a saved feed without its muted words, by an independent count", async () => {
    const all = await eventsOf(clock.now() - 7 * dayMs, clock.now() + 1, []);
    const byName = groupBy(all, ({ company }) => company?.name ?? "");
    const [busiest, ofBusiest] = [...byName].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    assert.ok(ofBusiest.length > 2);
    const domain = ofBusiest[0]?.company?.domain;
    for (const company of [
      busiest,
      busiest.toUpperCase(),
      domain,
      `https://www.${domain}/`,
      ofBusiest[0]?.company?.entityId,
    ]) {
      const answer = await agent.call(name, { company, limit: 100, detail: "full" });
      assert.deepEqual(idsOf(answer).sort(), ofBusiest.map(({ id }) => id).sort(), company);
      assert.match(headOf(answer), /^\d+ events · complete · .* · company /);
      assert.match(answer.text, /^Note: The link has no filter for companies/m);
    }

    const query: FeedQuery = { window: { kind: "last", days: 7 }, types: ["funding"] };
    agent.saved = [{ name: "My rounds", query, companies: [], mute: ["seed"], alert: "off" }];
    const expected = all.filter(({ type, title = "" }) => type === "funding" && !/\bseed\b/i.test(title));
    let answer = await agent.call(name, { saved_feed: "my rounds", limit: 100 });
    const found = idsOf(answer);
    for (let page = handleOf(answer); page !== undefined; page = handleOf(answer)) {
      answer = await agent.call(name, { page });
      found.push(...idsOf(answer));
    }
    assert.deepEqual(found.sort(), expected.map(({ id }) => id).sort());
    const linkNotes = async (input: object): Promise<string[]> =>
      (await agent.call(name, { saved_feed: "my rounds", ...input })).text
        .split("\n")
        .filter((line) => line.startsWith("Note: The link"));
    assert.deepEqual(await linkNotes({}), [
      "Note: The link has no filter for companies and muted words, so it shows other events as well; companyfeed_open_feed opens the saved feed itself.",
    ]);
    assert.deepEqual(await linkNotes({ sector: "Fintech" }), [
      "Note: The link has no filter for muted words, so it shows other events as well.",
    ]);
  });

  it("say which of them tell the same story", async () => {
    const week = await eventsOf(clock.now() - 7 * dayMs, clock.now() + 1, ["funding"]);
    const company = groupStories(week).find(({ length }) => length > 1)?.[0]?.company?.entityId;
    assert.ok(company !== undefined, "the sample retells stories");
    const { text } = await agent.call(name, { company, types: ["funding"] });
    const rows = [...text.matchAll(/^(evt_\S+)\t.*\t(evt_\S+)$/gm)].map(([, id, lead]) => [id, lead]);
    const expected = groupStories(week.filter((event) => event.company?.entityId === company)).flatMap(
      ([lead, ...others]) => others.map(({ id }) => [id, lead?.id]),
    );
    assert.deepEqual(rows, expected);
  });

  it("do not doubt a type that was not seen before they were read", async () => {
    await agent.call(name, { period: "today", limit: 1 });
    const { text } = await agent.call(name, { types: ["acquisition"], limit: 1 });
    assert.match(text, /^1 of \d+ events/);
    assert.doesNotMatch(text, /No event seen recently/);
    const none = await agent.call(name, { types: ["zoo_opening"], limit: 1 });
    assert.match(
      none.text,
      /^no events · complete · .*\nNote: No event seen recently has the type "zoo_opening"[^\n]* Seen: /,
    );
  });

  it("are reused for narrower questions, which say how old they are", async () => {
    await agent.call(name, { limit: 1 });
    const requests = backend.requests.length;
    clock.advance(90_000);
    const { text } = await agent.call(name, { limit: 1, sector: "Fintech" });
    assert.equal(backend.requests.length, requests);
    assert.match(text, /^Note: Read 90 s ago, for an earlier question\.$/m);
  });

  it("keep their filters on the next page", async () => {
    const first = await agent.call(name, { types: ["funding"], limit: 2 });
    const second = await agent.call(name, { page: handleOf(first), types: ["funding"] });
    assert.doesNotMatch(second.text, /not applied/);
    assert.equal(idsOf(second).length, 2, "the limit stays");
    const other = await agent.call(name, { page: handleOf(first), types: ["ipo"], period: "today" });
    assert.match(other.text, /^Note: The other filters of this call were not applied: a page continues/m);
    assert.deepEqual(idsOf(other), idsOf(second));
  });

  it("are not shown under another connection", async () => {
    const handle = handleOf(await agent.call(name, { limit: 2 }));
    const { active } = agent;
    agent.active = { name: "Other", client, changed: new AbortController().signal };
    const { text, isError } = await agent.call(name, { page: handle });
    assert.ok(
      isError && text.startsWith("This page was read from another connection than the active one"),
      text,
    );
    agent.active = active;
    assert.equal(idsOf(await agent.call(name, { page: handle })).length, 2);
    agent.active = undefined;
    const none = await agent.call(name, { page: handle });
    assert.ok(none.isError && /no active connection.*"Company Feed: Connect…"/.test(none.text), none.text);
  });
});

describe("The events that agents find", () => {
  const hourMs = 3_600_000;
  let clock: FakeClock;
  let paging: PagingService;
  let events: PagedEvent[];
  let agent: AgentFixture;

  beforeEach(async () => {
    clock = new FakeClock();
    events = Array.from({ length: 250 }, (_, n) => ({ id: `evt_${n}`, ms: clock.now() - (n + 1) * 600_000 }));
    paging = await PagingService.start(events);
    agent = new AgentFixture(paging.client, clock);
  });

  afterEach(() => paging.dispose());

  it("are told to be some of more if there are too many to read", async () => {
    events.length = 0;
    events.push(
      ...Array.from({ length: 13_000 }, (_, n) => ({ id: `evt_${n}`, ms: clock.now() - n * 1500 })),
    );
    const answer = await agent.call(name, { limit: 5 });
    assert.equal(
      headOf(answer),
      "1–5 of at least 12000 events · cut: more on the next page · INCOMPLETE: there are too many to read at once: those before 2026-11-21T08:00:02+01:00 were not read · 2026-11-14T13:00+01:00 to 2026-11-21T13:00+01:00 (Europe/Berlin) · no filters · connection Acme",
    );
    assert.match(
      answer.text,
      /^Note: For the others, narrow the filters, or ask with the same since and until 2026-/m,
    );
  });

  it("are told to be some of more if reading stopped, and why", async () => {
    paging.behavior = { pageCap: 20 };
    let requests = 0;
    paging.intercept = (_, sound) =>
      ++requests > 3 ? status(403, { detail: "No more [today](https://evil.example/x)." }) : sound();
    const stopped = await agent.call(name, { limit: 5 });
    assert.match(
      headOf(stopped),
      /^1–5 of at least 60 events · cut: more on the next page · INCOMPLETE: those before 2026-11-21T03:00:01\+01:00 could not be read: The service accepted the API key but denied access to this organization or request \(403\), saying "No more \[today\]/,
    );
    assert.doesNotMatch(stopped.text, /https?:|\]\(/);

    paging.intercept = ({ parameters }, sound) =>
      parameters.has("cursor")
        ? page({ events: [], has_more: true, next_cursor: parameters.get("cursor"), page_size: 20 })
        : sound();
    const repeated = await agent.call(name, { limit: 5 });
    assert.match(
      headOf(repeated),
      /^1–5 of at least 20 events · cut: more on the next page · INCOMPLETE: those before 2026-11-21T09:40/,
    );
  });

  it("are complete but for those that cannot be read, which are counted", async () => {
    events[3] = { id: "evt_deep", ms: clock.now() - hourMs, kind: "deep" };
    const deep = await agent.call(name, { limit: 3 });
    assert.match(
      headOf(deep),
      /^1–3 of at least 249 events · cut: more on the next page · INCOMPLETE: 1 item skipped: unreadable · /,
    );
    events[3] = { id: "evt_huge", ms: clock.now() - hourMs, kind: "huge" };
    agent = new AgentFixture(paging.client, clock);
    const huge = await agent.call(name, { limit: 3 });
    assert.match(
      headOf(huge),
      /^1–3 of at least 250 events · cut: more on the next page · INCOMPLETE: 1 event is too large to read: only/,
    );
  });

  it("are told to be dated in the future, or not at all", async () => {
    const dated = (id: string, ms: number): object => ({ id, published_at: new Date(ms).toISOString() });
    const ordinary = [dated("evt_clock", clock.now() + 60_000), dated("evt_1", clock.now() - hourMs)];
    let sent = [dated("evt_2099", Date.UTC(2099, 0, 1)), ...ordinary, { id: "evt_undated" }];
    paging.intercept = () => page({ events: sent, has_more: false, next_cursor: null, page_size: 500 });
    const { text } = await agent.call(name);
    assert.match(text, /^4 events · complete/);
    assert.match(text, /^Note: 1 of them is dated in the future\.$/m);
    assert.match(text, /^Note: 1 of them has no readable date, so may be from another time\.$/m);
    sent = ordinary;
    agent = new AgentFixture(paging.client, clock);
    assert.doesNotMatch((await agent.call(name)).text, /future|readable date/);
  });

  it("may be none, which is said to be complete", async () => {
    events.length = 0;
    const { text } = await agent.call(name);
    assert.match(text, /^no events · complete · /);
    assert.doesNotMatch(text, /```|Next page/);
  });

  it("have no link where their filters are too long for one", async () => {
    const { linkTo } = agent;
    assert.match((await agent.call(name)).text, /^Open in the editor: vscode:/m);
    const types = Array.from({ length: 100 }, (_, n) => `${n} ${"x".repeat(200)}`);
    agent.linkTo = (connection, { query }) => linkTo(connection, { query: { ...query, types } });
    const { text, isError } = await agent.call(name);
    assert.equal(isError, undefined, text);
    assert.match(text, /^1–20 of 250 events /);
    assert.doesNotMatch(text, /Open in the editor/);
  });

  it("do not end in a page without rows if the budget is too small for one", async () => {
    for (const tokenBudget of [0, 1, 50, 100, 200]) {
      const answer = await agent.call(name, {}, { tokenBudget });
      assert.ok(estimateTokens(answer.text) <= tokenBudget);
      assert.ok(handleOf(answer) === undefined || idsOf(answer).length > 0);
    }
  });

  it("are refused to an agent that asks a thousand times, without holding up a panel", async () => {
    const calls = Array.from({ length: 1000 }, (_, n) => {
      const day = new Date(Date.UTC(2023, 0, 1) + n * dayMs).toISOString().slice(0, 10);
      return agent.call(name, { since: day, until: day });
    });
    const panel = await paging.client.readFeed({ pageSize: 40, fields: "full" });
    assert.equal(panel.items.length, 40);
    const answers = await clock.passUntil(Promise.all(calls));
    const refused = answers.filter(({ isError }) => isError);
    assert.ok(refused.length >= 990, `${refused.length} refused`);
    refused.forEach(({ text }) =>
      assert.match(text, /^Agents have asked the service too often\. Ask again in \d+ s, /),
    );
    assert.equal(paging.requests.length, 1000 - refused.length + 1);
  });

  it("are not counted again and again for an agent that asks the same a thousand times a minute", async () => {
    let answered = 0;
    for (let n = 0; n < 1000; n++) {
      clock.advance(60);
      const { text, isError } = await agent.call(n % 2 ? name : "companyfeed_summarize_events");
      answered += isError ? 0 : 1;
      assert.match(
        text,
        isError ? /^Agents have asked .* too often\. Ask again in 5 s, / : /^(1–\d+ of )?250 /,
      );
    }
    assert.ok(answered >= 115 && answered <= 120, `${answered} answered`);
  });

  it("are read once for ten agents that ask at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => agent.call(name, { limit: n + 1 })),
    );
    answers.forEach((answer, n) => assert.equal(idsOf(answer).length, n + 1));
    assert.equal(paging.requests.length, 1);
  });
});

describe("What agents are told when there is nothing to find", () => {
  let service: ScriptedService;
  let agent: AgentFixture;

  beforeEach(async () => {
    service = await ScriptedService.start();
    agent = new AgentFixture(testClient({ baseUrl: service.origin }));
  });

  afterEach(() => service.dispose());

  const search = (input?: unknown, options?: CallOptions): Promise<ToolAnswer> =>
    agent.call(name, input, options);

  it("is what failed, and what to do next", async () => {
    const cases: readonly [Answer, RegExp][] = [
      [status(401, { detail: `Bad key ${testKey}` }), /\(401\).*"Company Feed: Set API Key…"/],
      [status(403), /accepted the API key but denied access .*\(403\)\. .*"Company Feed: Edit Connection…"/],
      [status(404), /base URL or dataset may be wrong\. .*"Company Feed: Edit Connection…"/],
      [
        status(422, { detail: [{ loc: ["query", "types"], msg: "unknown type" }] }),
        /\(422\), saying "query\.types.*unknown type"\. Change the filters/,
      ],
      [status(429, "", { "Retry-After": "600" }), /\(429\)\. Try again in 10 min\./],
      [status(503), /unavailable \(503\)\. Try again in a minute\./],
      [webPage(500), /unavailable \(500\)\./],
      [webPage(200), /response couldn't be read\./],
      [page({ detail: "x" }), /response couldn't be read\./],
      [page([]), /response couldn't be read\./],
      [reset(), /couldn't be reached \(ECONNRESET\)\. .*"Company Feed: Test Connection"/],
    ];
    for (const [answer, expected] of cases) {
      service.answer(answer);
      const { text, isError, unexpected } = await search();
      assert.equal(unexpected, undefined);
      assert.ok(isError, text);
      assert.match(text, expected);
      assert.doesNotMatch(text, /127\.0\.0\.1|sk_test|\n/);
    }
  });

  it("is that the service redirects, but not where to", async () => {
    const advice = `Don't call again before the user has run "Company Feed: Edit Connection…".`;
    service.answer(redirect(302, "http://elsewhere.example/feed"));
    assert.deepEqual(await search(), {
      isError: true,
      text: `The service redirected the request to another host, which must not receive the API key. ${advice}`,
    });
    service.answer(...Array.from({ length: 6 }, () => redirect(307, "/again")));
    assert.deepEqual(await search(), {
      isError: true,
      text: `The service redirected the request too often. ${advice}`,
    });
  });

  it("is that the service takes too long", async () => {
    for (const answer of [silence(), stall(JSON.stringify(emptyPage), 10)]) {
      agent = new AgentFixture(
        testClient({ baseUrl: service.origin }, { timeoutMs: 50, clock: systemClock }),
      );
      service.answer(answer);
      const { text, isError } = await search();
      assert.ok(isError);
      assert.match(text, /^The service didn't .*respon.* within 1 s\. Try again, with a shorter period/);
    }
  });

  it("is a sentence for any input of any tool", async () => {
    const inputs: unknown[] = [
      null,
      42,
      "x",
      "[1]",
      '{"a":',
      [],
      [[]],
      true,
      () => 1,
      Symbol("x"),
      10n ** 30n,
      NaN,
      new Map(),
      { nope: 1 },
      { __proto__: null, toString: 1 },
      JSON.parse('{"__proto__":{"period":"7d"}}'),
      { period: "x".repeat(1e6) },
      { period: {} },
      { period: "99999999999d" },
      { since: "2026-13-45" },
      { until: "2026-11-01", since: "2026-11-02" },
      { types: [{}] },
      { types: Array(1000).fill("a") },
      { sector: ["a", "b"] },
      { min_amount: "lots" },
      { min_amount: "€5M" },
      { min_amount: -1 },
      { min_amount: 1e308 },
      { company: "\u202e\u0000" },
      { saved_feed: "none" },
      { limit: 1.5 },
      { limit: "many" },
      { detail: "all" },
      { sort: "asc" },
      { page: "p_000000" },
      { page: "../../etc" },
      { id: {} },
      { event_id: "\n" },
      { group_by: "x" },
      Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n])),
    ];
    const { toolNames } = await import("../../../../src/agent/tools/toolNames");
    service.answerWhere(() => true, ...Array.from({ length: 1000 }, () => page(emptyPage)));
    for (const tool of toolNames) {
      for (const [n, input] of inputs.entries()) {
        const answer = await agent.call(tool, input);
        assert.equal(answer.unexpected, undefined, `${tool} ${n}: ${String(answer.unexpected)}`);
        assert.match(answer.text, /\S/);
        assert.ok(estimateTokens(answer.text) <= 2000, `${tool} ${n}`);
        if (answer.isError) {
          assert.match(answer.text, /^[^\n]{15,1500}[.?]$/, `${tool} ${n}: ${answer.text}`);
        }
      }
    }
    const unknown = await agent.call("constructor" as never);
    assert.match(unknown.text, /^There is no such tool\. The tools are companyfeed_search_events, /);
  });

  it("is nothing once a call is cancelled, and the request has ended", async () => {
    for (const answer of [silence(), stall(JSON.stringify(emptyPage), 10)]) {
      const cancellation = new AbortController();
      service.answer(answer);
      const call = search({}, { signal: cancellation.signal });
      await service.received(service.requests.length + 1);
      cancellation.abort();
      await assert.rejects(call, { failure: { kind: "aborted" } });
      await service.quiet();
    }
    const cancelled = AbortSignal.abort();
    await assert.rejects(search({}, { signal: cancelled }), { failure: { kind: "aborted" } });
    assert.equal(service.requests.length, 2);
  });
});

const emptyPage = { events: [], has_more: false, next_cursor: null, page_size: 500 };

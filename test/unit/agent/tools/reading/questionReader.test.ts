import assert from "node:assert/strict";
import { maxKeptEvents, maxKeptReads } from "../../../../../src/agent/tools/reading/earlierReads";
import { dayMs } from "../../../../../src/shared/instant";
import { type PagedEvent, PagingService } from "../../../../support/services/pagingService";
import { page, status } from "../../../../support/services/scriptedAnswers";
import type { Answer } from "../../../../support/services/scriptedService";
import { costOf, failureOf, idsOf, minuteMs, questionOf, ReaderFixture } from "./readerFixture";

const never: Answer = () => undefined;

describe("What the question reader returns", () => {
  let events: PagedEvent[];
  let service: PagingService;
  let agent: ReaderFixture;

  beforeEach(async () => {
    events = [];
    service = await PagingService.start(events);
    agent = new ReaderFixture(service.client);
  });

  afterEach(() => service.dispose());

  /** Events an hour apart, the newest an hour ago. */
  const publish = (count: number): void => {
    for (let n = 1; n <= count; n++) {
      events.push({ id: `evt_${n}`, ms: agent.clock.now() - n * 60 * minuteMs });
    }
  };

  describe("from the service", () => {
    it("is the whole window, on as many pages as it takes", async () => {
      publish(1200);
      const read = await agent.read(agent.last(40));
      assert.deepEqual(read.outcome, { kind: "complete" });
      assert.equal(costOf(read), "service, 2");
      assert.deepEqual(
        idsOf(read),
        events.slice(0, 40 * 24).map(({ id }) => id),
      );
    });

    it("is what was read before the service failed, and why it failed", async () => {
      publish(10);
      service.behavior = { pageCap: 2 };
      let requests = 0;
      service.intercept = (_, sound) => (++requests === 3 ? status(503, { detail: "Later." }) : sound());
      const read = await agent.read(agent.last(7));
      assert.deepEqual(idsOf(read), ["evt_1", "evt_2", "evt_3", "evt_4"]);
      assert.equal(read.error?.kind, "unavailable");
      // evt_4 may not be the only event of its instant.
      const completeFromMs = (events[3]?.ms ?? 0) + 1;
      assert.deepEqual(read.outcome, { kind: "stopped", message: read.error.message, completeFromMs });

      const again = await agent.read(agent.last(7));
      assert.deepEqual([again.outcome.kind, costOf(again)], ["complete", "service, 5"]);
      assert.equal(again.error, undefined);
    });

    it("is nothing if the first page fails", async () => {
      service.intercept = () => status(401, { detail: "Unknown key." });
      const read = await agent.read(agent.last(7));
      assert.deepEqual(
        [read.outcome.kind, read.error?.kind, costOf(read)],
        ["failed", "unauthorized", "service, 1"],
      );
    });

    it("ends where paging makes no progress", async () => {
      publish(6);
      service.behavior = { pageCap: 2 };
      const answers: Record<string, object> = {
        "without a cursor": { has_more: true, next_cursor: null },
        "with a cursor that was there before": { has_more: true, next_cursor: "2:NaN:1" },
      };
      for (const [name, change] of Object.entries(answers)) {
        service.intercept = ({ parameters }) =>
          page({
            events: [{ id: `evt_${parameters.get("cursor")}`, published_at: "2026-11-21T10:00:00Z" }],
            ...change,
          });
        const { outcome, events: read } = await new ReaderFixture(service.client).read(agent.last(7));
        const reason = outcome.kind === "stopped" ? outcome.message : outcome.kind;
        assert.match(reason, /^Paging stopped: the service /, name);
        assert.ok(read.length > 0, name);
      }
    });

    it("ends after a number of pages, empty or not, and of events", async () => {
      let cursor = 0;
      service.intercept = () => page({ events: [], has_more: true, next_cursor: `c${++cursor}` });
      const empty = await agent.read(agent.last(7), { maxPages: 30 });
      assert.deepEqual([costOf(empty), empty.events], ["service, 30", []]);
      const message = (pages: number) => `Paging stopped: the service sent ${pages} empty pages in a row.`;
      assert.deepEqual(empty.outcome, {
        kind: "stopped",
        message: message(30),
        completeFromMs: agent.clock.now(),
      });
      const past = await agent.read(questionOf({ sinceMs: 0, untilMs: 1000 }), { maxPages: 2 });
      assert.deepEqual(past.outcome, { kind: "stopped", message: message(2), completeFromMs: 1000 });

      service.intercept = undefined;
      service.behavior = { pageCap: 10 };
      publish(100);
      const many = await agent.read(agent.last(6), { maxEvents: 25 });
      assert.deepEqual([many.events.length, many.outcome.kind], [30, "limit"]);
    });

    it("has the title of an event that is too large, and counts what cannot be read", async () => {
      events.push(
        { id: "evt_1", ms: agent.clock.now() - minuteMs },
        { id: "evt_huge", ms: agent.clock.now() - 2 * minuteMs, kind: "huge" },
        { id: "evt_deep", ms: agent.clock.now() - 3 * minuteMs, kind: "deep" },
        { id: "evt_4", ms: agent.clock.now() - 4 * minuteMs },
      );
      const read = await agent.read(agent.last(1));
      assert.deepEqual(idsOf(read), ["evt_1", "evt_huge", "evt_4"]);
      assert.deepEqual([read.outcome.kind, read.titleOnly, read.skipped], ["complete", 1, 1]);
    });

    it("has events of the future in an open window only, and those without a date last", async () => {
      const { clock } = agent;
      events.push(
        { id: "evt_2099", ms: Date.UTC(2099, 0, 1) },
        { id: "evt_1", ms: clock.now() - minuteMs },
        { id: "evt_undated" },
      );
      // Sends everything, whatever was asked for.
      service.intercept = () =>
        page({
          events: events.map(({ id, ms }) => ({
            id,
            ...(ms !== undefined && { published_at: new Date(ms).toISOString() }),
          })),
          has_more: false,
        });
      assert.deepEqual(idsOf(await agent.read(agent.last(1))), ["evt_2099", "evt_1", "evt_undated"]);
      const today = questionOf({ sinceMs: clock.now() - dayMs, untilMs: clock.now() });
      assert.deepEqual(idsOf(await agent.read(today)), ["evt_1", "evt_undated"]);
    });
  });

  describe("for several calls at once", () => {
    it("is read once, and goes on as long as one of them waits", async () => {
      publish(10);
      service.behavior = { pageCap: 5 };
      const release: (() => void)[] = [];
      service.intercept = (_, sound) => async (response, request) => {
        await new Promise<void>((resolve) => release.push(resolve));
        return sound()(response, request);
      };
      const cancel = new AbortController();
      const first = failureOf(agent.read(agent.last(7), { signal: cancel.signal }));
      await service.service.received(1);
      agent.clock.advance(1000);
      const others = [agent.read(agent.last(7)), agent.read(agent.last(3))];
      cancel.abort();
      assert.equal(await first, "aborted");
      release.forEach((go) => go());
      await service.service.received(2);
      release.forEach((go) => go());
      const reads = await Promise.all(others);
      assert.deepEqual(reads.map(idsOf), [idsOf(reads[0] ?? { events: [] }), events.map(({ id }) => id)]);
      assert.deepEqual(reads.map(costOf), ["service, 0", "service, 0"]);
      assert.equal(service.requests.length, 2);
    });

    it("ends with its request when all of them are canceled", async () => {
      publish(10);
      service.behavior = { pageCap: 5 };
      service.intercept = ({ parameters }, sound) => (parameters.has("cursor") ? never : sound());
      const cancel = new AbortController();
      const calls = [1, 2].map(() => failureOf(agent.read(agent.last(7), { signal: cancel.signal })));
      await service.service.received(2);
      cancel.abort();
      assert.deepEqual(await Promise.all(calls), ["aborted", "aborted"]);
      await service.service.quiet();
      service.intercept = undefined;
      assert.equal(costOf(await agent.read(agent.last(7))), "service, 2");
    });

    it("fails for all of them at once", async () => {
      service.intercept = () => status(500, "Broken.");
      const calls = Array.from({ length: 100 }, () => agent.read(agent.last(7)));
      const reads = await Promise.all(calls);
      assert.ok(reads.every(({ outcome }) => outcome.kind === "failed"));
      assert.equal(service.requests.length, 1);
    });

    it("is read again for a call that wants more than another one on its way reads", async () => {
      publish(10);
      service.behavior = { pageCap: 5 };
      for (const less of [{ maxPages: 1 }, { maxEvents: 1 }]) {
        agent = new ReaderFixture(service.client);
        const reads = await Promise.all([agent.read(agent.last(7), less), agent.read(agent.last(7))]);
        assert.deepEqual(
          reads.map((read) => [read.outcome.kind, costOf(read), read.events.length]),
          [
            ["limit", "service, 1", 5],
            ["complete", "service, 2", 10],
          ],
        );
      }
    });

    it("is read again for a call that comes just after all others were canceled", async () => {
      publish(10);
      service.intercept = () => never;
      const cancel = new AbortController();
      const canceled = failureOf(agent.read(agent.last(7), { signal: cancel.signal }));
      await service.service.received(1);
      service.intercept = undefined;
      cancel.abort();
      const next = await agent.read(agent.last(7));
      assert.deepEqual([next.events.length, costOf(next)], [10, "service, 1"]);
      assert.equal(await canceled, "aborted");
    });

    it("is not read at all for a call that was canceled before", async () => {
      assert.equal(await failureOf(agent.read(agent.last(7), { signal: AbortSignal.abort() })), "aborted");
      assert.equal(service.requests.length, 0);
    });
  });

  describe("of a connection that is changed, or gets another key,", () => {
    it("is no answer any more", async () => {
      publish(10);
      const { connection } = agent;
      await agent.read(agent.last(7));
      agent.replaceKey();
      assert.equal(await failureOf(agent.reader.read(connection, agent.last(7))), "connectionChanged");
      assert.equal(costOf(await agent.read(agent.last(7))), "service, 1");
      assert.deepEqual(await agent.reader.labels(agent.connection), { types: [], sectors: [] });
    });

    it("is given up in the middle", async () => {
      publish(10);
      service.behavior = { pageCap: 5 };
      service.intercept = ({ parameters }, sound) => (parameters.has("cursor") ? never : sound());
      const reading = failureOf(agent.read(agent.last(7)));
      await service.service.received(2);
      agent.replaceKey();
      assert.equal(await reading, "connectionChanged");
      await service.service.quiet();
      service.intercept = undefined;
      assert.equal(costOf(await agent.read(agent.last(7))), "service, 2");
    });
  });

  describe("from earlier questions", () => {
    const ago = (minutes: number): number => agent.clock.now() - minutes * minuteMs;
    const cost = async (window: { sinceMs: number; untilMs?: number }): Promise<string> =>
      costOf(await agent.read(questionOf(window)));

    it("is what they cover, with the time when it was read", async () => {
      publish(48);
      const readAtMs = agent.clock.now();
      await agent.read(agent.last(1));
      agent.clock.advance(minuteMs);
      const read = await agent.read(questionOf({ sinceMs: ago(180) }));
      assert.deepEqual([costOf(read), read.readAtMs], ["earlier, 0", readAtMs]);
      assert.deepEqual(idsOf(read), ["evt_1", "evt_2"]);
      assert.deepEqual(read.outcome, { kind: "complete" });
    });

    it("is nothing if the window is not quite covered", async () => {
      publish(48);
      const [sinceMs, untilMs] = [ago(1000), ago(30)];
      await agent.read(questionOf({ sinceMs, untilMs }));
      assert.equal(await cost({ sinceMs: sinceMs - minuteMs, untilMs }), "service, 1");
      assert.equal(await cost({ sinceMs, untilMs: untilMs + 1 }), "service, 1");
      assert.equal(await cost({ sinceMs, untilMs }), "earlier, 0");
      assert.equal(await cost({ sinceMs }), "service, 1", "open-ended");
      assert.equal(await cost({ sinceMs, untilMs: ago(-10_000) }), "earlier, 0", "within an open end");
    });

    it("is at most two minutes old, or half an hour where nothing new can come", async () => {
      publish(48);
      // The service does not say what time it is, so it may be a day behind.
      const yesterday = { sinceMs: ago(47 * 60), untilMs: ago(25 * 60) };
      await agent.read(agent.last(2));
      agent.clock.advance(2 * minuteMs);
      assert.equal(await cost({ sinceMs: ago(60) }), "earlier, 0");
      agent.clock.advance(1);
      assert.equal(await cost({ sinceMs: ago(60) }), "service, 1");
      assert.equal(await cost({ sinceMs: ago(300), untilMs: ago(100) }), "service, 1", "may come late");
      assert.equal(await cost(yesterday), "earlier, 0");
      agent.clock.advance(28 * minuteMs);
      assert.equal(await cost(yesterday), "service, 1");
    });

    it("is at most two minutes old as well where events may be published that late", async () => {
      publish(48);
      const yesterday = { sinceMs: ago(47 * 60), untilMs: ago(25 * 60) };
      await agent.read(agent.last(2));
      agent.clock.advance(2 * minuteMs + 1);
      agent.overlapMs = 60 * minuteMs;
      assert.equal(await cost(yesterday), "earlier, 0");
      agent.overlapMs = 61 * minuteMs;
      assert.equal(await cost(yesterday), "service, 1");
    });

    it("is nothing after the clock was set back", async () => {
      publish(48);
      const question = agent.last(1);
      await agent.read(question);
      agent.clock.set(agent.clock.now() - 60 * minuteMs);
      assert.equal(costOf(await agent.read(question)), "service, 1");
      assert.equal(costOf(await agent.read(question)), "earlier, 0");
    });

    it("is the part in which an incomplete read is complete", async () => {
      publish(10);
      service.behavior = { pageCap: 5 };
      const limited = await agent.read(agent.last(7), { maxPages: 1 });
      assert.equal(limited.outcome.kind, "limit");
      const completeFromMs = (events[4]?.ms ?? 0) + 1;
      const covered = await agent.read(questionOf({ sinceMs: completeFromMs }));
      assert.deepEqual([costOf(covered), covered.outcome.kind], ["earlier, 0", "complete"]);
      assert.equal(covered.events.length, 4);
      assert.equal(await cost({ sinceMs: completeFromMs - 1 }), "service, 1");
    });

    it("is as incomplete as they are if reading again would end at the same place", async () => {
      publish(10);
      service.behavior = { pageCap: 5 };
      const limits = { maxPages: 1 };
      const { outcome } = await agent.read(agent.last(7), limits);
      agent.clock.advance(minuteMs);
      const again = await agent.read(agent.last(7), limits);
      assert.deepEqual([costOf(again), again.outcome], ["earlier, 0", outcome]);
      assert.equal(costOf(await agent.read(agent.last(7), { maxPages: 2 })), "service, 2");
    });

    it("is not that of an earlier end, from where reading gets further", async () => {
      publish(10);
      service.behavior = { pageCap: 5 };
      const limits = { maxPages: 1 };
      const question = agent.last(7);
      const { outcome } = await agent.read(question, limits);
      assert.ok(outcome.kind === "limit");
      const earlier = questionOf({ ...question.window, untilMs: outcome.completeFromMs });
      const read = await agent.read(earlier, limits);
      assert.deepEqual([costOf(read), idsOf(read).at(-1)], ["service, 1", "evt_9"]);
      // Nor is it that of a read which is on its way.
      agent = new ReaderFixture(service.client, agent.clock);
      const [, second] = await Promise.all([agent.read(question, limits), agent.read(earlier, limits)]);
      assert.deepEqual([costOf(second), idsOf(second).at(-1)], ["service, 1", "evt_9"]);
    });

    it("is the same question alone if some of it has no date, or could not be read", async () => {
      const dated = { id: "evt_1", published_at: new Date(ago(2)).toISOString() };
      for (const vague of [{ id: "evt_2" }, { id: 7, published_at: dated.published_at }]) {
        service.intercept = () => page({ events: [dated, vague], has_more: false });
        agent = new ReaderFixture(service.client);
        await agent.read(agent.last(2));
        assert.equal(costOf(await agent.read(agent.last(2))), "earlier, 0");
        assert.equal(costOf(await agent.read(agent.last(1))), "service, 1");
      }
    });

    it("is bounded, and the oldest of them are forgotten first", async () => {
      publish(5000);
      const since = (n: number) => questionOf({ sinceMs: ago(100 + n), untilMs: ago(20 + n) });
      for (let n = 0; n <= maxKeptReads; n++) {
        assert.equal(costOf(await agent.read(since(n))), "service, 1");
      }
      assert.equal(costOf(await agent.read(since(1))), "earlier, 0");
      assert.equal(costOf(await agent.read(since(0))), "service, 1");

      agent = new ReaderFixture(service.client);
      const half = (n: number) => questionOf({ sinceMs: ago(290_000 - n), untilMs: ago(30 - n) });
      const count = (await agent.read(half(0))).events.length;
      const fitting = Math.floor(maxKeptEvents / count);
      assert.ok(fitting < maxKeptReads);
      for (let n = 1; n <= fitting; n++) {
        assert.equal((await agent.read(half(n))).source, "service");
      }
      assert.equal((await agent.read(half(1))).source, "earlier");
      assert.equal((await agent.read(half(0))).source, "service");
    });
  });

  describe("for labels", () => {
    beforeEach(() => {
      let pages = 0;
      service.intercept = () =>
        ++pages === 1
          ? page({ events: [], has_more: true, next_cursor: "c1" })
          : page({
              events: ["Fintech", "Health", "Fintech", 7, " ", "x".repeat(300)].map((sector, n) => ({
                id: `evt_${n}`,
                type: n === 0 ? "acquisition" : "funding",
                sector,
                published_at: new Date(agent.clock.now() - (n + 1) * minuteMs).toISOString(),
              })),
              has_more: false,
            });
    });

    it("is a page that has some, once", async () => {
      const labels = { types: ["funding", "acquisition"], sectors: ["Fintech", "Health"] };
      assert.deepEqual(await agent.reader.labels(agent.connection), labels);
      assert.deepEqual(await agent.reader.labels(agent.connection), labels);
      assert.equal(service.requests.length, 2);
      assert.equal(costOf(await agent.read(agent.last(7))), "earlier, 0");
    });

    it("is nothing if an earlier question had all kinds of events", async () => {
      await agent.read(agent.last(1));
      await agent.reader.labels(agent.connection);
      assert.equal(service.requests.length, 2);
    });

    it("is more than what filters have left", async () => {
      await agent.read(agent.last(1, { sector: "Fintech" }));
      assert.equal(service.requests.length, 2);
      await agent.reader.labels(agent.connection);
      assert.equal(service.requests.length, 3);
    });
  });
});

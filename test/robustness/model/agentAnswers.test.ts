import assert from "node:assert/strict";
import { dayMs } from "../../../src/shared/instant";
import { FakeClock } from "../../support/fakes/fakeClock";
import { page } from "../../support/services/scriptedAnswers";
import { ScriptedService, type SeenRequest } from "../../support/services/scriptedService";
import { testClient } from "../../support/services/testClient";
import { AgentFixture } from "../../unit/agent/tools/agentFixture";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface PublishedEvent {
  readonly id: string;
  /** Milliseconds since 1970 UTC. */
  readonly ms: number;
  /** When the service has it. */
  readonly arrivesMs: number;
  readonly type?: string;
  readonly sector?: string;
  readonly amount?: number;
  readonly company: string;
}

interface Filters {
  readonly types?: readonly string[];
  readonly sector?: string;
  readonly min_amount?: number;
  readonly company?: string;
}

/** Arguments for a time, and which events are meant, told by their dates in the zone instead of by instants. */
interface Period {
  readonly input: object;
  readonly includes: (ms: number) => boolean;
}

/** The same numbers for the same seed. */
class Random {
  constructor(private state: number) {}

  /** From 0 to `end`, without that. */
  below(end: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * end);
  }

  one<T>(values: readonly [T, ...T[]]): T {
    return values[this.below(values.length)] ?? values[0];
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-03-29` */
function dayOf(ms: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  formats.set(timeZone, format);
  return format.format(ms);
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Of the month, or `back` months before it. */
function monthOf(day: string, back = 0): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7);
}

function mondayOf(day: string): string {
  return shifted(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function periodOf(random: Random, nowMs: number, zone: string): Period {
  const today = dayOf(nowMs, zone);
  const monday = mondayOf(today);
  const day = (ms: number): string => dayOf(ms, zone);
  const since = shifted(today, -random.below(20));
  const until = shifted(since, random.below(6));
  const [from, to] = [nowMs - (1 + random.below(400)) * hourMs, nowMs - random.below(40) * hourMs].sort(
    (a, b) => a - b,
  ) as [number, number];
  return random.one<Period>([
    { input: { period: "today" }, includes: (ms) => day(ms) >= today },
    { input: { period: "yesterday" }, includes: (ms) => day(ms) === shifted(today, -1) },
    { input: { period: "this_week" }, includes: (ms) => day(ms) >= monday },
    { input: { period: "last_week" }, includes: (ms) => mondayOf(day(ms)) === shifted(monday, -7) },
    { input: { period: "this_month" }, includes: (ms) => monthOf(day(ms)) >= monthOf(today) },
    { input: { period: "last_month" }, includes: (ms) => monthOf(day(ms)) === monthOf(today, 1) },
    { input: { period: "24h" }, includes: (ms) => ms >= nowMs - dayMs },
    { input: {}, includes: (ms) => ms >= nowMs - 7 * dayMs },
    { input: { since }, includes: (ms) => day(ms) >= since },
    {
      input: { since, until },
      includes: (ms) => day(ms) >= since && (day(ms) <= until || until >= today),
    },
    {
      input: { since: new Date(from).toISOString(), until: new Date(to + 1).toISOString() },
      includes: (ms) => ms >= from && (ms <= to || to + 1 > nowMs),
    },
  ]);
}

const types = ["funding", "acquisition", "layoff", undefined] as const;
const sectors = ["Fintech", "Health", undefined] as const;
const companies = ["Northwind", "Contoso", "Fabrikam"] as const;

function filtersOf(random: Random): Filters {
  const optional = <T>(value: T): T | undefined => (random.below(3) === 0 ? value : undefined);
  const [type, sector, amount, company] = [
    optional(
      random.one<readonly string[]>([["funding"], ["acquisition"], ["funding", "acquisition"], ["layoff"]]),
    ),
    optional(random.one<string>(["Fintech", "Health"])),
    optional(random.one([1, 20, 50])),
    optional(random.one<string>(companies)),
  ];
  return {
    ...(type && { types: type }),
    ...(sector && { sector }),
    ...(amount && { min_amount: amount * 1e6 }),
    ...(company && { company }),
  };
}

function passes(
  event: PublishedEvent,
  { types: wanted, sector, min_amount: min, company }: Filters,
): boolean {
  return (
    (!wanted || wanted.includes(event.type ?? "")) &&
    (sector === undefined || event.sector === sector) &&
    (min === undefined || (event.amount !== undefined && event.amount >= min)) &&
    (company === undefined || event.company === company)
  );
}

/** Newest first, then by ID. */
function inOrder(events: readonly PublishedEvent[]): PublishedEvent[] {
  return [...events].sort((a, b) => b.ms - a.ms || (a.id < b.id ? -1 : 1));
}

function eventsAround(random: Random, nowMs: number): PublishedEvent[] {
  return Array.from({ length: 20 + random.below(60) }, (_, n) => {
    const isFuture = random.below(40) === 0;
    const ms = nowMs + (isFuture ? 1 : -1) * random.below(24 * 30 * 60) * minuteMs;
    const isLate = random.below(4) === 0;
    const type = random.one(types);
    const sector = random.one(sectors);
    const amount = random.below(3) > 0 ? (1 + random.below(80)) * 1e6 + 0.5 : undefined;
    return {
      id: `evt_${n}`,
      ms,
      arrivesMs: isFuture ? 0 : ms + (isLate ? random.below(180) * minuteMs : 0),
      ...(type && { type }),
      ...(sector && { sector }),
      ...(amount !== undefined && { amount }),
      company: random.one(companies),
    };
  });
}

/** A service with these events that pages as it likes: short pages, empty ones, some events twice. */
function pageOf(request: SeenRequest, events: readonly PublishedEvent[], nowMs: number, random: Random) {
  const { parameters } = request;
  const [since, until] = ["since", "until"].map((name) => Date.parse(parameters.get(name) ?? ""));
  const wanted = parameters.get("types")?.split(",");
  const sector = parameters.get("sector");
  const min = parameters.get("min_amount");
  const matching = inOrder(
    events.filter(
      (event) =>
        event.arrivesMs <= nowMs &&
        !(event.ms < Number(since) || event.ms >= Number(until)) &&
        passes(event, {
          ...(wanted && { types: wanted }),
          ...(sector !== null && { sector }),
          ...(min !== null && { min_amount: Number(min) }),
        }),
    ),
  );
  const from = Number(parameters.get("cursor")?.split(":")[0] ?? 0);
  const size = from > 0 && random.below(5) === 0 ? 0 : 8 + random.below(30);
  const next = Math.max(from, from + size - random.below(3));
  const hasMore = from + size < matching.length;
  return page({
    events: matching.slice(from, from + size).map(({ id, ms, type, sector: of, amount, company }) => ({
      id,
      title: `${company} does something with number ${id}`,
      published_at: new Date(ms).toISOString(),
      ...(type && { type }),
      ...(of && { sector: of }),
      company: { name: company },
      event_data: amount === undefined ? {} : { amount },
    })),
    has_more: hasMore,
    next_cursor: hasMore ? `${next}:${random.below(2 ** 30)}` : null,
    page_size: 500,
  });
}

/** How long ago the events of an answer were read, milliseconds. */
function ageOf(text: string): number {
  const [, count = "0", unit = "s"] = /^Note: Read (\d+) (s|min) ago/m.exec(text) ?? [];
  return Number(count) * (unit === "s" ? 1000 : minuteMs);
}

/** Rows of a table by their first cell. */
function rowsOf(text: string, title: string): Map<string, string[]> {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`${title}\t`));
  const end = lines.findIndex((line, n) => n > start && !line.includes("\t"));
  const [head = "", ...rows] = lines.slice(start, end);
  const names = head.split("\t");
  return new Map([
    ["", names],
    ...rows.map((row): [string, string[]] => [row.split("\t")[0] ?? "", row.split("\t")]),
  ]);
}

describe("Answers to agents", () => {
  let service: ScriptedService;
  let clock: FakeClock;
  let events: readonly PublishedEvent[];
  let random: Random;

  beforeEach(async () => {
    service = await ScriptedService.start({
      fallback: (request, response) => {
        response.sendDate = false;
        void pageOf(service.last, events, clock.now(), random)(response, request);
      },
    });
  });

  afterEach(() => service.dispose());

  // Clocks change within or next to these, also at midnight, and years begin.
  const places = [
    ["Europe/Berlin", "2026-03-29T12:00Z"],
    ["America/New_York", "2026-11-01T20:00Z"],
    ["Africa/Cairo", "2026-04-25T01:00Z"],
    ["Pacific/Auckland", "2026-01-01T03:00Z"],
    ["Asia/Kathmandu", "2025-12-31T23:30Z"],
    ["America/Santiago", "2026-09-07T02:00Z"],
  ] as const;

  for (const [zone, start] of places) {
    it(`are what an independent count finds (${zone})`, async () => {
      for (let seed = 1; seed <= 3; seed++) {
        random = new Random(seed * 7919);
        clock = new FakeClock(Date.parse(start) + random.below(48 * 60) * minuteMs);
        events = eventsAround(random, clock.now() + hourMs);
        const agent = new AgentFixture(testClient({ baseUrl: service.origin }), clock);
        agent.zone = zone;
        for (let n = 0; n < 12; n++) {
          clock.advance(random.one([minuteMs, minuteMs, 3 * minuteMs, 20 * minuteMs]));
          const period = periodOf(random, clock.now(), zone);
          const input = { ...period.input, ...filtersOf(random) };
          const context = `seed ${seed}, question ${n}, ${new Date(clock.now()).toISOString()}: ${JSON.stringify(input)}`;
          await checkQuestion(agent, input, period, context);
        }
      }
    });
  }

  async function checkQuestion(
    agent: AgentFixture,
    input: Filters,
    period: Period,
    context: string,
  ): Promise<void> {
    const limit = 1 + random.below(30);
    const askedMs = clock.now();
    let { text, isError } = await agent.call("companyfeed_search_events", { ...input, limit });
    assert.ok(!isError, `${context}\n${text}`);
    const readMs = askedMs - ageOf(text);
    const expected = inOrder(
      events.filter(
        (event) => event.arrivesMs <= readMs && period.includes(event.ms) && passes(event, input),
      ),
    ).map(({ id }) => id);
    const found: string[] = [];
    for (;;) {
      const message = `${context}\n${text}`;
      const [, total] = /^(?:\d+(?:–\d+)? of )?(no|\d+) events? · /.exec(text) ?? [];
      assert.equal(total === "no" ? 0 : Number(total), expected.length, message);
      assert.doesNotMatch(text, /INCOMPLETE|at least/);
      const ids = [...text.matchAll(/^(evt_\d+)\t/gm)].map(([, id = ""]) => id);
      const [, first, last] = /^(\d+)(?:–(\d+))? of /.exec(text) ?? [];
      if (first !== undefined) {
        assert.equal(ids.length, last === undefined ? 1 : Number(last) - Number(first) + 1, message);
      }
      found.push(...ids);
      const handle = /^Next page: (\S+)$/m.exec(text)?.[1];
      if (handle === undefined) {
        break;
      }
      clock.advance(random.below(3) * 10 * minuteMs);
      ({ text, isError } = await agent.call("companyfeed_search_events", { page: handle, limit }));
      assert.ok(!isError, text);
    }
    assert.deepEqual(found, expected, context);
    if (clock.now() === askedMs) {
      await checkSummary(agent, input, period, context);
    }
  }

  async function checkSummary(
    agent: AgentFixture,
    input: Filters,
    period: Period,
    context: string,
  ): Promise<void> {
    const { text, isError } = await agent.call(
      "companyfeed_summarize_events",
      {
        ...input,
        group_by: ["type", "day"],
        limit: 50,
      },
      { tokenBudget: 20_000 },
    );
    const message = `${context}\n${text}`;
    assert.ok(!isError, message);
    const readMs = clock.now() - ageOf(text);
    const expected = events.filter(
      (event) => event.arrivesMs <= readMs && period.includes(event.ms) && passes(event, input),
    );
    const [, total] = /^(no|\d+) events? · complete/.exec(text) ?? [];
    assert.equal(total === "no" ? 0 : Number(total), expected.length, message);
    if (expected.length === 0 || /same story/.test(text)) {
      return;
    }
    const byType = rowsOf(text, "type");
    for (const type of types) {
      const of = expected.filter((event) => event.type === type);
      const row = byType.get(type ?? "(no type)");
      assert.equal(Number(row?.[1] ?? 0), of.length, message);
      const sum = of.reduce((halves, { amount = 0 }) => halves + BigInt(amount * 2), 0n);
      if (of.some(({ amount }) => amount !== undefined)) {
        assert.equal(row?.[2]?.replace(/[$,]/g, ""), String(Number(sum) / 2), message);
      }
    }
    const byDay = rowsOf(text, "day");
    const days = new Map<string, number>();
    for (const { ms } of expected) {
      const day = dayOf(ms, agent.timeZone());
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    for (const [label, row] of byDay) {
      const day = /^\d{4}-\d\d-\d\d/.exec(label)?.[0] ?? label;
      if (/^\d{4}/.test(label)) {
        assert.equal(Number(row[1]), days.get(day) ?? 0, `${message}\n${label}`);
        days.delete(day);
      }
    }
    const earlier = Number([...byDay].find(([label]) => /earlier day/.test(label))?.[1][1] ?? 0);
    assert.equal(
      [...days.values()].reduce((a, b) => a + b, 0),
      earlier,
      `${message}\n${JSON.stringify([...days])}`,
    );
  }
});

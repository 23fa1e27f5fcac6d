import assert from "node:assert/strict";
import { dayMs } from "../../../src/shared/instant";
import { FakeClock } from "../../support/fakes/fakeClock";
import { page } from "../../support/services/scriptedAnswers";
import { ScriptedService, type SeenRequest } from "../../support/services/scriptedService";
import { testClient } from "../../support/services/testClient";
import { AgentFixture, inTimeZone, type Listed } from "../../support/agent/agentFixture";

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
    { input: { period: "this_month" }, includes: (ms) => monthOf(day(ms)) >= monthOf(today) },
    { input: { period: "last_month" }, includes: (ms) => monthOf(day(ms)) === monthOf(today, 1) },
    { input: { period: "24h" }, includes: (ms) => ms >= nowMs - dayMs },
    { input: {}, includes: (ms) => ms >= nowMs - 7 * dayMs },
    { input: { since }, includes: (ms) => day(ms) >= since },
    {
      input: { since, until: shifted(until, 1) },
      includes: (ms) => day(ms) >= since && day(ms) <= until,
    },
    {
      input: { since: new Date(from).toISOString(), until: new Date(to + 1).toISOString() },
      includes: (ms) => ms >= from && ms <= to,
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
    describe(zone, () => {
      inTimeZone(zone);

      it("are what an independent count finds", async () => {
        for (let seed = 1; seed <= 3; seed++) {
          random = new Random(seed * 7919);
          clock = new FakeClock(Date.parse(start) + random.below(48 * 60) * minuteMs);
          events = eventsAround(random, clock.now() + hourMs);
          const agent = new AgentFixture(testClient({ baseUrl: service.origin }), clock);
          for (let n = 0; n < 12; n++) {
            clock.advance(random.one([minuteMs, 3 * minuteMs, 20 * minuteMs]));
            const period = periodOf(random, clock.now(), zone);
            const input = { ...period.input, ...filtersOf(random) };
            const expected = inOrder(
              events.filter(
                (event) =>
                  event.arrivesMs <= clock.now() && period.includes(event.ms) && passes(event, input),
              ),
            );
            const context = `seed ${seed}, question ${n}, ${new Date(clock.now()).toISOString()}: ${JSON.stringify(input)}`;
            await checkList(agent, input, expected, context);
            await checkSummary(agent, input, expected, zone, context);
          }
        }
      });
    });
  }

  /** All parts of a list: each event once, and nothing else. */
  async function checkList(
    agent: AgentFixture,
    input: Filters,
    expected: readonly PublishedEvent[],
    context: string,
  ): Promise<void> {
    const limit = 5 + random.below(30);
    const found: string[] = [];
    let answer: Listed | undefined;
    do {
      const until = answer?.until;
      answer = await agent.search({ ...input, limit, ...(until !== undefined && { until }) });
      assert.ok(!answer.isError, `${context}\n${answer.text}`);
      found.push(...answer.ids);
      const isCut = answer.until !== undefined;
      assert.equal(!isCut, / · complete · /.test(answer.firstLine), `${context}\n${answer.text}`);
    } while (answer.until !== undefined);
    assert.deepEqual(
      found,
      expected.map(({ id }) => id),
      context,
    );
  }

  async function checkSummary(
    agent: AgentFixture,
    input: Filters,
    expected: readonly PublishedEvent[],
    zone: string,
    context: string,
  ): Promise<void> {
    for (const [grouping, keyOf] of [
      ["type", ({ type }: PublishedEvent) => type ?? "(no type)"],
      [
        "day",
        ({ ms }: PublishedEvent) =>
          dayOf(ms, zone) > dayOf(clock.now(), zone) ? "(at no tim" : dayOf(ms, zone),
      ],
    ] as const) {
      const answer = await agent.summarize({ ...input, group_by: [grouping], limit: 100 });
      const message = `${context}\n${answer.text}`;
      const [, total] = /^(no|\d+) events? · complete/.exec(answer.text) ?? [];
      assert.equal(total === "no" ? 0 : Number(total), expected.length, message);
      if (expected.length === 0) {
        continue;
      }
      const counted = new Map<string, string[]>();
      for (const [label = "", count, ...amounts] of answer.rows.slice(1)) {
        const key = grouping === "day" ? label.slice(0, 10) : label;
        if (count !== "0" && label !== "TOTAL") {
          counted.set(key, [count ?? "", ...amounts]);
        }
      }
      const hasAmounts = expected.some(({ amount }) => amount !== undefined);
      const model = new Map<string, PublishedEvent[]>();
      expected.forEach((event) => model.set(keyOf(event), [...(model.get(keyOf(event)) ?? []), event]));
      assert.deepEqual(
        new Map([...counted].sort()),
        new Map(
          [...model].sort().map(([key, of]) => {
            const amounts = of.flatMap(({ amount }) => amount ?? []);
            // The amounts are multiples of a half.
            const sum = amounts.reduce((a, b) => a + b, 0);
            const texts = [String(of.length), String(amounts.length), `$${sum.toLocaleString("en-US")}`];
            return [key, hasAmounts ? texts : texts.slice(0, 1)];
          }),
        ),
        message,
      );
    }
  }
});

/** A whole feed: random sequences of everything that can happen to it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ApiError } from "../../../../src/service/errors";
import type { Feed } from "../../../../src/feed/feed";
import type { SampleEvent } from "../../../../src/sample/sampleSource";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { allRows, createFeed, gapRows } from "../../../support/feeds";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const minute = 60_000;
const hour = 60 * minute;
const overlapMs = 10 * minute;
const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");

/** A step of a simulation. */
type Incident =
  /** Events arrive that were published up to `lateMs` ago, which is within the overlap. */
  | {
      readonly kind: "publish";
      readonly count: number;
      readonly lateMs: number;
      readonly sameInstant: boolean;
    }
  /** An event of the last minutes gets another title. */
  | { readonly kind: "correct"; readonly pick: number }
  | { readonly kind: "answer"; readonly index: number }
  | { readonly kind: "fail"; readonly index: number }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "visible"; readonly visible: boolean }
  | { readonly kind: "live"; readonly on: boolean }
  | {
      readonly kind:
        "loadOlder" | "loadWindow" | "cancelWindow" | "refresh" | "retry" | "pollNow" | "fillGap";
    }
  /** The window is reloaded while the event at this index is the topmost one. */
  | { readonly kind: "restart"; readonly index: number };

const incident: fc.Arbitrary<Incident> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("publish" as const),
      count: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant(70)),
      lateMs: fc.oneof(fc.constant(0), fc.constant(overlapMs), fc.integer({ min: 0, max: overlapMs })),
      sameInstant: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("correct" as const), pick: fc.nat() }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("answer" as const), index: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("fail" as const), index: fc.nat({ max: 3 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.oneof(
        fc.integer({ min: 0, max: 2 * minute }),
        fc.integer({ min: 0, max: 3 * hour }),
        fc.constant(100 * 24 * hour),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("visible" as const), visible: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("live" as const), on: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "loadOlder" as const,
        "loadWindow" as const,
        "cancelWindow" as const,
        "refresh" as const,
        "retry" as const,
        "pollNow" as const,
        "fillGap" as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const), index: fc.nat() }) },
);

const schedule = fc.record({
  /** Minutes between the initial events. */
  before: fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 40 }),
  skewMs: fc.oneof(
    fc.constantFrom(0, -7 * minute, 40 * minute),
    fc.integer({ min: -20 * hour, max: 20 * hour }),
  ),
  tellsTime: fc.boolean(),
  repeats: fc.boolean(),
  /** With the smallest size, a check can't read all events that may be published since the last one. */
  maxPageSize: fc.constantFrom(1, 3, 500),
  pageSize: fc.integer({ min: 1, max: 10 }),
  preloadEvents: fc.constantFrom(0, 5, 5000),
  incidents: fc.array(incident, { maxLength: 80 }),
});

type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

/** A feed and a service that go through random steps. */
class Simulation {
  readonly clock = new FakeClock();
  readonly service: LiveService;
  feed: Feed;
  private serial = 0;
  private operations: Promise<void>[] = [];

  constructor(private readonly plan: Omit<Schedule, "before" | "incidents">) {
    this.service = new LiveService(this.clock, plan.skewMs);
    this.service.repeats = plan.repeats;
    this.service.tellsTime = plan.tellsTime;
    this.service.maxPageSize = plan.maxPageSize;
    this.feed = this.open();
  }

  publish(lateMs: number): void {
    const id = `evt_${String((this.serial * 7919) % 10_007).padStart(5, "0")}`;
    this.service.put(event(id, this.service.now - lateMs, { title: `Title ${this.serial++}` }));
  }

  async perform(incident: Incident): Promise<void> {
    const { service, feed, clock } = this;
    switch (incident.kind) {
      case "publish":
        for (let n = 0; n < incident.count; n++) {
          this.publish(incident.sameInstant ? incident.lateMs : Math.max(0, incident.lateMs - n * 1000));
        }
        break;
      case "correct": {
        const recent = service.since(service.now - overlapMs + minute);
        const chosen = recent[incident.pick % Math.max(1, recent.length)];
        if (chosen) {
          service.put({ ...chosen, title: `Corrected ${this.serial++}`, type: "ipo" } satisfies SampleEvent);
        }
        break;
      }
      case "answer":
        service.answer(incident.index);
        break;
      case "fail":
        service.answer(incident.index, busy);
        break;
      case "pass":
        clock.advance(incident.ms);
        break;
      case "visible":
        feed.setVisible(incident.visible);
        if (incident.visible) {
          feed.setPageReady();
        }
        break;
      case "live":
        if (incident.on) {
          feed.live.resume();
        } else {
          feed.live.pause();
        }
        break;
      case "fillGap": {
        const [gap] = gapRows(feed);
        this.track(gap ? feed.fillGap(gap.sinceMs) : Promise.resolve());
        break;
      }
      case "cancelWindow":
        feed.cancelWindow();
        break;
      case "pollNow":
        feed.live.pollNow();
        break;
      case "loadOlder":
      case "loadWindow":
      case "refresh":
      case "retry":
        this.track(feed[incident.kind]());
        break;
      case "restart":
        this.restart(incident.index);
        break;
    }
    // Let the feed process responses.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets the service recover, and loads everything: new events and the rest of the window. */
  async settle(): Promise<void> {
    const { service } = this;
    service.immediate = true;
    await this.quiet();
    while (this.feed.state.content !== "current" || this.feed.state.problem) {
      this.track(this.feed.state.problem ? this.feed.retry() : this.feed.refresh());
      await this.quiet();
    }
    this.feed.live.resume();
    // Check twice: the first may have started before the last event was published.
    for (let polls = 0; polls < 2; polls++) {
      // Events of the instant at which a check starts may still arrive.
      this.clock.advance(1);
      this.feed.live.pollNow();
      await this.quiet();
      assert.equal(this.feed.state.live.kind, "waiting");
    }
    this.track(this.feed.loadWindow());
    await this.quiet();
  }

  track(operation: Promise<void>): void {
    this.operations.push(operation);
  }

  private async quiet(): Promise<void> {
    do {
      this.service.answer(0);
      await this.service.quiet();
    } while (this.service.pending > 0);
    const operations = this.operations;
    this.operations = [];
    await Promise.all(operations);
    for (let turn = 0; this.feed.state.live.kind === "checking"; turn++) {
      assert.ok(turn < 10_000, "a check does not end");
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private open(): Feed {
    const { pageSize, preloadEvents } = this.plan;
    const feed = createFeed(this.service, this.clock, {
      pageSize: () => pageSize,
      preloadEvents: () => preloadEvents,
    });
    feed.setPageReady();
    return feed;
  }

  private restart(index: number): void {
    const rows = allRows(this.feed).filter((row) => row.kind === "event");
    const topmost = rows[index % Math.max(1, rows.length)];
    this.feed.dispose();
    this.feed = this.open();
    this.track(this.feed.restore(topmost ? { topmost } : {}));
  }
}

describe("A feed with live updates", () => {
  it("ends up with exactly the events of its window, in order, whatever happens", async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async ({ before, incidents, ...plan }) => {
        const simulation = new Simulation(plan);
        let age = 0;
        for (const minutes of before) {
          age += minutes * minute;
          simulation.publish(age);
        }
        simulation.track(simulation.feed.start());
        for (const incident of incidents) {
          await simulation.perform(incident);
        }
        await simulation.settle();
        const { feed, service } = simulation;
        const shown = allRows(feed).flatMap((row) =>
          row.kind === "event" ? [[row.id, row.title, row.type]] : [],
        );
        const truth = service.since(feed.state.window?.sinceMs ?? 0).map((e) => [e.id, e.title, e.type]);
        assert.deepEqual(shown, truth);
        assert.deepEqual(gapRows(feed), []);
        feed.dispose();
        assert.deepEqual(simulation.clock.pending, []);
      }),
      { numRuns: Number(process.env["COMPANY_FEED_SCHEDULES"] ?? 200), includeErrorInReport: true },
    );
  });
});

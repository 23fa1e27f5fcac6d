/** Unread counts in the model and the file, compared with a simple reference implementation. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { FollowedFeedsFile } from "../../../src/savedFeeds/followedFeedsFile";
import {
  applyCheck,
  type Check,
  countFrom,
  follow,
  markRead,
  undoMarkRead,
} from "../../../src/savedFeeds/model/followedFeeds";
import type { DatedEventRef } from "../../../src/shared/viewQueries";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemoryFileSystem } from "../../support/fakes/memoryFileSystem";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const overlapMs = 10 * minuteMs;
const [id, filters] = ["feed", "filters"];

/** Actions that may happen in any order. */
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("publish" as const), lateMs: fc.nat(599_999) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.oneof(
        { weight: 8, arbitrary: fc.nat(4 * minuteMs) },
        { weight: 1, arbitrary: fc.constantFrom(30 * minuteMs, dayMs, 3 * dayMs, 8 * dayMs) },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("check" as const), by: fc.nat(1) }) },
  fc.record({ kind: fc.constant("checkBoth" as const) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("mark" as const), by: fc.nat(1) }) },
  fc.record({ kind: fc.constantFrom("undo" as const, "restart" as const), by: fc.nat(1) }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** Two windows of one profile, and a service whose events may arrive late. */
class World {
  readonly clock = new FakeClock(Date.UTC(2026, 10, 14));
  private readonly disk = new MemoryFileSystem();
  private readonly published: (DatedEventRef & { readonly arrivesMs: number })[] = [];
  readonly windows = [this.open(), this.open()];

  private open(): FollowedFeedsFile {
    return new FollowedFeedsFile("/storage/marks.json", this.disk, this.clock, (sentence) =>
      assert.fail(sentence),
    );
  }

  restart(by: number): void {
    this.windows[by]?.dispose();
    this.windows[by] = this.open();
  }

  window(by: number): FollowedFeedsFile {
    const window = this.windows[by];
    assert.ok(window);
    return window;
  }

  publish(lateMs: number): void {
    const publishedMs = this.clock.now();
    this.published.push({ id: `evt_${this.published.length}`, publishedMs, arrivesMs: publishedMs + lateMs });
  }

  /** Events that the service has now. */
  get arrived(): readonly DatedEventRef[] {
    return this.published.filter(({ arrivesMs }) => arrivesMs <= this.clock.now());
  }

  /** Reads like a check, starting where the window's state requires it. */
  read(by: number): Check {
    const feed = this.window(by).state.feeds[id];
    assert.ok(feed?.connection);
    const now = this.clock.now();
    const fromMs = countFrom(feed, filters) - overlapMs;
    return {
      connection: feed.connection,
      filters,
      fromMs,
      overlapMs,
      untilMs: now,
      serviceMs: now,
      aheadMs: 0,
      events: this.arrived.filter(({ publishedMs }) => publishedMs >= fromMs),
      sinceMs: now - 7 * dayMs,
      isCut: false,
      atMs: now,
      by: `window ${by}`,
      isQuiet: false,
    };
  }

  async apply(by: number, check: Check): Promise<void> {
    await this.window(by).update((state) => applyCheck(state, id, check));
  }

  unreadIn(by: number): string[] {
    return (this.window(by).state.feeds[id]?.unread ?? []).map((event) => event.id).sort();
  }
}

/** Reference implementation: keeps all events ever published. */
class Oracle {
  private found = new Map<string, DatedEventRef>();
  private readonly read = new Set<string>();
  private lastMark: readonly string[] = [];

  follow({ arrived }: World): void {
    arrived.forEach((event) => this.read.add(event.id));
  }

  check({ arrived, clock }: World): void {
    const all = new Map([...this.found, ...arrived.map((event) => [event.id, event] as const)]);
    this.found = new Map(
      [...all].filter(
        ([eventId, { publishedMs }]) => publishedMs >= clock.now() - 7 * dayMs || this.read.has(eventId),
      ),
    );
    // Events that left the time range before they were read don't come back.
    arrived.filter((event) => !this.found.has(event.id)).forEach((event) => this.read.add(event.id));
  }

  mark(shown: readonly string[]): void {
    if (shown.length > 0) {
      this.lastMark = shown;
      shown.forEach((eventId) => this.read.add(eventId));
    }
  }

  undo(): void {
    this.lastMark.forEach((eventId) => this.read.delete(eventId));
    this.lastMark = [];
  }

  get unread(): string[] {
    return [...this.found.keys()].filter((eventId) => !this.read.has(eventId)).sort();
  }
}

async function run(world: World, oracle: Oracle, step: Action): Promise<void> {
  switch (step.kind) {
    case "publish":
      world.publish(step.lateMs);
      break;
    case "pass":
      world.clock.advance(step.ms);
      break;
    case "check":
      oracle.check(world);
      await world.apply(step.by, world.read(step.by));
      break;
    case "checkBoth": {
      oracle.check(world);
      const checks = [world.read(0), world.read(1)];
      await Promise.all(checks.map((check, by) => world.apply(by, check)));
      break;
    }
    case "mark": {
      const shown = world.window(step.by).state;
      oracle.mark(world.unreadIn(step.by).filter((eventId) => oracle.unread.includes(eventId)));
      const options = { shown, nowMs: world.clock.now(), overlapMs };
      await world.window(step.by).update((state) => markRead(state, [id], options));
      break;
    }
    case "undo":
      oracle.undo();
      await world.window(step.by).update((state) => undoMarkRead(state, [id], world.clock.now()));
      break;
    case "restart":
      world.restart(step.by);
      await world.window(step.by).sync();
      break;
  }
}

describe("Unread events of a followed feed", () => {
  it("are correct after any sequence of checks, marks, late events, sleep and restarts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40, size: "max" }), async (steps) => {
        const [world, oracle] = [new World(), new Oracle()];
        world.publish(0);
        world.clock.advance(overlapMs);
        const connection = { name: "a", origin: "a" };
        await world.window(0).update((state) => follow(state, id, connection, world.clock.now()));
        oracle.follow(world);
        await world.apply(0, world.read(0));
        await world.window(1).sync();
        for (const step of steps) {
          await run(world, oracle, step);
        }
        await Promise.all(world.windows.map((window) => window.sync()));
        assert.deepEqual(world.unreadIn(0), oracle.unread);
        assert.deepEqual(world.unreadIn(1), oracle.unread);
      }),
      { numRuns: 300 },
    );
  });
});

/** A whole feed with live updates, on random clocks. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkEnded, createFeed, eventIds, gapRows } from "../../../support/feeds";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const minute = 60_000;
const hour = 60 * minute;
const overlapMs = 10 * minute;

const skewMs = fc.oneof(
  fc.constantFrom(0, 2 * hour, -2 * hour),
  fc.integer({ min: -20 * hour, max: 20 * hour }),
);

const plan = fc.record({
  skewMs,
  tellsTime: fc.boolean(),
  /** Minutes between the initial events. */
  before: fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 20 }),
  /** Date of one event that is far from any clock. */
  strayMs: fc.option(fc.constantFrom(Date.UTC(2099, 0), Date.UTC(2027, 0)), { nil: undefined }),
  rounds: fc.array(
    fc.record({
      waitMs: fc.integer({ min: 1, max: 3 * hour }),
      /** Ages of the events that are published after the wait. */
      latenessMs: fc.array(fc.integer({ min: 0, max: overlapMs }), { maxLength: 4 }),
      /** Change of our clock. */
      clockChangeMs: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        fc.integer({ min: -5 * hour, max: 5 * hour }),
      ),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

describe("Live updates with wrong clocks", () => {
  it("find all events published within the overlap, with few requests", async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ skewMs, tellsTime, before, strayMs, rounds }) => {
        const timers = new FakeClock();
        let ourOffset = 0;
        const ours = {
          now: () => timers.now() + ourOffset,
          after: (ms: number, callback: () => void) => timers.after(ms, callback),
        };
        const service = new LiveService(timers, skewMs);
        service.immediate = true;
        service.tellsTime = tellsTime;
        let age = 0;
        before.forEach((minutes, n) =>
          service.put(event(`old_${n}`, service.now - (age += minutes * minute))),
        );
        if (strayMs !== undefined) {
          service.put(event("stray", strayMs));
        }
        const feed = createFeed(service, ours, { pageSize: () => 500 });
        await feed.start();
        while (feed.state.completeness.kind === "more") {
          await feed.loadOlder();
        }
        const expected = new Set(eventIds(feed));
        let serial = 0;
        for (const { waitMs, latenessMs, clockChangeMs } of rounds) {
          // Let other checks end: the next one must start after the events are published.
          timers.advance(waitMs);
          await checkEnded(feed);
          // Without `Date`, checks tolerate a clock that is less than a day slow.
          ourOffset = Math.max(-3 * hour, Math.min(ourOffset + clockChangeMs, 3 * hour));
          for (const lateMs of latenessMs) {
            const id = `new_${serial++}`;
            service.put(event(id, service.now - lateMs));
            expected.add(id);
          }
          const requestsBefore = service.requests.length;
          feed.live.pollNow();
          await checkEnded(feed);
          const count = service.requests.length - requestsBefore;
          // Up to four days, requested as IDs and as full events: the service sends one UTC day per page.
          assert.ok(count <= 2 * 4, `${count} requests`);
          assert.deepEqual(eventIds(feed).sort(), [...expected].sort());
          assert.deepEqual(gapRows(feed), []);
        }
        feed.dispose();
      }),
      { numRuns: 60 },
    );
  });
});

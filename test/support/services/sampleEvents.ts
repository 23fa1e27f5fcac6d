import { SampleData } from "../../../src/sample/sampleData";
import { dayStart, type SampleEvent } from "../../../src/sample/sampleSource";
import { dayMs } from "../../../src/shared/instant";

/** The sample events from `sinceMs` to before `untilMs` that are available at `now`, newest first. */
export function sampleEvents(sinceMs: number, untilMs: number, now = Date.now()): SampleEvent[] {
  const sample = new SampleData();
  const events: SampleEvent[] = [];
  for (let day = dayStart(untilMs - 1); day > sinceMs - dayMs; day -= dayMs) {
    events.push(...sample.eventsOn(day, now));
  }
  return events.filter(({ published_at }) => {
    const ms = Date.parse(published_at);
    return ms >= sinceMs && ms < untilMs;
  });
}

/**
 * A stopped clock at the end of yesterday (UTC). The sample service sends one UTC day per page, so that its
 * first page is always full; after a short one, more would be loaded during the test.
 */
export function stillClock(): () => number {
  const endOfYesterday = dayStart(Date.now()) - 1;
  return () => endOfYesterday;
}

import { decodeFeedPage } from "../../src/api/decode/feedPage";
import { EventStore } from "../../src/feed/store/eventStore";
import { FeedView } from "../../src/feed/view/feedView";
import { systemClock } from "../../src/util/clock";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { benchmark } from "./benchmark";
import { Corpus } from "./corpus";
import { costOf, idleCost, takeSamples } from "./sampling";

const events = 100_000;
const pageSize = 500;
const updated = 20;
/** Every so many events, one tells again what an event a few places before tells. */
const retold = { every: 8, distance: 6 };

/** Retold stories in a list that is loaded already. */
export const storiesBenchmark = benchmark({
  rows: {
    "stories: first rows": {
      measures: `time until ${events} loaded events are in view with one row for each story, of which none is known yet`,
      unit: "ms",
      atMost: 100,
    },
    "stories: time": {
      measures: `time until all stories of ${events} loaded events are folded in the background, rests included`,
      unit: "ms",
      atMost: 6_000,
    },
    "stories: CPU": { measures: "CPU time of the same", unit: "ms", atMost: 3_000 },
    "stories: event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms during the same, an idle loop's subtracted",
      unit: "ms",
      atMost: 16,
    },
    "stories: update": {
      measures: `CPU time until ${updated} new events are in a list of ${events}, and their stories are folded`,
      unit: "ms",
      atMost: 50,
    },
  },
  async run() {
    const samples = await takeSamples({ runs: 3, warmUps: 1 }, measured);
    return {
      "stories: first rows": { samples: samples.map((run) => run.rowsMs) },
      "stories: time": { samples: samples.map((run) => run.wallMs) },
      "stories: CPU": { samples: samples.map((run) => run.cpuMs) },
      "stories: event-loop delay": { samples: samples.map((run) => run.delayMs) },
      "stories: update": { samples: samples.map((run) => run.updateMs) },
    };
  },
});

async function measured() {
  const store = new EventStore();
  const corpus = new Corpus();
  for (let start = updated; start < events + updated; start += pageSize) {
    insert(store, [...corpus.events(start, start + pageSize)]);
  }
  const feedView = new FeedView(systemClock);
  const idle = await idleCost();
  const rows = await costOf(() => feedView.show(store));
  const folding = await costOf(() => upToDate(feedView));
  if (feedView.folded === undefined || feedView.folded.shown.size > 0.95 * events) {
    throw new Error("Hardly any stories were folded.");
  }
  const updating = await costOf(async () => {
    insert(store, [...corpus.events(0, updated)]);
    await upToDate(feedView);
  });
  feedView.dispose();
  return {
    rowsMs: rows.wallMs,
    wallMs: folding.wallMs,
    cpuMs: folding.cpuMs,
    delayMs: Math.max(0, folding.delayMs - idle.delayMs),
    updateMs: updating.cpuMs,
  };
}

async function upToDate(feedView: FeedView): Promise<void> {
  while (!feedView.knowsStories) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function insert(store: EventStore, originals: readonly SampleEvent[]): void {
  const page = originals.map((event, index) => {
    const source = index % retold.every === retold.every - 1 && originals[index - retold.distance];
    return source ? { ...source, id: event.id, event_id: event.id, published_at: event.published_at } : event;
  });
  const response = {
    bytes: Buffer.from(JSON.stringify({ events: page })),
    status: 200,
    host: "bench",
    servedAt: undefined,
  };
  store.insert(decodeFeedPage(response, { pageSize, fields: "full" }).items);
}

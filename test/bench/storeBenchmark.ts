import { decodeFeedPage } from "../../src/service/decode";
import type { FeedPage } from "../../src/service/types";
import { EventStore } from "../../src/feed/store/eventStore";
import { histogramOf } from "../../src/feed/store/histogram";
import { findEvents } from "../../src/feed/store/search";
import { sortEvents } from "../../src/feed/store/sorting";
import { RowLayout } from "../../src/feed/view/rowLayout";
import { TimeZone } from "../../src/feed/view/timeZone";
import type { SortOrder } from "../../src/shared/viewQueries";
import { runInTimeSlices } from "../../src/util/timeSlices";
import { heldBytes } from "../support/fakes/memory";
import { benchmark } from "./benchmark";
import { Corpus } from "./corpus";
import { costOf, idleCost, median, takeSamples } from "./sampling";

const events = 1_000_000;
const pageSize = 500;
const rows = 100;
/** Matching no, few, many and nearly all events. */
const questions = ["zzzz", "robotics", "Aldada", "climate", "ing", "e"];

/** The store with a million events: memory, and time to fill and query it. */
export const storeBenchmark = benchmark({
  rows: {
    "store: memory": {
      measures: `heap and buffers of the process for each of ${events} events, all counted, after a collection`,
      unit: "bytes",
      atMost: 500,
    },
    "store: insertion": {
      measures: `${events} events in pages of ${pageSize} put into the store, over decoding the same pages`,
      unit: "ms",
      atMost: 1,
    },
    "store: search": {
      measures: `time until all matches among ${events} events are known in order; the slowest of ${questions.length} questions`,
      unit: "ms",
      atMost: 180,
    },
    "store: search, event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms during the searches, an idle loop's subtracted",
      unit: "ms",
      atMost: 16,
    },
    "store: sort": {
      measures: `time until ${events} events are in order of their amounts, or of their companies; the slower of both`,
      unit: "ms",
      atMost: 300,
    },
    "store: sort, event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms while sorting, an idle loop's subtracted",
      unit: "ms",
      atMost: 16,
    },
    "store: deep page": {
      measures: `${rows} rows in a row, anywhere in the list; the slowest of 20 places, each the median of 5 times`,
      unit: "ms",
      atMost: 12,
    },
    "store: deep page of found events": {
      measures: `${rows} rows anywhere in the list of a search's matches, each from another part of the store; likewise`,
      unit: "ms",
      atMost: 12,
    },
    "store: chart": {
      measures: `counts by type of ${events} events in 200 parts of their span`,
      unit: "ms",
    },
  },
  async run() {
    const samples = await takeSamples({ runs: 3, warmUps: 0 }, measured);
    return {
      "store: memory": { samples: samples.map((run) => run.memory) },
      "store: insertion": {
        samples: samples.flatMap((run) => run.insertMs),
        baseline: samples.flatMap((run) => run.decodeMs),
      },
      "store: search": { samples: samples.flatMap((run) => run.searches) },
      "store: search, event-loop delay": { samples: samples.map((run) => run.delayMs) },
      "store: sort": { samples: samples.flatMap((run) => run.sorts) },
      "store: sort, event-loop delay": { samples: samples.map((run) => run.sortDelayMs) },
      "store: deep page": { samples: samples.map((run) => run.pageMs) },
      "store: deep page of found events": { samples: samples.map((run) => run.foundPageMs) },
      "store: chart": { samples: samples.map((run) => run.chartMs) },
    };
  },
});

/** Fills and queries a store. */
async function measured() {
  const before = await heldBytes();
  const { store, decodeMs, insertMs } = filled();
  await store.columns.compressed();
  const memory = ((await heldBytes()) - before) / events;
  const idle = await idleCost();
  const searches: number[] = [];
  const searching = await costOf(async () => {
    for (let round = 0; round < 3; round++) {
      searches.push(Math.max(...(await eachInTurn(questions, (text) => searchMs(store, text)))));
    }
  });
  const sorts: number[] = [];
  const sorting = await costOf(async () => {
    for (let round = 0; round < 3; round++) {
      sorts.push(Math.max(await sortMs(store, "amount"), await sortMs(store, "company")));
    }
  });
  const found = await findEvents(store, { text: "robotics" }, new AbortController().signal);
  if (!found) {
    throw new Error("The search did not end.");
  }
  const span = { sinceMs: store.oldestMs ?? 0, untilMs: (store.publishedMs(0) ?? 0) + 1 };
  const charting = await costOf(() =>
    runInTimeSlices(histogramOf(store, span, 200), new AbortController().signal).then(() => undefined),
  );
  return {
    memory,
    decodeMs,
    insertMs,
    searches,
    sorts,
    sortDelayMs: Math.max(0, sorting.delayMs - idle.delayMs),
    delayMs: Math.max(0, searching.delayMs - idle.delayMs),
    pageMs: slowestPage(new RowLayout(store, new TimeZone("UTC"))),
    foundPageMs: slowestPage(new RowLayout(found, new TimeZone("UTC"))),
    chartMs: charting.wallMs,
  };
}

async function sortMs(store: EventStore, by: SortOrder["by"]): Promise<number> {
  const start = performance.now();
  const sorted = await sortEvents(store, store, { by, descending: true }, new AbortController().signal);
  const ms = performance.now() - start;
  sorted?.dispose();
  return ms;
}

/** One sample for each tenth of the events. */
function filled(): { store: EventStore; decodeMs: number[]; insertMs: number[] } {
  const store = new EventStore();
  const decodeMs: number[] = [];
  const insertMs: number[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    let [decoding, inserting] = [0, 0];
    // A corpus keeps its companies: a new one for each tenth, and none in the end.
    const corpus = new Corpus();
    const pages = events / 10 / pageSize;
    for (let page = tenth * pages; page < (tenth + 1) * pages; page++) {
      const bytes = Buffer.from(
        JSON.stringify({ events: [...corpus.events(page * pageSize, (page + 1) * pageSize)] }),
      );
      const start = performance.now();
      const { items } = decoded(bytes);
      const middle = performance.now();
      store.insert(items);
      decoding += middle - start;
      inserting += performance.now() - middle;
    }
    decodeMs.push(decoding);
    insertMs.push(inserting);
  }
  if (store.size !== events) {
    throw new Error(`${store.size} of ${events} events are in the store.`);
  }
  return { store, decodeMs, insertMs };
}

function decoded(bytes: Buffer): FeedPage {
  return decodeFeedPage({ text: bytes.toString(), status: 200, host: "bench" });
}

async function searchMs(store: EventStore, text: string): Promise<number> {
  const start = performance.now();
  const found = await findEvents(store, { text }, new AbortController().signal);
  found?.dispose();
  return performance.now() - start;
}

function slowestPage(layout: RowLayout): number {
  const places = Array.from({ length: 20 }, (_, n) =>
    Math.floor(((n + 0.5) / 20) * (layout.rowCount - rows)),
  );
  // All positions in turns, so that none is read twice in a row. The first round is the warm-up.
  const rounds = Array.from({ length: 6 }, () =>
    places.map((place) => {
      const start = performance.now();
      layout.rows(place, place + rows);
      return performance.now() - start;
    }),
  ).slice(1);
  return Math.max(...places.map((_, index) => median(rounds.map((times) => times[index] ?? Infinity))));
}

async function eachInTurn<T, R>(values: readonly T[], take: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const value of values) {
    results.push(await take(value));
  }
  return results;
}

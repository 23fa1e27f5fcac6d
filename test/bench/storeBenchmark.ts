import { decodeFeedPage } from "../../src/service/decode";
import type { FeedPage } from "../../src/service/types";
import { EventStore } from "../../src/feed/store/eventStore";
import { findEvents } from "../../src/feed/store/search";
import { sortEvents } from "../../src/feed/store/sorting";
import { RowLayout } from "../../src/feed/view/rowLayout";
import { TimeZone } from "../../src/feed/view/timeZone";
import type { SortOrder } from "../../src/shared/viewQueries";
import { heldBytes } from "../support/fakes/memory";
import { benchmark, costOf, delayBeyondIdle, median, takeSamples } from "./benchmark";
import { Corpus } from "./corpus";

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
      atMost: 400,
    },
    "store: insertion": {
      measures: `${events} events in pages of ${pageSize} put into the store, over decoding the same pages`,
      unit: "ms",
      atMost: 1,
    },
    "store: search": {
      measures: `time until all matches among ${events} events are known in order; the slowest of ${questions.length} questions`,
      unit: "ms",
      atMost: 100,
    },
    "store: search, event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms during the searches, an idle loop's subtracted",
      unit: "ms",
      atMost: 16,
    },
    "store: sort": {
      measures: `time until ${events} events are in order of their amounts, or of their companies; the slower of both`,
      unit: "ms",
      atMost: 150,
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
  },
  async run() {
    const samples = await takeSamples({ runs: 3, warmUps: 0 }, measured);
    return {
      "store: memory": { samples: samples.map((run) => run.memory) },
      "store: insertion": {
        samples: samples.flatMap((run) => run.insertMs),
        baseline: samples.flatMap((run) => run.decodeMs),
      },
      "store: search": { samples: samples.map((run) => Math.max(...run.searches)) },
      "store: search, event-loop delay": { samples: samples.map((run) => run.delayMs) },
      "store: sort": { samples: samples.map((run) => Math.max(...run.sorts)) },
      "store: sort, event-loop delay": { samples: samples.map((run) => run.sortDelayMs) },
      "store: deep page": { samples: samples.map((run) => run.pageMs) },
      "store: deep page of found events": { samples: samples.map((run) => run.foundPageMs) },
    };
  },
});

/** Fills and queries a store. */
async function measured() {
  const before = await heldBytes();
  const { store, decodeMs, insertMs } = filled();
  await store.columns.texts.compressed();
  const memory = ((await heldBytes()) - before) / events;
  const delay = await delayBeyondIdle();
  const [searches, sorts]: [number[], number[]] = [[], []];
  const searching = await costOf(async () => {
    for (const text of questions) {
      searches.push(await searchMs(store, text));
    }
  });
  const sorting = await costOf(async () => {
    for (const by of ["amount", "company"] as const) {
      sorts.push(await sortMs(store, by));
    }
  });
  const found = await findEvents(store, { text: "robotics" }, new AbortController().signal);
  return {
    memory,
    decodeMs,
    insertMs,
    searches,
    sorts,
    sortDelayMs: delay(sorting),
    delayMs: delay(searching),
    pageMs: slowestPage(new RowLayout(store, new TimeZone("UTC"))),
    foundPageMs: slowestPage(new RowLayout(found, new TimeZone("UTC"))),
  };
}

async function sortMs(store: EventStore, by: SortOrder["by"]): Promise<number> {
  const start = performance.now();
  const sorted = await sortEvents(store, store, { by, descending: true }, new AbortController().signal);
  const ms = performance.now() - start;
  sorted.dispose();
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
  found.dispose();
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

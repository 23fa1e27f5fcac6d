// The burst service (burstService.ts): takes its options as JSON in the first argument and prints its URL when it is ready.
import { createServer } from "node:http";
import { sampleHandler } from "../../src/sample/sampleHandler";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { requestListener } from "../../src/sample/http";
import { listSource } from "../support/services/listSource";
import { Corpus } from "./corpus";
import type { BurstOptions } from "./burstService";
import { benchKey } from "./client";
import { serve } from "./serviceProcess";

// The caller is in this folder.
const { loaded, burst } = JSON.parse(process.argv[2] ?? "{}") as BurstOptions;

const corpus = new Corpus();
const calm = (): SampleEvent[] => dated(corpus.events(0, loaded), 600_000);
const news = (): SampleEvent[] => dated(corpus.events(loaded, loaded + burst), 5_000);

let events = calm();
let source = listSource(events);
const answer = requestListener(
  sampleHandler({
    source: {
      dayBefore: (ms, now) => source.dayBefore(ms, now),
      eventsOn: (start, now) => source.eventsOn(start, now),
      collections: () => [],
    },
    key: benchKey,
    now: () => Date.now(),
  }),
);

const server = createServer((request, response) => {
  if (request.url === "/calm" || request.url === "/burst") {
    events = request.url === "/calm" ? calm() : [...events, ...news()];
    source = listSource(events);
    response.end();
  } else {
    answer(request, response);
  }
});
await serve(server);

/** Spread over the last milliseconds, newest first. */
function dated(events: Iterable<SampleEvent>, spanMs: number): SampleEvent[] {
  const now = Date.now();
  const all = [...events];
  return all.map((event, n) => ({
    ...event,
    published_at: new Date(now - Math.floor((n * spanMs) / all.length)).toISOString(),
  }));
}

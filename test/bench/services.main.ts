// A service over the corpus, with the options in its first argument as JSON. It tells its address when it is ready.
import { createServer, type RequestListener } from "node:http";
import { requestListener } from "../../src/sample/http";
import { sampleHandler } from "../../src/sample/sampleHandler";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { listSource } from "../support/services/listSource";
import { Corpus } from "./corpus";
import { serve } from "./processes";
import { benchKey } from "./product";
import type { BurstOptions, PagesOptions } from "./services";

const corpus = new Corpus();

/** Prepared pages, whatever is asked for: cursors are page numbers; key and filters are ignored. */
function preparedPages({ events, pageSize, latencyMs = 0 }: PagesOptions): RequestListener {
  const pages = Array.from({ length: Math.ceil(events / pageSize) }, (_, page) => {
    const end = Math.min((page + 1) * pageSize, events);
    const next_cursor = end < events ? `page-${page + 1}` : null;
    const list = [...corpus.events(page * pageSize, end)];
    return Buffer.from(
      JSON.stringify({ events: list, has_more: end < events, next_cursor, page_size: pageSize }),
    );
  });
  return (request, response) => {
    const cursor = new URL(request.url ?? "/", "http://localhost").searchParams.get("cursor");
    const page = pages[cursor === null ? 0 : Number(cursor.replace("page-", ""))];
    setTimeout(() => {
      response.writeHead(page ? 200 : 404, {
        "content-type": "application/json",
        "content-length": page?.length ?? 0,
        // For pages of other viewers (comparison).
        "access-control-allow-origin": "*",
      });
      response.end(page);
    }, latencyMs);
  };
}

/** The sample service over events that grow all at once: requests for `/calm` and `/burst` set them. */
function bursts({ loaded, burst }: BurstOptions): RequestListener {
  let events = dated(corpus.events(0, loaded), 600_000);
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
  return (request, response) => {
    if (request.url !== "/calm" && request.url !== "/burst") {
      answer(request, response);
      return;
    }
    events =
      request.url === "/calm"
        ? dated(corpus.events(0, loaded), 600_000)
        : [...events, ...dated(corpus.events(loaded, loaded + burst), 5_000)];
    source = listSource(events);
    response.end();
  };
}

/** Spread over the last milliseconds, newest first. */
function dated(events: Iterable<SampleEvent>, spanMs: number): SampleEvent[] {
  const now = Date.now();
  return [...events].map((event, n, { length }) => {
    return { ...event, published_at: new Date(now - Math.floor((n * spanMs) / length)).toISOString() };
  });
}

// The caller is in this folder.
const options = JSON.parse(process.argv[2] ?? "{}") as PagesOptions | BurstOptions;
await serve(createServer("burst" in options ? bursts(options) : preparedPages(options)));

// The corpus service (corpusService.ts): takes its options as JSON in the first argument and prints its URL when it is ready.
import { createServer } from "node:http";
import { Corpus } from "./corpus";
import type { CorpusServiceOptions } from "./corpusService";
import { serve } from "./serviceProcess";

// The caller is in this folder.
const options = JSON.parse(process.argv[2] ?? "{}") as CorpusServiceOptions;

function pagesOf({ events, pageSize }: CorpusServiceOptions): Buffer[] {
  const corpus = new Corpus();
  const count = Math.ceil(events / pageSize);
  return Array.from({ length: count }, (_, page) => {
    const end = Math.min((page + 1) * pageSize, events);
    return Buffer.from(
      JSON.stringify({
        events: [...corpus.events(page * pageSize, end)],
        has_more: end < events,
        next_cursor: end < events ? `page-${page + 1}` : null,
        page_size: pageSize,
      }),
    );
  });
}

const pages = pagesOf(options);
const server = createServer((request, response) => {
  const cursor = new URL(request.url ?? "/", "http://localhost").searchParams.get("cursor");
  const page = pages[cursor === null ? 0 : Number(cursor.replace("page-", ""))];
  const answer = (): void => {
    response.writeHead(page ? 200 : 404, {
      "content-type": "application/json",
      "content-length": page?.length ?? 0,
      // For pages of other viewers (comparison).
      "access-control-allow-origin": "*",
    });
    response.end(page);
  };
  if (options.latencyMs) {
    setTimeout(answer, options.latencyMs);
  } else {
    answer();
  }
});
await serve(server);

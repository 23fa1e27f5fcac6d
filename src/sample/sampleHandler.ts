import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { CursorCodec } from "./cursor";
import { readFeedSlice } from "./feedPage";
import { collectionsQuery, feedQuery } from "./parameters";
import { Refusal, type SampleHandler, type SampleRequest } from "./reply";
import type { SampleCollection, SampleSource } from "./sampleSource";

export interface SampleHandlerOptions {
  readonly source: SampleSource;
  /** The API key that is let in. */
  readonly key: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Marks the cursors of this handler; random unless given. Handlers with the same secret take each other's cursors. */
  readonly cursorSecret?: Uint8Array;
}

/** The most collections on a page, whatever was asked. */
const maxLimit = 100;

/** @param collections those of the organization that is asked for. */
type Endpoint = (parameters: URLSearchParams, collections: readonly SampleCollection[]) => unknown;

/**
 * The service of `interface.md` over any source: List collections and Event feed. Errors come in each of the shapes of
 * `field-notes.md`: 400 foreign cursor, 401 key, 403 organization, 404 path, 405 method, 421 host, 422 parameter.
 */
export function sampleHandler(options: SampleHandlerOptions): SampleHandler {
  const endpoints = endpointsOf(options);
  return (request) => {
    const now = options.now();
    const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
      status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        date: new Date(now).toUTCString(),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    try {
      return answer(200, dispatch(request, endpoints, options));
    } catch (error) {
      return error instanceof Refusal
        ? answer(error.status, error.body, error.headers)
        : answer(500, { status: "error", message: "The sample service failed." });
    }
  };
}

function dispatch(
  request: SampleRequest,
  endpoints: ReadonlyMap<string, Endpoint>,
  { key, source }: SampleHandlerOptions,
): unknown {
  admit(request, key);
  const [path = "", ...query] = request.target.split("?");
  const endpoint = endpoints.get(path);
  if (!endpoint) {
    throw new Refusal(404, { detail: "Not Found" });
  }
  if (request.method !== "GET") {
    throw new Refusal(405, { detail: "Method Not Allowed" }, { allow: "GET" });
  }
  const collections = source.collections(header(request, "x-organization-id"));
  if (!collections) {
    throw new Refusal(403, {
      status: "error",
      message: "This API key does not belong to the organization in X-Organization-ID.",
    });
  }
  return endpoint(new URLSearchParams(query.join("?")), collections);
}

function endpointsOf({ source, now, cursorSecret }: SampleHandlerOptions): ReadonlyMap<string, Endpoint> {
  const cursors = new CursorCodec(cursorSecret ?? randomBytes(32));
  return new Map<string, Endpoint>([
    ["/v2/collections", listCollections],
    ["/v2/datasets/companydata/feed", (parameters) => readFeed(source, parameters, now(), cursors)],
  ]);
}

/** `interface.md`, List collections. */
function listCollections(parameters: URLSearchParams, all: readonly SampleCollection[]) {
  const asked = collectionsQuery(parameters);
  const limit = Math.min(asked.limit, maxLimit);
  return {
    collections: all.slice(asked.offset, asked.offset + limit),
    total_count: all.length,
    limit,
    offset: asked.offset,
  };
}

/** `interface.md`, Event feed. */
function readFeed(source: SampleSource, parameters: URLSearchParams, now: number, cursors: CursorCodec) {
  const query = feedQuery(parameters, cursors);
  const { events, next } = readFeedSlice(source, query, now);
  return {
    events:
      query.fields === "full"
        ? events
        : events.map(({ id, title, published_at }) => ({ id, title, published_at })),
    has_more: next !== undefined,
    next_cursor: next ? cursors.encode({ position: next, since: query.since }) : null,
    page_size: query.pageSize,
  };
}

/** Lets in who has the key and speaks to this machine by its own name: no web page can, whatever its host resolves to. */
function admit(request: SampleRequest, key: string): void {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(header(request, "host") ?? "")) {
    throw new Refusal(421, { detail: "This service answers to its loopback address alone." });
  }
  const [, given] = /^Bearer +(\S+)$/i.exec(header(request, "authorization") ?? "") ?? [];
  if (given === undefined || !sameText(given, key)) {
    const detail = given === undefined ? "Missing API key" : "Invalid API key";
    throw new Refusal(401, { detail }, { "www-authenticate": "Bearer" });
  }
}

/** Takes the same time wherever the texts differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function header(request: SampleRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : value?.[0];
}

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { CursorCodec, readFeedSlice } from "./feedPage";
import { HttpError, type SampleHandler, type SampleRequest } from "./http";
import { collectionsQuery, sampleFeedQuery } from "./query";
import type { SampleCollection, SampleSource } from "./sampleSource";

export interface SampleHandlerOptions {
  readonly source: SampleSource;
  /** The API key to accept. */
  readonly key: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Handlers with the same secret accept each other's cursors; random by default. */
  readonly cursorSecret?: Uint8Array;
}

/** The largest page of collections. */
const maxLimit = 100;

/** @param collections those of the request's organization */
type Endpoint = (parameters: URLSearchParams, collections: readonly SampleCollection[]) => unknown;

/**
 * The service of `docs/service.md` for any source, as strict as specified. Errors: 400 cursor, 401 key, 403 organization,
 * 404 path, 405 method, 421 host, 422 parameter, in all the shapes of `docs/service.md`, Errors.
 */
export function sampleHandler(options: SampleHandlerOptions): SampleHandler {
  const endpoints = endpointsOf(options);
  return (request) => {
    const now = options.now();
    const respond = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
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
      return respond(200, dispatch(request, endpoints, options));
    } catch (error) {
      return error instanceof HttpError
        ? respond(error.status, error.body, error.headers)
        : respond(500, { status: "error", message: "The sample service failed." });
    }
  };
}

function dispatch(
  request: SampleRequest,
  endpoints: ReadonlyMap<string, Endpoint>,
  { key, source }: SampleHandlerOptions,
): unknown {
  authorize(request, key);
  const [path = "", ...query] = request.target.split("?");
  const endpoint = endpoints.get(path);
  if (!endpoint) {
    throw new HttpError(404, { detail: "Not Found" });
  }
  if (request.method !== "GET") {
    throw new HttpError(405, { detail: "Method Not Allowed" }, { allow: "GET" });
  }
  const collections = source.collections(header(request, "x-organization-id"));
  if (!collections) {
    throw new HttpError(403, {
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

/** `docs/service.md`, Collections: response */
function listCollections(parameters: URLSearchParams, all: readonly SampleCollection[]) {
  const query = collectionsQuery(parameters);
  const limit = Math.min(query.limit, maxLimit);
  return {
    collections: all.slice(query.offset, query.offset + limit),
    total_count: all.length,
    limit,
    offset: query.offset,
  };
}

/** `docs/service.md`, Event feed: response */
function readFeed(source: SampleSource, parameters: URLSearchParams, now: number, cursors: CursorCodec) {
  const query = sampleFeedQuery(parameters, cursors);
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

/** Checks the key, and the host against DNS rebinding by web pages. */
function authorize(request: SampleRequest, key: string): void {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(header(request, "host") ?? "")) {
    throw new HttpError(421, { detail: "This service is available at its loopback address only." });
  }
  const [, token] = /^Bearer +(\S+)$/i.exec(header(request, "authorization") ?? "") ?? [];
  if (token === undefined || !equalInConstantTime(token, key)) {
    const detail = token === undefined ? "Missing API key" : "Invalid API key";
    throw new HttpError(401, { detail }, { "www-authenticate": "Bearer" });
  }
}

function equalInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function header(request: SampleRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : value?.[0];
}

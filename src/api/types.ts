import type { CompanyEvent } from "../shared/companyEvent";
import type { Clock } from "../util/clock";
import type { ApiError } from "./errors";

/** Where requests go and on whose behalf. */
export interface ServiceTarget {
  /** Absolute http(s) URL before `/v2`, with or without a path and a trailing slash. */
  readonly baseUrl: string;
  /** Dataset segment of the feed's path, e.g. `companydata`. */
  readonly dataset: string;
  /** Sent as `X-Organization-ID` unless it is absent or empty. */
  readonly organizationId?: string;
  /** The API key: see `http/headers.ts` for where it is sent and how it is kept out of anything else. */
  readonly key: string;
}

/** How several `types` are written into the query: `types=a,b` or `types=a&types=b` (`docs/service.md`, Event feed: request). */
export type TypesFormat = "comma" | "repeat";

export interface ClientOptions {
  /** For each attempt, from sending it to the last byte of the body. */
  readonly timeoutMs: number;
  readonly typesFormat: TypesFormat;
  readonly clock: Clock;
  /** From 0 inclusive to 1 exclusive; jitter of the waits between attempts. */
  random(): number;
  /** Called after each exchange, also for failures and redirects. */
  log(entry: RequestLogEntry): void;
  /** Attempts of one request, the first included; 3 by default. */
  readonly attempts?: number;
  /** A decoded body beyond this size is discarded; 64 MiB by default. */
  readonly bodyLimitBytes?: number;
}

/** An element of a page: its decoded value and its source text. */
export interface Item<T> {
  readonly value: T;
  /** The item's JSON exactly as sent. */
  readonly json: string;
}

/** `docs/service.md`, Collection object. Every field but `id` may be missing. */
export interface Collection {
  /** `collection_id`; if that is missing `database_name`, else `collection_name`. */
  readonly id: string;
  readonly databaseName?: string;
  readonly collectionName?: string;
  readonly collectionId?: string;
  readonly fileCount?: number;
  readonly documentCount?: number;
  readonly environment?: string;
  readonly isActive?: boolean;
  /** As sent, ISO 8601 UTC. */
  readonly createdAt?: string;
  readonly requestCount?: number;
}

/** `docs/service.md`, Collections: request */
export interface CollectionsRequest {
  readonly limit: number;
  readonly offset: number;
}

/** `docs/service.md`, Collections: response */
export interface CollectionPage {
  readonly items: readonly Item<Collection>[];
  /** Elements that could not be read as a collection; they still count in the service's offsets. */
  readonly malformed: number;
  /** Number of collections over all pages, if the service sent it. */
  readonly totalCount?: number;
  /** Limit and offset that the service reports as applied; as requested if it does not report them. */
  readonly limit: number;
  readonly offset: number;
}

/** The largest `page_size` of the feed (`docs/service.md`, Limits). */
export const maxPageSize = 500;

/** `docs/service.md`, Event feed: request. Instants are ISO 8601 UTC strings. */
export interface FeedRequest {
  readonly since?: string;
  readonly until?: string;
  /** Opaque; sent back unchanged. */
  readonly cursor?: string;
  /** 1 to `maxPageSize`. */
  readonly pageSize: number;
  readonly fields: "full" | "ids";
  readonly types?: readonly string[];
  readonly sector?: string;
  /** USD. */
  readonly minAmount?: number;
}

/** `docs/service.md`, Event feed: response */
export interface FeedPage {
  /** In the order sent. Decoded on first access, which takes about as long as reading the page did. */
  readonly items: readonly Item<CompanyEvent>[];
  /** Elements that could not be read as an event (no usable `id`). */
  readonly malformed: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  /** The items have only `id`, `title` and `published_at`: the full event was too large and counts as malformed. */
  readonly titlesOnly?: true;
  /** Page size that the service reports as applied; as requested if it does not report it. */
  readonly pageSize: number;
  /** The `Date` header of the response in milliseconds since 1970 UTC, if there was one. */
  readonly servedAt?: number;
}

export interface RequestOptions {
  /** Cancels the request at any point, also between two attempts; it then rejects with kind `aborted`. */
  readonly signal?: AbortSignal;
  /** Called before each wait for another attempt. */
  readonly onRetry?: (retry: RetryNotice) => void;
  /** Attempts of this request, the first included; those of the client by default. */
  readonly attempts?: number;
}

export interface RetryNotice {
  /** Number of the next attempt, from 2. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: ApiError;
}

/** One exchange with the service as it is logged: no header, no body, and the key redacted. */
export interface RequestLogEntry {
  readonly method: "GET";
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** Absent when there was no response. */
  readonly status?: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly attempt: number;
  /** Kind of the failure, if it failed. */
  readonly failure?: string;
}

/** The service's operations. They reject with `ApiError` only. */
export interface ServiceClient {
  /** `GET /v2/collections` */
  listCollections(request: CollectionsRequest, options?: RequestOptions): Promise<CollectionPage>;
  /** `GET /v2/datasets/{dataset}/feed` */
  readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage>;
}

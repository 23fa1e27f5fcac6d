import type { CompanyEvent } from "../shared/companyEvent";
import type { ApiError } from "./errors";

/** Where requests go and on whose behalf. */
export interface ServiceTarget {
  /** Absolute http(s) address before `/v2`, with or without a path and a trailing slash. */
  readonly baseUrl: string;
  /** Dataset segment of the feed's path, e.g. `companydata`. */
  readonly dataset: string;
  /** Sent as `X-Organization-ID` when given (`interface.md`, Endpoints). */
  readonly organizationId?: string;
  /** Bearer token (`interface.md`, Authentication). */
  readonly key: string;
}

/** An element of a page: what was decoded of it, and the characters the service sent for it. */
export interface Item<T> {
  readonly value: T;
  /** The item's JSON exactly as sent. */
  readonly json: string;
}

/** `interface.md`, Collection object. Every field but the identity may be missing. */
export interface Collection {
  /** `collection_id`; where it is missing, the name stands in (`database_name`, else `collection_name`). */
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

/** Query of List collections (`interface.md`, Endpoints). */
export interface CollectionsRequest {
  readonly limit: number;
  readonly offset: number;
}

/** `interface.md`, Collection list response. */
export interface CollectionPage {
  readonly items: readonly Item<Collection>[];
  /** Elements that could not be read as a collection; they take up room in the service's offsets all the same. */
  readonly malformed: number;
  /** Number of collections over all pages; absent when the service did not say. */
  readonly totalCount?: number;
  /** Limit and offset that the service says it applied, which its rows may disprove; what was asked where it does not say. */
  readonly limit: number;
  readonly offset: number;
}

/** The largest `page_size` of the feed (`docs/service.md`, Limits). */
export const maxPageSize = 500;

/** Query of the event feed (`interface.md`, Event feed). Instants are ISO 8601 UTC strings. */
export interface FeedRequest {
  readonly since?: string;
  readonly until?: string;
  /** Opaque; sent back verbatim. */
  readonly cursor?: string;
  /** 1 to `maxPageSize`. */
  readonly pageSize: number;
  readonly fields: "full" | "ids";
  readonly types?: readonly string[];
  readonly sector?: string;
  /** USD. */
  readonly minAmount?: number;
}

/** `interface.md`, Feed page. */
export interface FeedPage {
  /** In the order sent. Decoded when they are asked for first, which takes about as long as reading the page did. */
  readonly items: readonly Item<CompanyEvent>[];
  /** Elements that could not be read as an event (no usable id). */
  readonly malformed: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  /** The items have nothing but `id`, `title` and `published_at`: the whole event was too large to read and counts as malformed. */
  readonly titlesOnly?: true;
  /** Page size that the service applied; what was asked stands in where it did not say. */
  readonly pageSize: number;
  /** The service's clock when it answered (`Date` header), milliseconds since 1970 UTC; absent when it did not say. */
  readonly servedAt?: number;
}

/** What a caller can say about one call. */
export interface RequestOptions {
  /** Ends the call at once, also in mid-body and while waiting for a retry; the call then rejects with kind `aborted`. */
  readonly signal?: AbortSignal;
  /** Told before each wait for another attempt. */
  readonly onRetry?: (retry: RetryNotice) => void;
}

/** Another attempt is coming. */
export interface RetryNotice {
  /** Number of the coming attempt, from 2. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: ApiError;
}

/** One exchange with the service, as the log tells it: never a header. */
export interface RequestLogEntry {
  readonly method: "GET";
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly attempt: number;
  /** Kind of the failure, when it failed. */
  readonly failure?: string;
}

/** The shown interface of the service (`interface.md`). Rejects with `ApiError` alone. */
export interface ServiceClient {
  /** `GET /v2/collections` */
  listCollections(request: CollectionsRequest, options?: RequestOptions): Promise<CollectionPage>;
  /** `GET /v2/datasets/{dataset}/feed` */
  readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage>;
}

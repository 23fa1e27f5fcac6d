import type { CompanyEvent } from "../shared/companyEvent";
import type { FilterValues } from "../shared/filters";
import type { Clock } from "../util/clock";
import type { Log } from "../util/log";
import type { Collection, CollectionDocument, Subscription } from "./fields";
import type { ApiError } from "./errors";

export type { Collection, CollectionDocument, Subscription };

/** Where requests go, and for which organization. Validated where it is entered (`connections/connection.ts`). */
export interface ServiceAddress {
  /** As returned by `checkBaseUrl`. */
  readonly baseUrl: string;
  /** Dataset segment of the feed's path, e.g. `companydata`. */
  readonly dataset: string;
  /** Sent as `X-Organization-ID`. */
  readonly organizationId?: string;
  /** Path below the base URL, which is not specified (`docs/service.md`, Publications). */
  readonly publicationsPath?: string;
  /** The same for an article, with `{id}`. */
  readonly articlePath?: string;
}

/** Where requests go and on whose behalf. */
export interface ServiceTarget extends ServiceAddress {
  /** The API key: sent by `httpRequest.ts` alone, and kept out of anything else by `redactor`. */
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
  /** Gets one line for each exchange, also for failures and redirects. */
  readonly log: Pick<Log, "info" | "warn">;
  /** Attempts of one request, the first included; 3 by default. */
  readonly attempts?: number;
  /** A larger body, once decompressed, is an error; 64 MiB by default. */
  readonly bodyLimitBytes?: number;
}

/** An element of a page: its decoded value and its source text. */
export interface Item<T> {
  readonly value: T;
  /** The item's JSON exactly as sent. */
  readonly json: string;
}

/** Selects a page of a list (`docs/service.md`, Collections: request; Documents: request). */
export interface OffsetRequest {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list that is paged by limit and offset. */
export interface OffsetPage<T> {
  readonly items: readonly Item<T>[];
  /** Elements that could not be read; they still count in the service's offsets. */
  readonly malformed: number;
  /** Number of elements over all pages, if the service sent it. */
  readonly totalCount?: number;
}

/** The largest `page_size` of the feed (`docs/service.md`, Limits). */
export const maxPageSize = 500;

/** A time range `[sinceMs, untilMs)`, milliseconds since 1970 UTC; open-ended without `untilMs`. */
export interface TimeRange {
  readonly sinceMs: number;
  readonly untilMs?: number;
}

/** `docs/service.md`, Event feed: request. Instants are ISO 8601 UTC strings. */
export interface FeedRequest extends FilterValues {
  /** Absent: events. */
  readonly source?: "publications";
  readonly since?: string;
  readonly until?: string;
  /** Opaque; sent back unchanged. */
  readonly cursor?: string;
  /** 1 to `maxPageSize`. */
  readonly pageSize: number;
  readonly fields: "full" | "ids";
}

/** `docs/service.md`, Event feed: response */
export interface FeedPage {
  /** In the order sent. */
  readonly items: readonly Item<CompanyEvent>[];
  /** Elements that could not be read as an event (no usable `id`). */
  readonly malformed: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  /** The `Date` header of the response in milliseconds since 1970 UTC, if there was one. */
  readonly servedAt?: number;
}

/** What a webhook alert consists of (`docs/service.md`, Webhook alerts: requests). */
export interface SubscriptionSettings {
  /** https */
  readonly callbackUrl: string;
  readonly domains: readonly string[];
  readonly feeds: readonly string[];
  /** The service never sends it back. */
  readonly secret?: string | undefined;
}

/** A request that changes something. */
export type ChangeRequest = CollectionChange | SubscriptionChange;

/** `docs/service.md`, Webhook alerts: requests */
export type SubscriptionChange =
  | { readonly kind: "createSubscription"; readonly settings: SubscriptionSettings }
  | {
      readonly kind: "updateSubscription";
      readonly id: string;
      /** Only what is to be changed. */
      readonly settings: Partial<SubscriptionSettings>;
    }
  | { readonly kind: "deleteSubscription"; readonly id: string };

/** `docs/service.md`, Changes. `collection` is a name, not a `col_…` ID. */
export type CollectionChange =
  | { readonly kind: "createCollection"; readonly collection: string; readonly description?: string }
  | { readonly kind: "deleteCollection"; readonly collection: string }
  | { readonly kind: "changeEnvironment"; readonly collection: string; readonly environment: string }
  | { readonly kind: "deleteAllDocuments"; readonly collection: string }
  | { readonly kind: "deleteDocument"; readonly collection: string; readonly documentId: string };

/** What a service says about a change that it made: any 2xx status, with or without a readable body. */
export interface ChangeResponse {
  readonly status: number;
  readonly documentsDeleted?: number;
  /** The ID of a webhook alert that was created. */
  readonly id?: string;
}

/** What may be missing after a 404. `address`: the service at this address. `item`: the item, or the operation. */
export type NotFoundReason = "address" | "operation" | "item";

export interface RequestOptions {
  /** Cancels the request at any point, also between two attempts; it then rejects with kind `aborted`. */
  readonly signal?: AbortSignal;
  /** Called before each wait for another attempt. */
  readonly onRetry?: (retry: RetryNotice) => void;
  /** Attempts of this request, the first included; those of the client by default. */
  readonly attempts?: number;
}

export interface RetryNotice {
  readonly delayMs: number;
  readonly error: ApiError;
}

/** An HTTP request. One that changes something is shown to the user before it is sent. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  /** JSON. */
  readonly body?: string;
}

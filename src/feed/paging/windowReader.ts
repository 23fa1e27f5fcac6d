import { abortedError, ApiError } from "../../api/errors";
import { maxPageSize, type RequestOptions, type ServiceClient } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import { requestFor, type Window } from "../feedRequest";
import { decodeInOwnTurn, FeedPaginator } from "./feedPaginator";
import { emptyPagesMessage, endOf } from "./pagingProgress";
import { completeUntil, requestTimeOf } from "./serviceTime";

/** How far a window could be read. `message` is a sentence. */
export type ReadOutcome =
  | { readonly kind: "complete" }
  /** There is more than may be read at once: events before `completeFromMs` are missing. */
  | { readonly kind: "limit"; readonly completeFromMs: number }
  /** Reading failed on the way: events before `completeFromMs` are missing. */
  | { readonly kind: "stopped"; readonly message: string; readonly completeFromMs: number }
  /** Nothing was read. */
  | { readonly kind: "failed"; readonly message: string };

/** What the service returned for a window. */
export interface WindowRead {
  readonly outcome: ReadOutcome;
  /** Each ID once, in the order of `compareEvents`. */
  readonly events: readonly CompanyEvent[];
  /** IDs of the events that are too large to read: only their ID, title and date are known. */
  readonly titleOnlyIds: ReadonlySet<string>;
  /** Items that could not be read as events. */
  readonly malformedCount: number;
  /** When reading began, by our clock. */
  readonly readAtMs: number;
  /** All events published before this instant were read, milliseconds since 1970 UTC. */
  readonly completeUntilMs: number;
  /** Why the outcome is `failed`, or `stopped` by a failure. */
  readonly error?: ApiError;
}

/** How much is read at most. Reading ends with the page that reaches one of these limits. */
export interface ReadLimits {
  readonly maxPages: number;
  readonly maxEvents?: number;
}

/** Characters in all events that are read at once, so that a service with titles of megabytes does not fill the memory. */
const maxTextLength = 64_000_000;

/**
 * Reads all events of a window, newest first, in large pages (docs/service.md, Event feed: paging). A failure is an outcome.
 * @param query only its filters are used; the window is `window`.
 * @throws {ApiError} only if it was aborted
 */
export async function readWindow(
  { client, clock }: { readonly client: Pick<ServiceClient, "readFeed">; readonly clock: Clock },
  query: FeedQuery,
  window: Window,
  { maxPages, maxEvents = Infinity }: ReadLimits,
  options: RequestOptions = {},
): Promise<WindowRead> {
  const { untilMs = Infinity } = window;
  const events = new Map<string, CompanyEvent>();
  const titleOnlyIds = new Set<string>();
  const readAtMs = clock.now();
  let completeUntilMs = readAtMs;
  let malformedCount = 0;
  let textLength = 0;
  let completeFromMs: number | undefined;
  const result = (outcome: ReadOutcome, error?: ApiError): WindowRead => ({
    outcome,
    events: [...events.values()].sort(compareEvents),
    titleOnlyIds,
    malformedCount,
    readAtMs,
    completeUntilMs,
    ...(error && { error }),
  });
  if (untilMs <= window.sinceMs) {
    return result({ kind: "complete" });
  }
  const paginator = new FeedPaginator(client, requestFor(query, window, maxPageSize));
  const isWithinLimits = (pages: number): boolean =>
    pages < maxPages && events.size < maxEvents && textLength < maxTextLength;
  let pages = 0;
  try {
    for (; paginator.state.kind === "more" && isWithinLimits(pages); pages++) {
      const page = await paginator.next(options);
      await decodeInOwnTurn(page);
      if (options.signal?.aborted) {
        throw abortedError();
      }
      if (pages === 0) {
        completeUntilMs = completeUntil(requestTimeOf(page, readAtMs, clock.now()), undefined);
      }
      // An event that is too large to read still has its title.
      malformedCount += page.malformed - (page.titlesOnly ? page.items.length : 0);
      for (const { value } of page.items) {
        if (!isWithin(value, window) || (page.titlesOnly && events.has(value.id))) {
          continue;
        }
        events.set(value.id, value);
        textLength += textLengthOf(value);
        if (page.titlesOnly) {
          titleOnlyIds.add(value.id);
        } else {
          titleOnlyIds.delete(value.id);
        }
      }
      const endMs = endOf(page.items, window);
      // The next page may have more events of that instant.
      completeFromMs = endMs === undefined ? completeFromMs : endMs + 1;
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "aborted") {
      throw error;
    }
    const { message } = error;
    return result(
      completeFromMs === undefined
        ? { kind: "failed", message }
        : { kind: "stopped", message, completeFromMs },
      error,
    );
  }
  // Pages without a date within the window say nothing about how far it was read.
  completeFromMs ??= Math.min(readAtMs, untilMs);
  switch (paginator.state.kind) {
    case "complete":
      return result({ kind: "complete" });
    case "more":
      return result(
        events.size === 0
          ? { kind: "stopped", message: emptyPagesMessage(pages), completeFromMs }
          : { kind: "limit", completeFromMs },
      );
    case "stopped":
      return result({ kind: "stopped", message: paginator.state.reason, completeFromMs });
  }
}

/** Services have been seen to send events from outside the window (docs/service.md, Event feed: request). */
export function isWithin({ publishedMs }: CompanyEvent, { sinceMs, untilMs = Infinity }: Window): boolean {
  return publishedMs === undefined || (publishedMs >= sinceMs && publishedMs < untilMs);
}

/** Number of characters of an event's texts. */
export function textLengthOf({
  id,
  type,
  title,
  subhead,
  publishedAt,
  sector,
  company,
}: CompanyEvent): number {
  const ofCompany: (string | undefined)[] = Object.values<string>({ ...company });
  return [id, type, title, subhead, publishedAt, sector, ...ofCompany].reduce(
    (length, text) => length + (text?.length ?? 0),
    0,
  );
}

/** Newest first, then by ID; without a readable date last. */
function compareEvents(a: CompanyEvent, b: CompanyEvent): number {
  const [aMs, bMs] = [a.publishedMs ?? -Infinity, b.publishedMs ?? -Infinity];
  return aMs === bMs ? (a.id < b.id ? -1 : Number(a.id > b.id)) : bMs - aMs;
}

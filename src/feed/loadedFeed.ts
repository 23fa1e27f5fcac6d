import type { Item } from "../api/types";
import type { CompanyEvent } from "../shared/companyEvent";
import type { FeedQuery } from "../shared/feedQuery";
import type { Completeness } from "../shared/feedState";
import type { TimeSpan } from "../shared/viewQueries";
import type { Window } from "./feedRequest";
import type { FeedSession } from "./session/feedSession";

/** What a feed has loaded, for who asks the same of the service. Creating one costs nothing, however many events there are. */
export interface LoadedFeed {
  readonly query: FeedQuery;
  /** Also what was loaded from before the query's own window. */
  readonly window: Window;
  readonly completeness: Completeness;
  /** The parts of the window that are not loaded. */
  readonly unloaded: readonly TimeSpan[];
  /** When its first page was requested, milliseconds since 1970 UTC by our clock. */
  readonly startedMs: number;
  /** Until when new events are known, likewise. */
  readonly upToDateMs: number;
  /** Items that could not be read as events. */
  readonly malformed: number;
  /** How many events have no readable date: they may be of any part of the window. */
  readonly undated: number;
  /** Values of loaded events, most frequent first. */
  readonly types: readonly string[];
  readonly sectors: readonly string[];
  /** How many events are in a window, without those without a readable date. */
  count(window: Window): number;
  /**
   * The events of a window, newest first, without those without a readable date; without a window all, those last. Each is decoded
   * when it is reached: nothing asynchronous may happen in between.
   */
  events(window?: Window): Iterable<CompanyEvent>;
  /** The event with this ID. */
  item(id: string): Item<CompanyEvent> | undefined;
}

/** @param checkedMs when live updates have last checked it; undefined if they have not */
export function loadedFeedOf(session: FeedSession, checkedMs: number | undefined): LoadedFeed | undefined {
  const { store, query, window, completeness, unloaded, startedMs, malformed } = session;
  if (startedMs === undefined) {
    return undefined;
  }
  const indexes = ({ sinceMs, untilMs }: Window): { readonly start: number; readonly end: number } => ({
    start: untilMs === undefined ? 0 : store.countFrom(untilMs),
    end: store.countFrom(sinceMs),
  });
  return {
    query,
    window,
    completeness,
    unloaded,
    startedMs,
    upToDateMs: Math.max(startedMs, checkedMs ?? 0),
    malformed,
    undated: store.size - store.datedCount,
    types: store.typeFacets.map(({ value }) => value),
    sectors: store.sectorFacets.map(({ value }) => value),
    count: (counted) => {
      const { start, end } = indexes(counted);
      return Math.max(0, end - start);
    },
    item: (id) => store.get(id),
    *events(asked) {
      const { start, end } = asked ? indexes(asked) : { start: 0, end: store.size };
      for (let index = start; index < end; index++) {
        const event = store.at(index)?.value;
        if (event) {
          yield event;
        }
      }
    },
  };
}

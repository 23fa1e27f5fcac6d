import type { FeedPage } from "../../api/types";
import type { Window } from "../query";

/**
 * How far back a page goes, newest first (`interface.md`, Feed page): the date of its last event that has one within the
 * window asked for, so that an event dated out of its order takes nothing else along; undefined where there is none.
 * Milliseconds since 1970 UTC.
 */
export function pageEnd(
  { items }: Pick<FeedPage, "items">,
  { sinceMs, untilMs = Infinity }: Window,
): number | undefined {
  return items
    .map(({ value }) => value.publishedMs)
    .findLast((ms) => ms !== undefined && ms >= sinceMs && ms < untilMs);
}

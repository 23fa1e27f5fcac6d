import type { FeedPage } from "../../service/types";
import { dayMs } from "../../shared/instant";

/** When a request was sent, according to both clocks; milliseconds since 1970 UTC. */
export interface RequestTime {
  readonly byOurClock: number;
  /** Absent if the service did not report it (docs/service.md, Event feed: polling). */
  readonly byServiceClock?: number;
}

/**
 * When the request for a page was sent. The service's time is that of its response, so the duration is subtracted: events
 * published after the response was generated may be missing from it.
 * @param sentAt according to our clock, like `receivedAt`.
 */
export function requestTimeOf({ servedAt }: FeedPage, sentAt: number, receivedAt: number): RequestTime {
  return {
    byOurClock: sentAt,
    ...(servedAt !== undefined && { byServiceClock: servedAt - Math.max(0, receivedAt - sentAt) }),
  };
}

/** How slow the service's clock may be if it does not report its time. */
const maxClockLagMs = dayMs;

/**
 * The instant until which a request sent then returns all published events: the earlier of both clocks, as events may be
 * dated by either.
 * @param newestLoadedMs stands in for the service's clock if it is not reported. It must not be in the future according to our clock:
 * a single event dated 2099 says nothing about the service's time.
 */
export function completeUntil(
  { byOurClock, byServiceClock }: RequestTime,
  newestLoadedMs: number | undefined,
): number {
  return Math.min(
    byOurClock,
    byServiceClock ?? Math.max(newestLoadedMs ?? -Infinity, byOurClock - maxClockLagMs),
  );
}

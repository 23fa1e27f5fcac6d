import type { FeedPage } from "../../api/types";
import { dayMs } from "../../shared/day";

/** When a page was asked for; milliseconds since 1970 UTC. */
export interface RequestTime {
  readonly byOurClock: number;
  /** Absent where the service does not tell the time. */
  readonly byServiceClock?: number;
}

/**
 * The answer may have been under way for a while: what came after it was made may be missing from it.
 * @param sentAt and `nowMs`, when the page is there: by our clock.
 */
export function requestTime({ servedAt }: FeedPage, sentAt: number, nowMs: number): RequestTime {
  return {
    byOurClock: sentAt,
    ...(servedAt !== undefined && { byServiceClock: servedAt - Math.max(0, nowMs - sentAt) }),
  };
}

/** No clock is taken to be further off than this: looking for what it dates may not cost more. */
const maxGuessMs = dayMs;

/**
 * An instant up to which a request that was sent then had all that was published. Events may be dated by the service's clock
 * or by ours: it is the earlier of both.
 * @param newestLoadedMs stands in for the service's clock where that is not told. An event that is dated in our future says
 * nothing about it, and must not be among those.
 */
export function completeUntil(
  { byOurClock, byServiceClock }: RequestTime,
  newestLoadedMs: number | undefined,
): number {
  return byServiceClock === undefined
    ? Math.min(byOurClock, Math.max(newestLoadedMs ?? -Infinity, byOurClock - maxGuessMs))
    : Math.min(byOurClock, byServiceClock);
}

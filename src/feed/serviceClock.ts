import type { FeedPage } from "../api/types";

/**
 * When a page was asked for on the service's clock, ours where the service does not tell; milliseconds since 1970 UTC. The
 * answer may have been under way for a while: what came after it was made may be missing from it.
 * @param sentAt and `nowMs`, when the page is there: by our clock.
 */
export function askedAt({ servedAt }: FeedPage, sentAt: number, nowMs: number): number {
  return servedAt === undefined ? sentAt : servedAt - (nowMs - sentAt);
}

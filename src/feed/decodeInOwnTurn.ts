import type { FeedPage } from "../api/types";
import { yieldToEventLoop } from "../util/timeSlices";

/** Decodes a page's items in an event-loop turn of its own: reading, decoding and storing a page each take about as long. */
export async function decodeInOwnTurn(page: Pick<FeedPage, "items">): Promise<void> {
  await yieldToEventLoop();
  // The getter decodes the items.
  if (page.items.length > 0) {
    await yieldToEventLoop();
  }
}

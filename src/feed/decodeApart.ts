import type { FeedPage } from "../api/types";
import { yieldToEventLoop } from "../util/timeSlices";

/** Decodes a page's items in a turn of their own: reading the page came before, taking it up comes after, each as long. */
export async function decodeInOwnTurn(page: Pick<FeedPage, "items">): Promise<void> {
  await yieldToEventLoop();
  if (page.items.length > 0) {
    await yieldToEventLoop();
  }
}

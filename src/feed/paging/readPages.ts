import { abortedError } from "../../api/errors";
import type { FeedPage, FeedRequest, RequestOptions, ServiceClient } from "../../api/types";
import { decodeInOwnTurn, FeedPaginator, type PagingState } from "./feedPaginator";

export interface ReadPage {
  readonly page: FeedPage;
  /** `more` while the window has older pages: whoever ends the loop at such a page has not read all of it. */
  readonly state: PagingState;
}

/**
 * The pages of a window, newest first, until it is drained or paging makes no progress (docs/service.md, Event feed: paging). An ID
 * may be in more than one page, and an event outside the window.
 * @param first the request for the first page; its `since` and `until` are the window
 * @throws {ApiError} from the loop
 */
export async function* readPages(
  client: Pick<ServiceClient, "readFeed">,
  first: FeedRequest,
  options: RequestOptions = {},
): AsyncGenerator<ReadPage, void> {
  const paginator = new FeedPaginator(client, first);
  do {
    const page = await paginator.next(options);
    await decodeInOwnTurn(page);
    if (options.signal?.aborted) {
      throw abortedError();
    }
    yield { page, state: paginator.state };
  } while (paginator.state.kind === "more");
}

import { malformedError, retryText } from "../service/errors";
import { readPages } from "../service/readPages";
import { maxPageSize, type ServiceClient } from "../service/types";
import { requestFor } from "../feed/feedRequest";
import { progressText } from "./exportText";
import type { PartFile } from "./partFile";

/** An export may run unattended, so each request survives an outage of some minutes. */
const attempts = 10;

/**
 * Downloads what a part file does not have yet, newest first (docs/service.md, Event feed: paging). It goes on at the instant that was
 * reached, which may have more events.
 * @param report tells how far the download came, or for what it waits
 * @throws {ApiError} also with kind `aborted`
 */
export async function download(
  part: PartFile,
  client: Pick<ServiceClient, "readFeed">,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<void> {
  const { window, positionMs = Infinity } = part;
  const untilMs = Math.min(positionMs + 1, window.untilMs ?? Infinity);
  const rest = untilMs === Infinity ? window : { ...window, untilMs };
  const ended = new AbortController();
  const pages = readPages(client, requestFor(part.header.query, rest, maxPageSize), {
    signal: AbortSignal.any([signal, ended.signal]),
    attempts,
    onRetry: ({ error, delayMs }) => report(retryText(error, delayMs)),
  });
  report(progressText(part));
  try {
    for (let next = pages.next(); ;) {
      const { done, value } = await next;
      // Not before: it would replace what is said of a page that is waited for.
      report(progressText(part));
      if (done) {
        return;
      }
      // The next page is requested while this one is written. A failure is handled when that page is needed.
      next = pages.next();
      next.catch(() => undefined);
      await part.append(value.page.items, value.page.malformed);
      if (value.state.kind === "stopped") {
        throw malformedError(value.state.reason);
      }
    }
  } finally {
    ended.abort();
  }
}

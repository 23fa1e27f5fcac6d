import { malformedError, retryText } from "../service/errors";
import { readPagesAhead } from "../service/readPages";
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
  const pages = readPagesAhead(client, requestFor(part.header.query, rest, maxPageSize), {
    signal,
    attempts,
    onRetry: ({ error, delayMs }) => report(retryText(error, delayMs)),
  });
  report(progressText(part));
  for await (const { page, state } of pages) {
    // Not after: it would replace what is said of a page that is waited for.
    report(progressText(part));
    await part.append(page.items, page.malformed);
    if (state.kind === "stopped") {
      throw malformedError(state.reason);
    }
  }
  report(progressText(part));
}

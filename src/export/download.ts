import { malformedError, retryText } from "../service/errors";
import { readPagesAhead } from "../service/readPages";
import type { ServiceClient } from "../service/client";
import { maxPageSize } from "../service/types";
import { requestFor } from "../feed/feedRequest";
import { downloadProgressText } from "./exportText";
import type { PartFile } from "./partFile";

/** Enough to survive an outage of some minutes: an export may run unattended. */
const attempts = 10;

/**
 * Downloads the rest of a part file, newest first (docs/service.md, Event feed: paging). Includes the instant
 * that the part file has reached, which may have more events.
 * @param report gets the progress, or why the download waits
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
  report(downloadProgressText(part));
  for await (const { page, state } of pages) {
    // Before `append`: afterwards, the request for the next page may already have reported a retry.
    report(downloadProgressText(part));
    await part.append(page.items, page.malformed);
    if (state.kind === "stopped") {
      throw malformedError(state.reason);
    }
  }
  report(downloadProgressText(part));
}

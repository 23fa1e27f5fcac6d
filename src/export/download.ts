import { fullItems, readPages } from "../api/readPages";
import { maxPageSize, type RetryNotice, type ServiceClient } from "../api/types";
import { requestFor } from "../feed/feedRequest";
import type { PartFile } from "./partFile";

/** The service reports more events, but paging makes no progress. The message is a sentence. */
export class PagingStoppedError extends Error {}

/** How far a download came. */
export type DownloadedPart = Pick<PartFile, "events" | "positionMs">;

/** What is told of a download while it runs. */
export interface DownloadProgress {
  readonly signal: AbortSignal;
  /** After each page. */
  downloaded(part: DownloadedPart): void;
  /** Before each wait for another attempt. */
  retrying(retry: RetryNotice): void;
}

/** An export may run unattended, so each request survives an outage of some minutes. */
const attempts = 10;

/**
 * Downloads what a part file does not have yet, newest first (docs/service.md, Event feed: paging). It goes on at the instant that was
 * reached, which may have more events.
 * @throws {ApiError} also with kind `aborted`
 * @throws {PagingStoppedError}
 * @throws {FileError}
 */
export async function download(
  part: PartFile,
  client: Pick<ServiceClient, "readFeed">,
  progress: DownloadProgress,
): Promise<void> {
  const { window, positionMs = Infinity } = part;
  const untilMs = Math.min(positionMs + 1, window.untilMs ?? Infinity);
  const rest = untilMs === Infinity ? window : { ...window, untilMs };
  const pages = readPages(client, requestFor(part.header.query, rest, maxPageSize), {
    signal: progress.signal,
    attempts,
    onRetry: (retry) => progress.retrying(retry),
  });
  let next = pages.next();
  for (;;) {
    const { done, value } = await next;
    if (done) {
      return;
    }
    // The next page is requested while this one is written. A failure is handled when that page is needed.
    next = pages.next();
    next.catch(() => undefined);
    await part.append(fullItems(value.page), value.page.malformed);
    progress.downloaded(part);
    if (value.state.kind === "stopped") {
      throw new PagingStoppedError(value.state.reason);
    }
  }
}

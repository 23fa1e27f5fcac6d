import type { CompanyEvent } from "../../shared/companyEvent";
import type { Completeness } from "../../shared/feedState";
import type { RetryNotice } from "../../api/types";
import type { Item } from "../../api/types";

/** Where an export gets its events from, a page at a time. */
export interface EventPages {
  /**
   * The next page; nothing after the last one. Called again only once the page before is there. The one after it may be asked
   * for already: the signal ends that, too.
   * @throws {ApiError}
   * @throws {EndlessFeedError}
   */
  next(options: PageOptions): Promise<ExportPage | undefined>;
}

export interface PageOptions {
  readonly signal: AbortSignal;
  /** Told before each wait for another attempt. */
  readonly onRetry: (retry: RetryNotice) => void;
}

export interface ExportPage {
  /** Taken out by the export as it writes them, so that they are gone long before the next page is there. */
  readonly items: Item<CompanyEvent>[];
  /** Items that could not be read as events. */
  readonly malformed: number;
  /** Of the page after this one, where there is one. */
  readonly cursor?: string;
  /** Of the events up to this page, against what was asked for. */
  readonly completeness: Completeness;
}

/** The service says that there is more, but gives no way on. The message is a sentence. */
export class EndlessFeedError extends Error {}

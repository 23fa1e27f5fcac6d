import { ApiError } from "../../api/errors";
import type { CollectionPage, CollectionsRequest, RetryNotice, ServiceClient } from "../../api/types";
import type { CollectionListBuilder } from "./collectionListBuilder";

/** Pages read backwards at most in search of the place where the list moved. */
const mendingLimit = 5;

/** Reads pages into a `Gathering`, and makes sure that nothing slips through between them. Rejects with `ApiError` alone. */
export class CollectionPageReader {
  constructor(
    private readonly client: ServiceClient,
    private readonly pageSize: () => number,
    /** Told before each wait for another attempt. */
    private readonly onRetry: (retry: RetryNotice) => void,
  ) {}

  /** Reads pages until one has brought a new row or the end is reached. Behind it, `check` has something to do. */
  async readPage(into: CollectionListBuilder, signal: AbortSignal): Promise<void> {
    const { size } = into;
    do {
      await this.read(into, this.pageSize(), false, signal);
    } while (into.more !== "no" && into.size === size);
    await this.probe(into, signal);
  }

  /**
   * Reads until `rows` are there or the end is reached. Each page starts with the last row of the one before, which proves
   * that they fit without a request more.
   * @param onPage called after each page.
   */
  async readMany(
    into: CollectionListBuilder,
    rows: number,
    signal: AbortSignal,
    onPage: () => void,
  ): Promise<void> {
    while (into.more !== "no" && into.size < rows) {
      const left = rows - into.size + (into.boundary ? 1 : 0);
      await this.read(into, Math.min(this.pageSize(), left), true, signal);
      onPage();
    }
    await this.probe(into, signal);
  }

  /**
   * Asks whether the row before a page is still the one that was read there. Where it is not, rows have slipped through:
   * looks for them. What cannot be asked now is asked the next time.
   * @returns whether the list has moved.
   */
  async check(into: CollectionListBuilder, signal: AbortSignal): Promise<boolean> {
    let moved = false;
    try {
      for (let seam = into.unchecked[0]; seam; seam = into.unchecked[0]) {
        const page = await this.list({ limit: 1, offset: seam.offset }, signal);
        into.unchecked.shift();
        if (!into.holds(seam, page)) {
          moved = true;
          await this.mend(into, seam.offset + 1, signal);
        }
      }
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
    }
    return moved;
  }

  private async read(
    into: CollectionListBuilder,
    limit: number,
    overlap: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const request = into.next(limit, overlap);
    const page = await this.list(request, signal);
    if (into.add(page, request.offset) === "torn") {
      await this.mend(into, request.offset, signal);
    }
  }

  /** Where all points to the end of the list but nothing proves it: asks for one row more. */
  private async probe(into: CollectionListBuilder, signal: AbortSignal): Promise<void> {
    if (into.worthProbing) {
      into.probed(await this.list({ limit: 1, offset: into.nextOffset }, signal));
    }
  }

  /** Reads backwards from `offset` until a known row turns up: what stands behind it had slipped through. */
  private async mend(into: CollectionListBuilder, offset: number, signal: AbortSignal): Promise<void> {
    let end = offset;
    for (let pages = 0; pages < mendingLimit && end > 0; pages++) {
      const start = Math.max(end - this.pageSize(), 0);
      if (into.backfill(await this.list({ limit: end - start, offset: start }, signal))) {
        return;
      }
      end = start;
    }
  }

  private list(request: CollectionsRequest, signal: AbortSignal): Promise<CollectionPage> {
    return this.client.listCollections(request, { signal, onRetry: this.onRetry });
  }
}

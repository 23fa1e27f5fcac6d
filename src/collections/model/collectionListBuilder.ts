import type { Collection, CollectionPage, CollectionsRequest, Item } from "../../api/types";

/** What has been read of a list of collections, and what is known about the rest. */
export interface LoadedCollections {
  /** In the service's order, each collection once. The same array as before unless a row has changed. */
  readonly items: readonly Item<Collection>[];
  /** Collections over all pages, as the service last reported; absent if it did not, or if its rows disprove it. */
  readonly totalCount?: number;
  /** `unknown`: only another request can tell. */
  readonly hasMore: "yes" | "no" | "unknown";
  /** Elements that could not be read as a collection. */
  readonly malformed: number;
  /** Elements left out because another one on their page has the same ID. */
  readonly duplicates: number;
  /** The list changed between two pages: collections may be missing. */
  readonly changed: boolean;
  /** The service sends the same collections again and again: it may have others. */
  readonly stalled: boolean;
  /** At the end of the list, the service's count is not the number of collections that it sent. */
  readonly countMismatch: boolean;
}

/** The last collection of a page, and its offset when the page was read. */
interface PageBoundary {
  readonly offset: number;
  readonly id: string;
}

/** Consecutive pages without a new collection after which the service is considered to repeat itself. */
const maxStalePages = 3;

/**
 * Combines the pages of a list of collections (docs/service.md, Collections).
 *
 * Offsets shift when the list changes between two pages: collections are skipped, or sent again. Nothing was skipped if the
 * last collection of a page is still at its offset when the next page is read, so a page either starts with that collection
 * or has its boundary verified by a separate request. The list is `changed` when another collection is found there.
 */
export class CollectionListBuilder {
  // See `LoadedCollections`.
  changed = false;
  hasMore: LoadedCollections["hasMore"] = "unknown";
  private readonly items: Item<Collection>[] = [];
  private readonly indexes = new Map<string, number>();
  private snapshot: readonly Item<Collection>[] | undefined;
  private total: number | undefined;
  private totalIsWrong = false;
  private malformed = 0;
  private duplicates = 0;
  private stalled = false;
  private stalePages = 0;
  private pageLimit = Infinity;
  private nextOffset = 0;
  private boundary: PageBoundary | undefined;
  private readonly unverified: PageBoundary[] = [];
  private endIsLikely = false;

  get size(): number {
    return this.items.length;
  }

  get totalCount(): number | undefined {
    return this.totalIsWrong || (this.total !== undefined && this.total < this.size) ? undefined : this.total;
  }

  /** The items so far: grows with each page; entries may be replaced. */
  get loadedItems(): readonly Item<Collection>[] {
    return this.items;
  }

  get loaded(): LoadedCollections {
    const { totalCount, hasMore, malformed, duplicates, changed, stalled } = this;
    return {
      items: (this.snapshot ??= this.items.slice()),
      ...(totalCount === undefined ? {} : { totalCount }),
      hasMore,
      malformed,
      duplicates,
      changed,
      stalled,
      countMismatch:
        hasMore === "no" && this.total !== undefined && this.total !== this.size + malformed + duplicates,
    };
  }

  /** Offset of the single collection to request to verify a boundary between two pages. */
  get unverifiedOffset(): number | undefined {
    return this.changed ? undefined : this.unverified[0]?.offset;
  }

  /** Offset of the single collection to request when the list seems to end there but nothing proves it. */
  get likelyEnd(): number | undefined {
    return this.endIsLikely ? this.nextOffset : undefined;
  }

  /**
   * The request for the next page, of `limit` collections unless pages have to be smaller.
   * @param overlapping whether to start with the last collection of the previous page.
   */
  nextRequest(limit: number, overlapping: boolean): CollectionsRequest {
    const { boundary, pageLimit, nextOffset } = this;
    return overlapping && boundary && pageLimit > 1
      ? { limit: Math.max(Math.min(limit, pageLimit), 2), offset: boundary.offset }
      : { limit: Math.min(limit, pageLimit), offset: nextOffset };
  }

  /** Makes the following pages smaller. */
  limitPages(limit: number): void {
    this.pageLimit = Math.min(this.pageLimit, limit);
  }

  /** Adds the next page. A collection that is already in the list keeps its place and gets its newer content. */
  add(page: CollectionPage, request: CollectionsRequest): void {
    const { size, boundary, nextOffset } = this;
    const offset = this.offsetOf(page, request.offset);
    const received = page.items.length + page.malformed;
    const known = this.insert(page);
    if (size > 0) {
      this.compare(page, offset, boundary, known);
    }
    this.total = page.totalCount;
    this.malformed += page.malformed;
    this.nextOffset = Math.max(offset + received, nextOffset);
    // If elements are malformed, their offsets are unknown.
    const last = page.malformed === 0 ? page.items.at(-1) : undefined;
    this.boundary = last && { offset: offset + received - 1, id: last.value.id };
    this.stalePages = this.size > size ? 0 : this.stalePages + 1;
    const applied = Math.max(page.limit, received);
    if (applied < request.limit) {
      this.limitPages(applied);
    }
    const overlap = Math.max(nextOffset - offset, 0);
    this.updateHasMore(
      received < page.limit,
      received === 0 || (received <= overlap && overlap < page.limit),
    );
  }

  /** @param page the answer to the request for the collection at `unverifiedOffset`. */
  verify({ items: [first] }: CollectionPage): void {
    this.changed ||= first?.value.id !== this.unverified.shift()?.id;
  }

  /** @param page the answer to the request for the collection at `likelyEnd`. */
  confirmEnd(page: CollectionPage): void {
    const { nextOffset } = this;
    const isEnd = page.items.length + page.malformed === 0 || this.offsetOf(page, nextOffset) < nextOffset;
    this.endIsLikely = false;
    this.hasMore = isEnd ? "no" : "yes";
    if (!isEnd) {
      this.totalIsWrong = this.total !== undefined && this.total <= nextOffset;
    }
  }

  /** @returns how many of the page's collections were in the list before. */
  private insert(page: CollectionPage): number {
    const { size } = this;
    let known = 0;
    this.snapshot = undefined;
    for (const item of page.items) {
      const index = this.indexes.get(item.value.id);
      if (index === undefined) {
        this.indexes.set(item.value.id, this.items.length);
        this.items.push(item);
      } else if (index < size) {
        this.items[index] = item;
        known++;
      } else {
        this.duplicates++;
      }
    }
    return known;
  }

  /** The offset that the service reports, if it can be confirmed: some services report the same one for every page. */
  private offsetOf({ items: [first], offset }: CollectionPage, requested: number): number {
    return offset < requested && first && this.indexes.get(first.value.id) === offset ? offset : requested;
  }

  /** Checks whether a page continues the previous one. */
  private compare(
    page: CollectionPage,
    offset: number,
    boundary: PageBoundary | undefined,
    known: number,
  ): void {
    if (offset === boundary?.offset) {
      this.changed ||= known !== 1 || page.items[0]?.value.id !== boundary.id;
    } else if (known > 0) {
      this.changed = true;
    } else if (boundary) {
      this.unverified.push(boundary);
    } else {
      this.changed ||= this.total !== page.totalCount;
    }
  }

  private updateHasMore(isShort: boolean, isPastEnd: boolean): void {
    const { total, nextOffset } = this;
    this.endIsLikely = false;
    if (isPastEnd) {
      this.hasMore = "no";
    } else if (this.stalePages >= maxStalePages) {
      this.hasMore = "no";
      this.stalled = true;
    } else if (total === undefined || total < nextOffset || this.totalIsWrong) {
      this.hasMore = "unknown";
      this.endIsLikely = isShort;
    } else if (total === nextOffset) {
      // After a full page, the total may be the size of the page instead of the list.
      this.hasMore = isShort ? "no" : "unknown";
      this.endIsLikely = !isShort;
    } else {
      this.hasMore = "yes";
    }
  }
}

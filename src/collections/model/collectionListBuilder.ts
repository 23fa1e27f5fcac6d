import type { Collection, CollectionPage, CollectionsRequest, Item } from "../../api/types";

/** Where one page ended: the row that stood at `offset` when it was read. */
export interface Boundary {
  readonly offset: number;
  readonly id: string;
}

/**
 * How a page fits to what was read before. `joined`: nothing can have slipped through between them. `torn`: something has.
 * `open`: the page itself does not tell; the row at the seam has to be asked for.
 */
export type Fit = "joined" | "open" | "torn";

/** Pages in a row without a new collection after which the service is taken to repeat itself. */
const stalePagesLimit = 3;

/**
 * Pages of collections put together in the service's order, each identity once.
 *
 * Offsets shift when the list changes between two pages. A page that starts with the row that ended the one before proves
 * that no row has slipped through between them; where that row is another one, `changed` says that the list moved.
 */
export class CollectionListBuilder {
  private readonly items: Item<Collection>[] = [];
  private readonly places = new Map<string, number>();
  private cut: readonly Item<Collection>[] | undefined;
  private stalePages = 0;
  private appliedLimit = Infinity;
  private total: number | undefined;
  private totalIsWrong = false;
  /** Offset of the next page: behind the rows that the service sent. */
  nextOffset = 0;
  /** The last row of the last page, where it can be told. */
  boundary: Boundary | undefined;
  /** Places between two pages where the pages themselves do not tell whether they fit. */
  readonly unchecked: Boundary[] = [];
  more: "yes" | "no" | "unknown" = "unknown";
  /** Whether asking for a single row at `nextOffset` is worth it: all points to the end, but nothing proves it. */
  worthProbing = false;
  /** Elements that could not be read as collections. */
  malformed = 0;
  /** Elements left out because the same page has another one with their identity. */
  repeated = 0;
  /** The list moved while it was read: collections may have been missed, or be gone. */
  changed = false;
  /** The service handed over the same collections again and again: what it has beyond them cannot be known. */
  stuck = false;

  get size(): number {
    return this.items.length;
  }

  /** As the service last said, unless it was proved wrong. */
  get totalCount(): number | undefined {
    return this.totalIsWrong || (this.total !== undefined && this.total < this.size) ? undefined : this.total;
  }

  /** The end was reached, and the service had said another number of collections than it handed over. */
  get countDiffers(): boolean {
    return (
      this.more === "no" &&
      this.total !== undefined &&
      this.total !== this.size + this.malformed + this.repeated
    );
  }

  /** The items so far: grows with each page, entries may be replaced. */
  get live(): readonly Item<Collection>[] {
    return this.items;
  }

  /** The items as of now; the same array until a page changes them. */
  snapshot(): readonly Item<Collection>[] {
    return (this.cut ??= this.items.slice());
  }

  /**
   * The request for the next page. The service's own limit rules where it is smaller than what is wanted.
   * @param overlap read the last row once more, so that the page itself proves that it fits.
   */
  next(wanted: number, overlap: boolean): CollectionsRequest {
    const limit = Math.min(wanted, this.appliedLimit);
    return overlap && this.boundary && this.appliedLimit > 1
      ? { limit: Math.max(limit, 2), offset: this.boundary.offset }
      : { limit, offset: this.nextOffset };
  }

  /**
   * Takes the next page. A collection that is there already keeps its place and takes the newer content.
   * @param asked the offset that was asked for
   */
  add(page: CollectionPage, asked: number): Fit {
    const before = { size: this.size, offset: this.nextOffset, seam: this.boundary };
    const offset = this.startOf(page, asked);
    const known = this.put(page);
    this.malformed += page.malformed;
    const fit = this.fitOf(page, offset, before.seam, known, before.size === 0);
    const received = page.items.length + page.malformed;
    const fresh = this.size - before.size;
    this.changed ||= fit === "torn" || this.isMoved(page, offset, before.seam, known);
    if (fit === "open") {
      if (before.seam) {
        this.unchecked.push(before.seam);
      } else {
        // Nothing to hold on to but the total.
        this.changed ||= this.total !== page.totalCount;
      }
    }
    this.total = page.totalCount;
    this.nextOffset = Math.max(offset + received, before.offset);
    this.boundary = seamOf(page, offset, received);
    this.stalePages = fresh > 0 ? 0 : this.stalePages + 1;
    const overlap = Math.max(before.offset - offset, 0);
    // A service that says less than it sent is not asked for less.
    this.appliedLimit = Math.max(page.limit, received);
    this.settleEnd(page, received, received <= overlap && overlap < page.limit);
    return fit;
  }

  /** Takes a page that was read once more, in search of rows that slipped through. Whether it has a row that was known. */
  backfill(page: CollectionPage): boolean {
    return this.put(page) > 0;
  }

  /** What a single row asked for at `nextOffset` told. */
  probed(page: CollectionPage): void {
    this.worthProbing = false;
    const received = page.items.length + page.malformed;
    if (received === 0 || this.startOf(page, this.nextOffset) < this.nextOffset) {
      this.more = "no";
    } else {
      this.more = "yes";
      this.totalIsWrong = this.total !== undefined && this.total <= this.nextOffset;
    }
  }

  /** Whether the row that stands at the seam now is the one that was read there; notes when it is not. */
  holds(seam: Boundary, page: CollectionPage): boolean {
    const same = page.items[0]?.value.id === seam.id;
    this.changed ||= !same;
    return same;
  }

  /** Adds the rows of a page; returns how many of them were known before. */
  private put(page: CollectionPage): number {
    const before = this.size;
    let known = 0;
    this.cut = undefined;
    for (const item of page.items) {
      const place = this.places.get(item.value.id);
      if (place === undefined) {
        this.places.set(item.value.id, this.items.length);
        this.items.push(item);
      } else if (place < before) {
        this.items[place] = item;
        known++;
      } else {
        this.repeated++;
      }
    }
    return known;
  }

  /**
   * Where a page starts. What the service says of it counts only where the first row is known to stand there: some services
   * say the same of every page.
   */
  private startOf({ items: [first], offset }: CollectionPage, asked: number): number {
    return offset < asked && first && this.places.get(first.value.id) === offset ? offset : asked;
  }

  private fitOf(
    page: CollectionPage,
    offset: number,
    seam: Boundary | undefined,
    known: number,
    first: boolean,
  ): Fit {
    if (first || known > 0) {
      // A page with a known row in it goes on from that row without a break.
      return "joined";
    }
    return seam && offset <= seam.offset && page.malformed === 0 ? "torn" : "open";
  }

  /** Whether known rows stand elsewhere than they did. */
  private isMoved(page: CollectionPage, offset: number, seam: Boundary | undefined, known: number): boolean {
    if (known === 0) {
      return false;
    }
    const [first] = page.items;
    return !(known === 1 && seam && offset === seam.offset && first?.value.id === seam.id);
  }

  private settleEnd(page: CollectionPage, received: number, nothingBeyond: boolean): void {
    const { total, nextOffset } = this;
    const short = received < page.limit;
    this.worthProbing = false;
    if (received === 0 || nothingBeyond) {
      this.more = "no";
    } else if (this.stalePages >= stalePagesLimit) {
      this.more = "no";
      this.stuck = true;
    } else if (total === undefined || total < nextOffset || this.totalIsWrong) {
      this.more = "unknown";
      this.worthProbing = short;
    } else if (total === nextOffset) {
      this.more = short ? "no" : "unknown";
      // A service that counts the page instead of the list says the same.
      this.worthProbing = !short;
    } else {
      this.more = "yes";
    }
  }
}

function seamOf(page: CollectionPage, offset: number, received: number): Boundary | undefined {
  // Where elements were left out it is not known which of them stood where.
  const last = page.items.at(-1);
  return last && page.malformed === 0 ? { offset: offset + received - 1, id: last.value.id } : undefined;
}

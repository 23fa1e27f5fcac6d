import type { Collection, CollectionPage, Item } from "../api/types";

/** Pages of collections put together in the service's order, each identity once. */
export class Gathering {
  private readonly items: Item<Collection>[] = [];
  private readonly places = new Map<string, number>();
  /** Offset of the next page, as ruled by what the service applied and handed over. */
  nextOffset = 0;
  /** As the service last said. */
  totalCount: number | undefined;
  more: "yes" | "no" | "unknown" = "unknown";
  malformed = 0;
  /** A page showed a collection again: the list moved while it was read, others may have been missed. */
  moved = false;

  get size(): number {
    return this.items.length;
  }

  snapshot(): readonly Item<Collection>[] {
    return this.items.slice();
  }

  /** A collection that is there already keeps its place and takes the newer content. */
  add(page: CollectionPage): void {
    for (const item of page.items) {
      const place = this.places.get(item.value.id);
      if (place === undefined) {
        this.places.set(item.value.id, this.items.length);
        this.items.push(item);
      } else {
        this.items[place] = item;
        this.moved = true;
      }
    }
    const received = page.items.length + page.malformed;
    this.nextOffset = page.offset + received;
    this.totalCount = page.totalCount;
    this.malformed += page.malformed;
    this.more = this.moreAfter(received);
  }

  /** An empty page is the end for sure. Else the total decides; without one, only the next page can tell. */
  private moreAfter(received: number): Gathering["more"] {
    if (received === 0) {
      return "no";
    }
    if (this.totalCount === undefined) {
      return "unknown";
    }
    return this.nextOffset < this.totalCount ? "yes" : "no";
  }
}

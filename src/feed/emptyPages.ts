import type { FeedPage } from "../api/types";

/** The service walks days: a window of ten years may have some thousands in a row that are empty. */
const limit = 5_000;

/** Counts pages without an event that come in a row, so that a feed of nothing else has an end. */
export class EmptyPages {
  private inARow = 0;

  note({ items }: Pick<FeedPage, "items">): void {
    this.inARow = items.length === 0 ? this.inARow + 1 : 0;
  }

  /** A sentence once there are too many. */
  get endless(): string | undefined {
    return this.inARow < limit
      ? undefined
      : `The service sent ${this.inARow.toLocaleString("en-US")} pages without an event in a row.`;
  }
}

import type { PanelState } from "../shared/protocol";
import { sameQuery, type FeedQuery } from "../shared/feedQuery";

/** What live updates brought, as the person gets to know of it: unseen above what is read, or announced once at the top. */
export class Arrivals {
  private query: FeedQuery | undefined;
  private counted = 0;
  private seen = 0;
  /** The last that is to be announced. */
  announcement = "";

  /** Events that came in above what is read. */
  get unseen(): number {
    return this.counted - this.seen;
  }

  /** @param atTop new events come into view. */
  panelIs({ arrived, query, content }: PanelState, atTop: boolean): void {
    if (content !== "current") {
      return;
    }
    if (!this.query || !sameQuery(this.query, query) || arrived < this.counted) {
      this.query = query;
      this.counted = this.seen = arrived;
      this.announcement = "";
      return;
    }
    const came = arrived - this.counted;
    this.counted = arrived;
    if (came > 0) {
      this.announcement = `${came.toLocaleString()} new ${came === 1 ? "event" : "events"}`;
    }
    if (atTop) {
      this.see();
    }
  }

  /** The top of the list is on screen. */
  see(): void {
    this.seen = this.counted;
  }
}

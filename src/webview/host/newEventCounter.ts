import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { PanelState } from "../../shared/protocol";
import { counted } from "../../shared/text";

/** What live updates brought, as the person gets to know of it: unseen above what is read, or announced once at the top. */
export class NewEventCounter {
  private query: FeedQuery | undefined;
  private counted = 0;
  private seen = 0;
  private unannounced = 0;
  /** The last that is to be announced. */
  announcement = "";

  /** Events that came in above what is read. */
  get unseen(): number {
    return this.counted - this.seen;
  }

  /** @param atTop new events come into view. */
  panelIs({ arrived, query, content, live }: PanelState, atTop: boolean): void {
    if (content !== "current") {
      return;
    }
    if (!this.query || !sameQuery(this.query, query) || arrived < this.counted) {
      this.query = query;
      this.counted = this.seen = arrived;
      this.announcement = "";
      this.unannounced = 0;
      return;
    }
    this.unannounced += arrived - this.counted;
    this.counted = arrived;
    if (live.kind === "checking") {
      // A poll brings its events page by page. Said anew, the same words are heard again.
      this.announcement = "";
    } else if (this.unannounced > 0) {
      const came = this.unannounced;
      this.unannounced = 0;
      this.announcement = counted(came, "new event");
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

import * as l10n from "@vscode/l10n";
import type { PanelState } from "../../shared/protocol";
import { sameQuery, type FeedQuery } from "../../shared/feedQuery";
import { eventCountText } from "../../shared/text";

/** Counts new events above the visible rows, and announces new events to screen readers. */
export class NewEventCounter {
  /** Text of an ARIA live region. */
  announcement = "";
  private query: FeedQuery | undefined;
  private total = 0;
  seen = 0;
  private announced = 0;

  get count(): number {
    return this.total - this.seen;
  }

  markSeen(): void {
    this.seen = this.total;
  }

  /** While VS Code hides the panel, it has no page, but still gets new events. @param seen of the query's new events */
  restore(query: FeedQuery | undefined, seen = 0): void {
    this.query = query;
    this.total = this.seen = this.announced = seen;
    this.announcement = "";
  }

  /** Call with each state from the host. */
  update({ newEventCount, query, content, live }: PanelState, isAtTop: boolean): void {
    if (content !== "current") {
      return;
    }
    if (!this.query || !sameQuery(this.query, query) || newEventCount < this.total) {
      this.restore(query, newEventCount);
    }
    this.total = newEventCount;
    if (live.kind === "checking") {
      // Wait for all pages of the check. An empty text lets the same words be announced again afterwards.
      this.announcement = "";
    } else if (this.total > this.announced) {
      this.announcement = l10n.t("New: {0}", eventCountText(this.total - this.announced, query.source));
      this.announced = this.total;
    }
    if (isAtTop) {
      this.markSeen();
    }
  }
}

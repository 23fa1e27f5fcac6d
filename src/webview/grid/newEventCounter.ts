import * as l10n from "@vscode/l10n";
import type { ReactiveControllerHost } from "lit";
import type { PanelState } from "../../shared/protocol";
import { sameQuery, type FeedQuery } from "../../shared/feedQuery";
import { formatNumber } from "../../shared/text";
import type { FeedModel } from "../host/feedModel";

/** Counts the events that live updates added above the visible rows, and announces new events to screen readers. */
export class NewEventCounter {
  private query: FeedQuery | undefined;
  private total = 0;
  private seen = 0;
  private unannounced = 0;
  /** Text of a live region. */
  announcement = "";

  constructor(
    private readonly host: Pick<ReactiveControllerHost, "requestUpdate">,
    model: Pick<FeedModel, "onDidChangePanel">,
    private readonly isAtTop: () => boolean,
  ) {
    model.onDidChangePanel((panel) => this.update(panel));
  }

  /** New events above the visible rows. */
  get count(): number {
    return this.total - this.seen;
  }

  /** Resets the count if the list is at its top. */
  markSeenAtTop(): void {
    if (this.count > 0 && this.isAtTop()) {
      this.markSeen();
    }
  }

  markSeen(): void {
    this.seen = this.total;
    this.host.requestUpdate();
  }

  private update({ newEventCount, query, content, live }: PanelState): void {
    if (content !== "current") {
      return;
    }
    if (!this.query || !sameQuery(this.query, query) || newEventCount < this.total) {
      this.query = query;
      this.total = this.seen = newEventCount;
      this.announcement = "";
      this.unannounced = 0;
      return;
    }
    this.unannounced += newEventCount - this.total;
    this.total = newEventCount;
    if (live.kind === "checking") {
      // A check delivers its events page by page. Clearing the text has the same words announced again afterwards.
      this.announcement = "";
    } else if (this.unannounced > 0) {
      this.announcement = newEventsText(this.unannounced);
      this.unannounced = 0;
    }
    this.markSeenAtTop();
  }
}

function newEventsText(count: number): string {
  return count === 1 ? l10n.t("1 new event") : l10n.t("{0} new events", formatNumber(count));
}

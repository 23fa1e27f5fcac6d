import type { PanelState } from "../../shared/protocol";
import { isFiltered } from "../filters/queryText";
import type { FeedModel } from "../host/feedModel";
import type { HostConnection } from "../host/hostConnection";

/** Maximum number of pages loaded to fill the screen. */
const maxFillPages = 5;

/** Loads older events without a click on "Load older": at the end of the list, and while rows do not fill the screen. */
export class AutoLoader {
  private panel: PanelState | undefined;
  private fillPages = 0;
  private isRequested = false;

  constructor(
    private readonly connection: Pick<HostConnection, "post">,
    model: Pick<FeedModel, "onDidChangePanel">,
  ) {
    model.onDidChangePanel((panel) => {
      this.panel = panel;
      this.isRequested = false;
      if (panel.content !== "current" || panel.activity?.kind === "first") {
        this.fillPages = 0;
      }
    });
  }

  /** Loads one page each time the end of the list is reached. */
  endReached(): void {
    if (this.canLoad()) {
      this.load();
    }
  }

  /** All loaded rows are visible. Preloading fills the screen as well. */
  screenNotFull(): void {
    if (!this.panel?.preloading && this.fillPages < maxFillPages && this.canLoad()) {
      this.fillPages++;
      this.load();
    }
  }

  private load(): void {
    this.isRequested = true;
    this.connection.post({ type: "loadOlder" });
  }

  /**
   * Only a click on the button loads the previous window, or continues after a problem. While a view filter hides events, or
   * rows are sorted, the last row is not the last loaded event.
   */
  private canLoad(): boolean {
    const { panel } = this;
    return (
      !this.isRequested &&
      panel?.content === "current" &&
      panel.completeness.kind === "more" &&
      !panel.activity &&
      !isBlocked(panel) &&
      !isFiltered(panel.view) &&
      !panel.view.sort
    );
  }
}

/** A failed check for new events does not block loading older ones. */
function isBlocked({ problem, live }: PanelState): boolean {
  return problem !== undefined && (problem.action !== "live" || live.kind === "stopped");
}

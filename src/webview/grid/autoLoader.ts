import type { PanelState } from "../../shared/protocol";
import { isFiltered } from "../filters/queryText";

/** Maximum number of pages loaded to fill the screen. */
const maxFillPages = 5;

/** Loads older events without a click on "Load older": at the end of the list, and while rows do not fill the screen. */
export class AutoLoader {
  private panel: PanelState | undefined;
  private fillPages = 0;
  private isRequested = false;

  constructor(private readonly loadOlder: () => void) {}

  /** The host sent another state. */
  update(panel: PanelState): void {
    this.panel = panel;
    this.isRequested = false;
    if (panel.content !== "current" || panel.activity?.kind === "first") {
      this.fillPages = 0;
    }
  }

  /** Loads one page each time the end of the list is reached. */
  endReached(): void {
    if (!this.isRequested && this.panel && canLoad(this.panel)) {
      this.isRequested = true;
      this.loadOlder();
    }
  }

  /** All loaded rows are visible. Preloading fills the screen as well. */
  screenNotFull(): void {
    if (!this.panel?.preloading && this.fillPages < maxFillPages) {
      const wasRequested = this.isRequested;
      this.endReached();
      this.fillPages += this.isRequested && !wasRequested ? 1 : 0;
    }
  }
}

/**
 * Only a click on the button loads the previous window, or continues after a problem; a failed check for new events is none. While a
 * view filter hides events, or rows are sorted, the last row is not the last loaded event.
 */
function canLoad({ content, completeness, activity, problem, live, view }: PanelState): boolean {
  const isBlocked = problem !== undefined && (problem.action !== "live" || live.kind === "stopped");
  return (
    content === "current" &&
    completeness.kind === "more" &&
    !activity &&
    !isBlocked &&
    !isFiltered(view) &&
    !view.sort
  );
}

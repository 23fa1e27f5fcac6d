import type { PanelState } from "../../shared/protocol";
import { isFiltered } from "../filters/queryText";

/** Pages that are read without anybody having asked, until rows fill the screen. */
const maxUnasked = 5;

/** When the page asks for older events though nobody pressed the button: at the end of the list, and for a half-empty screen. */
export class AutoLoader {
  private panel: PanelState | undefined;
  private unasked = 0;
  /** Asked, and nothing heard yet. */
  private asked = false;

  constructor(private readonly ask: () => void) {}

  panelIs(panel: PanelState): void {
    this.panel = panel;
    this.asked = false;
    if (panel.content !== "current" || panel.activity?.kind === "first") {
      this.unasked = 0;
    }
  }

  /** The person went to the end of the list: one page for each time. */
  endReached(): void {
    if (this.canAsk()) {
      this.asked = true;
      this.ask();
    }
  }

  /** Rows came, and all of them are on screen. */
  screenNotFull(): void {
    if (this.unasked < maxUnasked && this.canAsk()) {
      this.unasked++;
      this.asked = true;
      this.ask();
    }
  }

  /**
   * Opening the window before takes a press of the button, and so does going on after a problem. Where loaded events are left
   * out, the end of the rows is not the end of what is loaded.
   */
  private canAsk(): boolean {
    const { panel } = this;
    return (
      !this.asked &&
      panel?.content === "current" &&
      panel.completeness.kind === "more" &&
      !panel.activity &&
      !this.isBlocked(panel) &&
      !isFiltered(panel.view)
    );
  }

  /** A check for new events that failed may do better next time. */
  private isBlocked({ problem, live }: PanelState): boolean {
    return problem !== undefined && (problem.action !== "live" || live.kind === "stopped");
  }
}

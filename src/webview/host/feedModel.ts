import { Emitter } from "../../shared/event";
import { sameQuery, type FeedQuery } from "../../shared/feedQuery";
import { sameSortOrder, type SortOrder } from "../../shared/viewQueries";
import type { HostMessage, PanelState } from "../../shared/protocol";
import type { RowsResult } from "../../shared/feedState";

type StateMessage = Extract<HostMessage, { readonly type: "snapshot" | "update" }>;

/** The feed as the extension host last described it. Lives as long as the page: listeners are never removed. */
export class FeedModel {
  panel: PanelState | undefined;
  /** The query of the rows in the list. While another query loads, it is still the previous one. */
  shownQuery: FeedQuery | undefined;
  /** The order of the rows in the list; undefined: newest first. */
  shownSort: SortOrder | undefined;
  /** Number of loaded events. */
  eventCount = 0;

  private readonly panelEmitter = new Emitter<PanelState>();
  private readonly shownQueryEmitter = new Emitter<FeedQuery>();
  private readonly shownSortEmitter = new Emitter<undefined>();
  private readonly rowsEmitter = new Emitter<{ readonly rows: RowsResult; readonly isSnapshot: boolean }>();
  private readonly resetEmitter = new Emitter<undefined>();

  readonly onDidChangePanel = this.panelEmitter.event;
  /** The first rows of another query than the previous one are announced. */
  readonly onDidChangeShownQuery = this.shownQueryEmitter.event;
  /** The first rows in another order are announced. */
  readonly onDidChangeShownSort = this.shownSortEmitter.event;
  readonly onDidChangeRows = this.rowsEmitter.event;
  /** The host sent a snapshot: it has lost everything that the page sent before. */
  readonly onDidReset = this.resetEmitter.event;

  receive({ type, panel, rows }: StateMessage): void {
    this.eventCount = rows?.eventCount ?? this.eventCount;
    if (type === "snapshot") {
      this.setPanel(panel);
      this.rowsEmitter.fire({ rows, isSnapshot: true });
      this.resetEmitter.fire(undefined);
      return;
    }
    if (rows) {
      this.rowsEmitter.fire({ rows, isSnapshot: false });
    }
    this.setPanel(panel);
  }

  private setPanel(panel: PanelState): void {
    const hadRows = this.panel !== undefined && this.panel.content !== "none";
    this.panel = panel;
    const { sort, searching } = panel.view;
    if (!searching && !sameSortOrder(sort, this.shownSort)) {
      this.shownSort = sort;
      if (hadRows) {
        this.shownSortEmitter.fire(undefined);
      }
    }
    this.panelEmitter.fire(panel);
    if (panel.content === "current") {
      const previous = this.shownQuery;
      this.shownQuery = panel.query;
      if (previous && !sameQuery(previous, panel.query)) {
        this.shownQueryEmitter.fire(panel.query);
      }
    }
  }
}

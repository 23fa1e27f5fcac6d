import type { ReactiveControllerHost } from "lit";
import type { PageState } from "../shared/pageState";
import type { ChartMode } from "./chart/chartDrawing";
import type { ColumnWidths } from "./grid/columns";
import { observeSize } from "./ui/element";

/** Below this width the details cover the list. */
const narrowPx = 700;
/** Below this width filters and most buttons are behind one, and there is no chart. */
const compactPx = 520;
/** Below this height there is no chart. */
const minChartHeightPx = 460;
export const defaultDetailsPx = 380;
const minDetailsPx = 240;
const minListPx = 320;

/** Sizes of the page and its parts in CSS pixels, and what the user chose to show. */
export class Layout {
  columnWidths: ColumnWidths = {};
  /** Undefined: the default. */
  hiddenColumns: readonly string[] | undefined;
  detailsWidth = defaultDetailsPx;
  chartHidden = false;
  chartMode: ChartMode = "events";
  /** 0 until it is measured. */
  private width = 0;
  private height = 0;

  constructor(private readonly host: Pick<ReactiveControllerHost, "requestUpdate">) {}

  restore({ detailsWidth, columnWidths, columns, chartHidden, chartMode }: PageState): void {
    this.chartHidden = chartHidden === true;
    this.chartMode = chartMode ?? this.chartMode;
    this.hiddenColumns = columns?.hidden;
    this.detailsWidth = detailsWidth ?? defaultDetailsPx;
    this.columnWidths = columnWidths ?? {};
  }

  get savedState(): Partial<PageState> {
    return {
      ...(this.chartHidden && { chartHidden: true }),
      ...(this.chartMode !== "events" && { chartMode: this.chartMode }),
      ...(this.hiddenColumns && { columns: { hidden: this.hiddenColumns } }),
      detailsWidth: this.detailsWidth,
      ...(Object.keys(this.columnWidths).length > 0 && { columnWidths: this.columnWidths }),
    };
  }

  observe(page: Element): void {
    const measure = (): void => {
      this.width = page.clientWidth;
      this.height = page.clientHeight;
      this.host.requestUpdate();
    };
    measure();
    observeSize([page], measure);
  }

  get isNarrow(): boolean {
    return this.width > 0 && this.width < narrowPx;
  }

  get isCompact(): boolean {
    return this.width > 0 && this.width < compactPx;
  }

  get fitsChart(): boolean {
    return this.width >= compactPx && this.height >= minChartHeightPx;
  }

  /** Width of the details and its bounds; the list keeps its minimum. */
  get details(): { readonly width: number; readonly min: number; readonly max: number } {
    const max = Math.max(minDetailsPx, this.width - minListPx);
    return { width: Math.min(this.detailsWidth, max), min: minDetailsPx, max };
  }

  set(
    changes: Partial<
      Pick<Layout, "columnWidths" | "hiddenColumns" | "detailsWidth" | "chartHidden" | "chartMode">
    >,
  ): void {
    Object.assign(this, changes);
    this.host.requestUpdate();
  }
}

import type { ReactiveControllerHost } from "lit";
import type { PageState } from "../shared/pageState";
import { type ColumnName, columnWidths, type ColumnWidths, hiddenColumns } from "./grid/columns";
import { SizeObserver } from "./ui/observers";

/** Below this width the details cover the list. */
const narrowPx = 700;
/** Below this width or height there is no chart. */
const minChartWidthPx = 520;
const minChartHeightPx = 460;
const defaultDetailsPx = 380;
const minDetailsPx = 240;
const minListPx = 320;

/** What the page has space for, and the widths that the user chose. All in CSS pixels. */
export class Layout {
  columns: ColumnWidths = {};
  hiddenColumns: readonly ColumnName[] = [];
  /** 0 until it is measured. */
  private width = 0;
  private height = 0;
  private preferredDetails = defaultDetailsPx;

  constructor(private readonly host: ReactiveControllerHost) {}

  restore({ detailsWidth, columnWidths: saved, columns }: PageState): void {
    this.hiddenColumns = hiddenColumns(columns?.hidden ?? []);
    this.preferredDetails = detailsWidth ?? defaultDetailsPx;
    this.columns = columnWidths(saved ?? {});
  }

  get savedState(): Pick<PageState, "detailsWidth" | "columnWidths" | "columns"> {
    return {
      ...(this.hiddenColumns.length > 0 && { columns: { hidden: this.hiddenColumns } }),
      detailsWidth: this.preferredDetails,
      ...(Object.keys(this.columns).length > 0 && { columnWidths: this.columns }),
    };
  }

  observe(page: Element): void {
    new SizeObserver(this.host, () => {
      this.width = page.clientWidth;
      this.height = page.clientHeight;
      this.host.requestUpdate();
    }).observe(page);
  }

  get isNarrow(): boolean {
    return this.width > 0 && this.width < narrowPx;
  }

  get fitsChart(): boolean {
    return this.width >= minChartWidthPx && this.height >= minChartHeightPx;
  }

  /** Width of the details, which leaves the list its minimum, and its bounds. */
  get details(): { readonly width: number; readonly min: number; readonly max: number } {
    const max = Math.max(minDetailsPx, this.width - minListPx);
    return { width: Math.min(this.preferredDetails, max), min: minDetailsPx, max };
  }

  /** @param width undefined: the default */
  setDetails(width: number | undefined): void {
    this.preferredDetails = width ?? defaultDetailsPx;
    this.host.requestUpdate();
  }

  setHiddenColumns(names: readonly ColumnName[]): void {
    this.hiddenColumns = names;
    this.host.requestUpdate();
  }

  setColumns(columns: ColumnWidths): void {
    this.columns = columns;
    this.host.requestUpdate();
  }
}

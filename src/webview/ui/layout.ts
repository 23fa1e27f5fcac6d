import type { ReactiveControllerHost } from "lit";
import type { PageState } from "../../shared/pageState";
import { columnWidths, type ColumnWidths } from "../grid/columns";
import { SizeObserver } from "./observers";

/** Below this width details lie over the list. */
const narrowPx = 700;
/** Below this the filters stand folded behind one line. */
const compactPx = 520;
/** So do they below this height. */
const shortPx = 320;
/** Below this height the chart gives its room to the list. */
const minChartHeightPx = 460;
const usualDetailsPx = 380;
const minDetailsPx = 240;
const minListPx = 320;

/** How large the page is and how its room is divided, as far as the person says; CSS pixels. */
export class Layout {
  columns: ColumnWidths = {};
  /** 0: not known yet. */
  private width = 0;
  private height = 0;
  private preferredDetails = usualDetailsPx;

  constructor(private readonly host: ReactiveControllerHost) {}

  restore({ detailsWidth, columnWidths: saved }: PageState): void {
    this.preferredDetails = detailsWidth ?? usualDetailsPx;
    this.columns = columnWidths(saved ?? {});
  }

  get savedState(): Pick<PageState, "detailsWidth" | "columnWidths"> {
    return {
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

  get isCompact(): boolean {
    return this.width > 0 && (this.width < compactPx || this.height < shortPx);
  }

  /** Whether there is room for the chart. */
  get fitsChart(): boolean {
    return this.width >= compactPx && this.height >= minChartHeightPx;
  }

  /** In a narrower panel details are no wider than leaves room for the list. */
  get details(): { readonly width: number; readonly min: number; readonly max: number } {
    const max = Math.max(minDetailsPx, this.width - minListPx);
    return { width: Math.min(this.preferredDetails, max), min: minDetailsPx, max };
  }

  /** @param width undefined: as usual */
  setDetails(width: number | undefined): void {
    this.preferredDetails = width ?? usualDetailsPx;
    this.host.requestUpdate();
  }

  setColumns(columns: ColumnWidths): void {
    this.columns = columns;
    this.host.requestUpdate();
  }
}

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { Chart } from "../../shared/feedState";
import type { PageState } from "../../shared/pageState";
import type { TimeSpan } from "../../shared/viewQueries";
import type { FeedModel } from "../host/feedModel";
import type { HostConnection } from "../host/hostConnection";
import type { PendingFilters } from "../filters/pendingFilters";
import type { ChartMode } from "./chartBuckets";

/** At most. */
const buckets = 120;
/** Minimum time between two updates while rows keep changing. */
const throttleMs = 500;

/** The data of the chart of events over time, its visibility and its zoom. */
export class ChartController implements ReactiveController {
  /** Undefined until the first one is received. */
  chart: Chart | undefined;
  isHidden = false;
  mode: ChartMode = "events";
  /** What the chart is of. */
  private chartQuery: FeedQuery | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastRequest = 0;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly connection: Pick<HostConnection, "request">,
    private readonly model: Pick<FeedModel, "onDidChangeShownQuery" | "shownQuery">,
    private readonly filters: PendingFilters,
  ) {
    host.addController(this);
    model.onDidChangeShownQuery(() => void this.update());
  }

  hostDisconnected(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Whether the chart is that of another query than the rows: the one of their query was not received yet. */
  get isOutdated(): boolean {
    const { shownQuery } = this.model;
    return !!shownQuery && !!this.chartQuery && !sameQuery(shownQuery, this.chartQuery);
  }

  get savedState(): Pick<PageState, "chartHidden" | "chartMode"> {
    const { isHidden, mode } = this;
    return { ...(isHidden && { chartHidden: true }), ...(mode !== "events" && { chartMode: mode }) };
  }

  restore({ chartHidden, chartMode }: PageState): void {
    this.isHidden = chartHidden === true;
    this.mode = chartMode ?? this.mode;
  }

  setMode(mode: ChartMode): void {
    this.mode = mode;
    this.host.requestUpdate();
  }

  /** Hiding the chart also ends its zoom. */
  toggle(): void {
    this.isHidden = !this.isHidden;
    this.host.requestUpdate();
    if (this.isHidden) {
      this.zoomOut();
    } else {
      void this.update();
    }
  }

  /** @param span undefined: everything */
  zoom(span: TimeSpan | undefined): void {
    this.filters.zoom(span);
    void this.update();
  }

  zoomOut(): void {
    if (this.filters.view?.span) {
      this.zoom(undefined);
    }
  }

  updateSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.update();
    }, throttleMs);
  }

  private async update(): Promise<void> {
    if (this.isHidden) {
      return;
    }
    const request = ++this.lastRequest;
    const { shownQuery } = this.model;
    const chart = await this.connection.request("chart", { buckets }).catch(() => null);
    if (chart && request === this.lastRequest) {
      this.chart = chart;
      this.chartQuery = shownQuery;
      this.host.requestUpdate();
    }
  }
}

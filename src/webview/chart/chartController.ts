import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { Chart } from "../../shared/feedState";
import type { PageState } from "../../shared/pageState";
import type { TimeSpan } from "../../shared/viewQueries";
import type { FeedModel } from "../host/feedModel";
import type { HostConnection } from "../host/hostConnection";
import type { PendingFilters } from "../filters/pendingFilters";
import { isFiltered } from "../filters/queryText";
import type { ChartMode } from "./chartBuckets";
import type { PlotLibrary } from "./plotLibrary";

/** At most. */
const buckets = 120;
/** Minimum time between two updates while rows keep changing. */
const throttleMs = 500;

/** The data of the chart of events over time, its visibility and its zoom. */
export class ChartController implements ReactiveController {
  private latest: Chart | undefined;
  /** What the latest chart is of. */
  private latestQuery: FeedQuery | undefined;
  /** What draws the chart: loaded with the first one. */
  library: PlotLibrary | undefined;
  /** Whether a chart of loaded events was never received, nor refused. */
  private isFirst = true;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastRequest = 0;
  isHidden = false;
  mode: ChartMode = "events";

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly connection: Pick<HostConnection, "request">,
    private readonly model: Pick<FeedModel, "onDidChangeShownQuery" | "shownQuery" | "eventCount">,
    private readonly filters: PendingFilters,
    private readonly loadLibrary: () => Promise<PlotLibrary>,
  ) {
    host.addController(this);
    model.onDidChangeShownQuery(() => {
      if (model.eventCount === 0) {
        // Nothing to wait for: the list is empty, too.
        this.latest = undefined;
      }
      void this.update();
    });
  }

  hostDisconnected(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Undefined while the chart is hidden or there are no events. */
  get chart(): Chart | undefined {
    return this.isHidden ? undefined : this.latest;
  }

  /** Whether the chart is that of another query than the rows: the one of their query was not received yet. */
  get isOutdated(): boolean {
    const { shownQuery } = this.model;
    return !!shownQuery && !!this.latestQuery && !sameQuery(shownQuery, this.latestQuery);
  }

  /** Whether there will be a chart once events are loaded. */
  get isExpected(): boolean {
    return !this.isHidden && this.isFirst;
  }

  /** Whether there is a chart to show or hide. */
  get isAvailable(): boolean {
    return this.latest !== undefined || this.isHidden;
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

  setTimeRange(): void {
    this.filters.setTimeRangeToZoom();
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
    const hasEvents = this.model.eventCount > 0;
    const [chart, library] = await Promise.all([
      this.connection.request("chart", { buckets }).catch(() => null),
      this.library ?? this.loadLibrary().catch(() => undefined),
    ]);
    this.library = library;
    if (request !== this.lastRequest) {
      return;
    }
    this.isFirst &&= !hasEvents;
    if (chart && library) {
      this.latestQuery = shownQuery;
      const { view } = this.filters;
      this.latest = chart.types.length > 0 || (view && isFiltered(view)) ? chart : undefined;
    }
    this.host.requestUpdate();
  }
}

import type { Chart } from "../../shared/feedState";
import type { TimeSpan } from "../../shared/viewQueries";
import type { HostConnection } from "../host/hostConnection";
import type { PendingFilters } from "../host/pendingFilters";

/** Columns of the chart. */
const buckets = 120;
/** While events come in, the chart follows no faster than that. */
const pauseMs = 500;

/** The chart of events over time: got anew when what it shows may have changed, hidden, and zoomed. */
export class ChartController {
  private chart: Chart | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  hidden = false;

  constructor(
    private readonly link: Pick<HostConnection, "request">,
    private readonly wanted: PendingFilters,
    private readonly changed: () => void,
  ) {}

  /** Undefined where it is hidden, or nothing is loaded. */
  get shown(): Chart | undefined {
    return this.hidden ? undefined : this.chart;
  }

  /** Whether there is one to show, or to show again. */
  get isThere(): boolean {
    return this.chart !== undefined || this.hidden;
  }

  toggle(): void {
    this.hidden = !this.hidden;
    this.changed();
    if (!this.hidden) {
      void this.read();
    } else {
      // Who puts the chart away is done with what was chosen on it.
      this.endZoom();
    }
  }

  /** @param span undefined: all of the window */
  zoom(span: TimeSpan | undefined): void {
    this.wanted.zoom(span);
    void this.read();
  }

  /** Asks the service for the stretch that is zoomed to. */
  takeSpan(): void {
    this.wanted.takeSpan();
  }

  /** Everything is looked at again. */
  endZoom(): void {
    if (this.wanted.view?.span) {
      this.zoom(undefined);
    }
  }

  /** Rows have changed. */
  readSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.read();
    }, pauseMs);
  }

  /** Asks for what is to be shown now. */
  async read(): Promise<void> {
    if (this.hidden) {
      return;
    }
    const asked = ++this.asked;
    const span = this.wanted.view?.span;
    const chart = await this.link.request("chart", { buckets, ...(span && { span }) }).catch(() => null);
    // Null: a newer question is under way, or nothing is loaded.
    if (asked === this.asked && chart) {
      this.chart = chart.types.length > 0 || span ? chart : undefined;
      this.changed();
    }
  }
}

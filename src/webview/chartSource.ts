import type { Chart, ChartParams } from "../shared/protocol";

/** Columns of the chart. */
const buckets = 120;
/** While events come in, the chart follows no faster than that. */
const pauseMs = 500;

/** Gets the chart anew when what it shows may have changed. */
export class ChartSource {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  chart: Chart | undefined;

  constructor(
    private readonly ask: (params: ChartParams) => Promise<Chart | null>,
    private readonly changed: () => void,
  ) {}

  /** Asks soon for the chart of a span. */
  soon(span: () => ChartParams["span"]): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.now(span());
    }, pauseMs);
  }

  async now(span: ChartParams["span"]): Promise<void> {
    const asked = ++this.asked;
    const chart = await this.ask({ buckets, ...(span && { span }) }).catch(() => null);
    // Null: a newer question is under way, or nothing is loaded.
    if (asked === this.asked && chart) {
      this.chart = chart.types.length > 0 || span ? chart : undefined;
      this.changed();
    }
  }
}

import type { Item } from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { Chart, EventPosition } from "../../shared/feedState";
import { Disposable } from "../../util/disposable";
import { runInTimeSlices } from "../../util/timeSlices";
import type { DetailsLoader } from "../detailsLoader";
import type { Sessions } from "../session/sessions";
import { histogramOf } from "../store/histogram";
import { bucketStarts, chartOf } from "./chart";
import type { FeedRows } from "./feedRows";
import type { FeedView } from "./feedView";

/** Buckets of the chart. */
const maxBuckets = 120;

/** Answers what the page and commands ask about the loaded events. */
export class LoadedEvents extends Disposable {
  private chartRequest: AbortController | undefined;

  constructor(
    private readonly sessions: Sessions,
    private readonly view: FeedView,
    private readonly rows: FeedRows,
    private readonly details: DetailsLoader,
  ) {
    super();
    this.register({ dispose: () => this.chartRequest?.abort() });
  }

  get(id: string): Item<CompanyEvent> | undefined {
    return this.details.item(id) ?? this.sessions.shown?.store.get(id);
  }

  /** The events that `get` returns for some IDs, in the order of the rows. */
  getAll(ids: readonly string[]): Item<CompanyEvent>[] {
    const ordered = this.view.results?.ordered;
    // Some may not be in view.
    const list = ordered?.isNewestFirst ? this.sessions.shown?.store : ordered;
    const places = new Map(ids.map((id) => [id, list?.indexOf(id) ?? -1]));
    const inOrder = ids.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    return inOrder.flatMap((id) => this.get(id) ?? []);
  }

  /** The IDs whose events are loaded, or may be once the refresh finishes. */
  stillLoaded(ids: readonly string[]): string[] {
    const { shown } = this.sessions;
    return shown ? ids.filter((id) => shown.isBehindExtent || shown.store.indexOf(id) >= 0) : [];
  }

  positionOf(id: string): EventPosition | undefined {
    const ordered = this.view.results?.ordered;
    const index = ordered?.indexOf(id) ?? -1;
    return ordered && index >= 0 ? { number: index + 1, count: ordered.size } : undefined;
  }

  get countInView(): number {
    return this.view.results?.list.size ?? 0;
  }

  /** The events in view, newest first; those that are removed during the iteration are left out. */
  inView(): Iterable<Item<CompanyEvent>> {
    return this.view.results?.list.items() ?? [];
  }

  /** The events in view by time and type; null when a newer request replaced this one. */
  async chart(): Promise<Chart | null> {
    this.chartRequest?.abort();
    const { signal } = (this.chartRequest = new AbortController());
    // So that the chart has the events that the list has.
    await this.view.settled();
    const { shown } = this.sessions;
    const { results } = this.view;
    const { span: zoom } = this.view.view;
    if (signal.aborted) {
      return null;
    }
    if (!shown || !results) {
      return { sinceMs: 0, untilMs: 1, starts: [], types: [], missing: [] };
    }
    const { window, endMs, unloaded } = shown.coverage;
    const span = zoom ?? { sinceMs: window.sinceMs, untilMs: Math.max(endMs, window.sinceMs + 1) };
    const starts = bucketStarts(span, maxBuckets, this.rows.timeZone, zoom !== undefined);
    const histogram = await runInTimeSlices(histogramOf(results.list, starts), signal);
    return histogram ? chartOf(histogram, starts, span, unloaded) : null;
  }
}

import type { Item } from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { Chart, CompanyEvents, EventPosition } from "../../shared/feedState";
import type { ChartParams } from "../../shared/viewQueries";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { runInTimeSlices } from "../../util/timeSlices";
import type { Window } from "../feedRequest";
import type { FeedSession } from "../session/feedSession";
import { chartOf, emptyChart, exactBuckets, type FittedSpan, fittedSpan, roundBuckets } from "./chart";
import { companyEvents } from "./companyEvents";
import type { FeedView } from "./feedView";
import type { TimeZone } from "./timeZone";

/** Answers questions about the events of the session that is shown. */
export class LoadedEvents extends Disposable {
  private chartRequest: AbortController | undefined;
  private companyRequest: AbortController | undefined;

  constructor(
    private readonly sessions: { readonly shown: FeedSession | undefined },
    private readonly view: FeedView,
    private readonly clock: Clock,
    private readonly panel: {
      /** What is requested, while nothing is shown. */
      readonly requestedWindow: () => Window;
      /** Of the times on screen. */
      readonly timeZone: () => TimeZone;
      /** The event whose details are shown, if it has this ID and is known. */
      readonly detailsItem: (id: string) => Item<CompanyEvent> | undefined;
    },
  ) {
    super();
    this.register({
      dispose: () => {
        this.chartRequest?.abort();
        this.companyRequest?.abort();
      },
    });
  }

  /** A loaded event, or the one whose details are shown. */
  get(id: string): Item<CompanyEvent> | undefined {
    return this.sessions.shown?.store.get(id) ?? this.panel.detailsItem(id);
  }

  /** Those of the events that `get` returns, in the given order or, if rows are sorted, in theirs. */
  getAll(ids: readonly string[]): Item<CompanyEvent>[] {
    const { sorted } = this.view;
    const inOrder = sorted ? sortedBy(ids, (id) => sorted.indexOf(id)) : ids;
    return inOrder.flatMap((id) => this.get(id) ?? []);
  }

  /** Those of the ids whose events are loaded, or may be once the refresh finishes. */
  stillLoaded(ids: readonly string[]): string[] {
    const { shown } = this.sessions;
    return shown ? ids.filter((id) => shown.isBehindExtent || shown.store.indexOf(id) >= 0) : [];
  }

  /** Undefined if the event is not in view. */
  positionOf(id: string): EventPosition | undefined {
    const inView = this.view.sorted ?? this.view.list;
    const index = inView?.indexOf(id) ?? -1;
    return inView && index >= 0 ? { number: index + 1, count: inView.size } : undefined;
  }

  /** How many events match the search and the zoom. */
  get countInView(): number {
    return this.view.list?.size ?? 0;
  }

  /** The events in view, newest first. Some may be repeated when others are loaded during the iteration. */
  inView(): Iterable<Item<CompanyEvent>> {
    return this.view.list?.items() ?? [];
  }

  /** The loaded events of the company that an event is about; null if it names none, or if a newer request replaced this one. */
  async ofCompany(id: string): Promise<CompanyEvents | null> {
    this.companyRequest?.abort();
    const request = (this.companyRequest = new AbortController());
    const store = this.sessions.shown?.store;
    const company = this.get(id)?.value.company;
    const events = store && company && (await runInTimeSlices(companyEvents(store, company), request.signal));
    return events ?? null;
  }

  /** The events in view by time and type; null when a newer request replaced this one. */
  async chart({ buckets: maxCount }: ChartParams): Promise<Chart | null> {
    this.chartRequest?.abort();
    const { signal } = (this.chartRequest = new AbortController());
    // So that the chart has the events that the list has.
    await this.view.settled();
    const { shown } = this.sessions;
    const { list } = this.view;
    const { span: zoom } = this.view.view;
    if (signal.aborted) {
      return null;
    }
    if (!shown || !list) {
      return emptyChart(zoom ?? this.panel.requestedWindow());
    }
    const fitted = zoom ?? this.fittedSpan(shown);
    const offsetMs = this.panel.timeZone().offset(fitted.untilMs);
    const buckets = (zoom ? exactBuckets : roundBuckets)(fitted, maxCount, offsetMs);
    const histogram = await runInTimeSlices(list.histogram(buckets, buckets.count), signal);
    return histogram ? chartOf(histogram, buckets, fitted, shown.unloaded) : null;
  }

  private fittedSpan({ window, store, unloaded }: FeedSession): FittedSpan {
    const { sinceMs, untilMs = Math.max(this.clock.now(), sinceMs + 1) } = window;
    const newestMs = store.newestUntil(untilMs - 1);
    const isLoaded = newestMs !== undefined && newestMs >= sinceMs;
    const oldestMs = isLoaded ? store.publishedMs(store.countFrom(sinceMs) - 1) : undefined;
    return fittedSpan(
      { sinceMs, untilMs },
      unloaded,
      isLoaded && oldestMs !== undefined ? { oldestMs, newestMs } : undefined,
    );
  }
}

function sortedBy<T>(items: readonly T[], key: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, key: key(item) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

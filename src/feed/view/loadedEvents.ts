import type { Item } from "../../service/types";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import { isFunding } from "../../shared/eventKind";
import type { Chart, CompanyEvents, EventPosition, EventRow } from "../../shared/feedState";
import { maxCompanyEvents } from "../../shared/limits";
import { Disposable } from "../../util/disposable";
import { runInTimeSlices, slicesOf } from "../../util/timeSlices";
import type { DetailsLoader } from "../detailsLoader";
import type { Sessions } from "../session/sessions";
import { companyIn } from "../store/eventColumns";
import type { EventStore } from "../store/eventStore";
import { histogramOf } from "../store/histogram";
import { bucketStarts, chartOf } from "./chart";
import type { FeedRows } from "./feedRows";
import type { FeedView } from "./feedView";
import { eventRow } from "./rowLayout";

/** Buckets of the chart. */
const maxBuckets = 120;

/** Answers what the page and commands ask about the loaded events. */
export class LoadedEvents extends Disposable {
  private chartRequest: AbortController | undefined;
  private companyRequest: AbortController | undefined;

  constructor(
    private readonly sessions: Sessions,
    private readonly view: FeedView,
    private readonly rows: FeedRows,
    private readonly details: DetailsLoader,
  ) {
    super();
    this.register({
      dispose: () => {
        this.chartRequest?.abort();
        this.companyRequest?.abort();
      },
    });
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

/** The loaded events of a company, by its entity ID or else its name; undefined without either. For `runInTimeSlices`. */
export function* companyEvents(
  store: EventStore,
  { entityId, name }: Company,
): Generator<undefined, CompanyEvents | undefined> {
  if (!entityId && !name) {
    return undefined;
  }
  const { columns } = store;
  const isSame = (other: Company): boolean =>
    entityId ? other.entityId === entityId : !other.entityId && other.name === name;
  const companies = yield* columns.companies.passing((text) => isSame(companyIn(text)));
  const slots = store.slots();
  const events: EventRow[] = [];
  let count = 0;
  let raised: number | undefined;
  for (const { start, end } of slicesOf(slots.length)) {
    for (const slot of slots.subarray(start, end)) {
      if (companies[columns.companies.numbers[slot] ?? 0] !== 1 || !columns.has(slot)) {
        continue;
      }
      count++;
      const amount = columns.amounts.get(slot);
      if (amount !== undefined && isFunding(columns.types.get(slot) ?? "")) {
        raised = (raised ?? 0) + amount;
      }
      if (events.length < maxCompanyEvents) {
        events.push(eventRow(columns.item(slot).value));
      }
    }
    yield;
  }
  return {
    ...(name === undefined ? {} : { name }),
    events,
    count,
    // A sum too large for a number is left out.
    ...(raised === undefined || !Number.isFinite(raised) ? {} : { raised }),
  };
}

import type { Page } from "playwright-core";
import { parseEvent } from "../../../src/service/decode";
import type {
  Chart,
  EventDetails,
  EventRow,
  MissingEvent,
  Row,
  RowsResult,
} from "../../../src/shared/feedState";
import type {
  CopyParams,
  HostMessage,
  PageMessage,
  PageRequest,
  PanelState,
  RequestName,
  RequestParams,
} from "../../../src/shared/protocol";
import { movedRows, type RowsParams } from "../../../src/shared/viewQueries";

/** Sent to a page that hasn't requested rows yet. */
const firstRows: RowsParams = { start: 0, end: 100 };

/** Any number of rows, created on request. */
export interface FakeRows {
  readonly count: number;
  at(index: number): Row;
  /** Row index of an event; -1 if it is not loaded. */
  find(id: string): number;
}

/** 14 November 2026, 10:00 UTC. */
export const baseMs = Date.UTC(2026, 10, 14, 10);

const types = "funding acquisition ipo executive_change layoffs partnership shutdown product_launch".split(
  " ",
);
const sectors = ["Fintech", "Climate", "Health", "Robotics"];

/** A plausible event; `n` increases with time. */
export function eventRow(n: number): EventRow {
  const pick = (list: readonly string[]): string => list.at(n % list.length) ?? "";
  return {
    kind: "event",
    id: `evt_${n}`,
    publishedMs: baseMs + n * 60_000,
    type: pick(types),
    title: `Event ${n}: NovaGrid raises money to expand its storage network`,
    subhead: "Led by Terra Ventures with participation of existing investors",
    company: `NovaGrid ${n % 97}`,
    sector: pick(sectors),
    ...(n % 3 === 0 && { amount: 1_000_000 + n * 12_345 }),
    confidence: (n % 20) / 20,
  };
}

/** A day header and `count` events, of which the newest has the number `newest`. */
export function manyRows(count: number, newest = count - 1): FakeRows {
  return {
    count: count + 1,
    at: (index) => (index === 0 ? { kind: "day", day: "2026-11-14" } : eventRow(newest - index + 1)),
    find: (id) => {
      const index = newest - Number(id.replace("evt_", "")) + 1;
      return index >= 1 && index <= count ? index : -1;
    },
  };
}

export function rowsOf(rows: readonly Row[]): FakeRows {
  return {
    count: rows.length,
    at: (index) => rows[index] as Row,
    find: (id) => rows.findIndex((row) => row.kind === "event" && row.id === id),
  };
}

export const noRows = rowsOf([]);

/** The span of a chart with equal buckets. */
export function chartSpan(
  sinceMs: number,
  untilMs: number,
  buckets: number,
): Pick<Chart, "sinceMs" | "untilMs" | "starts"> {
  const length = (untilMs - sinceMs) / buckets;
  return {
    sinceMs,
    untilMs,
    starts: Array.from({ length: buckets + 1 }, (_, n) => Math.ceil(sinceMs + n * length)),
  };
}

export function panelState(patch: Partial<PanelState> = {}): PanelState {
  return {
    connection: { name: "Acme production", sample: false },
    query: { window: { kind: "last", days: 7 }, types: [] },
    queryChange: 0,
    defaultQuery: { window: { kind: "last", days: 7 }, types: [] },
    window: { sinceMs: baseMs - 7 * 86_400_000 + 37_250 },
    content: "current",
    completeness: { kind: "more" },
    inView: 500,
    malformed: 0,
    updatedAtMs: baseMs,
    view: { text: "", searching: false },
    live: { kind: "off" },
    newEventCount: 0,
    facets: {
      types: [
        { value: "funding", count: 812 },
        { value: "product_launch", count: 240 },
        { value: "ipo", count: 12 },
      ],
      sectors: [
        { value: "Fintech", count: 500 },
        { value: "Climate", count: 88 },
      ],
    },
    ...patch,
  };
}

type Sent<T extends PageMessage["type"]> = Extract<PageMessage, { readonly type: T }>;

/** Arrives after everything that the page has sent before. See `caughtUp`. */
interface Marker {
  readonly type: "marker";
  readonly number: number;
}

/**
 * Provides VS Code's API for webviews. Call it before the page is loaded.
 * @param receive gets each message and the load time of the document that sent it, which a reload changes
 */
export async function exposeVsCodeApi(
  page: Page,
  receive: (message: unknown, loadedAt: number) => void,
): Promise<void> {
  await page.exposeFunction("sendToFakeHost", receive);
  await page.addInitScript(() => {
    const { sendToFakeHost: send } = window as unknown as { sendToFakeHost: typeof receive };
    const api = {
      postMessage: (message: unknown) => send(message, performance.timeOrigin),
      // VS Code keeps the state across a reload of the window.
      getState: (): unknown => JSON.parse(sessionStorage.getItem("state") ?? "null"),
      setState: (state: unknown) => sessionStorage.setItem("state", JSON.stringify(state)),
    };
    Object.assign(window, { acquireVsCodeApi: () => api });
  });
}

/** Plays the host's side of the protocol with a page in a browser, and records the page's messages. */
export class FakePanelHost {
  readonly received: PageMessage[] = [];
  rows: FakeRows = noRows;
  /** Number of loaded events, if not all of them have rows. */
  loadedCount: number | undefined;
  /** Replies to `details`. By default with the row's fields. */
  details: (id: string) => EventDetails | MissingEvent = (id) => this.ownDetails(id);
  /** Replies to `copy`. By default with the number of these events that are loaded. */
  copy: (params: CopyParams) => number | Promise<number> = ({ ids }) =>
    ids === "unread" ? 0 : this.stillLoaded(ids).length;
  /** Replies to `chart`. By default, there is none. */
  chart: () => Chart | null | Promise<Chart | null> = () => null;
  /** If true, replies are delayed until `release`. */
  holding = false;
  private readonly held: { readonly request: PageRequest; readonly loadedAt: number }[] = [];
  private readonly answering = new Set<Promise<void>>();
  private readonly waiting = new Set<() => void>();
  private sentMarker = 0;
  private receivedMarker = 0;
  private revision = 1;
  private shownRows: RowsParams = firstRows;
  panel = panelState();

  private constructor(private readonly page: Page) {}

  /** Call it before the page is loaded. */
  static async attach(page: Page): Promise<FakePanelHost> {
    const host = new FakePanelHost(page);
    await exposeVsCodeApi(
      page,
      (message, loadedAt) => void host.receive(message as PageMessage | Marker, loadedAt),
    );
    return host;
  }

  /** Like the extension, sends the rows that the page shows, moved with their anchor. */
  get rowsUpdate(): RowsResult {
    const result = this.rowsResult(this.shownRows);
    this.shownRows = movedRows(this.shownRows, result.shift);
    return result;
  }

  async post(message: HostMessage | Record<string, unknown>): Promise<void> {
    await this.page.evaluate((data) => window.dispatchEvent(new MessageEvent("message", { data })), message);
  }

  /** A `query` in the patch also confirms the changes that the page has sent so far. */
  async setPanel(patch: Partial<PanelState>): Promise<void> {
    const queryChange = this.messages("setQuery").at(-1)?.change;
    this.panel = { ...this.panel, ...(patch.query && queryChange && { queryChange }), ...patch };
    await this.post({ type: "update", panel: this.panel });
  }

  /** Sends a new snapshot, as for another service. */
  async reset(rows: FakeRows, panel: PanelState): Promise<void> {
    this.rows = rows;
    this.panel = panel;
    this.shownRows = firstRows;
    await this.post({ type: "snapshot", panel, rows: this.rowsUpdate });
  }

  async setRows(rows: FakeRows): Promise<void> {
    this.rows = rows;
    this.revision++;
    await this.post({ type: "update", panel: this.panel, rows: this.rowsUpdate });
  }

  /** Sends the delayed replies in order, and stops delaying. */
  async release(): Promise<void> {
    this.holding = false;
    for (const { request, loadedAt } of this.held.splice(0)) {
      await this.answer(request, loadedAt);
    }
  }

  messages<T extends PageMessage["type"]>(type: T): Sent<T>[] {
    return this.received.filter((message): message is Sent<T> => message.type === type);
  }

  /** Parameters of all requests with a name. */
  requests<N extends RequestName>(name: N): RequestParams<N>[] {
    return this.messages("request")
      .filter((request) => request.name === name)
      .map(({ params }) => params as RequestParams<N>);
  }

  /** Waits for a message that satisfies `test`. @returns the first one, which may have arrived before */
  async heard<T extends PageMessage["type"]>(
    type: T,
    test: (message: Sent<T>) => boolean = () => true,
  ): Promise<Sent<T>> {
    await this.until(() => this.messages(type).some(test));
    return this.messages(type).find(test) as Sent<T>;
  }

  /** Waits for the `count`th message of a type, counted from 1. */
  async heardNth<T extends PageMessage["type"]>(type: T, count: number): Promise<Sent<T>> {
    await this.until(() => this.messages(type).length >= count);
    return this.messages(type)[count - 1] as Sent<T>;
  }

  /**
   * Waits until everything that the page has sent is received and answered, including messages caused by
   * replies. Call it before asserting that the page hasn't sent something.
   */
  async caughtUp(): Promise<void> {
    let count: number;
    do {
      count = this.received.length;
      const number = ++this.sentMarker;
      await this.page.evaluate(
        (marker) => {
          (window as unknown as { sendToFakeHost: (message: Marker) => void }).sendToFakeHost(marker);
        },
        { type: "marker", number } satisfies Marker,
      );
      await this.until(() => this.receivedMarker >= number);
      await Promise.all(this.answering);
    } while (this.received.length > count);
  }

  /** Waits until `test` returns true, which is called after each message. */
  private async until(test: () => boolean): Promise<void> {
    while (!test()) {
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  private async receive(message: PageMessage | Marker, loadedAt: number): Promise<void> {
    if (message.type === "marker") {
      this.receivedMarker = message.number;
    } else {
      this.received.push(message);
    }
    for (const wake of this.waiting) {
      wake();
    }
    this.waiting.clear();
    if (message.type === "ready") {
      this.shownRows = firstRows;
      this.panel = { ...this.panel, queryChange: 0 };
      await this.postTo(loadedAt, { type: "snapshot", panel: this.panel, rows: this.rowsUpdate });
    } else if (message.type === "copy") {
      const { ids, format } = message;
      const count = await this.copy({ ids, format });
      await this.postTo(loadedAt, { type: "copied", count, requested: ids.length, format });
    } else if (message.type === "request") {
      if (this.holding) {
        this.held.push({ request: message, loadedAt });
      } else {
        await this.answer(message, loadedAt);
      }
    }
  }

  private async answer(request: PageRequest, loadedAt: number): Promise<void> {
    const answered = Promise.resolve(this.resultOf(request)).then((result) =>
      this.postTo(loadedAt, { type: "reply", id: request.id, result }),
    );
    this.answering.add(answered);
    await answered.finally(() => this.answering.delete(answered));
  }

  /** Posts only to the document that sent the message, which may be gone. */
  private async postTo(loadedAt: number, message: HostMessage | Record<string, unknown>): Promise<void> {
    const dispatch = ([data, at]: readonly [unknown, number]): unknown =>
      at === performance.timeOrigin && window.dispatchEvent(new MessageEvent("message", { data }));
    await this.page.evaluate(dispatch, [message, loadedAt] as const).catch(() => undefined);
  }

  private resultOf(request: PageRequest): unknown {
    switch (request.name) {
      case "rows": {
        const result = this.rowsResult(request.params);
        if (request.params.isShown) {
          this.shownRows = movedRows(request.params, result.shift);
        }
        return result;
      }
      case "details":
        return this.details(request.params.id);
      case "stillLoaded":
        return this.stillLoaded(request.params.ids);
      case "chart":
        return this.chart();
    }
  }

  private stillLoaded(ids: readonly string[]): string[] {
    return ids.filter((id) => this.rows.find(id) >= 0);
  }

  private rowsResult({ start, end, anchor }: RowsParams): RowsResult {
    const place = anchor ? this.rows.find(anchor.id) : -1;
    const shift = anchor && place >= 0 ? place - anchor.index : 0;
    const first = Math.max(0, start + shift);
    const last = Math.min(this.rows.count, end + shift);
    const rows = Array.from({ length: Math.max(0, last - first) }, (_, i) => this.rows.at(first + i));
    const { count } = this.rows;
    const eventCount = this.loadedCount ?? Math.max(0, count - 1);
    return { revision: this.revision, rowCount: count, eventCount, start: first, rows, shift };
  }

  private event(id: string): EventRow | undefined {
    const index = this.rows.find(id);
    const row = index < 0 ? undefined : this.rows.at(index);
    return row?.kind === "event" ? row : undefined;
  }

  private get events(): EventRow[] {
    const rows = Array.from({ length: this.rows.count }, (_, index) => this.rows.at(index));
    return rows.filter((row) => row.kind === "event");
  }

  private ownDetails(id: string): EventDetails | MissingEvent {
    const row = this.event(id);
    if (!row) {
      return { kind: "unknown", missing: "gone" };
    }
    const ids = this.events.map((event) => event.id);
    return { ...detailsOf(row), position: { number: ids.indexOf(id) + 1, count: ids.length } };
  }
}

/** A row's event, as the service would send it. */
export function detailsOf({ publishedMs, company, amount, ...shown }: EventRow): EventDetails {
  const json = JSON.stringify({
    ...shown,
    kind: undefined,
    published_at: publishedMs === undefined ? undefined : new Date(publishedMs).toISOString(),
    company: {
      role: "primary_subject",
      name: company,
      domain: "novagrid.example",
      entity_id: "ent_9f8e7d",
      industry: "Energy storage",
      location: "Berlin, Germany",
    },
    event_data: {
      amount,
      round: "Series B",
      lead_investor: "Terra Ventures",
      investors: ["Terra Ventures", "Blue Harbor", "Kestrel"],
      valuation: 310_000_000,
      use_of_funds: { summary: "Expansion", regions: ["EU", "US"], approved: true },
    },
    event_id: `alt_${shown.id}`,
  });
  return { kind: "known", event: parseEvent(json) ?? { id: shown.id }, json };
}

/** States of the page that must look right in every language and theme. */
import type { Page } from "playwright-core";
import { parseEvent } from "../../src/service/decode";
import type { EventDetails, EventRow, Row } from "../../src/shared/feedState";
import type { PanelState } from "../../src/shared/protocol";
import { baseMs, chartSpan, type FakePanelHost, panelState, rowsOf } from "../support/page/fakePanelHost";
import { scrollTo } from "../support/page/gridView";

/** Has no Latin letters, so that any Latin letter on the page is untranslated text. */
function row(n: number): EventRow {
  const types = ["funding", "acquisition", "ipo", "executive_change", "layoffs", "partnership", "shutdown"];
  return {
    kind: "event",
    id: String(n),
    publishedMs: baseMs + n * 60_000,
    type: n % 9 === 8 ? "新種" : (types[n % 7] ?? ""),
    title: `${n} 東京の企業が資金を調達`,
    subhead: "既存の投資家が参加",
    company: "日立製作所",
    sector: "金融",
    ...(n % 3 === 0 && { amount: 1_000_000 + n * 12_345 }),
    confidence: (n % 20) / 20,
  };
}

function details({ publishedMs = 0, amount, ...shown }: EventRow): EventDetails {
  const json = JSON.stringify({
    ...shown,
    kind: undefined,
    published_at: new Date(publishedMs).toISOString(),
    company: {
      name: "日立製作所",
      domain: "例え.テスト",
      entity_id: "42",
      industry: "電機",
      location: "東京",
    },
    event_data: { amount, round: "二", lead_investor: "投資家", investors: ["投資家", "銀行"] },
  });
  return { kind: "known", event: parseEvent(json) ?? { id: shown.id }, json };
}

const day: Row = { kind: "day", day: "2026-11-14" };
const rows = (count: number): Row[] => [day, ...Array.from({ length: count }, (_, i) => row(count - i))];

const connection = { name: "東京", sample: false };
const facets = {
  types: [{ value: "funding", count: 812 }],
  sectors: [{ value: "金融", count: 1500 }],
};
const panel = (patch: Partial<PanelState> = {}): PanelState => panelState({ connection, facets, ...patch });

const filtered: PanelState["query"] = {
  window: { kind: "last", days: 7 },
  types: ["funding", "ipo"],
  sector: "金融",
  minAmount: 10_000_000,
};
const before = { sinceMs: baseMs - 21 * 86_400_000, untilMs: baseMs - 7 * 86_400_000 };
const gap = { kind: "gap", sinceMs: baseMs - 11_520_000, untilMs: baseMs } as const;

export interface State {
  readonly rows?: readonly Row[];
  readonly panel?: Partial<PanelState>;
  readonly details?: FakePanelHost["details"];
  /** Number of loaded events, if not all of them have rows. */
  readonly loadedCount?: number;
  /** Brings the page into the state. */
  readonly arrive?: (page: Page, host: FakePanelHost) => Promise<unknown>;
}

const event = (page: Page, n: number) => page.locator(`[data-event-id="${n}"]`);
const openDetails = async (page: Page, n: number): Promise<void> => {
  await event(page, n).click();
  await page.locator("details-pane :is(dl, .note)").first().waitFor();
};

/** States of the panel, such as activities and problems. */
const panels: Readonly<Record<string, Partial<PanelState>>> = {
  "more is available": {},
  complete: { completeness: { kind: "complete", before } },
  "complete, no earlier dates": { completeness: { kind: "complete" } },
  "the limit is reached": { completeness: { kind: "limit", maxEvents: 1000 } },
  "a gap": { completeness: { kind: "gap", before } },
  filtered: { query: filtered, malformed: 3 },
  "an end": {
    query: {
      window: { kind: "fixed", since: "2026-11-01T00:00:00.000Z", until: "2026-11-14T12:00:00.000Z" },
      types: [],
    },
  },
  "a start": { query: { window: { kind: "fixed", since: "2025-11-01T00:00:00.000Z" }, types: [] } },
  "a day": { query: { window: { kind: "last", days: 1 }, types: [] } },
  sample: { connection: { ...connection, sample: true } },
  publications: { query: { window: { kind: "last", days: 7 }, types: [], source: "publications" } },
  "previous results": { content: "previous", activity: { kind: "first", pages: 0, events: 0 } },
  "loading older": { activity: { kind: "older", pages: 2, events: 80 } },
  refreshing: { activity: { kind: "refresh", pages: 2, events: 1 } },
  "loading a gap": { activity: { kind: "gap", pages: 2, events: 80 } },
  "loading the window": {
    activity: {
      kind: "window",
      pages: 12,
      events: 4800,
      percentage: 21,
    },
  },
  "live, checking": { live: { kind: "checking" } },
  live: { live: { kind: "waiting", nextInMs: 20_000, checkedAgoMs: 12_000 } },
  "live, failing": {
    live: { kind: "waiting", nextInMs: 20_000, failing: true, checkedAgoMs: 120_000 },
    problem: { kind: "offline", action: "live", message: "…" },
  },
  paused: { live: { kind: "paused", checkedAgoMs: 0 } },
  "live, stopped": {
    live: { kind: "stopped" },
    problem: { kind: "key", action: "everything", message: "…" },
  },
  ...Object.fromEntries(
    (["offline", "unavailable", "key", "connection", "removed", "service"] as const).map((kind) => [
      `problem: ${kind}`,
      { problem: { kind, action: "older" as const, message: "…" } },
    ]),
  ),
};

export const states: Readonly<Record<string, State>> = {
  "first loading": { rows: [], panel: { content: "none", activity: { kind: "first", pages: 0, events: 0 } } },
  empty: { rows: [], panel: { query: filtered } },
  "empty and complete": { rows: [], panel: { completeness: { kind: "complete", before } } },
  "empty from a date": {
    rows: [],
    panel: { query: { window: { kind: "fixed", since: "2026-11-01T00:00:00.000Z" }, types: ["funding"] } },
  },
  "no match": {
    rows: [],
    panel: { inView: 0, view: { text: "山", matches: 0, searching: false } },
    loadedCount: 12,
  },
  "nothing in the zoom": {
    rows: [],
    panel: {
      inView: 0,
      view: {
        text: "",
        searching: false,
        span: { sinceMs: baseMs, untilMs: baseMs + 3_600_000 },
      },
    },
    loadedCount: 12,
  },
  ...Object.fromEntries(
    (["offline", "unavailable", "key", "connection", "removed", "service"] as const).map((kind) => [
      `${kind}, without rows`,
      {
        rows: [],
        panel: {
          content: "none" as const,
          problem: { kind, action: "first" as const, message: "…" },
        },
      },
    ]),
  ),
  matches: {
    panel: { view: { text: "東", matches: 2345, searching: false } },
    arrive: (page) => page.locator(".title mark").first().waitFor(),
  },
  "one match": {
    panel: { view: { text: "東", matches: 1, searching: false } },
    arrive: (page) => page.locator(".title mark").first().waitFor(),
  },
  searching: { panel: { view: { text: "東", searching: true } } },
  gaps: {
    rows: [
      day,
      { ...gap, filling: true },
      row(2),
      { ...gap, sinceMs: gap.sinceMs - 1, filling: false },
      row(-200),
    ],
  },
  "without date, title, company": { rows: [{ kind: "day" }, { kind: "event", id: "1" }] },
  sorted: {
    rows: [8, 6, 3].map((n) => ({ ...row(n), publishedMs: baseMs - n * 40 * 86_400_000 })),
    panel: { view: { text: "", searching: false, sort: { by: "amount", descending: true } } },
  },
  "saved feed": {
    rows: [
      day,
      { ...row(9), isUnread: true },
      { kind: "unread", state: "unread", inView: 1, count: 1, atLeast: false },
      row(8),
    ],
    panel: { savedFeed: { id: "1", name: "東京" }, companyCount: 42 },
  },
  "saved feed, all companies": {
    panel: {
      savedFeed: { id: "1", name: "東京" },
      companyCount: 42,
      view: { text: "", searching: false, allCompanies: true },
    },
  },
  zoomed: {
    panel: {
      view: {
        text: "",
        searching: false,
        span: { sinceMs: baseMs - 86_400_000, untilMs: baseMs },
      },
    },
  },
  ...Object.fromEntries(Object.entries(panels).map(([name, patch]) => [name, { panel: patch }])),
  // The remaining states need user actions.
  details: { arrive: (page) => openDetails(page, 10) },
  "details of a kind with an amount": { arrive: (page) => openDetails(page, 9) },
  "details of an event without anything": {
    rows: [{ kind: "day" }, { kind: "event", id: "1" }],
    details: () => ({ kind: "known", event: { id: "1" }, json: '{"id":"1"}' }),
    arrive: (page) => openDetails(page, 1),
  },
  "details of an event of which only the title is available": {
    details: (id) => ({ kind: "known", event: { id }, json: "{}", titleOnly: true, missing: "unlisted" }),
    arrive: (page) => openDetails(page, 10),
  },
  ...Object.fromEntries(
    (["gone", "notLoaded"] as const).map((missing) => [
      `details that are missing: ${missing}`,
      {
        details: () => ({ kind: "unknown" as const, missing }),
        arrive: (page: Page) => openDetails(page, 10),
      },
    ]),
  ),
  chart: {
    arrive: async (page, host) => {
      host.chart = () => ({
        ...chartSpan(baseMs - 7 * 86_400_000, baseMs, 120),
        missing: [{ sinceMs: baseMs - 7 * 86_400_000, untilMs: baseMs - 5 * 86_400_000 }],
        types: [
          { type: "funding", counts: Array.from({ length: 120 }, (_, i) => i % 5) },
          { type: "新種", counts: Array.from({ length: 120 }, (_, i) => i % 3) },
          { type: "12", counts: Array.from({ length: 120 }, (_, i) => i % 2) },
        ],
      });
      await host.setRows(rowsOf(rows(13)));
      const { width = 0 } = page.viewportSize() ?? {};
      await (width < 520 ? undefined : page.locator("events-chart svg rect").first().waitFor());
    },
  },
  "new events": {
    rows: rows(300),
    arrive: async (page, host) => {
      await event(page, 300).waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("End");
      await event(page, 1).waitFor();
      await host.setPanel({ newEventCount: 12 });
      await host.setRows(rowsOf(rows(312)));
    },
  },
  selection: {
    arrive: async (page) => {
      await event(page, 12).click({ modifiers: ["Control"] });
      await event(page, 10).click({ modifiers: ["Control"] });
    },
  },
  // Last, because the message stays for a few seconds.
  copied: {
    arrive: async (page) => {
      await event(page, 10).click();
      await page.keyboard.press("Control+c");
    },
  },
};

/** Brings a page from any state into another. */
export async function bringInto(page: Page, host: FakePanelHost, state: State): Promise<void> {
  // End a selection, and close details.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await scrollTo(page, 0);
  host.details = state.details ?? ((id) => details(row(Number(id))));
  host.loadedCount = state.loadedCount;
  await host.reset(rowsOf(state.rows ?? rows(12)), panel(state.panel));
  await state.arrive?.(page, host);
}

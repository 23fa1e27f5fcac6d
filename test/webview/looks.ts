/** The states of the feed panel's page that are to look right. */
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import {
  baseMs,
  chartSpan,
  eventRow,
  type FakePanelHost,
  manyRows,
  noRows,
  panelState,
  type FakeRows,
  rowsOf,
} from "../support/page/fakePanelHost";
import { SampleFeed } from "./sampleFeed";
import { boxesSettle } from "../support/page/waiting";

export interface Look {
  readonly prepare?: (host: FakePanelHost) => unknown;
  /** Brings the page into the state. */
  readonly arrive: (page: Page, host: FakePanelHost) => Promise<unknown>;
  /** Below this width or height, in CSS pixels, the page does not show it. */
  readonly minSize?: { readonly width: number; readonly height: number };
}

const sample = new SampleFeed();
const chartSize = { width: 520, height: 460 };
const many = manyRows(500);

const filtered: PanelState["query"] = {
  window: { kind: "last", days: 7 },
  types: ["funding", "ipo"],
  sector: "Fintech",
  minAmount: 10_000_000,
};
const fourTypes: PanelState["query"] = {
  window: { kind: "last", days: 7 },
  types: ["funding", "acquisition", "executive_change", "product_launch"],
  sector: "Artificial intelligence",
  minAmount: 10_000_000,
};
const before = { sinceMs: baseMs - 21 * 86_400_000, untilMs: baseMs - 7 * 86_400_000 };

function withRows(rows: FakeRows, patch: Partial<PanelState> = {}): (host: FakePanelHost) => void {
  return (host) => {
    host.rows = rows;
    host.panel = panelState(patch);
  };
}

function problemWithoutRows(kind: "key" | "offline" | "unavailable", message: string) {
  const problem = { kind, action: "first", message } as const;
  return withRows(noRows, { content: "none", problem });
}

function event(page: Page, n: number) {
  return page.locator(`[data-event-id=evt_${n}]`);
}

async function openDetails(page: Page): Promise<void> {
  await event(page, 495).click();
  await page.getByRole("region", { name: "Event details" }).getByText("Terra Ventures, Blue").waitFor();
}

/** In a narrow panel they are behind a button. */
async function openFilters(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < chartSize.width) {
    await page.getByRole("button", { name: /^Filters/ }).click();
  }
}

/** Rows and, where there is space for it, the chart. */
async function rowsShown(page: Page): Promise<void> {
  await page.locator("[data-event-id]").first().waitFor();
  const { width, height } = page.viewportSize() ?? chartSize;
  if (width >= chartSize.width && height >= chartSize.height) {
    await page.locator(".chart-canvas canvas").waitFor();
  }
  await boxesSettle(page);
}

/** Without rows, or at the end of them. */
const ends: Readonly<Record<string, Look>> = {
  "first loading": {
    prepare: withRows(noRows, { content: "none", activity: { kind: "first", pages: 0, events: 0 } }),
    arrive: (page) => page.getByRole("status").getByText("Loading events…").waitFor(),
  },
  empty: {
    prepare: withRows(noRows, { query: filtered }),
    arrive: (page) => page.getByText("No events found yet that match these filters").waitFor(),
  },
  "problem without rows": {
    prepare: problemWithoutRows("key", "api.example.com refused the API key of Acme production."),
    arrive: (page) => page.getByRole("button", { name: "Set API Key…" }).waitFor(),
  },
  offline: {
    prepare: problemWithoutRows("offline", "Couldn't reach api.example.com."),
    arrive: (page) => page.getByRole("button", { name: "Retry" }).waitFor(),
  },
  unavailable: {
    prepare: problemWithoutRows("unavailable", "api.example.com had a failure (500)."),
    arrive: (page) => page.getByRole("alert").getByText("had a failure (500)").waitFor(),
  },
  "end of the window": {
    prepare: withRows(manyRows(12), { completeness: { kind: "complete", before } }),
    arrive: (page) => page.getByText("Complete since").waitFor(),
  },
  limit: {
    prepare: withRows(manyRows(12), { completeness: { kind: "limit", maxEvents: 1000 } }),
    arrive: (page) =>
      page.locator(".end-text").getByText("Limit of 1,000 events across all feeds reached").waitFor(),
  },
  stopped: {
    prepare: withRows(manyRows(3), {
      completeness: { kind: "stopped", message: "Paging stopped: the service repeated a page." },
    }),
    arrive: (page) => page.locator(".end-text").getByText("Paging stopped").waitFor(),
  },
};

const lists: Readonly<Record<string, Look>> = {
  rows: { prepare: withRows(many), arrive: (page) => event(page, 499).waitFor() },
  chart: {
    minSize: chartSize,
    prepare: (host) => {
      host.rows = many;
      const span = chartSpan(baseMs - 36_000_000, baseMs, 10);
      const counts = Array.from({ length: 10 }, (_, n) => n);
      host.chart = () => ({
        ...span,
        types: ["funding", "ipo"].map((type) => ({ type, counts })),
        missing: [{ sinceMs: span.sinceMs, untilMs: span.sinceMs + 7_200_000 }],
        raised: { amounts: counts.map((n) => n * 1_000_000), counts },
      });
    },
    arrive: (page) => page.locator(".chart-canvas canvas").waitFor(),
  },
  "sorted rows and the columns": {
    prepare: withRows(rowsOf(Array.from({ length: 40 }, (_, n) => eventRow(n))), {
      view: { text: "", searching: false, sort: { by: "amount", descending: true } },
    }),
    arrive: async (page) => {
      await page.getByText("Sorted by amount").waitFor();
      await page.getByRole("grid").getByRole("columnheader", { name: "Amount" }).click({ button: "right" });
      await page.getByRole("dialog", { name: "Columns" }).waitFor();
    },
  },
  "a filter to undo and the day on top": {
    prepare: withRows(rowsOf(Array.from({ length: 90 }, (_, n) => eventRow(-n)))),
    arrive: async (page, host) => {
      await boxesSettle(page);
      await event(page, -2).click({ modifiers: ["Control"] });
      // As its context menu does.
      await host.post({ type: "eventAction", action: "onlyThisType", inDetails: false });
      await host.setPanel({ query: (await host.heard("setQuery")).query });
      await page.getByText("Showing only").waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("End");
      await page.locator(".sticky-day").waitFor();
    },
  },
  "previous query": {
    prepare: withRows(many, {
      content: "previous",
      query: filtered,
      activity: { kind: "first", pages: 0, events: 0 },
    }),
    arrive: (page) => event(page, 499).waitFor(),
  },
  "problem with rows": {
    prepare: withRows(many, {
      problem: {
        kind: "offline",
        action: "older",
        message: "Couldn't reach api.example.com: the host name could not be resolved.",
      },
    }),
    arrive: (page) => event(page, 499).waitFor(),
  },
  waiting: {
    prepare: withRows(manyRows(30), {
      activity: {
        kind: "older",
        pages: 3,
        events: 120,
        waiting: { message: "The service is busy.", inMs: 60_000 },
      },
    }),
    arrive: (page) => page.getByRole("button", { name: "Retry Now" }).waitFor(),
  },
  "selected and copied": {
    prepare: withRows(many),
    arrive: async (page) => {
      await event(page, 495).click({ modifiers: ["Control"] });
      await event(page, 493).click({ modifiers: ["Control"] });
      await page.getByText("2 selected").waitFor();
      await page.keyboard.press("Control+c");
      await page.getByRole("status").getByText("Copied 2 events").waitFor();
    },
  },
  "search hits": {
    prepare: withRows(many, { view: { text: "t", matches: 500, searching: false } }),
    arrive: async (page) => {
      await openDetails(page);
      await event(page, 493).locator(".title mark").first().waitFor();
    },
  },
  gap: {
    prepare: (host) => {
      const gap = { kind: "gap", sinceMs: baseMs - 11_520_000, untilMs: baseMs } as const;
      host.rows = rowsOf([
        { kind: "day", day: "2026-11-14" },
        { ...gap, filling: true },
        eventRow(2),
        { ...gap, sinceMs: gap.sinceMs - 1, filling: false },
        eventRow(-200),
      ]);
      host.panel = panelState({ activity: { kind: "gap", pages: 2, events: 80 } });
    },
    arrive: async (page) => {
      await event(page, 2).click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("ArrowDown");
      await page.getByText("Loading…").waitFor();
    },
  },
};

const filters: Readonly<Record<string, Look>> = {
  "filters and sample": {
    prepare: withRows(many, {
      query: filtered,
      connection: { name: "Sample", origin: "http://127.0.0.1:1", sample: true },
      malformed: 3,
      completeness: { kind: "complete", before },
    }),
    arrive: (page) => page.getByText("3 events couldn't be read").waitFor(),
  },
  suggestions: {
    prepare: withRows(many),
    arrive: async (page) => {
      await openFilters(page);
      await page.getByLabel("Types", { exact: true }).fill("i");
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { name: "IPO" }).waitFor();
    },
  },
  "bad entry": {
    prepare: withRows(many),
    arrive: async (page) => {
      await openFilters(page);
      await page.getByLabel("Minimum amount (USD)").fill("lots");
      await page.keyboard.press("Enter");
      await page.getByText("Enter an amount such as").waitFor();
    },
  },
  chips: { prepare: (host) => sample.show(host, { query: fourTypes }), arrive: rowsShown },
  "time range open": {
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      await openFilters(page);
      await page.getByLabel("Time range", { exact: true }).click();
      await page.getByRole("option", { name: "Yesterday", exact: true }).waitFor();
    },
  },
};

const details: Readonly<Record<string, Look>> = {
  details: {
    prepare: withRows(many),
    arrive: async (page) => {
      await openDetails(page);
      await page.getByText("Raw JSON", { exact: true }).click();
      await page.getByText('"published_at"').waitFor();
      await page.getByRole("grid").focus();
    },
  },
  "event that can't be refreshed": {
    prepare: withRows(many),
    arrive: async (page, host) => {
      await event(page, 495).click();
      const message = "api.example.com is unavailable (503): The source of the feed is briefly unavailable.";
      await host.setPanel({ eventRead: { id: "evt_495", kind: "failed", message, canRetry: true } });
      await page.getByRole("button", { name: "Retry" }).waitFor();
    },
  },
  "details of the sample": {
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      await page.locator("[data-event-id] .title").nth(2).click();
      await page.getByRole("region", { name: "Event details" }).locator("dl").first().waitFor();
    },
  },
};

/** A feed as people see it. */
const feeds: Readonly<Record<string, Look>> = {
  sample: { prepare: (host) => sample.show(host), arrive: rowsShown },
  "entire window": {
    prepare: (host) => {
      const progress = { days: 1.9, ofDays: 7 };
      return sample.show(host, { activity: { kind: "window", pages: 3, events: 1440, progress } });
    },
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByRole("status").getByText("27 %").waitFor();
    },
  },
  "saved feed": {
    prepare: async (host) => {
      const savedFeed = { id: "0", name: "Portfolio" };
      await sample.show(host, { savedFeed, localFilter: { companies: 42 }, inView: 214 });
      const own = Array.from({ length: host.rows.count }, (_, index) => host.rows.at(index));
      const unread = own
        .slice(0, 5)
        .map((row) => (row.kind === "event" ? { ...row, isUnread: true as const } : row));
      host.rows = rowsOf([...unread, { kind: "unread", count: 4 }, ...own.slice(5)]);
    },
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByText("4 unread").waitFor();
    },
  },
};

export const looks: Readonly<Record<string, Look>> = { ...ends, ...lists, ...filters, ...details, ...feeds };

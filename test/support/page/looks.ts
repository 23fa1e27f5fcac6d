/** The states of the feed panel's page that are to look right. */
import type { Page } from "playwright-core";
import type { PanelState } from "../../../src/shared/protocol";
import {
  baseMs,
  detailsOf as detailsOfRow,
  eventRow,
  type FakePanelHost,
  manyRows,
  noRows,
  panelState,
  rowsOf,
} from "./fakePanelHost";
import { scrollTo } from "./gridView";
import { SampleFeed } from "./sampleFeed";
import { layoutSettles } from "./waiting";

const filtered: PanelState["query"] = {
  window: { kind: "last", days: 7 },
  types: ["funding", "ipo"],
  sector: "Fintech",
  minAmount: 10_000_000,
};

export interface Look {
  readonly prepare?: (host: FakePanelHost) => unknown;
  /** Brings the page into the state. */
  readonly arrive: (page: Page, host: FakePanelHost) => Promise<unknown>;
  /** Below this width or height, in CSS pixels, the page does not show it. */
  readonly minSize?: { readonly width: number; readonly height: number };
}

const sample = new SampleFeed();
const rowHeightPx = 22;
const chartSize = { width: 520, height: 460 };
/** Rows and, where there is space for it, the chart. */
async function rowsShown(page: Page): Promise<void> {
  await page.locator("[data-event-id]").first().waitFor();
  const { width, height } = page.viewportSize() ?? chartSize;
  if (width >= chartSize.width && height >= chartSize.height) {
    await page.locator(".chart-canvas canvas").waitFor();
  }
  await layoutSettles(page);
}
/** As the extension does: until then the page shows the rows as those of the previous query. */
async function confirmQuery(host: FakePanelHost): Promise<void> {
  await host.setPanel({ query: (await host.heard("setQuery")).query });
}
/** As the context menu of a row does. */
async function narrowToType(page: Page, host: FakePanelHost, row: number): Promise<void> {
  await page
    .locator("[data-event-id]")
    .nth(row)
    .click({ modifiers: ["Control"] });
  await host.post({ type: "eventAction", action: "onlyThisType", inDetails: false });
  await confirmQuery(host);
}

function detailsOf(type: string): Look {
  return {
    prepare: (host) => sample.show(host),
    arrive: async (page, host) => {
      const id = sample.newest(type);
      await rowsShown(page);
      await scrollTo(page, Math.max(0, host.rows.find(id) - 4) * rowHeightPx);
      await page.locator(`[data-event-id="${id}"] .title`).click();
      await page.getByRole("region", { name: "Event details" }).locator("dl").first().waitFor();
    },
  };
}
/** Of each state that is hard to find in the sample. */
const plainLooks: Readonly<Record<string, Look>> = {
  "first loading": {
    prepare: (host) =>
      (host.panel = panelState({ content: "none", activity: { kind: "first", pages: 0, events: 0 } })),
    arrive: (page) => page.getByRole("status").getByText("Loading events…").waitFor(),
  },
  rows: {
    prepare: (host) => (host.rows = manyRows(500)),
    arrive: (page) => page.locator("[data-event-id=evt_499]").waitFor(),
  },
  chart: {
    minSize: chartSize,
    prepare: (host) => {
      host.rows = manyRows(500);
      const span = { sinceMs: baseMs - 36_000_000, untilMs: baseMs };
      const counts = Array.from({ length: 10 }, (_, n) => n);
      host.chart = () => ({
        ...span,
        types: [
          { type: "funding", counts },
          { type: "ipo", counts },
        ],
        missing: [{ sinceMs: span.sinceMs, untilMs: span.sinceMs + 7_200_000 }],
        earlier: { sinceMs: baseMs - 7 * 86_400_000, untilMs: span.sinceMs },
        raised: { amounts: counts.map((n) => n * 1_000_000), counts },
      });
    },
    arrive: (page) => page.getByRole("button", { name: "Load earlier events" }).waitFor(),
  },
  "sorted rows and the columns": {
    prepare: (host) => {
      host.rows = rowsOf(Array.from({ length: 40 }, (_, n) => eventRow(n)));
      host.panel = panelState({
        view: { text: "", searching: false, sort: { by: "amount", descending: true } },
      });
    },
    arrive: async (page) => {
      await page.getByText("Sorted by amount").waitFor();
      await page.getByRole("columnheader", { name: "Amount" }).click({ button: "right" });
      await page.getByRole("dialog", { name: "Columns" }).waitFor();
    },
  },
  "a filter to undo and the day on top": {
    prepare: (host) => {
      host.rows = rowsOf(Array.from({ length: 90 }, (_, n) => eventRow(-n)));
    },
    arrive: async (page, host) => {
      await layoutSettles(page);
      await narrowToType(page, host, 2);
      await page.getByText("Showing only").waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("End");
      await page.locator(".sticky-day").waitFor();
    },
  },
  "filters and sample": {
    prepare: (host) => {
      host.rows = manyRows(500);
      host.panel = panelState({
        query: filtered,
        connection: { name: "Sample", origin: "http://127.0.0.1:1", sample: true },
        malformed: 3,
        completeness: {
          kind: "complete",
          before: { sinceMs: baseMs - 21 * 86_400_000, untilMs: baseMs - 7 * 86_400_000 },
        },
      });
    },
    arrive: (page) => page.getByText("3 events couldn't be read").waitFor(),
  },
  suggestions: {
    prepare: (host) => (host.rows = manyRows(500)),
    arrive: async (page) => {
      await page.getByLabel("Types", { exact: true }).fill("i");
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { name: "IPO" }).waitFor();
    },
  },
  "bad entry": {
    prepare: (host) => (host.rows = manyRows(500)),
    arrive: async (page) => {
      await page.getByLabel("Minimum amount (USD)").fill("lots");
      await page.keyboard.press("Enter");
      await page.getByText("Enter an amount such as").waitFor();
    },
  },
  details: {
    prepare: (host) => (host.rows = manyRows(500)),
    arrive: async (page) => {
      await page.locator("[data-event-id=evt_495]").click();
      await page
        .getByRole("region", { name: "Event details" })
        .getByText("Terra Ventures, Blue Harbor")
        .waitFor();
      await page.getByText("Raw JSON", { exact: true }).click();
      await page.getByText('"published_at"').waitFor();
      await page.getByRole("grid").focus();
    },
  },
  "event out of the time range": {
    prepare: (host) => {
      host.rows = manyRows(500);
      host.details = () => ({ ...detailsOfRow(eventRow(480)), missing: "outsideTimeRange" });
    },
    arrive: async (page, host) => {
      await page.locator("[data-event-id]").first().waitFor();
      await host.post({ type: "showEvent", event: { id: "evt_480" } });
      await page.getByRole("button", { name: "Show around it" }).waitFor();
    },
  },
  "event that can't be refreshed": {
    prepare: (host) => (host.rows = manyRows(500)),
    arrive: async (page, host) => {
      await page.locator("[data-event-id=evt_495]").click();
      const message =
        "api.example.com:443 is unavailable (503): The source of the feed is briefly unavailable; try again in a minute.";
      await host.setPanel({ eventRead: { id: "evt_495", kind: "failed", message, canRetry: true } });
      await page.getByRole("button", { name: "Retry" }).waitFor();
    },
  },
  "event with a title only": {
    prepare: (host) => {
      host.rows = rowsOf([
        { kind: "day", day: "2026-11-14" },
        {
          kind: "event",
          id: "evt_1",
          title: "NovaGrid raises $42M",
          publishedMs: eventRow(1).publishedMs ?? 0,
        },
      ]);
      host.details = (id) => ({
        event: { id, title: "NovaGrid raises $42M" },
        json: JSON.stringify({ id, title: "NovaGrid raises $42M" }),
        titleOnly: true,
      });
    },
    arrive: async (page) => {
      await page.locator("[data-event-id=evt_1]").click();
      await page.getByText("Only the title of this event is available.").waitFor();
    },
  },
  "previous query": {
    prepare: (host) => {
      host.rows = manyRows(500);
      host.panel = panelState({
        content: "previous",
        query: filtered,
        activity: { kind: "first", pages: 0, events: 0 },
      });
    },
    arrive: (page) => page.locator("[data-event-id=evt_499]").waitFor(),
  },
  empty: {
    prepare: (host) => (host.panel = panelState({ query: filtered })),
    arrive: (page) => page.getByText("No events found yet that match these filters").waitFor(),
  },
  "problem with rows": {
    prepare: (host) => {
      host.rows = manyRows(500);
      host.panel = panelState({
        problem: {
          kind: "offline",
          action: "older",
          reason: "Not reachable",
          message: "Couldn't reach api.example.com: the host name could not be resolved.",
        },
      });
    },
    arrive: (page) => page.locator("[data-event-id=evt_499]").waitFor(),
  },
  "problem without rows": {
    prepare: (host) => {
      host.rows = noRows;
      host.panel = panelState({
        content: "none",
        problem: {
          kind: "key",
          action: "first",
          reason: "Not reachable",
          message: "api.example.com refused the API key of Acme production.",
        },
      });
    },
    arrive: (page) => page.getByRole("button", { name: "Set API Key…" }).waitFor(),
  },
  waiting: {
    prepare: (host) => {
      host.rows = manyRows(30);
      host.panel = panelState({
        activity: {
          kind: "older",
          pages: 3,
          events: 120,
          waiting: { message: "The service is busy.", untilMs: Date.now() + 60_000 },
        },
      });
    },
    arrive: (page) => page.getByText(/Retrying in \d+ s/).waitFor(),
  },
  selection: {
    prepare: (host) => (host.rows = manyRows(500)),
    arrive: async (page) => {
      await page.locator("[data-event-id=evt_495]").click({ modifiers: ["Control"] });
      await page.locator("[data-event-id=evt_493]").click({ modifiers: ["Control"] });
      await page.getByRole("button", { name: "Copy selected events" }).waitFor();
    },
  },
  "search hits": {
    prepare: (host) => {
      host.rows = manyRows(500);
      host.panel = panelState({ view: { text: "t", matches: 500, searching: false } });
    },
    arrive: async (page) => {
      await page.locator("[data-event-id=evt_495]").click();
      await page.getByRole("region", { name: "Event details" }).getByText("Terra Ventures, Blue").waitFor();
      await page.locator("[data-event-id=evt_493] .title mark").first().waitFor();
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
      await page.locator("[data-event-id=evt_2]").click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("ArrowDown");
      await page.getByText("Loading…").waitFor();
    },
  },
  offline: {
    prepare: (host) => {
      host.panel = panelState({
        content: "none",
        problem: {
          kind: "offline",
          action: "first",
          reason: "Not reachable",
          message: "Couldn't reach api.example.com.",
        },
      });
    },
    arrive: (page) => page.getByRole("button", { name: "Retry" }).waitFor(),
  },
  unavailable: {
    prepare: (host) => {
      host.panel = panelState({
        content: "none",
        problem: {
          kind: "unavailable",
          action: "first",
          reason: "Not reachable",
          message: "api.example.com had a failure (500).",
        },
      });
    },
    arrive: (page) => page.getByRole("paragraph").getByText("had a failure (500)").waitFor(),
  },
  "end of the window": {
    prepare: (host) => {
      host.rows = manyRows(12);
      host.panel = panelState({
        completeness: {
          kind: "complete",
          before: { sinceMs: baseMs - 21 * 86_400_000, untilMs: baseMs - 7 * 86_400_000 },
        },
      });
    },
    arrive: (page) => page.getByText("Complete since").waitFor(),
  },
  limit: {
    prepare: (host) => {
      host.rows = manyRows(12);
      host.panel = panelState({ completeness: { kind: "limit", maxEvents: 1000 } });
    },
    arrive: (page) =>
      page.locator(".end-text").getByText("Limit of 1,000 events across all feeds reached").waitFor(),
  },
  "complete but for a gap": {
    prepare: (host) => {
      host.rows = manyRows(12);
      host.panel = panelState({ completeness: { kind: "gap", before: { sinceMs: 0, untilMs: 1 } } });
    },
    arrive: (page) => page.getByRole("status").getByText("some newer events not loaded").waitFor(),
  },
  stopped: {
    prepare: (host) => {
      host.rows = manyRows(3);
      host.panel = panelState({
        completeness: { kind: "stopped", message: "Paging stopped: the service repeated a page." },
      });
    },
    arrive: (page) => page.locator(".end-text").getByText("Paging stopped").waitFor(),
  },
};

/** With events of the sample. */
const sampleLooks: Readonly<Record<string, Look>> = {
  sample: { prepare: (host) => sample.show(host), arrive: rowsShown },
  "time range open": {
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByLabel("Time range", { exact: true }).click();
      await page.getByRole("option", { name: "Yesterday", exact: true }).waitFor();
    },
  },
  "time range refused": {
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByLabel("Time range", { exact: true }).click();
      await page.getByLabel("From", { exact: true }).fill("someday");
      await page.keyboard.press("Enter");
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  "amount over time": {
    minSize: chartSize,
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByTitle("Show the sum of funding amounts").click();
      await page.getByRole("button", { name: "Load earlier events" }).waitFor();
    },
  },
  "part of the chart": {
    minSize: chartSize,
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      await page.locator(".u-over").hover();
      await page.locator(".chart-span").waitFor();
    },
  },
  "sorted by amount": {
    prepare: (host) => {
      const sort = { by: "amount", descending: true } as const;
      return sample.show(host, { view: { text: "", searching: false, sort } }, { sort });
    },
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByText("Sorted by amount").waitFor();
    },
  },
  columns: {
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByRole("columnheader", { name: "Amount" }).click({ button: "right" });
      await page.getByRole("dialog", { name: "Columns" }).waitFor();
    },
  },
  "narrowed to a type": {
    prepare: (host) => sample.show(host),
    arrive: async (page, host) => {
      await rowsShown(page);
      await narrowToType(page, host, 3);
      await page.getByText("Showing only").waitFor();
      await page.locator("[data-event-id]").nth(5).hover();
    },
  },
  "entire window": {
    prepare: (host) =>
      sample.show(host, {
        activity: {
          kind: "window",
          pages: 3,
          events: 1440,
          progress: { startedAt: Date.now() - 7000, days: 1.9, ofDays: 7 },
        },
      }),
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByRole("status").getByText("27 %").waitFor();
    },
  },
  "live updates fail": {
    prepare: (host) =>
      sample.show(host, {
        live: {
          kind: "waiting",
          failing: true,
          nextAt: Date.now() + 600_000,
          checkedAt: Date.now() - 60_000,
        },
        problem: {
          kind: "offline",
          action: "live",
          reason: "Not reachable",
          message: "Couldn't reach api.example.com: the host name could not be resolved.",
        },
      }),
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByRole("status").getByText("Couldn't reach").waitFor();
    },
  },
  "key refused with rows": {
    prepare: (host) =>
      sample.show(host, {
        live: { kind: "stopped" },
        problem: {
          kind: "key",
          action: "everything",
          reason: "Not reachable",
          message:
            "api.example.com rejected the API key (401): it was revoked on 14 Nov by an administrator.",
        },
      }),
    arrive: async (page) => {
      await rowsShown(page);
      await page.getByRole("status").getByText("rejected the API key").waitFor();
    },
  },
  copied: {
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      const rows = page.locator("[data-event-id] .title");
      for (let row = 1; row <= 5; row++) {
        await rows.nth(row).click({ modifiers: ["Control"] });
      }
      await page.keyboard.press("Control+c");
      await page.locator(".action-notice").getByText("Copied 5 events").waitFor();
    },
  },
  matches: {
    prepare: (host) => {
      const view = { text: "raises" };
      return sample.show(host, { view: { ...view, matches: 28, searching: false } }, view);
    },
    arrive: rowsShown,
  },
  "gap between events": {
    prepare: async (host) => {
      await sample.show(host);
      const { rows } = host;
      const own = Array.from({ length: rows.count }, (_, index) => rows.at(index));
      const at = (index: number): number => {
        const row = own[index];
        return row?.kind === "event" && row.publishedMs !== undefined ? row.publishedMs : baseMs;
      };
      host.rows = rowsOf([
        ...own.slice(0, 4),
        ...own.slice(4, 7),
        { kind: "gap", sinceMs: at(7), untilMs: at(6), filling: false },
        ...own.slice(7),
      ]);
    },
    arrive: async (page) => {
      await rowsShown(page);
    },
  },
  "saved feed": {
    prepare: async (host) => {
      await sample.show(host, {
        savedFeed: { id: "0", name: "Portfolio" },
        localFilter: { companies: 42 },
        inView: 214,
      });
      const { rows } = host;
      const own = Array.from({ length: rows.count }, (_, index) => rows.at(index));
      const unread = own
        .slice(0, 5)
        .map((row) => (row.kind === "event" ? { ...row, isUnread: true as const } : row));
      host.rows = rowsOf([...unread, { kind: "unread", count: 4 }, ...own.slice(5)]);
    },
    arrive: async (page) => {
      await rowsShown(page);
      await page
        .locator("[data-event-id] .title")
        .nth(1)
        .click({ modifiers: ["Control"] });
      await page.getByText("4 unread").waitFor();
    },
  },
  chips: {
    prepare: (host) =>
      sample.show(host, {
        query: {
          window: { kind: "last", days: 7 },
          types: ["funding", "acquisition", "executive_change", "product_launch"],
          sector: "Artificial intelligence",
          minAmount: 10_000_000,
        },
      }),
    arrive: rowsShown,
  },
  "several selected with details": {
    prepare: (host) => sample.show(host),
    arrive: async (page) => {
      await rowsShown(page);
      const rows = page.locator("[data-event-id] .title");
      await rows.nth(1).click({ modifiers: ["Control"] });
      await rows.nth(3).click({ modifiers: ["Control"] });
      await page.getByRole("button", { name: "Copy selected events" }).waitFor();
    },
  },
  ...Object.fromEntries(
    [
      "funding",
      "acquisition",
      "ipo",
      "executive_change",
      "layoff",
      "partnership",
      "shutdown",
      "product_launch",
    ].map((type) => [`details of ${type}`, detailsOf(type)]),
  ),
};

export const looks: Readonly<Record<string, Look>> = { ...plainLooks, ...sampleLooks };

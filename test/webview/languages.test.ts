import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { EventDetails, EventRow, Row } from "../../src/shared/feedState";
import type { PanelState } from "../../src/shared/protocol";
import { messageFile, textsOf, translatedLanguages } from "../support/l10n/messages";
import { useLanguage, usePseudoLanguage } from "../support/l10n/pseudoLanguage";
import { baseMs, chartSpan, type FakePanelHost, panelState, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { type ShownText, shownTexts } from "./shownText";

/** What the service sends has no Latin letters here: any on the page is a text that is not translated. */
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

function details({
  id,
  type,
  title,
  subhead,
  publishedMs,
  sector,
  confidence,
  amount,
}: EventRow): EventDetails {
  const item = {
    id,
    type,
    title,
    subhead,
    published_at: new Date(publishedMs ?? 0).toISOString(),
    sector,
    confidence,
    company: {
      name: "日立製作所",
      domain: "例え.テスト",
      entity_id: "42",
      industry: "電機",
      location: "東京",
    },
    event_data: { amount, round: "二", lead_investor: "投資家", investors: ["投資家", "銀行"] },
  };
  const event = {
    id,
    type,
    title,
    subhead,
    publishedAt: item.published_at,
    publishedMs,
    sector,
    confidence,
    amount,
    company: {
      name: "日立製作所",
      domain: "例え.テスト",
      entityId: "42",
      industry: "電機",
      location: "東京",
    },
  };
  return { event: JSON.parse(JSON.stringify(event)) as EventDetails["event"], json: JSON.stringify(item) };
}

const day: Row = { kind: "day", day: "2026-11-14" };
const rows = (count: number): Row[] => [day, ...Array.from({ length: count }, (_, i) => row(count - i))];

const connection = { name: "東京", origin: "https://127.0.0.1:1", sample: false };
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

interface State {
  readonly rows?: readonly Row[];
  readonly panel?: Partial<PanelState>;
  readonly prepare?: (host: FakePanelHost) => void;
  /** Brings the page into the state. */
  readonly arrive?: (page: Page, host: FakePanelHost) => Promise<unknown>;
  /** It is shown only for a moment: too short to resize the page. */
  readonly isMomentary?: true;
}

const event = (page: Page, n: number) => page.locator(`[data-event-id="${n}"]`);
const openDetails = async (page: Page, n: number): Promise<void> => {
  await event(page, n).click();
  await page.keyboard.press("Enter");
  await page.locator("details-pane dl").first().waitFor();
};

/** Activities, problems and so on, each with rows. */
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
  "previous results": { content: "previous", activity: { kind: "first", pages: 0, events: 0 } },
  "loading older": { activity: { kind: "older", pages: 2, events: 80 } },
  refreshing: { activity: { kind: "refresh", pages: 2, events: 1 } },
  "loading a gap": { activity: { kind: "gap", pages: 2, events: 80 } },
  "loading the window": {
    activity: {
      kind: "window",
      pages: 12,
      events: 4800,
      progress: { days: 1.5, ofDays: 7 },
    },
  },
  "live, checking": { live: { kind: "checking", checkedAgoMs: 12_000 } },
  live: { live: { kind: "waiting", nextInMs: 20_000, checkedAgoMs: 12_000 } },
  "live, failing": {
    live: { kind: "waiting", nextInMs: 20_000, failing: true, checkedAgoMs: 120_000 },
    problem: { kind: "offline", action: "live", message: "…" },
  },
  paused: { live: { kind: "paused", checkedAgoMs: 3_600_000 } },
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

const states: Readonly<Record<string, State>> = {
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
    prepare: (host) => (host.loadedCount = 12),
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
    prepare: (host) => (host.loadedCount = 12),
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
  details: { arrive: (page) => openDetails(page, 8) },
  "details of a kind with an amount": { arrive: (page) => openDetails(page, 3) },
  "details of an event without anything": {
    rows: [{ kind: "day" }, { kind: "event", id: "1" }],
    prepare: (host) => (host.details = () => ({ event: { id: "1" }, json: '{"id":"1"}' })),
    arrive: async (page) => {
      await event(page, 1).click();
      await page.keyboard.press("Enter");
      await page.locator("details-pane").waitFor();
    },
  },
  "details of an event that is gone": {
    prepare: (host) => (host.details = () => ({ missing: "gone" })),
    arrive: async (page) => {
      await event(page, 8).click();
      await page.keyboard.press("Enter");
      await page.locator("details-pane").waitFor();
    },
  },
  "details of an event that is not in the time range, read without an ID": {
    prepare: (host) => {
      const shown = host.details;
      host.details = (id) => {
        const details = shown(id);
        return "event" in details ? { ...details, missing: "outsideTimeRange" } : details;
      };
    },
    arrive: async (page, host) => {
      await event(page, 8).click();
      await page.keyboard.press("Enter");
      await page.locator("details-pane").waitFor();
      const id = (await event(page, 8).getAttribute("data-event-id")) ?? "";
      await host.setPanel({
        eventRead: { id, kind: "done", event: { id }, withoutId: true },
      });
      await page.locator(".details .note").nth(1).waitFor();
    },
  },
  "details of an event of which only the title is available": {
    prepare: (host) =>
      (host.details = (id) => ({ event: { id }, json: "{}", titleOnly: true, missing: "unlisted" })),
    arrive: async (page) => {
      await event(page, 8).click();
      await page.keyboard.press("Enter");
      await page.locator(".details .note").nth(1).waitFor();
    },
  },
  "details of an event that is not loaded": {
    prepare: (host) => (host.details = () => ({ missing: "notLoaded" })),
    arrive: async (page) => {
      await event(page, 8).click();
      await page.keyboard.press("Enter");
      await page.locator("details-pane").waitFor();
    },
  },
  selection: {
    arrive: async (page) => {
      await event(page, 40).click({ modifiers: ["Control"] });
      await event(page, 38).click({ modifiers: ["Control"] });
    },
  },
  copied: {
    arrive: async (page) => {
      await event(page, 38).click();
      await page.keyboard.press("Control+c");
    },
    isMomentary: true,
  },
  chart: {
    prepare: (host) =>
      (host.chart = ({ buckets }) => ({
        ...chartSpan(baseMs - 7 * 86_400_000, baseMs, buckets),
        missing: [{ sinceMs: baseMs - 7 * 86_400_000, untilMs: baseMs - 5 * 86_400_000 }],
        types: [
          { type: "funding", counts: Array.from({ length: buckets }, (_, i) => i % 5) },
          { type: "新種", counts: Array.from({ length: buckets }, (_, i) => i % 3) },
          { type: "12", counts: Array.from({ length: buckets }, (_, i) => i % 2), others: true },
        ],
      })),
    arrive: (page) => page.locator("events-chart canvas").first().waitFor(),
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
};

/** Names of formats, keys and zones, which are the same in all languages, and what the service calls its types. */
const names =
  /https?:\/\/\S+|Europe\/Berlin|\b(UTC|JSON|CSV|TSV|USD|Markdown|ID|Alt|Ctrl|Shift|Esc|F3|funding|ipo)\b/g;

const shots = process.env["COMPANY_FEED_SHOTS"];

/** From the widest to the narrowest, to which the page is resized. */
const widths = [900, 560, 380];
const height = 640;

/** Opens the page in a state. @returns what it shows at each width */
async function openState(
  pages: FeedPages,
  { name, theme = "dark" }: { name: string; theme?: "dark" | "light" },
): Promise<readonly { readonly width: number; readonly shown: ShownText[] }[]> {
  const state = states[name] ?? {};
  const found = [];
  let page: Page | undefined;
  for (const width of widths) {
    if (page && !state.isMomentary) {
      await page.setViewportSize({ width, height });
    } else {
      page = await openAt(pages, state, width, theme);
    }
    found.push({ width, shown: await settledTexts(page) });
    if (shots) {
      const language = await page.locator("html").getAttribute("lang");
      await page.screenshot({ path: `${shots}/${language ?? ""}-${width}-${name.replace(/\W+/g, "-")}.png` });
    }
  }
  return found;
}

async function openAt(pages: FeedPages, state: State, width: number, theme: "dark" | "light"): Promise<Page> {
  const { page, host } = await pages.open({
    theme,
    size: { width, height },
    prepare: (fake) => {
      fake.rows = rowsOf(state.rows ?? rows(40));
      fake.panel = panel(state.panel);
      fake.details = (id) => details(row(Number(id)));
      state.prepare?.(fake);
    },
  });
  await page.locator("status-line").first().waitFor();
  if ((state.rows ?? rows(1)).some(({ kind }) => kind === "event")) {
    await page.locator("[data-event-id]").first().waitFor();
  }
  await state.arrive?.(page, host);
  return page;
}

/** What is shown once the layout no longer changes: each part adapts in a frame after the one around it. */
async function settledTexts(page: Page): Promise<ShownText[]> {
  for (let previous = ""; ;) {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame++) {
        await new Promise(requestAnimationFrame);
      }
    });
    const shown = await shownTexts(page);
    if (JSON.stringify(shown) === previous) {
      return shown;
    }
    previous = JSON.stringify(shown);
  }
}

describe("The page in a pseudo language", () => {
  usePseudoLanguage();
  const pages = FeedPages.use();

  for (const name of Object.keys(states)) {
    it(`shows no English and clips no text: ${name}`, async () => {
      const faults = (await openState(pages, { name })).flatMap(({ width, shown }) =>
        shown.flatMap(({ text, place, clipped }) => [
          ...(/[A-Za-z]/.test(text.replace(names, ""))
            ? [`${width} px: not translated: "${text}" (${place})`]
            : []),
          ...(clipped !== undefined && /⟦|\$/.test(text)
            ? [`${width} px: clipped: "${text}" (${place}): ${clipped}`]
            : []),
        ]),
      );
      assert.deepEqual(faults, []);
    });
  }
});

for (const language of translatedLanguages()) {
  describe(`The page in the language ${language}`, () => {
    const messages = textsOf(messageFile(`l10n/bundle.l10n.${language}.json`));
    const texts = new Set(Object.values(messages));
    useLanguage(language, () => messages);
    const pages = FeedPages.use();

    for (const name of Object.keys(states)) {
      it(`clips no text: ${name}`, async () => {
        const faults = (await openState(pages, { name, theme: "light" })).flatMap(({ width, shown }) =>
          shown.flatMap(({ text, place, clipped }) =>
            clipped !== undefined && (texts.has(text) || /\$/.test(text))
              ? [`${width} px: clipped: "${text}" (${place}): ${clipped}`]
              : [],
          ),
        );
        assert.deepEqual(faults, []);
      });
    }
  });
}

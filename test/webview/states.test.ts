import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import {
  baseMs,
  eventRow,
  type FakePanelHost,
  manyRows,
  noRows,
  panelState,
  rowsOf,
} from "../support/page/fakePanelHost";
import { setTheme, FeedPages } from "../support/page/feedPage";
import { themeNames } from "../support/page/webviewThemes";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const filtered: PanelState["query"] = {
  window: { kind: "last", days: 7 },
  types: ["funding", "ipo"],
  sector: "Fintech",
  minAmount: 10_000_000,
};

interface Look {
  readonly prepare?: (host: FakePanelHost) => void;
  /** Brings the page into the state. */
  readonly arrive: (page: Page, host: FakePanelHost) => Promise<unknown>;
}

const looks: Readonly<Record<string, Look>> = {
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
        view: { text: "", only: true, searching: false, sort: { by: "amount", descending: true } },
      });
    },
    arrive: async (page) => {
      await page.getByText("Sorted by amount").waitFor();
      await page.getByRole("columnheader").first().click({ button: "right" });
      await page.getByRole("dialog", { name: "Columns and sorting" }).waitFor();
    },
  },
  "new rows, a filter to undo and the day on top": {
    prepare: (host) => {
      host.rows = rowsOf(Array.from({ length: 90 }, (_, n) => ({ ...eventRow(-n), isNew: true })));
    },
    arrive: async (page) => {
      await page.locator("[data-event-id=evt_-2]").hover();
      await page.locator("[data-event-id=evt_-2] .sector .funnel").click();
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
      host.panel = panelState({ view: { text: "t", only: true, matches: 500, searching: false } });
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
        problem: { kind: "offline", action: "first", message: "Couldn't reach api.example.com." },
      });
    },
    arrive: (page) => page.getByRole("button", { name: "Retry" }).waitFor(),
  },
  unavailable: {
    prepare: (host) => {
      host.panel = panelState({
        content: "none",
        problem: { kind: "unavailable", action: "first", message: "api.example.com had a failure (500)." },
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
      page.locator(".end-text").getByText("Limit of 1,000 events in all feeds reached").waitFor(),
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

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
}

/** @param rules only these; default: all that are on by default */
async function accessibilityFaults(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axeSource);
  }
  // Preloading would add style elements, which the page's content security policy forbids.
  const options: RunOptions = {
    preload: false,
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  };
  const results = await page.evaluate((given) => (window as unknown as { axe: Axe }).axe.run(given), options);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
}

const shots = process.env["COMPANY_FEED_SHOTS"];

describe("The page's states", () => {
  const pages = FeedPages.use();

  it("look different", async () => {
    const marks = new Map<string, string>();
    for (const name of [
      "first loading",
      "empty",
      "end of the window",
      "stopped",
      "offline",
      "unavailable",
      "problem without rows",
    ]) {
      const { prepare, arrive } = looks[name] as Look;
      const { page, host } = await pages.open({ ...(prepare && { prepare }) });
      await arrive(page, host);
      const mark = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            ".message > .codicon, .list-end .codicon, .skeleton, vscode-progress-bar",
          ),
        ]
          .map((element) => element.className || element.localName)
          .join(),
      );
      assert.notEqual(mark, "", name);
      assert.equal(marks.get(mark), undefined, `${name} looks as`);
      marks.set(mark, name);
    }
  });

  for (const name of ["rows", "details", "filters and sample", "empty", "first loading"]) {
    it(`${name} at 200 % zoom in a window of 1280 by 720: nothing is cut off`, async () => {
      const { prepare, arrive } = looks[name] as Look;
      const { page, host } = await pages.open({
        size: { width: 640, height: 360 },
        ...(prepare && { prepare }),
      });
      await arrive(page, host);
      const { overflow, list } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        list: document.querySelector(".content")?.clientHeight ?? 0,
      }));
      assert.ok(overflow <= 0, `${overflow} px`);
      assert.ok(list >= 170, `the list is ${list} px high`);
      assert.deepEqual(await accessibilityFaults(page), []);
    });
  }

  it("keep every filter within reach in a narrow panel", async () => {
    const { prepare, arrive } = looks["filters and sample"] as Look;
    const { page, host } = await pages.open({
      size: { width: 360, height: 640 },
      ...(prepare && { prepare }),
    });
    await arrive(page, host);
    const reached = [];
    await page.getByLabel("Time range", { exact: true }).focus();
    for (let i = 0; i < 5; i++) {
      reached.push(await page.evaluate(() => document.activeElement?.id ?? ""));
      await page.keyboard.press("Tab");
    }
    assert.deepEqual(reached.slice(0, 4), ["time-range", "types", "sector", "min-amount"]);
    await page.getByLabel("Time range", { exact: true }).press("ArrowDown");
    assert.deepEqual(await accessibilityFaults(page), []);
    if (shots) {
      await page.screenshot({ path: `${shots}/narrow-360-time-range.png` });
    }
  });

  for (const [name, { prepare, arrive }] of Object.entries(looks)) {
    it(`${name}: axe-core finds nothing in any theme`, async function () {
      this.timeout(30_000);
      const { page, host } = await pages.open(prepare && { prepare });
      await arrive(page, host);
      const faults = await accessibilityFaults(page);
      for (const theme of themeNames) {
        await setTheme(page, theme);
        if (shots) {
          await page.screenshot({
            path: `${shots}/${theme}-${name.replaceAll(" ", "-")}.png`,
            caret: "initial",
          });
        }
        // Themes differ in colors only.
        const inTheme = await accessibilityFaults(page, ["color-contrast", "link-in-text-block"]);
        faults.push(...inTheme.map((fault) => `${theme}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    });
  }

  describe("Colors", () => {
    /** Contrast (WCAG) of an element's rendered color with its background. */
    const contrast = (page: Page, selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const canvas = new OffscreenCanvas(1, 1).getContext("2d", {
            willReadFrequently: true,
          }) as OffscreenCanvasRenderingContext2D;
          const luminance = (...layers: [color: string, opacity: number][]) => {
            for (const [color, opacity] of layers) {
              canvas.globalAlpha = opacity;
              canvas.fillStyle = color;
              canvas.fillRect(0, 0, 1, 1);
            }
            const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
              value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
            );
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const grounds: [color: string, opacity: number][] = [];
          for (let around: Element | null = element; around; around = around.parentElement) {
            grounds.unshift([getComputedStyle(around).backgroundColor, 1]);
          }
          const row = element.closest(".row");
          const opacity = row ? Number(getComputedStyle(row).opacity) : 1;
          const [a, b] = [
            luminance(...grounds),
            luminance(...grounds, [getComputedStyle(element).color, opacity]),
          ];
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        });

    it("highlighted matches are readable in every theme, selected or not", async () => {
      const { page } = await pages.open({
        prepare: (host) => {
          host.rows = manyRows(20);
          host.panel = panelState({ view: { text: "t", only: true, matches: 20, searching: false } });
        },
      });
      await page.locator("[data-event-id=evt_19] .cell").first().click();
      for (const theme of themeNames) {
        await setTheme(page, theme);
        for (const row of [".row.selected", ".row.event:not(.selected)"]) {
          for (const cell of ["title", "sector"]) {
            const found = await contrast(page, `${row} .${cell} mark`);
            assert.ok(found >= 4.5, `${cell} of ${row} in ${theme}: ${found.toFixed(2)}`);
          }
        }
      }
    });

    it("the icon of every type stands out in every theme", async () => {
      const { page } = await pages.open({ prepare: (host) => (host.rows = manyRows(20)) });
      await page.locator("[data-event-id=evt_19]").waitFor();
      const types = [
        "funding",
        "acquisition",
        "ipo",
        "executive",
        "layoffs",
        "partnership",
        "shutdown",
        "launch",
      ];
      for (const theme of themeNames) {
        await setTheme(page, theme);
        for (const type of types) {
          const found = await contrast(page, `.row .codicon.type-${type}`);
          assert.ok(found >= 3, `${type} in ${theme}: ${found.toFixed(2)}`);
        }
      }
    });

    it("previous rows are dimmed but readable in every theme", async () => {
      const { page, host } = await pages.open({ prepare: (it) => (it.rows = manyRows(20)) });
      await page.locator("[data-event-id=evt_19]").waitFor();
      const title = ".row.event .title bdi";
      for (const theme of themeNames) {
        await setTheme(page, theme);
        await host.setPanel({ content: "current" });
        await page.locator(".grid.previous-query").waitFor({ state: "detached" });
        const usual = await contrast(page, title);
        await host.setPanel({ content: "previous" });
        await page.locator(".grid.previous-query").waitFor();
        const dimmed = await contrast(page, title);
        const contrasts = `${theme}: ${usual.toFixed(2)}, then ${dimmed.toFixed(2)}`;
        assert.ok(dimmed >= 4.5 && dimmed < 0.6 * usual, contrasts);
      }
    });
  });

  for (const width of [320, 360, 560, 800]) {
    for (const name of ["rows", "details", "filters and sample", "empty", "limit", "stopped"]) {
      it(`${name} at ${width} px: nothing is cut off horizontally`, async () => {
        const { prepare, arrive } = looks[name] as Look;
        const { page, host } = await pages.open({
          size: { width, height: 640 },
          ...(prepare && { prepare }),
        });
        await arrive(page, host);
        if (shots) {
          await page.screenshot({
            path: `${shots}/narrow-${width}-${name.replaceAll(" ", "-")}.png`,
            caret: "initial",
          });
        }
        const filters = (await page.getByRole("search").boundingBox()) ?? assert.fail();
        assert.ok(filters.height < 640 / 4, `filters of ${filters.height} px`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${overflow} px`);
        assert.deepEqual(await accessibilityFaults(page), []);
      });
    }
  }
});

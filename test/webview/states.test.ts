import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import { baseMs, type FakePanelHost, manyRows, noRows, panelState } from "../support/fakePanelHost";
import { FeedPages } from "../support/feedPage";
import { themeNames } from "../support/webviewThemes";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const filtered: PanelState["query"] = {
  window: { kind: "last", days: 7 },
  types: ["funding", "ipo"],
  sector: "Fintech",
  minAmount: 10_000_000,
};

interface Look {
  readonly prepare?: (host: FakePanelHost) => void;
  /** Brings the page into the state and waits until it is there. */
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
  "filters and sample": {
    prepare: (host) => {
      host.rows = manyRows(500);
      host.panel = panelState({
        query: filtered,
        connection: { name: "Sample", origin: "http://127.0.0.1:1", sample: true },
        malformed: 3,
        older: { kind: "windowBefore", sinceMs: baseMs - 21 * 86_400_000, untilMs: baseMs - 7 * 86_400_000 },
      });
    },
    arrive: (page) => page.getByText("3 items could not be read").waitFor(),
  },
  suggestions: {
    prepare: (host) => (host.rows = manyRows(500)),
    arrive: async (page) => {
      await page.getByLabel("Types", { exact: true }).fill("i");
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { name: /ipo/ }).waitFor();
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
  stale: {
    prepare: (host) => {
      host.rows = manyRows(500);
      host.panel = panelState({
        content: "stale",
        query: filtered,
        activity: { kind: "first", pages: 0, events: 0 },
      });
    },
    arrive: (page) => page.locator("[data-event-id=evt_499]").waitFor(),
  },
  empty: {
    prepare: (host) => (host.panel = panelState({ query: filtered })),
    arrive: (page) => page.getByText("No events of type").waitFor(),
  },
  "problem with rows": {
    prepare: (host) => {
      host.rows = manyRows(500);
      host.panel = panelState({
        problem: {
          kind: "offline",
          action: "older",
          message: "Couldn't reach api.example.com: the name does not resolve.",
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
    arrive: (page) => page.getByRole("button", { name: "Retry" }).waitFor(),
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
    arrive: (page) => page.getByText(/Next try in \d+ s/).waitFor(),
  },
  stopped: {
    prepare: (host) => {
      host.rows = manyRows(3);
      host.panel = panelState({
        older: { kind: "stopped", message: "The service gave no way on to older events." },
      });
    },
    arrive: (page) => page.getByText("gave no way on").waitFor(),
  },
};

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
}

async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  // Preloading would have axe put style elements into the page, which its policy forbids.
  const results = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run({ preload: false }));
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
}

const shots = process.env["COMPANY_FEED_SHOTS"];

describe("The page's states", () => {
  const pages = FeedPages.use();

  for (const theme of themeNames) {
    for (const [name, { prepare, arrive }] of Object.entries(looks)) {
      it(`${name}, ${theme}: nothing that axe-core objects to`, async () => {
        const { page, host } = await pages.open({ theme, ...(prepare && { prepare }) });
        await arrive(page, host);
        if (shots) {
          await page.screenshot({
            path: `${shots}/${theme}-${name.replaceAll(" ", "-")}.png`,
            caret: "initial",
          });
        }
        assert.deepEqual(await accessibilityFaults(page), []);
      });
    }
  }

  for (const width of [320, 360, 560, 800]) {
    for (const name of ["rows", "details", "filters and sample", "empty"]) {
      it(`${name} at ${width} px: nothing is cut off sideways`, async () => {
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
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${overflow} px`);
        assert.deepEqual(await accessibilityFaults(page), []);
      });
    }
  }
});

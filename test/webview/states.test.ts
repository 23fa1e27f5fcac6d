import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import { icons } from "../../src/webview/ui/eventTypes";
import { manyRows, panelState } from "../support/page/fakePanelHost";
import { setTheme, FeedPages } from "../support/page/feedPage";
import { boxesSettle, patienceMs } from "../support/page/waiting";
import { type ThemeName, themeNames } from "../support/page/webviewThemes";
import { bringInto, states } from "./pageStates";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>;
}

/** @param rules default: axe-core's default rules */
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
  const results = await page.evaluate(
    (given) =>
      // A few rows are enough.
      (window as unknown as { axe: Axe }).axe.run({ exclude: [".row.event:nth-child(n + 6)"] }, given),
    options,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
}

interface Dialog {
  readonly panel?: Partial<PanelState>;
  readonly arrive: (page: Page) => Promise<unknown>;
}

/** Popups and fields with errors. */
const opened: Readonly<Record<string, Dialog>> = {
  suggestions: {
    arrive: async (page) => {
      await page.getByLabel("Types", { exact: true }).fill("i");
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { name: "IPO" }).waitFor();
    },
  },
  "invalid input": {
    arrive: async (page) => {
      await page.getByLabel("Minimum amount (USD)").fill("lots");
      await page.keyboard.press("Enter");
      await page.getByText("Enter an amount such as").waitFor();
    },
  },
  "the time range": {
    arrive: async (page) => {
      await page.getByLabel("Time range", { exact: true }).click();
      await page.getByRole("option", { name: "Yesterday", exact: true }).waitFor();
    },
  },
  "the columns": {
    arrive: async (page) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("group", { name: "Columns" }).waitFor();
    },
  },
  "a pending retry": {
    panel: {
      activity: { kind: "older", pages: 3, events: 120, waitMs: 60_000 },
      problem: { kind: "unavailable", message: "Busy.", action: "older" },
    },
    arrive: (page) => page.getByRole("button", { name: "Retry Now" }).waitFor(),
  },
};

/** States with the most colors, checked in every theme. */
const colorful = ["chart", "details", "matches", "saved feed"];
const colorRules = ["color-contrast", "link-in-text-block"];

describe("The page", () => {
  const pages = FeedPages.use();

  /** Finds all issues in the dark theme, which pages open in, and color issues in other themes. */
  async function faultsIn(page: Page, themes: readonly ThemeName[]): Promise<string[]> {
    await boxesSettle(page);
    const faults = await accessibilityFaults(page);
    for (const theme of themes) {
      await setTheme(page, theme);
      // Themes differ in colors only.
      const inTheme = await accessibilityFaults(page, colorRules);
      faults.push(...inTheme.map((fault) => `${theme}: ${fault}`));
    }
    await setTheme(page, "dark");
    return faults;
  }

  it("has no accessibility issue in any state", async function () {
    this.timeout(patienceMs * 5);
    const { page, host } = await pages.open();
    const faults: string[] = [];
    for (const [name, state] of Object.entries(states)) {
      await bringInto(page, host, state);
      const found = await faultsIn(page, colorful.includes(name) ? themeNames : ["light"]);
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    }
    assert.deepEqual(faults, []);
  });

  for (const [name, { panel, arrive }] of Object.entries(opened)) {
    it(`has no accessibility issue with ${name}`, async () => {
      const { page } = await pages.open({
        prepare: (host) => {
          host.rows = manyRows(40);
          host.panel = panelState(panel);
        },
      });
      await arrive(page);
      assert.deepEqual(await faultsIn(page, ["light"]), []);
    });
  }

  describe("in each theme", () => {
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

    it("gives the icon of every event type enough contrast", async () => {
      const { page } = await pages.open({ prepare: (host) => (host.rows = manyRows(20)) });
      await page.locator("[data-event-id=evt_19]").waitFor();
      for (const theme of themeNames) {
        await setTheme(page, theme);
        for (const type of Object.keys(icons).filter((name) => name !== "other")) {
          const found = await contrast(page, `.row .codicon.type-${type}`);
          assert.ok(found >= 3, `${type} in ${theme}: ${found.toFixed(2)}`);
        }
      }
    });
  });
});

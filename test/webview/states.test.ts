import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { manyRows, panelState } from "../support/page/fakePanelHost";
import { setTheme, FeedPages } from "../support/page/feedPage";
import { looks } from "./looks";
import { boxesSettle } from "../support/page/waiting";
import { themeNames } from "../support/page/webviewThemes";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>;
}

/** @param rules only these; default: all that are on by default */
async function accessibilityFaults(page: Page, rules?: string[]): Promise<string[]> {
  await boxesSettle(page);
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
      // A dozen rows stand for all.
      (window as unknown as { axe: Axe }).axe.run({ exclude: [".row.event:nth-child(n + 13)"] }, given),
    options,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
}

/** A folder: pictures of every state are written there, to be looked at. */
const shots = process.env["COMPANY_FEED_SHOTS"];
const shotSizes = [
  { width: 380, height: 800 },
  { width: 560, height: 800 },
  { width: 900, height: 800 },
  { width: 1400, height: 800 },
  { width: 900, height: 400 },
  { width: 380, height: 400 },
];

/** The narrowest, one at a zoom of 200 %, and one without details beside the list. */
const sizes = [
  { width: 320, height: 640 },
  { width: 640, height: 360 },
  { width: 800, height: 640 },
];

/** With the parts of a feed that have most colors. */
const colorful = ["sample", "details of the sample", "search hits"];

describe("The page's states", () => {
  const pages = FeedPages.use();

  for (const [name, { prepare, arrive }] of Object.entries(looks)) {
    it(`${name}: axe-core finds nothing, and nothing is cut off in any size`, async () => {
      const { page, host } = await pages.open(prepare && { prepare });
      await arrive(page, host);
      // It was opened in the dark theme.
      const faults = await accessibilityFaults(page);
      for (const theme of colorful.includes(name) ? themeNames : (["light"] as const)) {
        await setTheme(page, theme);
        // Themes differ in colors only.
        const inTheme = await accessibilityFaults(page, ["color-contrast", "link-in-text-block"]);
        faults.push(...inTheme.map((fault) => `${theme}: ${fault}`));
      }
      for (const size of sizes) {
        await page.setViewportSize(size);
        await boxesSettle(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        faults.push(...(overflow > 0 ? [`${size.width} px: ${overflow} px are cut off`] : []));
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
          host.panel = panelState({ view: { text: "t", matches: 20, searching: false } });
        },
      });
      await page.locator("[data-event-id=evt_19] .cell").first().click();
      await page.locator(".row.selected").waitFor();
      await boxesSettle(page);
      for (const theme of themeNames) {
        await setTheme(page, theme);
        for (const row of [".row.selected", ".row.event:not(.selected)"]) {
          const found = await contrast(page, `${row} .title mark`);
          assert.ok(found >= 4.5, `${row} in ${theme}: ${found.toFixed(2)}`);
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
        // Where the usual text is pale already, it cannot get much paler.
        assert.ok(dimmed >= 4.5 && dimmed < Math.max(0.6 * usual, 5), contrasts);
      }
    });
  });

  for (const [name, { prepare, arrive, minSize }] of shots ? Object.entries(looks) : []) {
    for (const size of shotSizes) {
      const { width, height } = size;
      if (minSize && (width < minSize.width || height < minSize.height)) {
        continue;
      }
      it(`${name}: pictures of ${width} by ${height}`, async () => {
        const { page, host } = await pages.open({ size, ...(prepare && { prepare }) });
        await arrive(page, host);
        for (const theme of themeNames) {
          await setTheme(page, theme);
          const picture = `${name.replaceAll(" ", "-")}.${theme}-${width}x${height}.png`;
          await page.screenshot({ path: `${shots}/${picture}`, caret: "initial" });
        }
      });
    }
  }
});

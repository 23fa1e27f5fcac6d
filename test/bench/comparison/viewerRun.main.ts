// One look at a viewer (viewerRun.ts): takes its options as JSON in the first argument and prints the cost.
import type { Page } from "playwright-core";
import { sendResult } from "../separateProcess";
import { openFeedPanel } from "./feedPanelViewer";
import {
  countNodes,
  loadedBytes,
  recordScrolling,
  type Scrolled,
  scrolled,
  type Watched,
  watchPage,
} from "./inPage";
import { openOtherViewer } from "./otherViewer";
import { memoryMiB } from "./processMemory";
import type { Viewer } from "./viewer";
import type { ViewerCost, ViewerRunOptions } from "./viewerRun";

// The caller is in this folder.
const options = JSON.parse(process.argv[2] ?? "{}") as ViewerRunOptions;
const { baseUrl, events, title, search } = options;

const patienceMs = 300_000;
const turns = 180;
const turnPx = 1_000;

function createViewer(): Promise<Viewer> {
  switch (options.viewer) {
    case "feed panel":
      return openFeedPanel(baseUrl, events);
    case "AG Grid":
      return openOtherViewer("agGrid.html", { list: [".ag-root"], row: ".ag-row" }, baseUrl);
    case "Perspective": {
      const list = ["perspective-viewer-datagrid", "regular-table"];
      return openOtherViewer("perspective.html", { list, row: "tbody tr" }, baseUrl);
    }
  }
}

async function costOf(viewer: Viewer): Promise<ViewerCost> {
  const { browser, shape } = viewer;
  const blank = await browser.newPage();
  const memoryBefore = await memoryMiB(browser, blank);
  const page = await viewer.open(async (opened) => {
    opened.setDefaultTimeout(patienceMs);
    await opened.addInitScript(watchPage, { shape, title });
  });
  await blank.close();
  await page.waitForFunction(() => (window as unknown as Watched).watch.loadedAt > 0);
  const { firstRowAt, loadedAt } = await page.evaluate(() => (window as unknown as Watched).watch);
  await viewer.idle();
  const memory = await memoryMiB(browser, page);
  const nodes = await page.evaluate(countNodes, shape.row);
  const codeKB = (await page.evaluate(loadedBytes)) / 1_000;
  const searchMs = await searched(page, viewer);
  await viewer.idle();
  const scrolling = await scroll(page);
  return {
    firstRowMs: firstRowAt,
    loadedMs: loadedAt,
    frameMs: scrolling.frameMs,
    longestFrameMs: scrolling.longestMs,
    settledMs: scrolling.settledMs,
    searchMs,
    ...(memory !== undefined && memoryBefore !== undefined && { memoryMiB: memory - memoryBefore }),
    nodesPerRow: nodes.inRows / nodes.rows,
    nodesInPage: nodes.inPage,
    codeKB,
  };
}

/** From the input to the first match painted; then all events are shown again. */
async function searched(page: Page, viewer: Viewer): Promise<number> {
  const shows = ([text, notText]: readonly string[]): Promise<number> =>
    (window as unknown as Watched).watch.shows(text ?? "", notText);
  const start = await page.evaluate(() => performance.now());
  await page.evaluate(viewer.search, search.text);
  const shownAt = await page.evaluate(shows, [search.title, title]);
  await page.evaluate(viewer.search, "");
  await page.evaluate(shows, [title]);
  return shownAt - start;
}

async function scroll(page: Page): Promise<Scrolled> {
  const box = await page.evaluateHandle(() => (window as unknown as Watched).watch.list());
  const { x, y } = (await box.asElement()?.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 200, y + 200);
  await page.evaluate(recordScrolling);
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, turnPx);
  }
  return page.evaluate(scrolled);
}

const viewer = await createViewer();
try {
  sendResult(await costOf(viewer));
} finally {
  await viewer.stop();
}

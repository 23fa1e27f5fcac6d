// One look at a viewer: takes its options as JSON in the first argument and prints the cost.
import { readFile } from "node:fs/promises";
import type { Browser, ElementHandle, Page } from "playwright-core";
import { heldBytes } from "../../support/fakes/memory";
import { sendResult } from "../processes";
import { openFeedPanel } from "./feedPanelViewer";
import { countNodes, loadedBytes, scroll, type Watched, watchPage } from "./inPage";
import { openOtherViewer } from "./otherViewer";
import type { Viewer, ViewerCost, ViewerRunOptions } from "./viewer";

// The caller is in this folder.
const options = JSON.parse(process.argv[2] ?? "{}") as ViewerRunOptions;
const { baseUrl, events, title, search } = options;

const patienceMs = 300_000;

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
  const codeBytes = await page.evaluate(loadedBytes);
  const searchMs = await searched(page, viewer);
  await viewer.idle();
  const list = await page.evaluateHandle(() => (window as unknown as Watched).watch.list());
  const scrolling = await scroll(page, list.asElement() as ElementHandle);
  return {
    "first row": firstRowAt,
    "all loaded": loadedAt,
    search: searchMs,
    "scroll, frame": scrolling.frameMs,
    "scroll, longest frame": scrolling.longestMs,
    "scroll, settled": scrolling.settledMs,
    ...(memory !== undefined && memoryBefore !== undefined && { memory: memory - memoryBefore }),
    "nodes per row": nodes.inRows / nodes.rows,
    "nodes in the page": nodes.inPage,
    code: codeBytes / 1_000,
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

/**
 * Memory in MiB, after collecting garbage, that only the processes of a browser use, and that this process holds; undefined where
 * the system does not tell (only Linux does).
 */
async function memoryMiB(browser: Browser, page: Page): Promise<number | undefined> {
  // What a collection frees is given back to the system a moment later.
  for (let round = 0; round < 3; round++) {
    const collect = (): void => (globalThis as unknown as Watched).gc?.();
    await Promise.all([page.evaluate(collect), ...page.workers().map((worker) => worker.evaluate(collect))]);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  let bytes = await heldBytes();
  for (const { id } of processInfo) {
    const kibibytes = await privateKiB(id);
    if (kibibytes === undefined) {
      return undefined;
    }
    bytes += kibibytes * 1024;
  }
  return bytes / 2 ** 20;
}

async function privateKiB(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => undefined);
  return text === undefined
    ? undefined
    : [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce((sum, [, kB]) => sum + Number(kB), 0);
}

const viewer = await createViewer();
try {
  sendResult(await costOf(viewer));
} finally {
  await viewer.stop();
}

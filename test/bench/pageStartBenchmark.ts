import type { CDPSession, Page } from "playwright-core";
import { FakePanelHost, manyRows } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { benchmark } from "./benchmark";
import { productionBundles } from "./production";
import { alternateSamples } from "./sampling";

const plan = { runs: 9, warmUps: 2 };
const rows = 500;

/** The page of the panel in a browser, until its first rows are painted. Its host answers at once. */
export const pageStartBenchmark = benchmark({
  rows: {
    "page: work before the first row": {
      measures: `time of the page's main thread until the first of ${rows} rows is painted, over the same elements and styles without a script`,
      unit: "ms",
    },
    "page: script before the first row": {
      measures: "how long the page's script runs of that",
      unit: "ms",
    },
  },
  async run() {
    await productionBundles();
    const pages = new FeedPages();
    await pages.start();
    try {
      let elements = "";
      const { a, b } = await alternateSamples(
        plan,
        async () => {
          const { page, work } = await startOf(pages, async (fresh) => {
            const host = await FakePanelHost.attach(fresh);
            host.rows = manyRows(rows);
          });
          elements = await page.evaluate(elementsWithoutScript);
          await page.context().close();
          return work;
        },
        async () => {
          const { page, work } = await startOf(pages, async (fresh) => {
            await fresh.route(
              ({ pathname }) => pathname === "/",
              (route) => route.fulfill({ contentType: "text/html", body: elements }),
            );
          });
          await page.context().close();
          return work;
        },
      );
      return {
        "page: work before the first row": {
          samples: a.map(({ allMs }) => allMs),
          baseline: b.map(({ allMs }) => allMs),
        },
        "page: script before the first row": { samples: a.map(({ scriptMs }) => scriptMs) },
      };
    } finally {
      await pages.stop();
    }
  },
});

/** Of the page's main thread. */
interface Work {
  readonly allMs: number;
  readonly scriptMs: number;
}

/** Opens a page and waits until its first row is painted. */
async function startOf(
  pages: FeedPages,
  attach: (page: Page) => Promise<void>,
): Promise<{ page: Page; work: Work }> {
  let session: CDPSession | undefined;
  const page = await pages.load({}, async (fresh) => {
    session = await fresh.context().newCDPSession(fresh);
    await session.send("Performance.enable");
    await attach(fresh);
  });
  await page.evaluate(firstRowPainted);
  const { metrics } = (await session?.send("Performance.getMetrics")) ?? { metrics: [] };
  const msOf = (name: string): number => {
    const found = metrics.find((metric) => metric.name === name);
    if (!found) {
      throw new Error(`The browser does not measure ${name}.`);
    }
    return found.value * 1_000;
  };
  return { page, work: { allMs: msOf("TaskDuration"), scriptMs: msOf("ScriptDuration") } };
}

/** Runs in the page. */
function firstRowPainted(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      requestAnimationFrame(() =>
        document.querySelector("[data-event-id]") ? setTimeout(() => resolve()) : look(),
      );
    };
    look();
  });
}

/** Runs in the page. */
function elementsWithoutScript(): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  copy.querySelectorAll("script").forEach((script) => script.remove());
  return `<!DOCTYPE html>${copy.outerHTML}`;
}

import type { Page } from "playwright-core";
import { packageHelper } from "../support/runner/build";
import { SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";
import { benchmark, alternateSamples } from "./benchmark";
import { productionVsix } from "./product";

const plan = { runs: 9, warmUps: 2 };

/** The panel in the newest VS Code, compared with any webview there. */
export const firstRowBenchmark = benchmark({
  rows: {
    "panel: first row": {
      measures:
        "from choosing Open Event Feed in the palette to the first row painted, over a bare webview that prints the titles of the same page",
      unit: "ms",
      atMost: 1.3,
    },
  },
  async run() {
    await productionVsix();
    const backend = await SampleBackend.start();
    const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const workbench = await Workbench.open({
      settings: { "companyFeed.feed.preloadEvents": 500 },
      vscode: {
        additionalVsix: [await packageHelper("test/bench/bare")],
        env: {
          BARE_FEED_URL: `${backend.baseUrl}/v2/datasets/companydata/feed?since=${since}&page_size=40&fields=full`,
          BARE_FEED_KEY: backend.key,
        },
      },
    });
    try {
      await workbench.connect(backend, "Bench");
      const { a, b } = await alternateSamples(
        plan,
        () => firstRowMs(workbench, "Company Feed: Open Event Feed"),
        () => firstRowMs(workbench, "Open Bare Feed"),
      );
      return { "panel: first row": { samples: a, baseline: b } };
    } finally {
      backend.stop();
      await workbench.close();
    }
  },
});

/** Opens a panel by its command, waits for what it shows, and closes it. */
async function firstRowMs(workbench: Workbench, command: string): Promise<number> {
  const { page, quickInput } = workbench;
  await workbench.openQuickAccess();
  await quickInput.type(`>${command}`);
  await quickInput.row(command).waitFor();
  // The same clock in Node and in the browser.
  const start = performance.timeOrigin + performance.now();
  await quickInput.pick(command);
  const painted = await firstRowPainted(page);
  await workbench.runCommand("View: Close All Editors");
  await page.locator("iframe.webview").first().waitFor({ state: "detached" });
  return painted - start;
}

/** When the first row or title of any frame was painted; polled every few milliseconds. */
async function firstRowPainted(page: Page): Promise<number> {
  for (;;) {
    for (const frame of page.frames()) {
      // A frame may be removed during the evaluation.
      const at = await frame.evaluate(paintedAt).catch(() => undefined);
      if (at !== undefined) {
        return at;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Runs in a frame: the time just after a row or title was painted, if there is one. */
function paintedAt(): Promise<number> | undefined {
  return document.querySelector("[data-event-id], .bare-title")
    ? new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
      })
    : undefined;
}

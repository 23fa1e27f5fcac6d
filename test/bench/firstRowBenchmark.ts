import type { Page } from "playwright-core";
import { packageHelper } from "../support/build";
import { SampleBackend } from "../support/sampleBackend";
import { Workbench } from "../support/workbench";
import { benchmark } from "./benchmark";
import { productionVsix } from "./production";
import { inTurns } from "./sampling";

const plan = { runs: 9, warmUps: 2 };

/** The panel in the newest VS Code, against what any webview costs there. */
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
      furtherVsix: [await packageHelper("test/bench/bare")],
      env: {
        BARE_FEED_URL: `${backend.baseUrl}/v2/datasets/companydata/feed?since=${since}&page_size=40&fields=full`,
        BARE_FEED_KEY: backend.key,
      },
    });
    try {
      await workbench.page.addInitScript(noteFirstRow);
      await connect(workbench, backend);
      const { a, b } = await inTurns(
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

async function connect(workbench: Workbench, backend: SampleBackend): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand("Company Feed: Connect…");
  await quickInput.answer("Base URL", backend.baseUrl);
  await quickInput.answer("API key", backend.key);
  await quickInput.answer("Organization ID", "");
  await quickInput.answer("A name for this connection", "Bench");
  await workbench.statusBarItem("Bench").waitFor();
}

/** Opens a panel by its command, waits for what it shows, and closes it. */
async function firstRowMs(workbench: Workbench, command: string): Promise<number> {
  const { page, quickInput } = workbench;
  await page.keyboard.press("F1");
  await quickInput.shown();
  await quickInput.type(`>${command}`);
  await quickInput.row(command).waitFor();
  const start = now();
  await quickInput.pick(command);
  const painted = await firstRowAfter(page, start);
  await workbench.runCommand("View: Close All Editors");
  await page.locator("iframe.webview").first().waitFor({ state: "detached" });
  return painted - start;
}

async function firstRowAfter(page: Page, start: number): Promise<number> {
  for (;;) {
    for (const frame of page.frames()) {
      // A frame may go while it is asked.
      const at = await frame
        .evaluate(() => (window as { firstRowAt?: number }).firstRowAt)
        .catch(() => undefined);
      if (at !== undefined && at > start) {
        return at;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The same on both sides of the browser. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Runs in every frame: notes when the first row or title was painted. */
function noteFirstRow(): void {
  const look = () => {
    if (document.querySelector("[data-event-id], .bare-title")) {
      // After a frame in which it is there, and what the browser does with it.
      requestAnimationFrame(() =>
        setTimeout(() => {
          (window as { firstRowAt?: number }).firstRowAt = performance.timeOrigin + performance.now();
        }),
      );
    } else {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
}

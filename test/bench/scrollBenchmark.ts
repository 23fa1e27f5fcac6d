import { manyRows } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { buildProduction } from "../support/runner/build";
import { benchmark, full, takeSamples } from "./benchmark";
import { scroll } from "./comparison/inPage";

const rows = full ? 1_000_000 : 100_000;

/** The page of the panel in a browser, with its host in another process as in VS Code. */
export const scrollBenchmark = benchmark({
  rows: {
    "scroll: frame": {
      measures: `95th percentile of the time between frames while the wheel turns through ${rows.toLocaleString("en")} rows`,
      unit: "ms",
      atMost: 17,
    },
    "scroll: longest frame": { measures: "the longest of them", unit: "ms", atMost: 50 },
    "scroll: event-loop delay": {
      measures: "99th percentile of how late a timer of 4 ms comes in the page meanwhile",
      unit: "ms",
      atMost: 16,
    },
    "scroll: settled": {
      measures: "from the last turn of the wheel to the last change of the list",
      unit: "ms",
      atMost: 100,
    },
  },
  async run() {
    await buildProduction();
    const pages = new FeedPages();
    await pages.start();
    try {
      const { page } = await pages.open({ prepare: (host) => (host.rows = manyRows(rows)) });
      await page.locator(`[data-event-id=evt_${rows - 1}]`).waitFor();
      const list = await page.locator(".grid-scroller").elementHandle();
      const samples = await takeSamples({ runs: 5, warmUps: 1 }, () => scroll(page, list));
      return {
        "scroll: frame": { samples: samples.map(({ frameMs }) => frameMs) },
        "scroll: longest frame": { samples: samples.map(({ longestMs }) => longestMs) },
        "scroll: event-loop delay": { samples: samples.map(({ delayMs }) => delayMs) },
        "scroll: settled": { samples: samples.map(({ settledMs }) => settledMs) },
      };
    } finally {
      await pages.stop();
    }
  },
});

import type { Page } from "playwright-core";
import { manyRows } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { benchmark } from "./benchmark";
import { productionBundles } from "./production";
import { takeSamples } from "./sampling";
import { full } from "./scale";

const rows = full ? 1_000_000 : 100_000;
const plan = { runs: 5, warmUps: 1 };
/** Wheel events per sample, and pixels each: about 8,000 rows. */
const turns = 180;
const turnPx = 1000;
/** Browsers clamp shorter timers to this. */
const timerMs = 4;

/** The page of the panel in a browser, with its host in another process as in VS Code. */
export const scrollBenchmark = benchmark({
  rows: {
    "scroll: frame": {
      measures: `95th percentile of the time between frames while the wheel turns through ${rows.toLocaleString("en")} rows`,
      unit: "ms",
      atMost: 17,
    },
    "scroll: longest task": {
      measures: "longest task of the page's main thread meanwhile",
      unit: "ms",
      atMost: 50,
    },
    "scroll: event-loop delay": {
      measures: `99th percentile of how late a timer of ${timerMs} ms comes in the page meanwhile`,
      unit: "ms",
      atMost: 16,
    },
    "scroll: placeholders": {
      measures: "from the last movement to the first frame without a placeholder on screen",
      unit: "ms",
      atMost: 100,
    },
  },
  async run() {
    await productionBundles();
    const pages = new FeedPages();
    await pages.start();
    try {
      const { page } = await pages.open({ prepare: (host) => (host.rows = manyRows(rows)) });
      await page.locator(`[data-event-id=evt_${rows - 1}]`).waitFor();
      const samples = await takeSamples(plan, () => scroll(page));
      return {
        "scroll: frame": { samples: samples.map(({ frameMs }) => frameMs) },
        "scroll: longest task": { samples: samples.map(({ longestMs }) => longestMs) },
        "scroll: event-loop delay": { samples: samples.map(({ delayMs }) => delayMs) },
        "scroll: placeholders": { samples: samples.map(({ settledMs }) => settledMs) },
      };
    } finally {
      await pages.stop();
    }
  },
});

interface Scrolled {
  readonly frameMs: number;
  /** 0 if no task took longer than 50 ms, the minimum that browsers report. */
  readonly longestMs: number;
  readonly delayMs: number;
  readonly settledMs: number;
}

interface Recorder {
  frames: number[];
  delays: number[];
  longest: number;
  lastScroll: number;
  stop: () => void;
}

type Recording = Window & { recorder: Recorder };

async function scroll(page: Page): Promise<Scrolled> {
  const box = await page.locator(".grid-scroller").boundingBox();
  if (!box) {
    throw new Error("There is no list.");
  }
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.evaluate(record, timerMs);
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, turnPx);
  }
  return page.evaluate(settled);
}

/** Runs in the page: records frames, long tasks, late timers and movements. */
function record(everyMs: number): void {
  const recorder: Recorder = {
    frames: [],
    delays: [],
    longest: 0,
    lastScroll: performance.now(),
    stop: () => undefined,
  };
  (window as unknown as Recording).recorder = recorder;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      recorder.longest = Math.max(recorder.longest, duration);
    }
  });
  tasks.observe({ type: "longtask" });
  const scroller = document.querySelector(".grid-scroller");
  const onScroll = () => (recorder.lastScroll = performance.now());
  scroller?.addEventListener("scroll", onScroll);
  let before = performance.now();
  let going = true;
  const frame = (at: number) => {
    recorder.frames.push(at - before);
    before = at;
    if (going) {
      requestAnimationFrame(frame);
    }
  };
  requestAnimationFrame(frame);
  const timer = () => {
    const due = performance.now() + everyMs;
    setTimeout(() => {
      recorder.delays.push(Math.max(0, performance.now() - due));
      if (going) {
        timer();
      }
    }, everyMs);
  };
  timer();
  recorder.stop = () => {
    going = false;
    tasks.disconnect();
    scroller?.removeEventListener("scroll", onScroll);
  };
}

/** Runs in the page: waits until nothing moves and no placeholder is visible, and returns the record. */
async function settled(): Promise<Scrolled> {
  const { recorder } = window as unknown as Recording;
  const nextFrame = () => new Promise(requestAnimationFrame);
  const frame = document.querySelector(".grid-scroller")?.getBoundingClientRect() ?? new DOMRect();
  const waiting = () =>
    [...document.querySelectorAll(".row.waiting")].some((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > frame.top && top < frame.bottom;
    });
  let done = 0;
  // A movement ends after a third of a second without another.
  while (performance.now() - recorder.lastScroll < 333 || done === 0) {
    await nextFrame();
    if (waiting()) {
      done = 0;
    } else if (done < recorder.lastScroll) {
      done = performance.now();
    }
  }
  recorder.stop();
  const percentile = (values: readonly number[], part: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
  return {
    frameMs: percentile(recorder.frames.slice(1), 0.95),
    delayMs: percentile(recorder.delays, 0.99),
    longestMs: recorder.longest,
    settledMs: Math.max(0, done - recorder.lastScroll),
  };
}

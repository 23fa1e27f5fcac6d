/** What runs in the pages of the compared viewers. */
import type { ElementHandle, Page } from "playwright-core";
import type { Shape } from "./viewer";

export interface Watch {
  /** Milliseconds since the navigation, when they were painted. */
  firstRowAt: number;
  loadedAt: number;
  list(): Element | undefined;
  /** Resolves once the list shows a text, and another one no longer. */
  shows(text: string, notText?: string): Promise<number>;
}

export type Watched = Window & { watch: Watch; allLoaded?: boolean; gc?: () => void };

/** Runs before the page's scripts: looks in each frame for the first row, and for the end of loading. */
export function watchPage({ shape, title }: { readonly shape: Shape; readonly title: string }): void {
  const list = (): Element | undefined => {
    let found: Element | undefined;
    for (const selector of shape.list) {
      found = (found?.shadowRoot ?? found ?? document).querySelector(selector) ?? undefined;
      if (!found) {
        return undefined;
      }
    }
    return found;
  };
  const painted = async (isThere: () => boolean): Promise<number> => {
    while (!isThere()) {
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now();
  };
  const has = (text: string): boolean => list()?.textContent.includes(text) ?? false;
  const watch: Watch = {
    firstRowAt: 0,
    loadedAt: 0,
    list,
    shows: (text, notText) => painted(() => has(text) && (notText === undefined || !has(notText))),
  };
  const { loaded } = shape;
  const isLoaded = (): boolean =>
    loaded
      ? (document.querySelector(loaded.selector)?.textContent.includes(loaded.text) ?? false)
      : (window as unknown as Watched).allLoaded === true;
  Object.assign(window, { watch });
  void painted(() => has(title)).then(async (at) => {
    watch.firstRowAt = at;
    watch.loadedAt = await painted(isLoaded);
  });
}

/** Nodes (elements and texts) of the page and of the list's rows, with those in shadow roots. */
export function countNodes(row: string): { rows: number; inRows: number; inPage: number } {
  const count = (node: Node): number => {
    const shadow = node instanceof Element && node.shadowRoot ? count(node.shadowRoot) : 0;
    // Comments are not counted: Lit marks places with them.
    const own = node.nodeType === Node.ELEMENT_NODE || node.nodeType === Node.TEXT_NODE ? 1 : 0;
    return Array.from(node.childNodes, count).reduce((sum, some) => sum + some, own + shadow);
  };
  const list = (window as unknown as Watched).watch.list();
  const rows = [...(list?.querySelectorAll(row) ?? [])];
  return {
    rows: rows.length,
    inRows: rows.map(count).reduce((sum, some) => sum + some, 0),
    inPage: count(document),
  };
}

/** Bytes, not compressed, of all that the page loaded from its own server. */
export function loadedBytes(): number {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const own = entries.filter(({ name }) => name.startsWith(location.origin));
  // A style sheet that several shadow roots use is listed once for each.
  const bytes = new Map(own.map(({ name, decodedBodySize }) => [name, decodedBodySize]));
  return [...bytes.values()].reduce((sum, some) => sum + some, 0);
}

export interface Scrolled {
  /** Between frames, milliseconds: 95th percentile, and maximum. */
  readonly frameMs: number;
  readonly longestMs: number;
  /** 99th percentile of how late a timer comes. */
  readonly delayMs: number;
  /** From the last turn of the wheel to the last change of the list. */
  readonly settledMs: number;
}

type Recording = Window & { scrolled: () => Promise<Scrolled> };

/** Starts to record frames, late timers, turns of the wheel and changes of the list. */
function recordScrolling(list: Element): void {
  // Browsers clamp shorter timers to this.
  const timerMs = 4;
  const [frames, delays]: [number[], number[]] = [[], []];
  let [wheelAt, changedAt, isOver] = [performance.now(), 0, false];
  window.addEventListener("wheel", () => (wheelAt = performance.now()), { capture: true, passive: true });
  const observer = new MutationObserver(() => (changedAt = performance.now()));
  for (const root of list.shadowRoot ? [list, list.shadowRoot] : [list]) {
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  let last = performance.now();
  const frame = (at: number): void => {
    // The frames after the last turn would hide those before.
    if (at - wheelAt < 100) {
      frames.push(at - last);
    }
    last = at;
    if (!isOver) {
      requestAnimationFrame(frame);
    }
  };
  requestAnimationFrame(frame);
  const timer = (): void => {
    const due = performance.now() + timerMs;
    setTimeout(() => {
      delays.push(Math.max(0, performance.now() - due));
      if (!isOver) {
        timer();
      }
    }, timerMs);
  };
  timer();
  const percentile = (values: readonly number[], part: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
  (window as unknown as Recording).scrolled = async () => {
    while (performance.now() - Math.max(wheelAt, changedAt) < 700) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    isOver = true;
    observer.disconnect();
    return {
      frameMs: percentile(frames.slice(1), 0.95),
      longestMs: Math.max(...frames.slice(1)),
      delayMs: percentile(delays, 0.99),
      settledMs: Math.max(0, changedAt - wheelAt),
    };
  };
}

/** Turns of the wheel, and pixels each: about 8,000 rows. */
const turns = 180;
const turnPx = 1_000;

/** Scrolls a list as fast as the browser can draw. */
export async function scroll(page: Page, list: ElementHandle): Promise<Scrolled> {
  const { x, y } = (await list.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 200, y + 200);
  await list.evaluate(recordScrolling as (element: unknown) => void);
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, turnPx);
  }
  return page.evaluate(() => (window as unknown as Recording).scrolled());
}

/** Waits for a state of the page that no locator expresses. */
import { strict as assert } from "node:assert";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Frame, Page } from "playwright-core";

/** Only for what never happens: a busy machine may take ten times as long as an idle one. */
export const patienceMs = 150_000;
const pollMs = 20;

/** What `read` returns once that satisfies `test`. */
export async function readWhen<T>(read: () => T | Promise<T>, test: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (test(value)) {
      return value;
    }
    if (Date.now() > deadline) {
      throw new Error(`Not as expected by ${String(test)}: ${JSON.stringify(value)}`);
    }
    await delay(pollMs);
  }
}

/** Waits until `read` returns `expected`. Use it instead of an assertion on what may still change. */
export async function becomes<T>(
  read: () => T | Promise<T>,
  expected: NoInfer<T>,
  message?: string,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let value = await read();
  while (!isDeepStrictEqual(value, expected) && Date.now() < deadline) {
    await delay(pollMs);
    value = await read();
  }
  assert.deepEqual(value, expected, message);
}

/**
 * Waits until the boxes of all elements stay where they are: the page measures itself in the frame after a layout, and each part
 * adapts in a frame after the one around it. Fonts are loaded, and animations of colors and the like have ended.
 */
export async function boxesSettle(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const boxes = (): string =>
      Array.from(document.querySelectorAll("main *"), (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].join();
      }).join(" ");
    for (let before = "", unchanged = 0; unchanged < 3;) {
      await new Promise(requestAnimationFrame);
      const now = boxes();
      unchanged = now === before ? unchanged + 1 : 0;
      before = now;
    }
  });
}

/** Waits for states of the page that a locator can't express. */
import { strict as assert } from "node:assert";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Frame, Page } from "playwright-core";

/** Timeout. Long, because a busy machine may take ten times as long as an idle one. */
export const patienceMs = 150_000;
const pollMs = 20;

/** Waits until the result of `read` satisfies `test`. @returns it */
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

/** Waits until `read` returns `expected`. Use it instead of an assertion if the value may still change. */
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
 * Waits until fonts are loaded and all elements have stopped moving. This takes several frames, because the
 * page measures itself in the frame after a layout, and each part adapts one frame after its container.
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

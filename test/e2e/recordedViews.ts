import assert from "node:assert/strict";
import type { Page } from "playwright-core";

interface Recorded {
  /** The titles of the views, whenever they changed. */
  readonly views: string[][];
  /** Whether a button that needs a connection was there. */
  hasButton: boolean;
}

type RecordingWindow = typeof globalThis & { recordedViews?: Recorded };

/** Runs in the page before VS Code: records what the sidebar shows from the beginning. */
function record(): void {
  const recorded: Recorded = { views: [], hasButton: false };
  (globalThis as RecordingWindow).recordedViews = recorded;
  new MutationObserver(() => {
    const views = Array.from(document.querySelectorAll(".part.sidebar .pane-header h3.title"), (title) =>
      title.textContent.trim(),
    );
    recorded.hasButton ||=
      document.querySelector('.part.sidebar .action-label[aria-label^="Find Collection"]') !== null;
    if (views.length > 0 && JSON.stringify(views) !== JSON.stringify(recorded.views.at(-1))) {
      recorded.views.push(views);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Records what the sidebar shows from the beginning of each load of a page on. */
export async function recordViews(page: Page): Promise<void> {
  await page.addInitScript(record);
}

export async function recordedViews(page: Page): Promise<Recorded> {
  const found = await page.evaluate(() => (globalThis as RecordingWindow).recordedViews);
  return found ?? assert.fail();
}

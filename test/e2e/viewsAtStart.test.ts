import assert from "node:assert/strict";
import { SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

interface Recorded {
  /** The titles of the views, whenever they changed. */
  readonly views: string[][];
  /** Whether a button that needs a connection was there. */
  hasButton: boolean;
}

type RecordingWindow = typeof globalThis & { recordedViews?: Recorded };

/** Runs in the page before VS Code: records what the sidebar shows from the beginning. */
function recordViews(): void {
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

describe("The views while a window starts", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({
      prepare: async (page) => {
        await page.addInitScript(recordViews);
      },
    });
    await workbench.openContainer("Company Feed");
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  async function recorded(): Promise<Recorded> {
    const found = await workbench.page.evaluate(() => (globalThis as RecordingWindow).recordedViews);
    return found ?? assert.fail();
  }

  it("are only Feeds without a connection, without buttons that go again", async () => {
    const started = workbench.page.locator(".part.sidebar").getByText("Follow funding");
    await started.waitFor();
    await workbench.reload();
    await started.waitFor();
    assert.deepEqual(await recorded(), { views: [["Feeds"]], hasButton: false });
  });

  it("are all three from the beginning with a connection", async () => {
    await workbench.connect(backend, "Acme");
    await workbench.reload();
    await workbench.collections().first().waitFor();
    assert.deepEqual(await recorded(), {
      views: [["Feeds", "Collections", "Webhook Alerts"]],
      hasButton: true,
    });
  });
});

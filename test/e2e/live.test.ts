import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { SampleBackend } from "../support/services/sampleBackend";
import { stillClock } from "../support/services/sampleEvents";
import { Workbench } from "../support/vscode/workbench";

describe("Live updates", () => {
  const now = stillClock();
  let backend: SampleBackend;
  let workbench: Workbench;
  let frame: Frame;

  before(async () => {
    backend = await SampleBackend.start(undefined, now);
    workbench = await Workbench.open({ settings: { "companyFeed.feed.preloadEvents": 500 } });
    await workbench.connect(backend, "Acme");
    await workbench.runCommand("Company Feed: Open Event Feed");
    frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  function status(text: string): Promise<void> {
    return frame.getByRole("status").filter({ hasText: text }).first().waitFor();
  }

  it("begin with 500 events, after those that fill the screen", async () => {
    await status("500 loaded");
    const sizes = backend.requests
      .filter(({ target }) => target.includes("/feed?"))
      .map(({ target }) => Number(new URL(target, backend.baseUrl).searchParams.get("page_size")));
    // Connecting opened a feed, too, which was closed.
    assert.deepEqual(sizes.slice(sizes.indexOf(460) - 1, sizes.indexOf(460) + 1), [40, 460]);
  });

  it("are paused and resumed with the command and the button", async () => {
    await status("Live");
    await workbench.runCommand("Company Feed: Pause or Resume Live Updates");
    await status("Live updates paused");
    await frame.getByRole("button", { name: "Resume live" }).click();
    await frame.getByRole("button", { name: "Pause live" }).waitFor();
  });

  it("request only IDs when the poll interval has passed", async () => {
    const { target } = await backend.requested((request) => request.target.includes("fields=ids"));
    const query = new URL(target, backend.baseUrl).searchParams;
    const since = Date.parse(query.get("since") ?? "");
    // HTTP tells the service's clock in seconds.
    assert.ok(Math.abs(now() - 600_000 - since) < 2000, "ten minutes before the feed was opened");
  });

  it("searches what is loaded, without a request", async () => {
    const title = await frame.locator("[data-event-id] .title bdi").first().innerText();
    const word = title.split(" ")[0] ?? "";
    await frame.getByLabel("Search loaded events").fill(word.toUpperCase());
    await frame
      .locator(".search-count")
      .filter({ hasText: /\d of \d/ })
      .waitFor();
    assert.equal(
      (await frame.locator("[data-event-id] mark").first().innerText()).toLowerCase(),
      word.toLowerCase(),
    );
    await frame.getByLabel("Search loaded events").press("Escape");
    await frame.locator("mark").first().waitFor({ state: "detached" });
  });

  it("has a chart of what is loaded, with a table behind it", async () => {
    const chart = frame.getByRole("region", { name: "Events over time" });
    await chart.locator("canvas").waitFor();
    await chart.getByRole("row").nth(2).waitFor({ state: "attached" });
  });

  it("loads an entire window", async () => {
    await workbench.runCommand("Company Feed: Load Entire Window");
    await frame.getByText(/Complete since/).waitFor({ state: "attached" });
    const sizes = backend.requests.map(({ target }) =>
      new URL(target, backend.baseUrl).searchParams.get("page_size"),
    );
    assert.ok(sizes.includes("500"));
  });
});

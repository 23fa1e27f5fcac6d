import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { dayMs } from "../../src/shared/instant";
import { notOffering, SampleBackend } from "../support/services/sampleBackend";
import { sampleEvents, stillClock } from "../support/services/sampleEvents";
import { Workbench } from "../support/vscode/workbench";

/** The tests depend on their order: each continues where the previous one ended. */
describe("Event feed", () => {
  const now = stillClock();
  let backend: SampleBackend;
  let workbench: Workbench;
  let frame: Frame;
  /** An event with a second ID, before the time range. */
  let old: SampleEvent;

  before(async () => {
    const found = sampleEvents(now() - 60 * dayMs, now() - 59 * dayMs, now()).find((it) => it["event_id"]);
    old = found ?? assert.fail();
    backend = await SampleBackend.start(undefined, now);
    workbench = await Workbench.openConnected(backend, {
      settings: { "companyFeed.feed.preloadEvents": 500, "companyFeed.feed.pollInterval": 5 },
      viewport: { width: 1360, height: 820 },
    });
  });

  afterEach(() => (backend.intercept = undefined));

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  async function status(text: string | RegExp): Promise<void> {
    await frame.getByRole("status").filter({ hasText: text }).first().waitFor();
  }

  const rows = () => frame.locator("[data-event-id]");
  const details = () => frame.getByRole("region", { name: "Event details" });
  const title = (text: string) => details().getByRole("heading", { level: 2, name: text, exact: true });
  const note = (text: string | RegExp) => details().locator(".note").filter({ hasText: text });
  const reads = () => backend.requestsOf("readEvent").map(({ target }) => target);

  it("opens from the first row of Feeds with the newest events of seven days: 40, then 500", async () => {
    await workbench.treeRow("Feeds", "All events").click();
    frame = await workbench.feedFrame();
    await rows().first().waitFor();
    await status("500 loaded");
    const [first, second] = backend
      .requestsOf("readFeed")
      .map(({ target }) => new URL(target, backend.baseUrl).searchParams);
    assert.ok(first && second);
    assert.deepEqual([first.get("page_size"), second.get("page_size")], ["40", "460"]);
    assert.equal(first.get("fields"), "full");
    const since = Date.parse(first.get("since") ?? "");
    assert.ok(Math.abs(Date.now() - since - 7 * dayMs) < 3_600_000);
    assert.equal(first.has("until"), false);
    const ids = await rows().evaluateAll((all) => all.map((row) => row.getAttribute("data-event-id")));
    const sample = sampleEvents(since, now() + 1, now()).map(({ id }) => id);
    assert.ok(ids.length > 10, `${ids.length} rows are drawn`);
    assert.deepEqual(ids, sample.slice(0, ids.length));
  });

  it("polls live with requests for IDs only", async () => {
    const { target } = await backend.requested((request) => request.target.includes("fields=ids"));
    const since = Date.parse(new URL(target, backend.baseUrl).searchParams.get("since") ?? "");
    // The `Date` header has only seconds, and the first request may have taken some time.
    const earlierMs = now() - 600_000 - since;
    assert.ok(earlierMs >= 0 && earlierMs < 60_000, "ten minutes before the feed was opened");
    await workbench.runCommand("Company Feed: Pause or Resume Live Updates");
    await status("Live updates paused");
    await frame.getByRole("button", { name: "Resume live" }).click();
    await frame.getByRole("button", { name: "Pause live" }).waitFor();
  });

  it("charts loaded events, with a table for screen readers", async () => {
    const chart = frame.getByRole("region", { name: "Events over time" });
    await chart.locator("svg rect").first().waitFor();
    await chart.getByRole("row").nth(2).waitFor({ state: "attached" });
  });

  it("sends each filter to the service, and loads the entire window", async () => {
    await frame.getByLabel("Types").fill("funding");
    await frame.getByLabel("Types").press("Enter");
    await backend.requested(({ target }) => new URLSearchParams(target).get("types") === "funding");
    await frame.getByLabel("Minimum amount (USD)").fill("10M");
    await frame.getByLabel("Minimum amount (USD)").press("Enter");
    await backend.requested(({ target }) => /types=funding.*min_amount=10000000/.test(target));
    await workbench.page
      .locator(".tab")
      .filter({ hasText: /Funding.*≥ \$10M/ })
      .waitFor();
    // The previous rows stay until the response arrives.
    await rows().filter({ hasNotText: "Funding" }).first().waitFor({ state: "detached" });
    await rows().first().waitFor();
    await workbench.runCommand("Company Feed: Load Entire Window");
    await frame.getByText(/Complete since/).waitFor({ state: "attached" });
    await frame.getByRole("button", { name: "Reset filters" }).first().click();
    await rows().filter({ hasNotText: "Funding" }).first().waitFor();
  });

  /** Runs Open Event by ID… and answers its input. */
  async function openEvent(reference: string): Promise<void> {
    await workbench.runCommand("Company Feed: Open Event by ID…");
    await workbench.quickInput.answer("Enter the ID of an event", reference);
    await workbench.quickInput.hidden();
    frame = await workbench.feedFrame();
  }

  it("opens an event outside the time range by its second ID, and by its link", async () => {
    await openEvent(String(old["event_id"]));
    await title(old.title).waitFor();
    await note("Not in this time range.").waitFor();
    assert.deepEqual(reads(), [`/v2/datasets/companydata/events/${String(old["event_id"])}`]);
    const link = await workbench.copied(() =>
      Promise.all([
        frame.getByText("Copied a link to this event.").first().waitFor(),
        details().getByRole("button", { name: "Copy link to this event" }).click(),
      ]),
    );
    assert.match(link, new RegExp(`^[a-z-]+://company-feed\\.company-feed/event\\?id=${old.id}$`));
    await details().getByRole("button", { name: "Show around it" }).click();
    await frame.locator(`[data-event-id="${old.id}"][aria-selected=true]`).waitFor();
    await details().getByRole("button", { name: "Close details" }).click();
    const count = reads().length;
    await openEvent(link);
    await title(old.title).waitFor();
    assert.equal(reads().length, count, "it is in the list");
  });

  it("says if an ID is unknown, or if the service offers no events by ID", async () => {
    await openEvent("evt_unknown");
    await note("404").waitFor();
    backend.intercept = notOffering(405, "readEvent");
    await openEvent("evt_unknown2");
    await note("doesn't offer this operation (405)").waitFor();
    assert.equal(await details().getByRole("button", { name: "Retry" }).count(), 0);
  });
});

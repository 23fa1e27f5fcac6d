import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { gridView, gridWhen } from "../support/page/gridView";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { sampleEvents, stillClock } from "../support/services/sampleEvents";
import { Workbench } from "../support/vscode/workbench";

const feedPath = "/v2/datasets/companydata/feed";

describe("Event feed", () => {
  const now = stillClock();
  let backend: SampleBackend;
  let workbench: Workbench;
  let frame: Frame;

  before(async () => {
    backend = await SampleBackend.start(undefined, now);
    workbench = await Workbench.open();
    await workbench.connect(backend, "Acme");
    await workbench.runCommand("Company Feed: Open Event Feed");
    frame = await workbench.feedFrame();
    await firstRow().waitFor();
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  function firstRow(): ReturnType<Frame["locator"]> {
    return frame.locator("[data-event-id]").first();
  }

  function rowCount(): Promise<number> {
    return gridView(frame).then((view) => view.rowCount);
  }

  /** Query parameters of the feed requests, from index `start` on. */
  function feedRequests(start = 0): URLSearchParams[] {
    return backend.requests
      .slice(start)
      .filter(({ target }) => target.startsWith(feedPath))
      .map(({ target }) => new URL(target, backend.baseUrl).searchParams);
  }

  async function status(text: string | RegExp): Promise<void> {
    await frame.getByRole("status").filter({ hasText: text }).first().waitFor();
  }

  it("requests the last seven days in pages of 40 and shows the newest events first", async () => {
    const [first] = feedRequests();
    assert.ok(first);
    assert.equal(first.get("page_size"), "40");
    assert.equal(first.get("fields"), "full");
    const since = Date.parse(first.get("since") ?? "");
    assert.ok(Math.abs(Date.now() - since - 7 * 86_400_000) < 3_600_000);
    assert.equal(first.has("until"), false);
    await status("40 loaded");
    const rows = await frame
      .locator("[data-event-id]")
      .evaluateAll((all) => all.map((row) => row.getAttribute("data-event-id")));
    const sample = sampleEvents(since, now() + 1, now()).map(({ id }) => id);
    assert.ok(rows.length > 10, `${rows.length} rows are drawn`);
    assert.deepEqual(rows, sample.slice(0, rows.length));
    assert.ok((await workbench.editorTabs()).some((title) => title.startsWith("Event Feed")));
  });

  it("sends each filter to the service and shows only the events of its response", async () => {
    await frame.getByLabel("Types").fill("funding");
    await frame.getByLabel("Types").press("Enter");
    await backend.requested(({ target }) => new URLSearchParams(target).get("types") === "funding");
    await frame.getByLabel("Minimum amount (USD)").fill("10M");
    await frame.getByLabel("Minimum amount (USD)").press("Enter");
    await backend.requested(({ target }) => /types=funding.*min_amount=10000000/.test(target));
    await workbench.page.locator(".tab").filter({ hasText: "≥ $10M" }).waitFor();
    // Until the response arrives, the previous rows stay.
    await frame
      .locator("[data-event-id]")
      .filter({ hasNotText: "Funding" })
      .first()
      .waitFor({ state: "detached" });
    await firstRow().waitFor();
    assert.ok((await workbench.editorTabs()).some((title) => title.includes("Funding")));
  });

  it("shows the details of the selected event", async () => {
    await firstRow().click();
    await workbench.page.keyboard.press("Enter");
    const details = frame.getByRole("region", { name: "Event details" });
    await details.waitFor();
    const title = await details.getByRole("heading").first().innerText();
    assert.ok(title.length > 10);
    await details.getByText("Lead investor").first().waitFor();
    await workbench.page.keyboard.press("Escape");
    await details.waitFor({ state: "hidden" });
  });

  it("loads older events with the command", async () => {
    const count = await rowCount();
    const before = backend.requests.length;
    await workbench.runCommand("Company Feed: Load Older Events");
    await backend.requested(({ target }) => target.includes("cursor="), before);
    await gridWhen(frame, (view) => view.rowCount > count);
    assert.ok(feedRequests(before).every((query) => query.get("types") === "funding"));
  });

  it("keeps the rows when the service fails, shows the error and recovers with Retry", async () => {
    backend.intercept = ({ target }) =>
      target.startsWith(feedPath) ? answer(400, { detail: "No such thing today." }) : undefined;
    const count = await rowCount();
    await workbench.runCommand("Company Feed: Refresh Event Feed");
    await frame.getByText("No such thing today.").first().waitFor();
    assert.equal(await rowCount(), count);
    backend.intercept = undefined;
    await frame.getByRole("button", { name: "Retry" }).first().click();
    await frame.getByText("No such thing today.").first().waitFor({ state: "hidden" });
  });

  it("shows that no events match, and all events again after Reset filters", async () => {
    await frame.getByLabel("Sector").fill("Nobody's sector");
    await frame.getByLabel("Sector").press("Enter");
    await frame
      .getByText(/No events/)
      .first()
      .waitFor();
    await frame.getByRole("button", { name: "Reset filters" }).first().click();
    await firstRow().waitFor();
    const last = feedRequests().findLast((query) => query.get("fields") === "full");
    assert.deepEqual([...(last?.keys() ?? [])].sort(), ["fields", "page_size", "since"]);
  });

  it("violates no content security policy and logs no errors", () => {
    assert.deepEqual(workbench.panelErrors(), []);
  });
});

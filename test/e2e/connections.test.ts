import assert from "node:assert/strict";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

describe("Multiple connections", () => {
  let production: SampleBackend;
  let staging: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    production = await SampleBackend.start("sk_production_1");
    staging = await SampleBackend.start("sk_staging_1");
    workbench = await Workbench.open();
    await workbench.connect(production, "Production");
    await workbench.connect(staging, "Staging");
  });

  after(async () => {
    production.stop();
    staging.stop();
    await workbench.close();
  });

  /** The authorization headers that a service received. */
  function keysSeen(backend: SampleBackend): Set<string> {
    return new Set(backend.requests.map(({ headers }) => String(headers["authorization"])));
  }

  it("disposes every webview when feeds are opened, switched and closed repeatedly", async () => {
    const pages = workbench.page.locator("iframe.webview");
    for (const name of ["Production", "Staging", "Production", "Staging"]) {
      await workbench.runCommand("Company Feed: Switch Connection…");
      await workbench.quickInput.shown("Switch connection");
      await workbench.quickInput.row(name).click();
      await workbench.statusBarItem(name).waitFor();
      await workbench.runCommand("Company Feed: Open Event Feed");
      await (await workbench.feedFrame()).locator("[data-event-id]").first().waitFor();
      await workbench.runCommand("View: Close All Editors");
      await pages.first().waitFor({ state: "detached" });
    }
    assert.equal(await pages.count(), 0);
    assert.deepEqual([...keysSeen(production)], ["Bearer sk_production_1"]);
    assert.deepEqual([...keysSeen(staging)], ["Bearer sk_staging_1"]);
  });

  it("sends each key only to its own service, and an open feed keeps its connection when another one is activated", async () => {
    await workbench.runCommand("Company Feed: Open Event Feed");
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    await workbench.runCommand("Company Feed: Switch Connection…");
    await workbench.quickInput.shown("Switch connection");
    await workbench.quickInput.row("Production").click();
    await workbench.statusBarItem("Production").waitFor();
    assert.deepEqual(await workbench.editorTabs(), ["Event Feed: Staging"]);
    assert.deepEqual([...keysSeen(production)], ["Bearer sk_production_1"]);
    assert.deepEqual([...keysSeen(staging)], ["Bearer sk_staging_1"]);
  });

  it("shows only the events of another key once it is set, in an open feed", async () => {
    const { quickInput } = workbench;
    const title = "Seen with the other key only";
    const event = { id: "evt_other", title, type: "funding", published_at: new Date().toISOString() };
    production.intercept = ({ headers, target }) => {
      if (headers["authorization"] !== "Bearer sk_production_other") {
        return undefined;
      }
      return target.startsWith("/v2/collections")
        ? answer(200, { collections: [], total_count: 0, limit: 100, offset: 0 })
        : answer(200, { events: [event], has_more: false, next_cursor: null, page_size: 40 });
    };
    const frame = await workbench.newFeedFrame(() => workbench.runCommand("Company Feed: Open Event Feed"));
    const rows = frame.locator("[data-event-id]");
    await rows.nth(5).waitFor();
    await rows.first().click();
    await rows.first().press("Enter");
    const details = frame.getByRole("region", { name: "Event details" });
    await details.locator("h2").waitFor();
    for (const [key, shown, hidden] of [
      ["sk_production_other", rows.filter({ hasText: title }), rows.filter({ hasNotText: title })],
      [production.key, rows.filter({ hasNotText: title }), rows.filter({ hasText: title })],
    ] as const) {
      await workbench.runCommand("Company Feed: Set API Key…");
      await quickInput.answer("API key", key);
      await shown.first().waitFor();
      await hidden.first().waitFor({ state: "detached" });
      if (key !== production.key) {
        await details.locator("h2").waitFor({ state: "detached" });
      }
    }
    await details.locator("h2").waitFor();
    production.intercept = undefined;
    await workbench.page.locator(".tab").filter({ hasText: "Production" }).click({ button: "middle" });
    assert.ok(!keysSeen(staging).has("Bearer sk_production_other"));
    production.requests.length = 0;
  });

  it("tests the connection of the feed in the active editor and shows a report without the key", async () => {
    await workbench.runCommand("Company Feed: Test Connection");
    const editor = workbench.page
      .locator(".editor-instance .view-lines")
      .filter({ hasText: "All checks passed." });
    await editor.waitFor();
    assert.ok(!(await editor.innerText()).includes("sk_staging_1"));
    await workbench.page.locator(".tab").filter({ hasText: "Connection test of Staging.txt" }).waitFor();
    await workbench.screenshot("connection-report");
  });

  it("ends a test without a report when it is canceled", async () => {
    const { notifications } = workbench;
    await workbench.runCommand("View: Close Editor");
    await workbench.page
      .locator(".tab")
      .filter({ hasText: "Connection test" })
      .waitFor({ state: "detached" });
    const tabs = await workbench.editorTabs();
    const asked = staging.requested(() => true, staging.requests.length);
    staging.intercept = () => {
      const { headers, ...busy } = answer(429, {});
      return { ...busy, headers: { ...headers, "retry-after": "60" } };
    };
    await workbench.runCommand("Company Feed: Test Connection");
    await asked;
    await notifications.press("Testing Staging", "Cancel");
    await notifications.notification("Testing Staging").waitFor({ state: "detached" });
    assert.deepEqual(await workbench.editorTabs(), tabs);
    staging.intercept = undefined;
  });

  it("asks for another key when the service rejects the stored one, and uses it at once", async () => {
    const { notifications, quickInput } = workbench;
    let valid = "sk_production_2";
    production.intercept = ({ headers }) =>
      headers["authorization"] === `Bearer ${valid}`
        ? answer(200, { collections: [], total_count: 0 })
        : answer(401, {});
    await workbench.runCommand("Company Feed: Refresh Collections");
    const statusBarItem = workbench.statusBarItem("Production");
    await statusBarItem.and(workbench.page.locator(".warning-kind")).waitFor();
    await notifications.shown("Production");
    await notifications.press("Production", "Set API Key…");
    await quickInput.shown("API key for Production");
    await quickInput.type("sk_still_wrong");
    await quickInput.accept();
    await quickInput.refused(/key/i);
    await quickInput.type(valid);
    await quickInput.accept();
    await quickInput.hidden();
    await workbench.page.locator(".part.sidebar").getByText("No collections found.").waitFor();
    assert.equal(production.requests.at(-1)?.headers["authorization"], "Bearer sk_production_2");
    await statusBarItem.and(workbench.page.locator(":not(.warning-kind)")).waitFor();
    valid = production.key;
    production.intercept = undefined;
  });

  it("keeps the key of a connection that is renamed, which is that of the feed in the active editor", async () => {
    const { quickInput } = workbench;
    await workbench.page.locator(".tab").filter({ hasText: "Event Feed: Staging" }).click();
    await workbench.feedFrame();
    await workbench.runCommand("Company Feed: Edit Connection…");
    await quickInput.shown("Edit Staging: base URL");
    await quickInput.accept();
    await quickInput.shown("Edit Staging: API key");
    await quickInput.accept();
    await quickInput.shown("Edit Staging: organization ID");
    await quickInput.accept();
    await quickInput.shown("Edit Staging: dataset");
    await quickInput.accept();
    await quickInput.shown("Edit Staging: name");
    await quickInput.type("Staging EU");
    await quickInput.accept();
    await workbench.page.locator(".tab").filter({ hasText: "Event Feed: Staging EU" }).waitFor();
    assert.deepEqual([...keysSeen(staging)], ["Bearer sk_staging_1"]);
  });

  it("requires a new key for another address and never sends the old key there", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Edit Connection…");
    await quickInput.shown("Edit Staging EU: base URL");
    await quickInput.type(production.baseUrl);
    await quickInput.accept();
    await quickInput.shown("Edit Staging EU: API key");
    await quickInput.accept();
    await quickInput.refused("API key");
    await quickInput.cancel();
    assert.ok(!keysSeen(production).has("Bearer sk_staging_1"));
  });

  it("removes a connection with its key, and its open feed keeps the rows and shows a message", async () => {
    const { notifications } = workbench;
    await workbench.runCommand("Company Feed: Remove Connection…");
    await notifications.answerDialog("Staging EU", "Remove");
    await workbench.page.locator(".tab").filter({ hasText: "Staging EU (removed)" }).waitFor();
    const before = staging.requests.length;
    await workbench.page.locator(".tab").filter({ hasText: "(removed)" }).click();
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    await workbench.runCommand("Company Feed: Load Older Events");
    await frame.getByText("was removed").first().waitFor();
    await frame.locator("[data-event-id]").first().waitFor();
    assert.equal(staging.requests.length, before);
  });
});

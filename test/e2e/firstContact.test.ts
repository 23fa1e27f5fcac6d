import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Locator } from "playwright-core";
import manifest from "../../package.json";
import { Workbench } from "../support/vscode/workbench";
import { recordedViews, recordViews } from "./recordedViews";

describe("First contact", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({
      viewport: { width: 1400, height: 900 },
      prepare: recordViews,
    });
  });

  after(async () => {
    // VS Code's own page of a step reports these, and the last test throws.
    const ours = workbench.consoleErrors.filter(({ text }) => !/ResizeObserver loop|for a test/.test(text));
    workbench.consoleErrors.splice(0, Infinity, ...ours);
    await workbench.close();
  });

  function step(id: string): Locator {
    return workbench.page.locator(`.getting-started-step[data-step-id$="#${id}"]`);
  }

  /** The background of a step's picture, once that is shown. */
  function background(id: string): Locator {
    const media = workbench.page.locator(".getting-started-media iframe").contentFrame();
    return media.locator("#active-frame").contentFrame().locator(`svg#${id} rect`).first();
  }

  function stepButton(name: string): Locator {
    return workbench.page.locator(".gettingStartedContainer").getByRole("button", { name }).last();
  }

  it("says in the empty view what the extension is for, without views and buttons that go again", async () => {
    const sidebar = workbench.page.locator(".part.sidebar");
    await workbench.openContainer("Company Feed");
    await sidebar.getByText("Follow funding").waitFor();
    await workbench.reload();
    await sidebar.getByText("Follow funding").waitFor();
    assert.deepEqual(await recordedViews(workbench.page), { views: [["Feeds"]], hasButton: false });
    await sidebar.getByRole("button", { name: "Connect…", exact: true }).waitFor();
    await sidebar.getByText("Try it with sample data").waitFor();
    await workbench.screenshot("welcome-view");
  });

  for (const [command, offer] of [
    ["Open Event Feed", "Connect to a service to open the event feed."],
    ["Open Event by ID…", "Connect to a service to open an event."],
    ["Export Events…", "Connect to a service to export events."],
    [
      "Copy MCP Configuration…",
      "Connect to a service to let other programs read its events and collections.",
    ],
  ] as const) {
    it(`offers to connect, and says what for: ${command}`, async () => {
      const { notifications, quickInput } = workbench;
      await workbench.runCommand(`Company Feed: ${command}`);
      assert.deepEqual(await notifications.buttons(offer), ["Connect…", "Connect to Sample Service"]);
      assert.equal(await quickInput.widget.isVisible(), false);
      assert.equal(await notifications.dialog.isVisible(), false);
      await notifications.close(offer);
    });
  }

  it("pictures every step of the tour in the colors of the theme", async () => {
    await workbench.runCommand("Welcome: Open Walkthrough...");
    await workbench.quickInput.pick("Get Started with Company Feed");
    await step("sample").waitFor();
    const [walkthrough] = manifest.contributes.walkthroughs;
    assert.ok(walkthrough);
    for (const { id } of walkthrough.steps) {
      await step(id).click();
      const color = await background(id).evaluate((rect) => getComputedStyle(rect).fill);
      assert.match(color, /^(rgb|color)/, id);
      assert.notEqual(color, "rgb(0, 0, 0)", "a variable without a value is black");
      await workbench.screenshot(`walkthrough-${id}`);
    }
  });

  it("shows events and collections after the first step's button was pressed, and checks the step", async () => {
    await step("sample").click();
    await stepButton("Connect to Sample Service").click();
    const feed = await workbench.feedFrame();
    await feed.getByRole("grid", { name: "Company events" }).waitFor();
    await feed.locator("[data-event-id]").first().waitFor();
    await workbench.collections().first().waitFor();
    await workbench.statusBarItem("Sample data").waitFor();
    await workbench.page.locator(".tab").filter({ hasText: "Welcome" }).click();
    await step("sample").and(workbench.page.locator('[aria-checked="true"]')).waitFor();
    assert.equal(await step("connect").getAttribute("aria-checked"), "false");
    assert.equal(await step("search").getAttribute("aria-checked"), "false");
  });

  it("offers questions for agents, and answers one through MCP", async () => {
    const { page, quickInput, notifications } = workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await step("ask").click();
    await stepButton("Ask an Agent…").click();
    await quickInput.shown("Ask an Agent");
    await quickInput.pick("Which fintech companies raised more than $50M this week?");
    // This VS Code has no chat.
    await notifications.press("There is no chat model in this window.", "Copy MCP Configuration…");
    await notifications.answerDialog("Turn on the MCP server?", "Turn On");
    await quickInput.pick("Other program");
    await notifications.close("It contains a token");
    const { mcpServers } = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as {
      mcpServers: Record<string, { url: string; headers: Record<string, string> }>;
    };
    const server = mcpServers["company-feed"];
    assert.ok(server);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } }),
    );
    const { content } = await client.callTool({
      name: "companyfeed_search_events",
      arguments: { period: "7d", types: ["funding"], sector: "Fintech", min_amount: "50M" },
    });
    await client.close();
    assert.match(JSON.stringify(content), /\d+ events.* · connection Sample data/);
  });

  it("is tested by windows that report uncaught errors of the page when they are closed", async () => {
    const frame = await workbench.newFeedFrame(() =>
      workbench.runCommand("Company Feed: Duplicate Event Feed"),
    );
    const logged = (text: string) =>
      workbench.page.waitForEvent("console", (message) => message.text().includes(text));
    await Promise.all([
      logged("thrown for a test"),
      logged("rejected for a test"),
      frame.evaluate(() => {
        setTimeout(() => {
          throw new Error("thrown for a test");
        });
        void Promise.reject(new Error("rejected for a test"));
      }),
    ]);
    const errors = workbench
      .panelErrors()
      .flatMap(({ text }) => /(thrown|rejected) for a test/.exec(text)?.[0] ?? []);
    assert.deepEqual(errors.sort(), ["rejected for a test", "thrown for a test"]);
  });
});

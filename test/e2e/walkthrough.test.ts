import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Locator } from "playwright-core";
import manifest from "../../package.json";
import { Workbench } from "../support/vscode/workbench";

describe("First contact", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ viewport: { width: 1400, height: 900 } });
  });

  after(async () => {
    // VS Code's own page of a step reports these.
    const ours = workbench.consoleErrors.filter(({ text }) => !text.includes("ResizeObserver loop"));
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

  async function showTour(): Promise<void> {
    await workbench.page.locator(".tab").filter({ hasText: "Welcome" }).click();
    await step("sample").waitFor();
  }

  it("says in the empty view what the extension is for", async () => {
    await workbench.openContainer("Company Feed");
    const sidebar = workbench.page.locator(".part.sidebar");
    await sidebar.getByText("Follow funding").waitFor();
    await sidebar.getByRole("button", { name: "Connect…", exact: true }).waitFor();
    await sidebar.getByText("Try it with sample data").waitFor();
    await workbench.screenshot("welcome-view");
    await workbench.runCommand("Welcome: Open Walkthrough...");
    await workbench.quickInput.pick("Get Started with Company Feed");
    await step("sample").waitFor();
  });

  it("pictures every step of the tour in the colors of the theme", async () => {
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

  it("shows events after the first step's button was pressed, and checks the step", async () => {
    await step("sample").click();
    await workbench.page
      .locator(".gettingStartedContainer")
      .getByRole("button", { name: "Connect to Sample Service" })
      .last()
      .click();
    const feed = await workbench.feedFrame();
    await feed.locator("[data-event-id]").first().waitFor();
    await workbench.statusBarItem("Sample data").waitFor();
    await showTour();
    await workbench.page
      .locator('.getting-started-step[data-step-id$="#sample"][aria-checked="true"]')
      .waitFor();
    assert.equal(await step("connect").getAttribute("aria-checked"), "false");
    assert.equal(await step("search").getAttribute("aria-checked"), "false");
  });

  it("offers questions for agents, and answers one through MCP", async () => {
    const { page, quickInput, notifications } = workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await step("ask").click();
    await page
      .locator(".gettingStartedContainer")
      .getByRole("button", { name: "Ask an Agent…" })
      .last()
      .click();
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
});

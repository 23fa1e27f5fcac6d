import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Locator } from "playwright-core";
import manifest from "../../package.json";
import { becomes } from "../support/page/waiting";
import { type PaletteDecision, paletteTitles } from "../support/paletteDecisions";
import { clean } from "../support/vscode/quickInput";
import { Workbench } from "../support/vscode/workbench";

const viewport = { width: 1400, height: 900 };

/** The tests depend on their order: each continues where the previous one ended. */
describe("First contact", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ viewport, settings: { "companyFeed.feed.preloadEvents": 500 } });
  });

  after(async () => {
    // VS Code's walkthrough page reports these.
    const ours = workbench.consoleErrors.filter(({ text }) => !text.includes("ResizeObserver loop"));
    workbench.consoleErrors.splice(0, Infinity, ...ours);
    await workbench.close();
  });

  function step(id: string): Locator {
    return workbench.page.locator(`.getting-started-step[data-step-id$="#${id}"]`);
  }

  /** Background of a step's picture. */
  function background(id: string): Locator {
    const media = workbench.page.locator(".getting-started-media iframe").contentFrame();
    return media.locator("#active-frame").contentFrame().locator(`svg#${id} rect`).first();
  }

  function stepButton(name: string): Locator {
    return workbench.page.locator(".gettingStartedContainer").getByRole("button", { name }).last();
  }

  /** Our commands in the Command Palette. */
  async function paletteCommands(): Promise<string[]> {
    const { quickInput } = workbench;
    await workbench.openQuickAccess();
    await quickInput.type(">Company Feed: ");
    const names = quickInput.widget.locator(".quick-input-list .label-name");
    await names.first().waitFor();
    const items = (await names.allInnerTexts()).map(clean);
    await quickInput.cancel();
    // VS Code adds commands that focus a view.
    return items.filter((item) => /^Company Feed: (?!Focus on )/.test(item)).sort();
  }

  /** Waits until the palette has these commands, because context keys are updated with a delay. */
  async function paletteHas(...decisions: readonly PaletteDecision[]): Promise<void> {
    const expected = paletteTitles("always", ...decisions);
    // Make the window high enough to show all commands at once.
    await workbench.page.setViewportSize({ ...viewport, height: 4500 });
    await becomes(paletteCommands, expected);
    await workbench.page.setViewportSize(viewport);
  }

  it("explains the extension in the empty view", async () => {
    const sidebar = workbench.page.locator(".part.sidebar");
    await workbench.openContainer("Company Feed");
    await sidebar.getByText("Follow funding").waitFor();
    await sidebar.getByRole("button", { name: "Connect…", exact: true }).waitFor();
    await sidebar.getByText("Try it with sample data").waitFor();
  });

  it("offers to connect if a command needs a connection", async () => {
    const { notifications, quickInput } = workbench;
    const offer = "Connect to a service to open the event feed.";
    await workbench.runCommand("Company Feed: Open Event Feed");
    assert.deepEqual(await notifications.buttons(offer), ["Connect…", "Connect to Sample Service"]);
    assert.equal(await quickInput.widget.isVisible(), false);
    assert.equal(await notifications.dialog.isVisible(), false);
    await notifications.close(offer);
  });

  it("shows only commands in the palette that work without a connection", async () => {
    await paletteHas();
  });

  it("illustrates each step of the tour in the theme's colors", async () => {
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
    }
  });

  it("completes the first step with sample events and collections", async () => {
    await step("sample").click();
    await stepButton("Connect to Sample Service").click();
    const feed = await workbench.feedFrame();
    await feed.getByRole("grid", { name: "Company events" }).waitFor();
    await feed.locator("[data-event-id]").first().waitFor();
    // The entire time range, which has more than 500 events.
    await feed.getByRole("status").getByText("complete").waitFor();
    await workbench.collections().first().waitFor();
    await workbench.treeRow("Feeds", "All events").waitFor();
    const files = await readdir(workbench.server.home, { recursive: true });
    // Of two windows, each would choose another folder for the marks.
    assert.deepEqual(
      files.filter((file) => path.basename(file) === "savedFeeds"),
      [],
      "nothing is stored before there is a saved feed",
    );
    await workbench.statusBarItem("Sample data").waitFor();
    await workbench.page.locator(".tab").filter({ hasText: "Welcome" }).click();
    await step("sample").and(workbench.page.locator('[aria-checked="true"]')).waitFor();
    assert.equal(await step("connect").getAttribute("aria-checked"), "false");
    assert.equal(await step("search").getAttribute("aria-checked"), "false");
  });

  it("shows commands in the palette for a connection, and for a feed while one is open", async () => {
    const connected = ["withActiveConnection", "withConnection"] as const;
    await paletteHas(...connected, "withOpenFeed", "withOpenEventFeed");
    // Hide the command center's tooltip, which would cover the tab.
    await workbench.page.mouse.move(0, 0);
    await workbench.page.locator(".tab").filter({ hasText: "Event Feed" }).click({ button: "middle" });
    await paletteHas(...connected);
  });

  it("offers questions for agents, and answers one over MCP", async () => {
    const { quickInput, notifications } = workbench;
    await step("ask").click();
    await stepButton("Ask an Agent…").click();
    await quickInput.shown("Ask an Agent");
    await quickInput.pick("Which fintech companies raised more than $50M this week?");
    // This VS Code has no chat.
    await notifications.press("There is no chat model in this window.", "Copy MCP Configuration…");
    await notifications.answerDialog("Turn on the MCP server?", "Turn On");
    const copied = await workbench.copied(() => quickInput.pick("Other program"));
    await notifications.close("It contains a token");
    const { mcpServers } = JSON.parse(copied) as {
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

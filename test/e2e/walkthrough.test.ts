import assert from "node:assert/strict";
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

  it("says in the empty view what the extension is for, and links to the tour", async () => {
    await workbench.openContainer("Company Feed");
    const sidebar = workbench.page.locator(".part.sidebar");
    await sidebar.getByText("Follow funding").waitFor();
    await sidebar.getByRole("button", { name: "Connect…", exact: true }).waitFor();
    await sidebar.getByRole("button", { name: "Connect to Sample Service" }).waitFor();
    await workbench.screenshot("welcome-view");
    await sidebar.getByRole("button", { name: "Take the tour" }).click();
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

  it("has the steps checked that were done before it was opened for the first time", async () => {
    const late = await Workbench.open({ viewport: { width: 1400, height: 900 } });
    try {
      await late.runCommand("Company Feed: Connect to Sample Service");
      const feed = await late.feedFrame();
      await feed.locator("[data-event-id]").first().waitFor();
      await feed.getByLabel("Search loaded events").fill("a");
      await feed
        .getByText(/matches?$/)
        .first()
        .waitFor();
      await late.runCommand("Welcome: Open Walkthrough...");
      await late.quickInput.pick("Get Started with Company Feed");
      for (const id of ["sample", "search"]) {
        await late.page
          .locator(`.getting-started-step[data-step-id$="#${id}"][aria-checked="true"]`)
          .waitFor();
      }
    } finally {
      late.consoleErrors.splice(
        0,
        Infinity,
        ...late.consoleErrors.filter(({ text }) => !text.includes("ResizeObserver loop")),
      );
      await late.close();
    }
  });
});

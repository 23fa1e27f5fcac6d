import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../support/runner/paths";
import { Workbench } from "../support/vscode/workbench";

/** Takes the screenshots in README.md, into out/screenshots. To update them in docs/, run `npm run screenshots` and review them. */
describe("README.md", () => {
  it("has the screenshots that this suite takes", async function () {
    this.timeout(120_000);
    const used = [
      ...readFileSync(path.join(root, "README.md"), "utf8").matchAll(/!\[[^\]]*\]\(docs\/([^)]+)\.png\)/g),
    ];
    const made = [await screenshotOfFeed(), await screenshotOfCollections()].map((file) =>
      path.basename(file, ".png"),
    );
    assert.deepEqual(used.map((match) => match[1]).sort(), made.sort());
    for (const name of made) {
      assert.ok(existsSync(path.join(root, "docs", `${name}.png`)), `docs/${name}.png is missing`);
    }
  });
});

async function screenshotOfFeed(): Promise<string> {
  const workbench = await openSample("Default Dark Modern");
  try {
    await workbench.runCommand("Company Feed: Open Event Feed");
    const frame = await workbench.feedFrame();
    await frame.getByLabel("Types").fill("funding");
    await frame.getByLabel("Types").press("Enter");
    await workbench.page.locator(".tab").filter({ hasText: "funding" }).waitFor();
    await frame.locator("[role=grid][aria-busy=false]").waitFor();
    await frame.locator("[data-event-id]").filter({ hasText: "Funding" }).first().click();
    await workbench.page.keyboard.press("Enter");
    await frame.getByRole("region", { name: "Event details" }).getByText("Lead investor").first().waitFor();
    await hideNotifications(workbench);
    return await workbench.screenshot("feed");
  } finally {
    await workbench.close();
  }
}

async function screenshotOfCollections(): Promise<string> {
  const workbench = await openSample("Default Light Modern");
  try {
    await workbench.tree("Collections").focus();
    await workbench.page.keyboard.press("End");
    await workbench.treeRow("Collections", "Load more").waitFor();
    await workbench.openQuickAccess();
    await workbench.quickInput.type(">Company Feed: ");
    await workbench.quickInput.row("Company Feed: Connect…").waitFor();
    return await workbench.screenshot("collections");
  } finally {
    await workbench.close();
  }
}

async function openSample(colorTheme: string): Promise<Workbench> {
  const workbench = await Workbench.open({
    colorTheme,
    viewport: { width: 1360, height: 820 },
    settings: { "companyFeed.feed.preloadEvents": 500 },
  });
  await workbench.runCommand("Company Feed: Connect to Sample Service");
  await workbench.collections().first().waitFor();
  return workbench;
}

async function hideNotifications(workbench: Workbench): Promise<void> {
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.page.mouse.move(700, 790);
}

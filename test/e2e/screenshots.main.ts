/** `npm run screenshots`: takes the pictures of README.md into docs/, to be reviewed. */
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { Animation } from "./animation";
import { SampleData } from "../../src/sample/sampleData";
import { FakeClock } from "../support/fakes/fakeClock";
import { buildProduction, packageVsix } from "../support/runner/build";
import { out, root } from "../support/runner/paths";
import { LiveService } from "../support/services/liveService";
import { SampleBackend } from "../support/services/sampleBackend";
import { sampleEvents } from "../support/services/sampleEvents";
import { Installation } from "../support/vscode/installation";
import { Workbench } from "../support/vscode/workbench";

/** From all events to those that answer "What did fintech raise this week?", and one event's details. */
async function animationOfFeed(): Promise<string> {
  const workbench = await openSample("Default Dark Modern", { width: 1200, height: 720 });
  try {
    const animation = new Animation();
    const { page } = workbench;
    const show = async (milliseconds: number): Promise<void> =>
      animation.addFrame(await page.screenshot({ caret: "initial" }), milliseconds);
    const frame = await workbench.feedFrame();
    const rowsOf = (type: string) => frame.locator("[data-event-id]").filter({ hasText: type });
    const upToDate = async (): Promise<void> => {
      await frame.locator("[role=grid][aria-busy=false]").waitFor();
      await frame.locator(".chart-canvas .not-loaded").first().waitFor({ state: "detached" });
    };
    await rowsOf("Acquisition").first().waitFor();
    await upToDate();
    await hideNotifications(workbench);
    await show(1500);
    const types = frame.getByLabel("Types", { exact: true });
    await types.fill("fund");
    await frame.getByRole("option", { name: "Funding" }).waitFor();
    await show(900);
    await types.press("Enter");
    await page.locator(".tab").filter({ hasText: "funding" }).waitFor();
    // The previous rows stay until the response arrives.
    await frame
      .locator("[data-event-id]")
      .filter({ hasNotText: "Funding" })
      .first()
      .waitFor({ state: "detached" });
    await upToDate();
    await show(1500);
    const search = frame.getByLabel("Search loaded events");
    await search.fill("series b");
    await rowsOf("Series B").locator("mark").first().waitFor();
    await show(1500);
    await rowsOf("Series B").first().click();
    await page.keyboard.press("Enter");
    const details = frame.getByRole("region", { name: "Event details" });
    await details.getByText("Lead investor").first().waitFor();
    await show(2000);
    await details.getByRole("button", { name: "Next" }).click();
    await show(2000);
    const file = path.join(out, "screenshots", "feed.gif");
    await mkdir(path.dirname(file), { recursive: true });
    await animation.save(file);
    return file;
  } finally {
    await workbench.close();
  }
}

/** Two saved feeds with new events, taken from the newest sample events. */
async function screenshotOfSavedFeeds(): Promise<string> {
  const now = Date.now();
  const service = new LiveService(new FakeClock(now));
  const events = sampleEvents(now - 7 * 86_400_000, now, now);
  const newest = (type: string, count: number) =>
    events.filter((event) => event.type === type).slice(0, count);
  const funding = newest("funding", 3);
  const acquisitions = newest("acquisition", 1);
  const later = new Set([...funding, ...acquisitions]);
  events.filter((event) => !later.has(event)).forEach((event) => service.put(event));
  const arrive = (arrived: typeof events): void =>
    arrived.forEach((event) => service.put({ ...event, published_at: new Date().toISOString() }));
  const sample = new SampleData();
  const source = { ...service.source(), collections: () => sample.collections() };
  const backend = await SampleBackend.start(undefined, () => Date.now(), source);
  const workbench = await Workbench.open({
    viewport: { width: 1100, height: 480 },
    settings: {
      "workbench.colorTheme": "Default Light Modern",
      "companyFeed.feed.pollInterval": 5,
      "companyFeed.savedFeeds": [
        { name: "Funding rounds", types: ["funding"] },
        { name: "Takeovers", types: ["acquisition"] },
      ],
    },
  });
  try {
    await workbench.connect(backend, "Acme");
    await workbench.openContainer("Company Feed");
    const row = (name: string) => workbench.treeRow("Feeds", name);
    for (const name of ["Funding rounds", "Takeovers"]) {
      await workbench.runCommand("Company Feed: Follow or Unfollow Saved Feed");
      await workbench.quickInput.pick(name);
      await workbench.quickInput.pick("Acme");
    }
    for (const [name, arrived] of [
      ["Takeovers", acquisitions],
      ["Funding rounds", funding],
    ] as const) {
      const frame = await workbench.newFeedFrame(() => row(name).click());
      await frame.locator("[data-event-id]").first().waitFor();
      arrive(arrived);
      await row(name)
        .filter({ hasText: `${arrived.length} new` })
        .waitFor();
    }
    await (await workbench.feedFrame()).getByRole("button", { name: "Mark as Read" }).waitFor();
    await hideNotifications(workbench);
    return await workbench.screenshot("unread-events");
  } finally {
    backend.stop();
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

async function openSample(colorTheme: string, viewport = { width: 1360, height: 820 }): Promise<Workbench> {
  const settings = { "companyFeed.feed.preloadEvents": 500, "workbench.colorTheme": colorTheme };
  const workbench = await Workbench.open({ viewport, settings });
  await workbench.runCommand("Company Feed: Connect to Sample Service");
  await workbench.collections().first().waitFor();
  // The panel takes the focus before it has rows.
  const feed = await workbench.feedFrame();
  await feed.locator("[data-event-id]").first().waitFor();
  return workbench;
}

async function hideNotifications(workbench: Workbench): Promise<void> {
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.page.mouse.move(700, 790);
}

await buildProduction();
await packageVsix();
for (const take of [animationOfFeed, screenshotOfSavedFeeds, screenshotOfCollections]) {
  const file = await take();
  await copyFile(file, path.join(root, "docs", path.basename(file)));
}
await Installation.stop();

import assert from "node:assert/strict";
import type { Frame, Locator } from "playwright-core";
import { SampleData } from "../../src/sample/sampleData";
import { failing, hostileTexts, odd } from "../support/faults";
import { FaultyService } from "../support/faultyService";
import { Workbench } from "../support/workbench";

const key = "sk_test_7f3a9Zq-XYZ";

describe("every fault, in tree and panel", () => {
  let faulty: FaultyService;
  let workbench: Workbench;
  let frame: Frame;

  before(async () => {
    faulty = await FaultyService.start({ source: new SampleData(), key, now: () => Date.now() });
    workbench = await Workbench.open({
      viewport: { width: 1600, height: 900 },
      settings: { "companyFeed.requestTimeout": 1, "companyFeed.collections.pageSize": 10 },
    });
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", faulty.origin);
    await quickInput.answer("API key", key);
    await quickInput.answer("Organization ID", "");
    await quickInput.answer("A name for this connection", "Acme");
    await workbench.statusBarItem("Acme").waitFor();
    await workbench.runCommand("Company Feed: Open Event Feed");
    frame = await workbench.feedFrame();
    await shown(events().first());
    await shown(collections().first());
  });

  afterEach(() => {
    faulty.faults = [];
    assert.equal(faulty.elsewhere.requests.length, 0, "another origin was asked");
  });

  after(async () => {
    await faulty.dispose();
    await workbench.close();
  });

  const shown = (locator: Locator) => locator.waitFor();
  const events = () => frame.locator("[data-event-id]");
  const rows = () => workbench.tree("Collections").getByRole("treeitem");
  /** Those that can be opened: neither Load more nor Retry. */
  const collections = () => workbench.tree("Collections").locator("[role=treeitem][aria-expanded]");
  const told = (sentence: RegExp) => [
    frame.getByText(sentence).first(),
    rows().filter({ hasText: sentence }).first(),
  ];

  /** Refreshes tree and panel, as a person does by their buttons. */
  async function refresh(): Promise<void> {
    await workbench.page.locator(".part.sidebar").hover();
    await workbench.page
      .locator(".part.sidebar")
      .getByRole("button", { name: "Refresh Collections" })
      .click();
    await frame.getByRole("button", { name: "Refresh", exact: true }).click();
  }

  for (const fault of failing) {
    it(`${fault.name}: what is there stays, the reason is told, and it goes when the fault does`, async () => {
      const before = [await events().count(), await collections().count()];
      faulty.faults = [fault];
      await refresh();
      await Promise.all(told(fault.sentence).map(shown));
      assert.deepEqual([await events().count(), await collections().count()], before);
      faulty.faults = [];
      await refresh();
      await Promise.all(told(fault.sentence).map((locator) => locator.waitFor({ state: "hidden" })));
      assert.deepEqual([await events().count(), await collections().count()], before);
    });
  }

  for (const [name] of hostileTexts) {
    it(`${name} is text, and nothing but text`, async () => {
      const firstEvent = await events().first().innerText();
      const firstCollection = await collections().first().innerText();
      faulty.faults = odd.filter((one) => one.name === `texts with ${name}`);
      assert.equal(faulty.faults.length, 2);
      await refresh();
      await frame.waitForFunction(
        (text) => (document.querySelector("[data-event-id]") as HTMLElement).innerText !== text,
        firstEvent,
      );
      await shown(collections().first().filter({ hasNotText: firstCollection }));
      await events().first().click();
      await workbench.page.keyboard.press("Enter");
      await shown(frame.getByRole("region", { name: "Event details" }));
      const active =
        "[role=grid] script, [role=region] script, iframe, object, img, a[href^='command:'], a[href*='evil'], .codicon-trash";
      assert.equal(await frame.locator(active).count(), 0);
      assert.equal(await collections().locator(active).count(), 0);
      await workbench.page.keyboard.press("Escape");
      faulty.faults = [];
      await refresh();
      await shown(collections().first().filter({ hasText: firstCollection }));
    });
  }
});

import assert from "node:assert/strict";
import type { Frame, Locator } from "playwright-core";
import { SampleData } from "../../src/sample/sampleData";
import type { SampleSource } from "../../src/sample/sampleSource";
import { oneLine, escapeNotification } from "../../src/util/strings";
import { displayBlock, displayLine } from "../../src/webview/ui/text";
import { type Failing, failing, hostileTexts, odd, paging } from "../support/services/faults";
import { FaultyService } from "../support/services/faultyService";
import { gridView, gridWhen } from "../support/page/gridView";
import { clean } from "../support/vscode/quickInput";
import { stillClock } from "../support/services/sampleEvents";
import { status } from "../support/services/scriptedAnswers";
import { Workbench } from "../support/vscode/workbench";

const key = "sk_test_7f3a9Zq-XYZ";

/** Seconds: time for the slowest answer that does come to an end, on a slow machine. Only the faults that hang wait it out. */
const timeout = 10;

/** A label longer than any may be: whoever looks it up knows without asking anyone. */
const nameless = `https://${"a".repeat(64)}.example`;

/** The sample with collections for some pages, not for hundreds: tests that read them all want to see how, not how long. */
function fewCollections(): SampleSource {
  const sample = new SampleData();
  return {
    dayBefore: (ms, now) => sample.dayBefore(ms, now),
    eventsOn: (day, now) => sample.eventsOn(day, now),
    collections: (organization) => sample.collections(organization)?.slice(0, 150),
  };
}

/** Something on the page that would be more than text. */
const active =
  "script, iframe, object, img, a[href^='command:'], a[href*='evil'], a[data-href^='command:'], a[data-href*='evil'], .codicon-trash, .codicon-sync, strong";

describe("every fault, in tree and panel", () => {
  let faulty: FaultyService;
  let workbench: Workbench;
  let frame: Frame;
  let firstEvent: string;
  let firstCollection: string;

  before(async () => {
    faulty = await FaultyService.start({ source: fewCollections(), key, now: stillClock() });
    workbench = await Workbench.open({
      viewport: { width: 1600, height: 900 },
      settings: { "companyFeed.requestTimeout": timeout, "companyFeed.collections.pageSize": 10 },
    });
    await workbench.connect({ baseUrl: faulty.origin, key }, "Acme");
    await workbench.runCommand("Company Feed: Open Event Feed");
    frame = await workbench.feedFrame();
    await shown(events().first());
    await shown(collections().first());
    firstEvent = await events().first().locator(".cell.title bdi").first().innerText();
    firstCollection = await collections().first().locator(".label-name").innerText();
  });

  afterEach(() => {
    faulty.faults = [];
    assert.equal(faulty.elsewhere.requests.length, 0, "another origin was asked");
  });

  after(async () => {
    await faulty.dispose();
    await workbench.close();
  });

  const shown = (locator: Locator) => locator.waitFor({ timeout: 60_000 });
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

  /** What stands in tree and panel: how many rows, and which. A word about a fault takes room from the rows: the first ones. */
  async function content(): Promise<unknown> {
    const ids = await events().evaluateAll((rows) => rows.map((row) => row.getAttribute("data-event-id")));
    const { length } = ids;
    assert.ok(length >= 10, `${length} events are drawn`);
    const tree = await workbench.treeRows("Collections");
    return {
      rowCount: await frame.getByRole("grid", { name: "Company events" }).getAttribute("aria-rowcount"),
      ids: ids.slice(0, 10),
      collections: tree.filter(({ expanded }) => expanded !== undefined),
    };
  }

  for (const fault of failing) {
    it(`${fault.name}: what is there stays, the reason is told, and it goes when the fault does`, async () => {
      const before = await content();
      faulty.faults = [fault];
      await refresh();
      await Promise.all(told(fault.sentence).map(shown));
      assert.deepEqual(await content(), before);
      faulty.faults = [];
      await refresh();
      await Promise.all(told(fault.sentence).map((locator) => locator.waitFor({ state: "hidden" })));
      // The reason goes as soon as it is asked again.
      await frame.getByRole("status").filter({ hasText: "Refreshing" }).waitFor({ state: "hidden" });
      assert.deepEqual(await content(), before);
    });
  }

  const grid = () => frame.getByRole("grid", { name: "Company events" });
  const button = (name: string) => frame.getByRole("button", { name, exact: true });

  async function press(key: "Home" | "End"): Promise<void> {
    await grid().focus();
    await workbench.page.keyboard.press(key);
  }

  /**
   * The fault is over: after a refresh the walk goes to the window's end. A refresh would bring all of it back; another window
   * and this one again lead back to the first `count` rows.
   */
  async function walkAnew(told: Locator, count: number): Promise<void> {
    faulty.faults = [];
    await press("Home");
    await shown(events().first().filter({ hasText: firstEvent }));
    await button("Refresh").click();
    await told.waitFor({ state: "hidden" });
    await button("Load entire window").click();
    await shown(frame.locator(".list-end").filter({ hasText: "Complete since" }));
    const full = (await gridView(frame)).rowCount;
    const window = frame.getByLabel("Window", { exact: true });
    await window.selectOption("1");
    await gridWhen(frame, ({ rowCount }) => rowCount < full);
    const asked = faulty.service.requests.length;
    await window.selectOption("7");
    await faulty.service.received(asked + 1);
    await gridWhen(frame, ({ rowCount }) => rowCount === count);
  }

  for (const { sentence, ...fault } of paging) {
    if (sentence === undefined || fault.end === "more") {
      // What leads on oddly shows nothing; what leads on without end is the next test's.
      continue;
    }
    it(`${fault.name}: the walk ends there with the reason, what came stays, and all is found after it`, async () => {
      const before = await content();
      const count = (await gridView(frame)).rowCount;
      faulty.faults = [{ ...fault, sentence }];
      await button("Load entire window").click();
      const told = frame.getByText(sentence).first();
      await shown(told);
      // What came before the fault is there, a moment after it was told.
      await gridWhen(frame, ({ rowCount }) => rowCount > count);
      await press("End");
      await shown(told);
      await walkAnew(told, count);
      assert.deepEqual(await content(), before);
    });
  }

  it("empty pages without end: the person sees the walk and can stop it, and all is found after it", async () => {
    const endless = paging.filter(({ end }) => end === "more");
    assert.equal(endless.length, 1);
    const before = await content();
    faulty.faults = endless;
    const asked = faulty.service.requests.length;
    await button("Load entire window").click();
    await faulty.service.received(asked + 150);
    await button("Stop loading").click();
    await shown(button("Load entire window"));
    assert.deepEqual(await content(), before);
    await walkAnew(button("Stop loading"), (await gridView(frame)).rowCount);
    assert.deepEqual(await content(), before);
  });

  /** Has the service send `text` in every field, and waits until tree and panel show it, literally. */
  async function send([name, text]: readonly [string, string]): Promise<void> {
    faulty.faults = odd.filter((one) => one.name === `texts with ${name}`);
    assert.equal(faulty.faults.length, 2);
    await refresh();
    await shown(
      events()
        .first()
        .locator(".cell.title")
        .filter({ hasText: displayLine(text) }),
    );
    await shown(
      collections()
        .first()
        .filter({ hasText: oneLine(text) }),
    );
  }

  async function sendSound(): Promise<void> {
    faulty.faults = [];
    await refresh();
    await shown(collections().first().filter({ hasText: firstCollection }));
    await shown(events().first().filter({ hasText: firstEvent }));
  }

  for (const hostile of hostileTexts) {
    const [name, text] = hostile;
    it(`${name} is text, and nothing but text, in rows, tree and details`, async () => {
      await send(hostile);
      await events().first().click();
      await workbench.page.keyboard.press("Enter");
      const details = frame.getByRole("region", { name: "Event details" });
      await shown(details.getByRole("heading", { level: 2 }).filter({ hasText: displayBlock(text) }));
      assert.equal(await frame.getByRole("grid").locator(active).count(), 0);
      assert.equal(await details.locator(active).count(), 0);
      assert.equal(await collections().locator(active).count(), 0);
      await workbench.page.keyboard.press("Escape");
      await sendSound();
    });
  }

  for (const hostile of hostileTexts.filter(([name]) => ["HTML", "Markdown", "icons"].includes(name))) {
    const [name, text] = hostile;
    const line = oneLine(text);

    it(`${name} is text in a tooltip, a quick pick and a document`, async () => {
      const { page, quickInput } = workbench;
      await send(hostile);
      await collections().first().locator(".label-name").hover();
      const tooltip = page.locator(".monaco-hover").filter({ hasText: `Name: ${line}` });
      await shown(tooltip);
      assert.equal(await tooltip.locator(active).count(), 0);

      await workbench.runCommand("Company Feed: Find Collection…");
      await quickInput.shown("Find Collection");
      assert.ok((await quickInput.items()).includes(clean(line)));
      assert.equal(await quickInput.widget.locator(".quick-input-list").locator(active).count(), 0);
      await quickInput.accept();
      await quickInput.hidden();
      await shown(workbench.tree("Collections").locator('[role="treeitem"][aria-selected="true"]'));

      await workbench.runCommand("Company Feed: Open Collection as JSON");
      const document = page.locator(".editor-instance .view-lines");
      await shown(document.filter({ hasText: `"database_name": ${JSON.stringify(text)}` }));
      assert.equal(await document.locator(active).count(), 0);
      await workbench.runCommand("View: Close Editor");
      frame = await workbench.feedFrame();
      await sendSound();
    });

    it(`${name} is text in a notification`, async () => {
      const { notifications, quickInput } = workbench;
      const refused: Failing = {
        name,
        answer: () => status(401, { detail: text }),
        kind: "unauthorized",
        sentence: /rejected the API key/,
      };
      const refusal = frame.getByText(refused.sentence).first();
      faulty.faults = [refused];
      await refresh();
      await shown(refusal);
      faulty.faults = [];
      // Whoever changed the key is told again that it is refused. Once it is stored what failed is asked again.
      await workbench.runCommand("Company Feed: Set API Key…");
      await quickInput.answer("API key", key);
      await refusal.waitFor({ state: "hidden" });
      faulty.faults = [refused];
      await refresh();
      const said = `(401): ${escapeNotification(text)}`;
      await shown(notifications.notification(said));
      assert.equal(await notifications.notification(said).locator(active).count(), 0);
      await notifications.press(said, "Set API Key…");
      await quickInput.shown("API key");
      await quickInput.cancel();
      await sendSound();
    });
  }

  it("a count of collections that is wrong: all are listed, the view doubts the count until it is right", async () => {
    const sidebar = workbench.page.locator(".part.sidebar");
    const doubts = [
      ["total_count too large", /The service counts 1,000,000 collections but listed/],
      ["total_count too small", /The service counts fewer collections than it listed/],
    ] as const;
    for (const [name, sentence] of doubts) {
      faulty.faults = odd.filter((one) => one.name === name);
      assert.equal(faulty.faults.length, 1);
      await refresh();
      await workbench.runCommand("Company Feed: Load All Collections");
      await shown(sidebar.getByText(sentence));
      await shown(collections().first().filter({ hasText: firstCollection }));
    }
    faulty.faults = [];
    await refresh();
    await sidebar.getByText(/The service counts/).waitFor({ state: "hidden" });
    await shown(collections().first().filter({ hasText: firstCollection }));
  });

  it("a name that does not resolve: dialog, tree and panel say so, and the other connection works as before", async () => {
    const { notifications, quickInput } = workbench;
    const sentence = /the name does not resolve/;
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", nameless);
    await quickInput.answer("API key", key);
    await quickInput.answer("Organization ID", "");
    await quickInput.answer("Connection name", "Nowhere");
    await notifications.answerDialog(sentence, "Save Anyway");
    await workbench.statusBarItem("Nowhere").waitFor();
    await workbench.runCommand("Company Feed: Open Event Feed");
    await workbench.page.locator(".tab.active").filter({ hasText: "Nowhere" }).waitFor();
    frame = await workbench.feedFrame();
    await Promise.all(told(sentence).map(shown));
    await workbench.runCommand("View: Close Editor");
    await workbench.runCommand("Company Feed: Switch Connection…");
    await quickInput.shown("Switch connection");
    await quickInput.row("Acme").click();
    await shown(collections().first().filter({ hasText: firstCollection }));
    frame = await workbench.feedFrame();
    await shown(events().first().filter({ hasText: firstEvent }));
  });
});

import assert from "node:assert/strict";
import type { Frame, Locator } from "playwright-core";
import { SampleData } from "../../src/sample/sampleData";
import type { SampleSource } from "../../src/sample/sampleSource";
import { oneLine, escapeNotification } from "../../src/util/strings";
import { displayBlock, displayLine } from "../../src/webview/ui/text";
import {
  type ErrorFault,
  errorFaults,
  hostileTexts,
  pageFaults,
  pagingFaults,
} from "../support/services/faults";
import { FaultyService } from "../support/services/faultyService";
import { gridView, gridWhen } from "../support/page/gridView";
import { clean } from "../support/vscode/quickInput";
import { stillClock } from "../support/services/sampleEvents";
import { status } from "../support/services/scriptedAnswers";
import { Workbench } from "../support/vscode/workbench";

const key = "sk_test_7f3a9Zq-XYZ";

/** In seconds, enough for the slowest complete response. Only faults that hang take that long. */
const timeout = 10;

/** Has a label that is too long for DNS, so that it fails without a network. */
const nameless = `https://${"a".repeat(64)}.example`;

/** The sample service with fewer collections, for tests that load all of them. */
function fewCollections(): SampleSource {
  const sample = new SampleData();
  return {
    dayBefore: (ms, now) => sample.dayBefore(ms, now),
    eventsOn: (day, now) => sample.eventsOn(day, now),
    collections: (organization) => sample.collections(organization)?.slice(0, 150),
  };
}

/** Elements that plain text must not create. */
const active =
  "script, iframe, object, img, a[href^='command:'], a[href*='evil'], a[data-href^='command:'], a[data-href*='evil'], .codicon-trash, .codicon-sync, strong";

describe("Faulty responses in the tree and the panel", () => {
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
    assert.equal(faulty.elsewhere.requests.length, 0, "a request went to another origin");
  });

  after(async () => {
    await faulty.dispose();
    await workbench.close();
  });

  const shown = (locator: Locator) => locator.waitFor();
  const events = () => frame.locator("[data-event-id]");
  /** Items of collections, without Load more. */
  const collections = () => workbench.collections();
  const errorsWith = (sentence: RegExp) => [
    frame.getByText(sentence).first(),
    workbench.page.locator(".part.sidebar").getByText(sentence).first(),
  ];

  /** Refreshes the tree and the panel with their buttons. */
  async function refresh(): Promise<void> {
    await workbench.page.locator(".part.sidebar").hover();
    await workbench.page
      .locator(".part.sidebar")
      .getByRole("button", { name: "Refresh Collections" })
      .click();
    await frame.getByRole("button", { name: "Refresh", exact: true }).click();
  }

  /** The number of rows and the first rows in the tree and the panel; an error leaves room for fewer. */
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

  // The others are shown in the same way: see test/robustness/faults.
  const shownFaults = [
    "403",
    "500 with a web page",
    "half a page",
    "a reset inside the body",
    "headers that never come",
    "a redirect to another port",
  ];
  for (const fault of errorFaults.filter(({ name }) => shownFaults.includes(name))) {
    it(`${fault.name}: rows stay, and the error is shown until a refresh succeeds`, async () => {
      const before = await content();
      faulty.faults = [fault];
      await refresh();
      await Promise.all(errorsWith(fault.sentence).map(shown));
      assert.deepEqual(await content(), before);
      faulty.faults = [];
      await refresh();
      await Promise.all(errorsWith(fault.sentence).map((locator) => locator.waitFor({ state: "hidden" })));
      // The error disappears with the next request.
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
   * Ends the fault and loads the entire time range. Then selects a time range with fewer events and this one again, to return
   * to the first `count` rows: a refresh would load all rows.
   */
  async function loadAllAndReset(indicator: Locator, count: number): Promise<void> {
    faulty.faults = [];
    await press("Home");
    await shown(events().first().filter({ hasText: firstEvent }));
    await button("Refresh").click();
    await indicator.waitFor({ state: "hidden" });
    await button("Load all").click();
    await shown(frame.locator(".list-end").filter({ hasText: "Complete since" }));
    const window = frame.getByLabel("Time range", { exact: true });
    await window.click();
    const from = frame.getByLabel("From", { exact: true });
    await from.fill(new Date(Date.now() - 60_000).toISOString());
    await from.press("Enter");
    await gridWhen(frame, ({ rowCount }) => rowCount < count);
    await frame.getByRole("option", { name: "Last 7 days", exact: true }).click();
    await gridWhen(frame, ({ rowCount }) => rowCount === count);
  }

  for (const fault of pagingFaults.filter(({ name }) => name === "the same cursor again")) {
    it(`${fault.name}: loading stops with an error, rows stay, and the rest loads afterwards`, async () => {
      const before = await content();
      const count = (await gridView(frame)).rowCount;
      faulty.faults = [fault];
      await button("Load all").click();
      const error = frame.getByText(/Paging stopped: the service repeated a page/).first();
      await shown(error);
      // Rows that were loaded before the fault appear a moment after the error.
      await gridWhen(frame, ({ rowCount }) => rowCount > count);
      await press("End");
      await shown(error);
      await loadAllAndReset(error, count);
      assert.deepEqual(await content(), before);
    });
  }

  /** Makes the service send `text` in every field and waits until the tree and the panel show it literally. */
  async function send([name, text]: readonly [string, string]): Promise<void> {
    faulty.faults = pageFaults.filter((one) => one.name === `texts with ${name}`);
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

  async function sendOriginal(): Promise<void> {
    faulty.faults = [];
    await refresh();
    await shown(collections().first().filter({ hasText: firstCollection }));
    await shown(events().first().filter({ hasText: firstEvent }));
  }

  for (const hostileText of hostileTexts) {
    const [name, text] = hostileText;
    it(`${name} is rendered as plain text in rows, tree and details`, async () => {
      await send(hostileText);
      await events().first().click();
      await workbench.page.keyboard.press("Enter");
      const details = frame.getByRole("region", { name: "Event details" });
      await shown(details.getByRole("heading", { level: 2 }).filter({ hasText: displayBlock(text) }));
      assert.equal(await frame.getByRole("grid").locator(active).count(), 0);
      assert.equal(await details.locator(active).count(), 0);
      assert.equal(await collections().locator(active).count(), 0);
      await workbench.page.keyboard.press("Escape");
      await sendOriginal();
    });
  }

  for (const hostileText of hostileTexts.filter(([name]) => name === "Markdown" || name === "icons")) {
    const [name, text] = hostileText;
    const line = oneLine(text);

    it(`${name} is rendered as plain text in a tooltip, a quick pick and a document`, async () => {
      const { page, quickInput } = workbench;
      await send(hostileText);
      const name = collections().first().locator(".label-name");
      const tooltip = await workbench.tooltip(name, line);
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
      frame = await workbench.newFeedFrame(() => workbench.runCommand("View: Close Editor"));
      await sendOriginal();
    });

    it(`${name} is rendered as plain text in a notification`, async () => {
      const { notifications, quickInput } = workbench;
      const refused: ErrorFault = {
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
      // The changed key is rejected again. Once a valid one is stored, the failed request is repeated.
      await workbench.runCommand("Company Feed: Set API Key…");
      await quickInput.answer("API key", key);
      // Not before the key is checked: a request of the refresh may succeed earlier, which hides the error, too.
      await quickInput.hidden();
      await refusal.waitFor({ state: "hidden" });
      faulty.faults = [refused];
      await refresh();
      const message = `(401): ${escapeNotification(text)}`;
      await shown(notifications.notification(message));
      assert.equal(await notifications.notification(message).locator(active).count(), 0);
      await notifications.press(message, "Set API Key…");
      await quickInput.shown("API key");
      await quickInput.cancel();
      await sendOriginal();
    });
  }

  it("a wrong total of collections: all are listed, and a warning is shown until the total is right", async () => {
    const sidebar = workbench.page.locator(".part.sidebar");
    const sentence = /The list changed while loading/;
    for (const name of ["total_count too large", "total_count too small"]) {
      faulty.faults = pageFaults.filter((one) => one.name === name);
      assert.equal(faulty.faults.length, 1);
      await refresh();
      await workbench.runCommand("Company Feed: Load All Collections");
      await shown(sidebar.getByText(sentence));
      await shown(collections().first().filter({ hasText: firstCollection }));
    }
    faulty.faults = [];
    await refresh();
    await sidebar.getByText(sentence).waitFor({ state: "hidden" });
    await shown(collections().first().filter({ hasText: firstCollection }));
  });

  it("an outage while a feed is opened: the feed counts down, and loads by itself", async () => {
    faulty.faults = errorFaults.filter(({ name }) => name === "408");
    const second = await workbench.newFeedFrame(() =>
      workbench.runCommand("Company Feed: Duplicate Event Feed"),
    );
    await second.getByText(/Retrying in \d+ s/).waitFor();
    await second.getByRole("button", { name: "Retry Now" }).waitFor();
    faulty.faults = [];
    await second.locator("[data-event-id]").first().waitFor({ timeout: 60_000 });
    await workbench.runCommand("View: Close Editor");
  });

  it("an unknown host: dialog, tree and panel report it, and the other connection still works", async () => {
    const { notifications, quickInput } = workbench;
    const sentence = /the host name could not be resolved/;
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", nameless);
    await quickInput.answer("API key", key);
    await notifications.answerDialog(sentence, "Save Anyway");
    await quickInput.answer("Organization ID", "");
    frame = await workbench.newFeedFrame(() => quickInput.answer("Connection name", "Nowhere"));
    await workbench.statusBarItem("Nowhere").waitFor();
    await workbench.page.locator(".tab.active").filter({ hasText: "Nowhere" }).waitFor();
    await Promise.all(errorsWith(sentence).map(shown));
    frame = await workbench.newFeedFrame(() => workbench.runCommand("View: Close Editor"));
    await workbench.runCommand("Company Feed: Switch Connection…");
    await quickInput.shown("Switch connection");
    await quickInput.row("Acme").click();
    await shown(collections().first().filter({ hasText: firstCollection }));
    await shown(events().first().filter({ hasText: firstEvent }));
  });
});

import assert from "node:assert/strict";
import type { Frame, Locator } from "playwright-core";
import { SampleData } from "../../src/sample/sampleData";
import type { SampleSource } from "../../src/sample/sampleSource";
import { errorFaults, pageFaults } from "../support/services/faults";
import { FaultyService } from "../support/services/faultyService";
import { stillClock } from "../support/services/sampleEvents";
import { Workbench } from "../support/vscode/workbench";

const key = "sk_test_7f3a9Zq-XYZ";

/** Has a label that is too long for DNS, so that it fails without a network. */
const nameless = `https://${"a".repeat(64)}.example`;

/** The sample service with fewer collections, for tests that load all of them. */
function fewCollections(): SampleSource {
  const sample = new SampleData();
  return {
    dayBefore: (ms, now) => sample.dayBefore(ms, now),
    eventsOn: (day, now) => sample.eventsOn(day, now),
    collections: () => sample.collections().slice(0, 150),
  };
}

describe("Faulty responses in the tree and the panel", () => {
  let faulty: FaultyService;
  let workbench: Workbench;
  let frame: Frame;
  let firstEvent: string;
  let firstCollection: string;

  before(async () => {
    faulty = await FaultyService.start({ source: fewCollections(), key, now: stillClock() });
    workbench = await Workbench.openConnected(
      { baseUrl: faulty.origin, key },
      { viewport: { width: 1600, height: 900 }, settings: { "companyFeed.collections.pageSize": 10 } },
    );
    await workbench.treeRow("Feeds", "All events").click();
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

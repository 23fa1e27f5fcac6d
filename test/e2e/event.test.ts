import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { dayMs } from "../../src/shared/instant";
import { notOffering, SampleBackend } from "../support/services/sampleBackend";
import { sampleEvents, stillClock } from "../support/services/sampleEvents";
import { Workbench } from "../support/vscode/workbench";

describe("One event", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  let frame: Frame;
  let old: SampleEvent;

  before(async () => {
    const now = stillClock();
    const found = sampleEvents(now() - 60 * dayMs, now() - 59 * dayMs, now()).find((it) => it["event_id"]);
    old = found ?? assert.fail();
    backend = await SampleBackend.start(undefined, now);
    workbench = await Workbench.open({ viewport: { width: 1360, height: 820 } });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await workbench.connect(backend, "Acme");
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  afterEach(() => (backend.intercept = undefined));

  const details = () => frame.getByRole("region", { name: "Event details" });
  const title = (text: string) => details().getByRole("heading", { level: 2, name: text, exact: true });
  const note = (text: string | RegExp) => details().locator(".note").filter({ hasText: text });
  const button = (name: string) => details().getByRole("button", { name, exact: true });
  const row = (id: string) => frame.locator(`[data-event-id="${id}"]`);
  const reads = () => backend.requestsOf("readEvent").map(({ target }) => target);

  /** Runs the command and answers its input. */
  async function openEvent(reference: string): Promise<void> {
    await workbench.runCommand("Company Feed: Open Event by ID…");
    await workbench.quickInput.shown("Enter the ID of an event");
    await workbench.quickInput.type(reference);
    await workbench.quickInput.accept();
    await workbench.quickInput.hidden();
    frame = await workbench.feedFrame();
  }

  it("is asked for by ID or link, with a reason for everything else", async () => {
    await workbench.runCommand("Company Feed: Open Event by ID…");
    await workbench.quickInput.shown("Open event: Acme");
    await workbench.screenshot("event-input");
    for (const [text, reason] of [
      ["", "Enter the ID of an event, or paste a link to it."],
      ["evt_1 evt_2", "An event ID has no spaces or line breaks."],
      ["https://example.com/", "This isn't a link to an event."],
    ] as const) {
      await workbench.quickInput.type(text);
      await workbench.quickInput.accept();
      await workbench.quickInput.refused(reason);
    }
    await workbench.quickInput.cancel();
    assert.deepEqual(reads(), []);
    assert.equal(await workbench.page.locator("iframe.webview").count(), 0);
  });

  it("opens a feed and shows an event outside of its time range, found by its second ID", async () => {
    await openEvent(String(old["event_id"]));
    await title(old.title).waitFor();
    await note("Not in this time range.").waitFor();
    assert.deepEqual(reads(), [`/v2/datasets/companydata/events/${String(old["event_id"])}`]);
    await workbench.screenshot("event-outside");
  });

  it("stays after a reload of the window", async () => {
    await workbench.reloadWindow();
    frame = await workbench.feedFrame();
    await title(old.title).waitFor();
    await note("Not in this time range.").waitFor();
    assert.equal(reads().at(-1), `/v2/datasets/companydata/events/${old.id}`);
    await frame.locator("[data-event-id]").first().waitFor();
  });

  it("is shown in a time range around it, with its row selected", async () => {
    await button("Show around it").click();
    await row(old.id).and(frame.locator("[aria-selected=true]")).waitFor();
    await note("Not in this time range.").waitFor({ state: "detached" });
    await workbench.screenshot("event-around");
  });

  it("has a link that opens it again", async () => {
    const { page } = workbench;
    await page.evaluate(() => navigator.clipboard.writeText("nothing yet"));
    await Promise.all([
      frame.getByText("Copied a link to this event.").first().waitFor(),
      button("Copy link to this event").click(),
    ]);
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "nothing yet");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, new RegExp(`^[a-z-]+://company-feed\\.company-feed/event\\?id=${old.id}$`));
    await button("Close details").click();
    const count = reads().length;
    await openEvent(link);
    await title(old.title).waitFor();
    assert.equal(reads().length, count, "it is in the list");
  });

  it("is read once it stays selected if the list has only titles", async () => {
    const bare = (request: Parameters<NonNullable<SampleBackend["intercept"]>>[0]) => {
      if (!request.target.includes("/feed")) {
        return undefined;
      }
      const whole = backend.handle(request);
      const page = JSON.parse(whole.body) as { readonly events?: readonly SampleEvent[] };
      const events = page.events?.map(({ id, title: text, published_at }) => ({
        id,
        title: text,
        published_at,
      }));
      return { ...whole, body: JSON.stringify({ ...page, events }) };
    };
    backend.intercept = bare;
    await workbench.runCommand("View: Close All Editors");
    await workbench.page.locator("iframe.webview").first().waitFor({ state: "detached" });
    await workbench.runCommand("Company Feed: Open Event Feed");
    frame = await workbench.feedFrame();
    const rows = frame.locator("[data-event-id]");
    await rows.first().waitFor();
    await rows.first().click();
    for (let n = 0; n < 5; n++) {
      await workbench.page.keyboard.press("ArrowDown");
    }
    const selected = frame.locator("[role=row][aria-selected=true]");
    const sixth = (await rows.nth(5).getAttribute("data-event-id")) ?? assert.fail();
    await selected.and(row(sixth)).waitFor();
    await backend.requested(({ target }) => target === `/v2/datasets/companydata/events/${sixth}`);
    await details().getByText(sixth).waitFor();
    await details().getByText("Confidence").waitFor();
  });

  it("says what is wrong with an unknown ID, and with a service that offers none", async () => {
    await openEvent("evt_unknown");
    await note("404").waitFor();
    await workbench.screenshot("event-unknown");
    backend.intercept = notOffering(405, ["readEvent"]);
    await openEvent("evt_unknown2");
    await note("doesn't offer this operation (405)").waitFor();
    assert.equal(await details().getByRole("button", { name: "Retry" }).count(), 0);
  });
});

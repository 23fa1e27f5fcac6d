import { strict as assert } from "node:assert";
import type { CompanyEvents } from "../../src/shared/feedState";
import { maxCompanyEvents } from "../../src/shared/limits";
import type { PanelState } from "../../src/shared/protocol";
import { baseMs, detailsOf, eventRow, manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { gridWhen } from "../support/page/gridView";
import { becomes, boxesSettle } from "../support/page/waiting";

describe("The details pane", () => {
  const pages = FeedPages.use();

  async function open(panel: Partial<PanelState> = {}) {
    const opened = await pages.open({
      prepare: (host) => {
        host.rows = manyRows(500);
        host.panel = panelState(panel);
      },
    });
    const { page, host } = opened;
    const details = page.getByRole("region", { name: "Event details" });
    const select = async (id: string) => {
      await page.locator(`[data-event-id=${id}]`).click();
      await details.locator("h2", { hasText: `Event ${id.replace("evt_", "")}:` }).waitFor();
    };
    const press = (name: string) => details.getByRole("button", { name, exact: true }).click();
    return { page, host, details, select, press };
  }

  it("copies the ID, the entity ID and the JSON, and confirms it", async () => {
    const { page, host, select, press } = await open();
    await select("evt_480");
    await press("Copy ID");
    await page.getByRole("status").getByText("Copied the ID").waitFor();
    await press("Copy entity ID");
    await press("Copy JSON");
    await page.getByRole("status").getByText("Copied 1 event (JSON)").waitFor();
    await host.caughtUp();
    assert.deepEqual(
      host.messages("copy").map(({ ids, format }) => [ids, format]),
      [
        [["evt_480"], "id"],
        [["evt_480"], "entityId"],
        [["evt_480"], "json"],
      ],
    );
    await select("evt_479");
    await page.getByText("Copied 1 event (JSON)").waitFor({ state: "detached" });
  });

  it("confirms every copy for a few seconds, even the same one again, without moving the list", async () => {
    const { page, host, select, press } = await open();
    await select("evt_480");
    await host.caughtUp();
    await boxesSettle(page);
    const top = async () => (await page.getByRole("grid").boundingBox())?.y;
    const before = await top();
    await page.clock.install({ time: baseMs });
    await page.clock.pauseAt(baseMs + 1000);
    const notice = page.getByRole("status").locator(".notice");
    for (let times = 0; times < 2; times++) {
      await press("Copy ID");
      await notice.getByText("Copied the ID").waitFor();
      assert.equal(await top(), before);
      await page.clock.runFor(4100);
      await notice.waitFor({ state: "detached" });
    }
  });

  it("sends the event's ID, never a URL, to open the company's website", async () => {
    const { host, select, press } = await open();
    await select("evt_480");
    await press("Open company website");
    assert.deepEqual(await host.heard("openDomain"), { type: "openDomain", id: "evt_480" });
  });

  it("has no button to open a website if the company's domain is invalid", async () => {
    const { page, host, details } = await open();
    for (const [i, domain] of [
      "javascript:alert(1)",
      "novagrid.example/path",
      "user@novagrid.example",
      "command:workbench.action.quit",
      "10.0.0.1",
      "nova grid.example",
      "ftp://novagrid.example",
    ].entries()) {
      const id = `evt_${490 - i}`;
      host.details = () => {
        const { event, json } = detailsOf(eventRow(480));
        return {
          kind: "known",
          event: { ...event, id, company: { ...event.company, domain } },
          json: json.replace("novagrid.example", domain),
        };
      };
      await page.locator(`[data-event-id=${id}]`).click();
      await details.getByText(domain, { exact: true }).waitFor();
      assert.equal(await details.getByRole("button", { name: "Open company website" }).count(), 0);
      assert.equal(await details.getByRole("button", { name: "Copy entity ID" }).count(), 1);
    }
  });

  it("filters by the event's type or sector, keeps other filters, and then hides the button", async () => {
    const { host, details, select, press } = await open({
      query: { window: { kind: "last", days: 30 }, types: ["ipo", "funding"], minAmount: 5 },
    });
    await select("evt_480");
    await press("Only this type");
    const byType = (await host.heard("setQuery")).query;
    assert.deepEqual(byType, { window: { kind: "last", days: 30 }, types: ["funding"], minAmount: 5 });
    await details.getByRole("button", { name: "Only this type" }).waitFor({ state: "detached" });
    // The extension confirms the change; otherwise the page would discard it.
    await host.setPanel({ query: byType });
    await press("Only this sector");
    assert.deepEqual((await host.heard("setQuery", ({ query }) => query.sector !== undefined)).query, {
      ...byType,
      sector: "Fintech",
    });
    await details.getByRole("button", { name: "Only this sector" }).waitFor({ state: "detached" });
  });

  it("has no copy or website button for an event that is no longer loaded", async () => {
    const { host, details, select } = await open();
    await select("evt_480");
    host.details = () => ({ kind: "unknown", missing: "gone" });
    await host.setRows(manyRows(501));
    await details.getByText("No longer in the feed.").waitFor();
    assert.deepEqual(
      await details
        .getByRole("button", { name: /Copy|Open company/ })
        .evaluateAll((buttons) => buttons.map(({ textContent }) => textContent)),
      [],
    );
  });

  describe("with a company timeline", () => {
    it("lists the company's events and the amount raised, and reveals a clicked event in the list", async () => {
      const { page, host, details, select } = await open();
      await select("evt_480");
      await details.getByRole("heading", { name: "More from NovaGrid 92" }).waitFor();
      const entries = details.getByRole("listitem").getByRole("button");
      assert.deepEqual(
        (await entries.allInnerTexts()).map((text) => /Event \d+/.exec(text)?.[0]),
        ["Event 480", "Event 383", "Event 286", "Event 189", "Event 92"],
      );
      await details.getByText("5 loaded · $10.3M raised").waitFor();
      await becomes(
        () => entries.evaluateAll((all) => all.map((entry) => entry.getAttribute("aria-current"))),
        ["true", null, null, null, null],
      );
      await entries.nth(2).click();
      await details.locator("h2", { hasText: "Event 286:" }).waitFor();
      await gridWhen(page, (view) => view.activeId === "evt_286");
      await becomes(() => entries.nth(2).getAttribute("aria-current"), "true");
      await host.caughtUp();
      await becomes(
        () => entries.nth(2).evaluate((entry) => entry === document.activeElement),
        true,
        "the focus stays in the timeline",
      );
      const requests = host.messages("request").filter(({ name }) => name === "company");
      assert.deepEqual(
        requests.map(({ params }) => "id" in params && params.id),
        ["evt_480", "evt_286"],
      );
    });

    it("keeps the focus on an entry while the timeline changes", async () => {
      const { page, host, details, select } = await open();
      await select("evt_480");
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
      await details.getByRole("listitem").getByRole("button", { name: "Event 383" }).focus();
      await host.setRows(manyRows(578));
      await details.getByRole("listitem").getByRole("button", { name: "Event 577" }).waitFor();
      assert.match(await focused(), /Event 383/);
      for (const id of ["evt_479", "evt_478"]) {
        await page.keyboard.press("Alt+ArrowDown");
        await gridWhen(page, (view) => view.activeId === id);
        await details.getByText(id, { exact: true }).waitFor();
      }
    });

    it("lists only the newest events, with their total, and is hidden if there is only one", async () => {
      const { host, details, select } = await open();
      const events = Array.from({ length: maxCompanyEvents }, (_, i) => eventRow(480 - i));
      const company: CompanyEvents = { name: "NovaGrid", events, count: 312 };
      let answer: (company: CompanyEvents) => void = () => undefined;
      host.company = () => new Promise((resolve) => (answer = resolve));
      await select("evt_480");
      // The details appear before the timeline is loaded.
      await details.locator("h2", { hasText: "Event 480:" }).waitFor();
      answer(company);
      await details.getByText("312 loaded", { exact: true }).waitFor();
      await becomes(() => details.getByRole("listitem").count(), 8);
      host.company = () => ({ ...company, events: [eventRow(480)], count: 1, raised: 5 });
      await select("evt_479");
      await details.getByRole("heading", { name: /More from/ }).waitFor({ state: "detached" });
      await host.caughtUp();
      assert.equal(await details.getByText("raised").count(), 0);
    });
  });
});

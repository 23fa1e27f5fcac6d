import { strict as assert } from "node:assert";
import type { PanelState } from "../../src/shared/protocol";
import { baseMs, detailsOf, eventRow, manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { boxesSettle } from "../support/page/waiting";

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
});

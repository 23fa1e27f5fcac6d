import assert from "node:assert/strict";
import { isInOrder } from "./textPositions";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

const collection = {
  collection_id: "col_1",
  database_name: "חוזים 2024",
  collection_name: "מסמכים",
  document_count: 4210,
  environment: "בדיקות",
};
const events = [
  {
    id: "evt_1",
    type: "funding",
    title: "חברת Acme גייסה 42M$ (סבב B) מ-https://example.com",
    subhead: "شركة 7 للطاقة",
    published_at: new Date(Date.now() - 60_000).toISOString(),
    sector: "אנרגיה 5",
    company: { name: "אקמי 3", entity_id: "ent_1" },
    event_data: { amount: 42_000_000 },
  },
];

describe("Text that is written from right to left", () => {
  let service: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    service = await SampleBackend.start();
    service.intercept = ({ target }) =>
      target.includes("/feed?")
        ? answer(200, { events, has_more: false, next_cursor: null, page_size: 40 })
        : answer(200, { collections: [collection], total_count: 1, limit: 100, offset: 0 });
    workbench = await Workbench.open();
    await workbench.connect(service, "ייצור 2");
  });

  after(async () => {
    service.stop();
    await workbench.close();
  });

  it("does not reorder what follows it in the tree, nor in its tooltip", async () => {
    const row = workbench.tree("Collections").getByRole("treeitem", { name: "4,210 documents" });
    await row.waitFor();
    await workbench.screenshot("right-to-left-tree");
    assert.ok(await isInOrder(row, "חוזים", "4.2K"));
    // A name is one unit: its number stands on its left.
    assert.ok(await isInOrder(row, "2024", "חוזים"));
  });

  it("does not reorder what follows it in a quick pick", async () => {
    await workbench.runCommand("Company Feed: Find Collection…");
    await workbench.quickInput.shown("חוזים");
    await workbench.screenshot("right-to-left-pick");
    const row = workbench.quickInput.widget.locator(".monaco-list-row").first();
    assert.ok(await isInOrder(row, "2024", "חוזים", "מסמכים", "בדיקות", "4,210", "documents"));
    await workbench.quickInput.cancel();
  });

  it("does not reorder what follows it in the feed and its details", async () => {
    await workbench.runCommand("Company Feed: Open Event Feed");
    const frame = await workbench.feedFrame();
    const event = frame.locator("[data-event-id]").first();
    await event.click();
    await workbench.page.keyboard.press("Enter");
    await frame.getByRole("region", { name: "Event details" }).locator("dl").first().waitFor();
    await workbench.screenshot("right-to-left-feed");
    const title = event.locator(".cell.title");
    // From right to left: the first word is the rightmost, and the subhead follows the title.
    assert.ok(await isInOrder(title, "https://example.com", "Acme", "חברת", "شركة"), await title.innerText());
  });
});

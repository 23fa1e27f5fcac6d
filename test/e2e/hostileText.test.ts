import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { escapeNotification } from "../../src/util/strings";
import type { SampleRequest, SampleResponse } from "../../src/sample/http";
import { readWhen } from "../support/page/waiting";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { clean } from "../support/vscode/quickInput";
import { Workbench } from "../support/vscode/workbench";
import { isInOrder } from "./textPositions";

/** Used as the connection's name and in the service's error messages. */
const name = "$(trash) [go](command:workbench.action.quit) $(sync~spin)";
/** The name where VS Code renders links: with a word joiner. */
const escaped = escapeNotification(name);
/** Used in all texts of collections and events. */
const text = `${name} **bold** <img src=x onerror="alert(1)"> ![x](https://evil.example/x.png)`;
/** Elements that rendered text would contain. Trash icons don't count: rows have one as an action. */
const active = "script, iframe, object, img, a[href], a[data-href], strong, .codicon-sync";

const hostile = {
  collection: { collection_id: "col_1", database_name: text, document_count: 4210, environment: text },
  event: { id: "evt_1", type: "funding", title: text, subhead: text, sector: text, company: { name: text } },
};
const rightToLeft = {
  collection: {
    collection_id: "col_2",
    database_name: "חוזים 2024",
    collection_name: "מסמכים",
    document_count: 4210,
    environment: "בדיקות",
  },
  event: {
    id: "evt_2",
    type: "funding",
    title: "חברת Acme גייסה 42M$ (סבב B) מ-https://example.com",
    subhead: "شركة 7 للطاقة",
    sector: "אנרגיה 5",
    company: { name: "אקמי 3", entity_id: "ent_1" },
    event_data: { amount: 42_000_000 },
  },
};

/** The tests depend on their order: each continues where the previous one ended. */
describe("Text with links, icons and commands", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  let sent: typeof hostile | typeof rightToLeft = hostile;
  const published_at = new Date(Date.now() - 60_000).toISOString();

  /** Waits for the tooltip that contains `shown`. VS Code hides it when it draws the element again. */
  async function tooltipOf(element: Locator, shown: string): Promise<Locator> {
    const tooltip = workbench.page.locator(".monaco-hover").filter({ hasText: shown });
    await readWhen(async () => {
      await workbench.page.mouse.move(0, 0);
      await element.hover();
      return tooltip.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    }, Boolean);
    return tooltip;
  }

  function respond({ target }: SampleRequest): SampleResponse | undefined {
    const { collection, event } = sent;
    if (target.includes("/feed?")) {
      const events = [{ ...event, published_at }];
      return answer(200, { events, has_more: false, next_cursor: null, page_size: 40 });
    }
    return target.startsWith("/v2/collections?")
      ? answer(200, { collections: [collection], total_count: 1, limit: 100, offset: 0 })
      : undefined;
  }

  before(async () => {
    backend = await SampleBackend.start();
    backend.intercept = respond;
    workbench = await Workbench.openConnected(backend, {}, name);
    await workbench.collections().first().waitFor();
  });

  afterEach(() => {
    backend.intercept = respond;
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  /** Waits for the literal text, and checks that none of it was rendered. */
  async function isText(part: Locator, expected: string): Promise<void> {
    // Read both at once, because the text may disappear.
    const [shown, count] = await part
      .filter({ hasText: expected })
      .first()
      .evaluate(
        (element, rendered) => [element.textContent, element.querySelectorAll(rendered).length] as const,
        active,
      );
    assert.ok(!shown.includes("\\$("), shown);
    assert.equal(count, 0, shown);
  }

  it("is plain text in the tree, its tooltip, a quick pick and a document", async () => {
    const { quickInput } = workbench;
    const row = workbench.collections().first();
    await isText(row, text);
    await isText(await tooltipOf(row.locator(".label-name"), text), text);
    await workbench.runCommand("Company Feed: Find Collection…");
    await quickInput.shown("Find Collection");
    assert.ok((await quickInput.items()).includes(clean(text)));
    await isText(quickInput.widget.locator(".monaco-list-row").filter({ hasText: "[go]" }), text);
    await quickInput.accept();
    await quickInput.hidden();
    await workbench.runCommand("Company Feed: Open Collection as JSON");
    const document = workbench.page.locator(".editor-instance .view-lines");
    await document.filter({ hasText: `"database_name": ${JSON.stringify(text)}` }).waitFor();
    assert.equal(await document.locator(active).count(), 0);
    await workbench.runCommand("View: Close Editor");
  });

  it("is plain text in the feed, its details and its title", async () => {
    await workbench.treeRow("Feeds", "All events").click();
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().click();
    await workbench.page.keyboard.press("Enter");
    const details = frame.getByRole("region", { name: "Event details" });
    await isText(details, text);
    await isText(frame.getByRole("grid", { name: "Company events" }), text);
    await isText(workbench.page.locator(".tab .tab-label"), name.slice(0, 20));
  });

  it("is plain text in the status bar, its tooltip, and the titles and items of dialogs", async () => {
    const { quickInput } = workbench;
    const entry = workbench.statusBarItem(name.slice(0, 20));
    await isText(entry, name.slice(0, 39));
    await isText(await tooltipOf(entry, "Company Feed:"), escaped);
    await workbench.runCommand("Company Feed: Switch Connection…");
    await quickInput.shown("Switch connection");
    await isText(quickInput.widget.locator(".monaco-list-row").filter({ hasText: "[go]" }), name);
    await quickInput.cancel();
    await workbench.runCommand("Company Feed: Set API Key…");
    await quickInput.shown("API key for");
    await isText(quickInput.title, name);
    await quickInput.cancel();
  });

  it("is plain text in the error of an input box and in a dialog", async () => {
    const { notifications, quickInput } = workbench;
    backend.intercept = () => answer(401, { detail: name });
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", backend.baseUrl);
    await quickInput.answer("API key", "sk_wrong");
    await isText(quickInput.message, escaped);
    const { status, headers, body } = answer(503, { detail: name });
    backend.intercept = () => ({ status, headers: { ...headers, "retry-after": "1" }, body });
    await quickInput.type(backend.key);
    await quickInput.accept();
    await isText(notifications.dialog.locator(".dialog-message-container"), escaped);
    await notifications.answerDialog("Nothing has been saved yet.", "Edit");
    await quickInput.shown("Base URL");
    await quickInput.cancel();
  });

  it("is plain text in a notification and in the message of the tree", async () => {
    backend.intercept = () => answer(401, { detail: name });
    // A visible feed would say it instead.
    await workbench.runCommand("File: New Untitled Text File");
    await workbench.runCommand("Company Feed: Refresh Collections");
    const { notifications, quickInput } = workbench;
    const notification = notifications.notification("Set API Key");
    await isText(notification.locator(".notification-list-item-message"), escaped);
    await isText(workbench.page.locator(".part.sidebar .message").filter({ hasText: "API key" }), name);
    backend.intercept = respond;
    await notifications.press("Set API Key", "Set API Key…");
    await quickInput.answer("API key", backend.key);
    await workbench.collections().first().waitFor();
    await workbench.runCommand("View: Close Editor");
  });

  it("does not reorder the text after a right-to-left name", async () => {
    const { quickInput } = workbench;
    sent = rightToLeft;
    await workbench.runCommand("Company Feed: Refresh Collections");
    const row = workbench.tree("Collections").getByRole("treeitem", { name: "חוזים" });
    await row.waitFor();
    assert.ok(await isInOrder(row, "חוזים", "4.2K"));
    // The name keeps its own direction: its number is on the left.
    assert.ok(await isInOrder(row, "2024", "חוזים"));
    await workbench.runCommand("Company Feed: Find Collection…");
    await quickInput.shown("חוזים");
    const item = quickInput.widget.locator(".monaco-list-row").first();
    assert.ok(await isInOrder(item, "2024", "חוזים", "מסמכים", "בדיקות", "4,210", "documents"));
    await quickInput.cancel();
    await workbench.runCommand("Company Feed: Refresh Event Feed");
    const frame = await workbench.feedFrame();
    const title = frame.locator('[data-event-id="evt_2"] .cell.title');
    await title.waitFor();
    await frame.getByRole("button", { name: "Close details" }).click();
    // The title runs from right to left, and the subhead follows it.
    assert.ok(await isInOrder(title, "https://example.com", "Acme", "חברת", "شركة"), await title.innerText());
  });

  it("is plain text in the dialog before a connection is removed", async () => {
    const { notifications } = workbench;
    await workbench.runCommand("Company Feed: Remove Connection…");
    await isText(notifications.dialog.locator(".dialog-message-container"), escaped);
    await notifications.answerDialog("Its API key will be deleted.", "Remove");
  });
});

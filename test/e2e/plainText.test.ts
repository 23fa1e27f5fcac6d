import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { escapeNotification } from "../../src/util/strings";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

/** The connection's name and the service's messages: an icon, a command link and a spinning icon. */
const hostile = "$(trash) [go](command:workbench.action.quit) $(sync~spin)";
/** As shown in places where VS Code renders links: with a word joiner. */
const escaped = escapeNotification(hostile);
/** What VS Code would render. Quick pick items have their own trash icon. */
const active = "a[href], .codicon-sync";

describe("Text with links, icons and commands", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({
      colorTheme: "Default Dark Modern",
      // All items are visible, with the error below them.
      settings: { "companyFeed.collections.pageSize": 10 },
    });
  });

  afterEach(() => {
    backend.intercept = undefined;
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  /** Waits for the literal `text` and checks that nothing in it was rendered. */
  async function isText(part: Locator, text: string): Promise<void> {
    // Read at once: what is shown may be gone a moment later.
    const [shown, count] = await part
      .filter({ hasText: text })
      .first()
      .evaluate(
        (element, rendered) => [element.textContent, element.querySelectorAll(rendered).length] as const,
        active,
      );
    assert.ok(!shown.includes("\\$("), shown);
    assert.equal(count, 0, shown);
  }

  it("is plain text in the error of an input box and in a dialog", async () => {
    const { notifications, quickInput } = workbench;
    const error = quickInput.widget.locator(".quick-input-message");
    backend.intercept = () => answer(401, { detail: hostile });
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", backend.baseUrl);
    await quickInput.answer("API key", "sk_wrong");
    await isText(error, escaped);
    await workbench.screenshot("hostile-error");

    const { status, headers, body } = answer(503, { detail: hostile });
    backend.intercept = () => ({ status, headers: { ...headers, "retry-after": "5" }, body });
    await quickInput.type(backend.key);
    await quickInput.accept();
    await isText(notifications.dialog.locator(".dialog-message-container"), escaped);
    await workbench.screenshot("hostile-dialog");
    backend.intercept = undefined;
    await notifications.answerDialog("Nothing has been saved yet.", "Retry");
    await quickInput.answer("Organization ID", "");
    await quickInput.answer("Connection name", hostile);
    await workbench.collections().first().waitFor();
  });

  it("is plain text in the status bar and its tooltip", async () => {
    const entry = workbench.statusBarItem(hostile.slice(0, 20));
    await isText(entry, hostile.slice(0, 39));
    await isText(await workbench.tooltip(entry, "Company Feed:"), escaped);
  });

  it("is plain text in a quick pick and in the title of an input box", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Switch Connection…");
    await quickInput.shown("Switch connection");
    await isText(quickInput.widget.locator(".monaco-list-row").filter({ hasText: "[go]" }), hostile);
    await workbench.screenshot("hostile-pick");
    await quickInput.cancel();
    await workbench.runCommand("Company Feed: Edit Connection…");
    await quickInput.shown("base URL");
    await isText(quickInput.widget.locator(".quick-input-titlebar"), hostile);
    await quickInput.cancel();
    await workbench.runCommand("Company Feed: Set API Key…");
    await quickInput.shown("API key for");
    await isText(quickInput.widget.locator(".quick-input-titlebar"), hostile);
    await quickInput.cancel();
  });

  it("is plain text in a notification and in the message of the tree", async () => {
    const { notifications } = workbench;
    backend.intercept = () => answer(401, { detail: hostile });
    await workbench.runCommand("Company Feed: Refresh Collections");
    await isText(
      notifications.notification("Set API Key").locator(".notification-list-item-message"),
      escaped,
    );
    await isText(workbench.page.locator(".part.sidebar .message").filter({ hasText: "API key" }), hostile);
    await workbench.screenshot("hostile-tree");
  });

  it("is plain text in editor titles and in the dialog before a connection is removed", async () => {
    const { notifications } = workbench;
    await workbench.runCommand("Company Feed: Open Event Feed");
    await workbench.feedFrame();
    await isText(
      workbench.page.locator(".tab .tab-label").filter({ hasText: "Event Feed" }),
      "$(trash) [go](command:",
    );
    await workbench.runCommand("Company Feed: Remove Connection…");
    await isText(notifications.dialog.locator(".dialog-message-container"), escaped);
    await notifications.answerDialog("Its API key will be deleted.", "Remove");
  });
});

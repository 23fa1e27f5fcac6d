import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { messageFile, type Messages, messagesInSource, textsOf } from "../support/l10n/messages";
import { pseudoLanguage, pseudoMessages, pseudoText } from "../support/l10n/pseudoLanguage";
import { SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

/** Names, addresses and VS Code's own texts. */
const names =
  /\(Press 'Enter'[^)]*\)|Company Feed|https?:\/\/\S+|127\.0\.0\.1\S*|companydata|\b(JSON|NDJSON|CSV|TSV|Parquet|cURL|TypeScript|Python|httpx|fetch|DuckDB|Enter|Escape|Cancel|UTC)\b/g;

function assertNoEnglish(texts: readonly string[]): void {
  assert.notEqual(texts.length, 0);
  assert.ok(
    texts.some((text) => text.includes("⟦")),
    texts.join("\n"),
  );
  assert.deepEqual(
    texts.filter((text) => /[A-Za-z]/.test(text.replace(names, ""))),
    [],
  );
}

describe("Another display language", () => {
  let service: SampleBackend;
  let workbench: Workbench;
  let titles: Messages;

  before(async () => {
    const messages = pseudoMessages(textsOf(await messagesInSource()));
    titles = pseudoMessages(textsOf(messageFile("package.nls.json")));
    service = await SampleBackend.start();
    const translations = {
      [`l10n/bundle.l10n.${pseudoLanguage}.json`]: messages,
      [`package.nls.${pseudoLanguage}.json`]: titles,
    };
    workbench = await Workbench.open({ vscode: { language: pseudoLanguage, translations } });
  });

  after(async () => {
    service.stop();
    await workbench.close();
  });

  const title = (command: string): string => titles[`command.${command}`] ?? assert.fail(command);
  const run = (command: string): Promise<void> => workbench.runCommand(`Company Feed: ${title(command)}`);
  const textsIn = async (locator: Locator): Promise<string[]> =>
    (await locator.allInnerTexts())
      .flatMap((text) => text.split("\n"))
      .map((text) => text.trim())
      .filter(Boolean);
  const pickTexts = async (): Promise<string[]> => [
    await workbench.quickInput.title(),
    await workbench.quickInput.placeholder(),
    // The list keeps rows of the palette that it no longer shows.
    ...(await textsIn(
      workbench.quickInput.widget.locator(
        ":is(.label-name, .label-description, .quick-input-list-separator):visible",
      ),
    )),
  ];

  it("is that of the view without a connection", async () => {
    await workbench.openContainer("Company Feed");
    const view = workbench.page.locator(".welcome-view-content:visible");
    await view.first().waitFor();
    assertNoEnglish(await textsIn(view));
    await workbench.screenshot("language-welcome");
  });

  it("is that of commands", async () => {
    await workbench.openQuickAccess();
    await workbench.quickInput.type(">Company Feed: ");
    await workbench.quickInput.row(`Company Feed: ${title("connect")}`).waitFor();
    // VS Code shows the English title below that of the display language.
    const labels = workbench.quickInput.widget.locator(".quick-input-list-row:first-child .label-name");
    const items = (await textsIn(labels)).filter((item) => item.startsWith("Company Feed: "));
    await workbench.screenshot("language-commands");
    await workbench.quickInput.cancel();
    assertNoEnglish(items);
  });

  it("is that of notifications and their buttons", async () => {
    const { notifications } = workbench;
    await run("openFeed");
    assertNoEnglish([await notifications.shown(/./), ...(await notifications.buttons(/./))]);
    await workbench.screenshot("language-notification");
    await notifications.close(/./);
  });

  it("is that of dialogs and their errors", async () => {
    const { quickInput } = workbench;
    await run("connect");
    await quickInput.shown(pseudoText("Base URL of the service"));
    await quickInput.type("http://api.example.com");
    await quickInput.accept();
    await quickInput.refused("⟦");
    assertNoEnglish([await quickInput.title(), await quickInput.message()]);
    await workbench.screenshot("language-dialog");
    await quickInput.type(service.baseUrl);
    await quickInput.accept();
    await quickInput.left(service.baseUrl);
    await quickInput.shown("⟦");
    assertNoEnglish([await quickInput.title(), await quickInput.message()]);
    await quickInput.type(service.key);
    await quickInput.accept();
    await quickInput.left(service.key);
    await quickInput.shown("⟦");
    assertNoEnglish([await quickInput.title(), await quickInput.message()]);
    await quickInput.accept();
    await workbench.page.waitForFunction(
      () =>
        document.querySelector<HTMLInputElement>(".quick-input-widget .quick-input-box input")?.value !== "",
    );
    assertNoEnglish([await quickInput.title(), await quickInput.message()]);
    await quickInput.type("東京");
    await quickInput.accept();
    await workbench.statusBarItem("東京").waitFor();
  });

  it("is that of the tree", async () => {
    const tree = workbench.tree(titles["view.collections"] ?? "");
    await tree.getByRole("treeitem").nth(2).waitFor();
    const collection = tree.getByRole("treeitem").first();
    await collection.locator(".monaco-tl-twistie").click();
    await tree.locator('[aria-level="2"]').nth(3).waitFor();
    assertNoEnglish(await textsIn(tree.locator('[aria-level="2"] .label-name')));
    const feeds = workbench.tree(titles["view.savedFeeds"] ?? "");
    assertNoEnglish(await textsIn(feeds.getByRole("treeitem").first().locator(".label-name")));
    await run("arrangeCollections");
    await workbench.quickInput.pick(pseudoText("Documents, most first"));
    const message = workbench.page.locator(".tree-explorer-viewlet-tree-view .message:visible");
    await message.filter({ hasText: "⟦" }).first().waitFor();
    assertNoEnglish(await textsIn(message));
    await workbench.screenshot("language-tree");
    await run("arrangeCollections");
    await workbench.quickInput.pick(pseudoText("Default order"));
    await message.first().waitFor({ state: "hidden" });
  });

  it("is that of the feed, its tab and its commands", async () => {
    await run("openFeed");
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    assert.equal(await frame.locator("html").getAttribute("lang"), pseudoLanguage);
    const head = await frame.locator(".row.head > .cell:visible").allInnerTexts();
    assertNoEnglish(head);
    assertNoEnglish((await workbench.editorTabs()).map((tab) => tab.replace("東京", "")));
    await run("exportEvents");
    await workbench.quickInput.shown(pseudoText("Export Events"));
    await workbench.quickInput.row(pseudoText("Entire time range (download)")).waitFor();
    const exports = await pickTexts();
    await workbench.screenshot("language-feed");
    await workbench.quickInput.cancel();
    assertNoEnglish(exports);
  });
});

import assert from "node:assert/strict";
import { messageFile, messagesInSource, textsOf } from "../support/l10n/messages";
import { pseudoLanguage, pseudoMessages } from "../support/l10n/pseudoLanguage";
import { Workbench } from "../support/vscode/workbench";

describe("Another display language", () => {
  let workbench: Workbench;
  let titles: Readonly<Record<string, string>>;

  before(async function () {
    this.timeout(180_000);
    const messages = pseudoMessages(textsOf(await messagesInSource()));
    titles = pseudoMessages(textsOf(messageFile("package.nls.json")));
    workbench = await Workbench.open({
      language: pseudoLanguage,
      translations: {
        [`l10n/bundle.l10n.${pseudoLanguage}.json`]: messages,
        [`package.nls.${pseudoLanguage}.json`]: titles,
      },
    });
  });

  after(() => workbench.close());

  const run = (key: string): Promise<void> =>
    workbench.runCommand(`Company Feed: ${titles[`command.${key}`] ?? key}`);

  it("is that of the feed", async () => {
    await run("connectSample");
    await workbench.screenshot("language-1");
    await run("openFeed");
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    await workbench.screenshot("language-2");
    assert.equal(await frame.locator("html").getAttribute("lang"), pseudoLanguage);
  });
});

import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Frame } from "playwright-core";
import { notOffering, SampleBackend } from "../support/services/sampleBackend";
import { stillClock } from "../support/services/sampleEvents";
import { clean } from "../support/vscode/quickInput";
import { Workbench } from "../support/vscode/workbench";

const publications = "v2/datasets/companydata/publications";
const command = "Company Feed: Open Publication Feed";

/** The tests depend on their order: each continues where the previous one ended. */
describe("Publications", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  let folder: string;
  let frame: Frame;

  before(async () => {
    backend = await SampleBackend.start(undefined, stillClock());
    folder = await mkdtemp(path.join(os.tmpdir(), "folder-"));
    workbench = await Workbench.openConnected(backend, { folder, viewport: { width: 1360, height: 820 } });
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  const rows = () => frame.locator("[data-event-id]");
  const details = () => frame.getByRole("region", { name: "Event details" });
  const targets = () => backend.requests.map(({ target }) => target);

  /** Opens the first row, and waits for this text in its details. */
  async function openFirst(text: string): Promise<void> {
    await rows().first().dblclick();
    await details().getByText(text).first().waitFor();
  }

  it("ask for their path once, and save it only if it works", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand(command);
    await quickInput.answer("the service's own reference", `${backend.baseUrl}/${publications}`);
    await quickInput.refused("Enter a path below the base URL");
    assert.deepEqual(
      targets().filter((target) => target.includes("publications")),
      [],
    );
    await quickInput.answer("Enter a path", "v2/datasets/companydata/feed");
    await quickInput.refused("unexpected JSON");
    await quickInput.valueIs("v2/datasets/companydata/feed");
    frame = await workbench.newFeedFrame(() => quickInput.answer("unexpected JSON", publications));
    await rows().first().waitFor();
    const [trial] = targets().filter((target) => target.includes("publications"));
    assert.equal(trial, `/${publications}?page_size=1&fields=full`);
  });

  it("are shown without filters, and without requests for articles if there is no path", async () => {
    await workbench.page.locator(".tab", { hasText: "Publications: Acme" }).waitFor();
    assert.equal(await frame.getByRole("combobox", { name: "Types" }).count(), 0);
    assert.equal(await frame.getByRole("button", { name: "Save this feed…" }).count(), 0);
    await openFirst("Publisher");
    assert.deepEqual(backend.requestsOf("readArticle"), []);
    const title = clean(await rows().first().locator(".title").innerText());
    const search = frame.getByLabel("Search loaded events");
    await search.fill(title.slice(0, 20));
    await frame
      .locator(".search-count")
      .filter({ hasText: /\d of \d/ })
      .waitFor();
    assert.equal(clean(await rows().first().locator(".title").innerText()), title);
    await search.fill("");
  });

  it("can be exported, but not saved as a feed", async () => {
    const { quickInput, notifications } = workbench;
    const target = path.join(folder, "publications.csv");
    await workbench.runCommand("Company Feed: Export Events…");
    await quickInput.pick("Entire time range (download)");
    await quickInput.pick("CSV");
    await quickInput.answerPath("Export", "publications_", target);
    await notifications.shown("Exported");
    const [head = "", first = ""] = (await readFile(target, "utf8")).split("\n");
    assert.match(head, /^id,type,title,subhead,published_at,.*,other$/);
    assert.match(first, /^pub_/);
    // The palette has the command only for events.
    await workbench.openContainer("Company Feed");
    const header = workbench.page.locator(".part.sidebar .pane-header").filter({ hasText: "Feeds" });
    await header.hover();
    await header.getByRole("button", { name: "Save This Feed…" }).click();
    await notifications.shown("Publications can't be saved as a feed");
  });

  it("are restored after a reload, and can then be refreshed", async () => {
    backend.intercept = notOffering(404, "readPublications");
    await workbench.reloadWindow();
    frame = await workbench.feedFrame();
    await workbench.page.locator(".tab", { hasText: "Publications: Acme" }).waitFor();
    await frame.getByText("(404); the connection's settings may be wrong").first().waitFor();
    backend.intercept = undefined;
    await workbench.runCommand("Company Feed: Refresh Event Feed");
    await rows().first().waitFor();
    assert.match((await rows().first().getAttribute("data-event-id")) ?? "", /^pub_/);
  });

  it("need no path for sample data, which includes the text of articles", async () => {
    // Opens an event feed, whose focus would close the palette.
    await workbench.newFeedFrame(() => workbench.runCommand("Company Feed: Connect to Sample Service"));
    frame = await workbench.newFeedFrame(() => workbench.runCommand(command));
    await rows().first().waitFor();
    await openFirst("This article is sample data.");
  });
});

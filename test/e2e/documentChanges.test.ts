import assert from "node:assert/strict";
import type { SampleRequest, SampleResponse } from "../../src/sample/http";
import { operationOf } from "../support/services/operations";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { clean } from "../support/vscode/quickInput";
import { Workbench } from "../support/vscode/workbench";

/** How each document is named, for anything that VS Code might render or reorder. */
const fileNames = [
  "a.pdf",
  "[b](command:workbench.action.closeWindow).pdf",
  "$(trash) c.pdf",
  ..."defghij".split("").map((name) => `${name}.pdf`),
];
const collectionName = "../c?d%2F [x](command:y) $(zap) \u202eabc";

describe("Changes to documents", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  /** IDs of the documents that the service has. */
  let documents: string[];
  /** Status codes for documents, instead of deleting them. */
  let refusals: Record<string, () => SampleResponse>;
  /** Each document has as many chunks, so that rows of an earlier refresh can be told from those of the last one. */
  let resets = 1;

  before(async () => {
    backend = await SampleBackend.start();
    backend.intercept = respond;
    reset();
    workbench = await Workbench.openConnected(backend, { viewport: { width: 1280, height: 900 } });
    await collectionWith(10).waitFor();
  });

  beforeEach(async () => {
    reset();
    backend.intercept = respond;
    backend.requests.length = 0;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await backend.requested(({ target }) => target.startsWith("/v2/collections?"));
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  function reset(): void {
    documents = fileNames.map((_, index) => `file_${index}`);
    refusals = {};
    resets++;
  }

  function respond(request: SampleRequest): SampleResponse | undefined {
    const id = decodeURIComponent(request.target.split("/").at(-1) ?? "");
    switch (operationOf(request)) {
      case "listCollections":
        return answer(200, {
          collections: [
            { collection_id: "col_1", database_name: collectionName, document_count: documents.length },
          ],
          total_count: 1,
          limit: 100,
          offset: 0,
        });
      case "listDocuments":
        return answer(200, {
          documents: documents.map((file_id) => ({
            file_id,
            filename: fileNames[Number(file_id.slice(5))],
            chunk_count: resets,
          })),
          total_count: documents.length,
          limit: 100,
          offset: 0,
        });
      case "readDocument":
        return answer(200, { metadata: {} });
      case "deleteDocument": {
        const refuse = refusals[id];
        if (refuse) {
          return refuse();
        }
        documents = documents.filter((document) => document !== id);
        return answer(200, { success: true });
      }
      default:
        return undefined;
    }
  }

  const row = (text: string) =>
    workbench.tree("Collections").getByRole("treeitem").filter({ hasText: text }).first();
  /** The row of the collection. */
  const collectionWith = (count: number) =>
    workbench.tree("Collections").getByRole("treeitem", { name: `, ${count} documents` });
  /** Waits until so many documents are counted above them. */
  const counted = (count: number) =>
    workbench
      .treeRow("Collections", "Documents")
      .filter({ hasText: String(count) })
      .waitFor();
  const deletions = () => backend.requestsOf("deleteDocument").map(({ target }) => target.split("/").at(-1));

  /** Selects documents by their position in the list. */
  async function select(from: number, to = from): Promise<void> {
    const folder = workbench.treeRow("Collections", "Documents");
    if (!(await folder.isVisible())) {
      await workbench.collections().first().click();
      await folder.waitFor();
    }
    if ((await folder.getAttribute("aria-expanded")) !== "true") {
      await folder.click();
    }
    const items = workbench.tree("Collections").locator("[role=treeitem][aria-level='3']");
    const current = items.filter({ hasText: `${resets} chunks` });
    await current.nth(documents.length - 1).waitFor();
    await current.nth(from).click();
    if (to !== from) {
      await current.nth(to).click({ modifiers: ["Shift"] });
    }
    await items
      .and(workbench.page.locator("[aria-selected=true]"))
      .nth(to - from)
      .waitFor();
  }

  async function dialogText(title: string): Promise<string> {
    const dialog = workbench.notifications.dialog.filter({ hasText: title });
    await dialog.waitFor();
    return clean(await dialog.innerText());
  }

  async function escape(title: string): Promise<void> {
    await workbench.page.keyboard.press("Escape");
    await workbench.notifications.dialog.filter({ hasText: title }).waitFor({ state: "hidden" });
  }

  it("delete one, in a dialog that names it and shows the request", async () => {
    await select(0);
    await workbench.page.keyboard.press("Delete");
    await workbench.notifications.answerDialog("Allow changes", "Allow Changes");
    const text = await dialogText('Delete the document "a.pdf"?');
    const url = `${backend.baseUrl}/v2/collections/..%2Fc%3Fd%252F%20`;
    assert.ok(text.includes(`Request: DELETE ${url}`), text);
    assert.ok(text.includes("/documents/file_0"), text);
    assert.ok(text.includes("Connection: Acme"), text);
    await escape("Delete the document");
    assert.deepEqual(deletions(), []);
    await select(0);
    await workbench.runCommand("Company Feed: Delete Document…");
    await dialogText('Delete the document "a.pdf"?');
    await workbench.screenshot("changes-document");
    await workbench.announced("Deleted 1 document", () =>
      workbench.notifications.answerDialog("Delete the document", "Delete"),
    );
    await row("a.pdf").waitFor({ state: "detached" });
    assert.deepEqual(deletions(), ["file_0"]);
    await collectionWith(9).waitFor();
  });

  it("name documents literally, whatever their names contain", async () => {
    for (const [index, expected] of [
      [1, '"[b]\u2060(command:workbench.action.closeWindow).pdf"'],
      [2, '"$(trash) c.pdf"'],
    ] as const) {
      await select(index);
      await workbench.runCommand("Company Feed: Delete Document…");
      const text = await dialogText("Delete the document");
      assert.ok(text.replaceAll("\u2060", "").includes(expected.replaceAll("\u2060", "")), text);
      assert.equal(
        await workbench.notifications.dialog
          .locator(".dialog-message-container")
          .locator("a, .codicon-trash, .codicon-zap")
          .count(),
        0,
      );
      await escape("Delete the document");
    }
    assert.deepEqual(deletions(), []);
  });

  it("delete several with one confirmation, and stop at the first that fails, with the reason", async () => {
    const { notifications } = workbench;
    refusals = {
      file_3: () => answer(409, { detail: "Being indexed" }),
    };
    await select(0, 6);
    await workbench.runCommand("Company Feed: Delete Document…");
    const text = await dialogText("Delete 7 documents?");
    assert.match(text, /and 2 more/);
    assert.equal(text.match(/DELETE http/g)?.length, 5);
    await workbench.screenshot("changes-documents");
    await notifications.answerDialog("Delete 7 documents?", "Delete");
    const summary = await notifications.shown("Deleted 3 of 7 documents.");
    assert.match(summary, /was not deleted: .*Being indexed.* 3 were not attempted\./);
    assert.deepEqual(
      deletions(),
      [0, 1, 2, 3].map((index) => `file_${index}`),
    );
    await workbench.screenshot("changes-summary");
    await notifications.close("Deleted 3 of 7");
    await counted(7);
  });

  it("are allowed in other windows, too, which find that what this one has deleted is gone", async () => {
    const other = await workbench.openWindow();
    const otherRow = (text: string) =>
      other.tree("Collections").getByRole("treeitem").filter({ hasText: text }).first();
    await other.openContainer("Company Feed");
    await other.collections().first().click();
    await other.treeRow("Collections", "Documents").click();
    await otherRow("i.pdf").click();
    await other.runCommand("Company Feed: Delete Document…");
    await other.notifications.dialog.filter({ hasText: '"i.pdf"' }).waitFor();
    await workbench.page.bringToFront();
    await select(8);
    await workbench.runCommand("Company Feed: Delete Document…");
    await workbench.notifications.answerDialog('"i.pdf"', "Delete");
    await row("i.pdf").waitFor({ state: "detached" });
    refusals = { file_8: () => answer(404, { detail: "No such document" }) };
    await other.page.bringToFront();
    await other.notifications.answerDialog('"i.pdf"', "Delete");
    await other.notifications.shown("i.pdf was not deleted");
    await other.notifications.close("i.pdf was not deleted");
    await otherRow("i.pdf").waitFor({ state: "detached" });
    assert.deepEqual(deletions(), ["file_8", "file_8"]);
    await other.closeWindow();
    await workbench.page.bringToFront();
  });
});

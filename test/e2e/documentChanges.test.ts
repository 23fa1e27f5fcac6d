import assert from "node:assert/strict";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
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
  "d\u202efdp.exe",
  "e\u0007\n\u001b[31mred.pdf",
  "",
  "q".repeat(255),
  "h.pdf",
  "i.pdf",
  "j.pdf",
];
const collectionName = "../c?d%2F [x](command:y) $(zap) \u202eabc";

describe("Changes to documents", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  /** IDs of the documents that the service has. */
  let documents: string[];
  /** Status codes for documents, instead of deleting them. */
  let refusals: Record<string, () => SampleResponse>;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({ viewport: { width: 1280, height: 900 } });
    backend.intercept = respond;
    reset();
    await workbench.connect(backend, "Acme");
    await row("10 documents").waitFor();
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
    await items.nth(documents.length - 1).waitFor();
    await items.nth(from).click();
    if (to !== from) {
      await items.nth(to).click({ modifiers: ["Shift"] });
    }
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
    await workbench.runCommand("Company Feed: Delete Document…");
    await workbench.notifications.answerDialog("Allow changes", "Allow Changes");
    const text = await dialogText('Delete the document "a.pdf"?');
    const url = `${backend.baseUrl}/v2/collections/..%2Fc%3Fd%252F%20`;
    assert.ok(text.includes(`Request: DELETE ${url}`), text);
    assert.ok(text.includes("/documents/file_0"), text);
    assert.ok(text.includes("Connection: Acme"), text);
    await escape("Delete the document");
    assert.deepEqual(deletions(), []);
    await workbench.runCommand("Company Feed: Delete Document…");
    await workbench.screenshot("changes-document");
    await workbench.notifications.answerDialog("Delete the document", "Delete");
    await workbench.statusBarItem("Deleted 1 document").waitFor();
    await row("a.pdf").waitFor({ state: "detached" });
    assert.deepEqual(deletions(), ["file_0"]);
    await row("9 documents").waitFor();
  });

  it("name documents literally, whatever their names contain", async () => {
    for (const [index, expected] of [
      [1, '"[b]\u2060(command:workbench.action.closeWindow).pdf"'],
      [2, '"$(trash) c.pdf"'],
      [3, '"dfdp.exe"'],
      [4, '"e [31mred.pdf"'],
      [5, '"file_5"'],
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
});

describe("A workspace", () => {
  it("cannot allow changes, in its settings or in those of a folder", async () => {
    const backend = await SampleBackend.start();
    const folder = await mkdtemp(path.join(os.tmpdir(), "workspace-"));
    const settings = {
      "companyFeed.connections": [{ name: "Acme", baseUrl: backend.baseUrl, allowChanges: true }],
    };
    await mkdir(path.join(folder, ".vscode"));
    await writeFile(path.join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
    const file = path.join(folder, "evil.code-workspace");
    await writeFile(file, JSON.stringify({ folders: [{ path: folder }], settings }));
    const workbench = await Workbench.open({ folder: file });
    try {
      await workbench.connect(backend, "Acme");
      await workbench.collections().first().click();
      await workbench.runCommand("Company Feed: Delete Collection…");
      const dialog = workbench.notifications.dialog.filter({ hasText: 'Allow changes on "Acme"?' });
      await dialog.waitFor();
      await workbench.page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      assert.ok(backend.requests.every(({ method }) => method === "GET"));
    } finally {
      backend.stop();
      await workbench.close();
    }
  });
});

import assert from "node:assert/strict";
import { SampleData } from "../../src/sample/sampleData";
import { answer, notOffering, operationOf, SampleBackend } from "../support/services/sampleBackend";
import { clean } from "../support/vscode/quickInput";
import { type TreeRow, Workbench } from "../support/vscode/workbench";

interface Named {
  readonly label: string;
  readonly other: string;
  readonly documents: number;
}

/** The tests depend on their order: each continues where the previous one ended. */
describe("Changes", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  /** Collections whose two names are equal. */
  let single: readonly Named[];
  /** A collection whose names differ. */
  let double: Named;
  let initialRows: readonly TreeRow[];

  before(async () => {
    backend = await SampleBackend.start();
    const named = new SampleData()
      .collections()
      .slice(0, 25)
      .map((collection) => ({
        label: String(collection["database_name"]),
        other: String(collection["collection_name"]),
        documents: Number(collection["document_count"]),
      }));
    single = named.filter(({ label, other }) => label === other);
    const [found] = named.filter(({ label, other }) => label !== other && other !== "undefined");
    assert.ok(found);
    double = found;
    workbench = await Workbench.openConnected(backend, { viewport: { width: 1280, height: 900 } });
    await workbench.collections().nth(20).waitFor();
    initialRows = (await workbench.treeRows("Collections")).slice(0, 20);
  });

  afterEach(() => {
    backend.intercept = undefined;
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  const row = (label: string) => workbench.treeRow("Collections", label).first();
  /** Visible document rows. */
  const documents = () => workbench.tree("Collections").locator('[role="treeitem"][aria-level="3"]');
  const nth = (index: number): Named => {
    const collection = single[index];
    assert.ok(collection);
    return collection;
  };

  /** Requests that were sent, in the format of the dialogs. */
  const sent = () => backend.changes.map((change) => change.replace(" ", ` ${backend.baseUrl}`));

  /** Runs a command of a collection's context menu. */
  async function run(label: string, command: string): Promise<void> {
    await workbench.quickInput.hidden();
    await workbench.pickFromMenu(row(label), command);
  }

  /** The request that the open input shows. */
  async function shownRequest(): Promise<string> {
    const { quickInput } = workbench;
    await quickInput.messageShown("Request: ");
    const message = clean(await quickInput.message.innerText());
    const [, request = ""] = /Request: (.*) \(Press 'Enter'/.exec(message) ?? [];
    return request;
  }

  /** Undoes all changes, and waits until rows have stopped moving, so that they can be clicked. */
  async function reloadedList(): Promise<void> {
    backend.undoChanges();
    await workbench.runCommand("Company Feed: Refresh Collections");
    await workbench.rowsShown("Collections", initialRows);
  }

  it("need permission in a dialog that names the connection and its environments", async () => {
    const { notifications, quickInput } = workbench;
    const listed = backend.requestsOf("listCollections").length;
    await run(nth(0).label, "Delete Collection…");
    const text = await notifications.dialogText('Allow changes on "Acme"?');
    assert.match(text, /Environments of the loaded collections: production, /);
    assert.ok(text.includes(`on ${backend.baseUrl}`), text);
    assert.ok(!text.includes(backend.key));
    await workbench.page.keyboard.press("Escape");
    await notifications.dialog.waitFor({ state: "hidden" });
    // The dialog appears again, because Escape wasn't remembered.
    await run(nth(0).label, "Delete Collection…");
    await notifications.answerDialog("Allow changes", "Allow Changes");
    await quickInput.shown("Delete collection");
    await quickInput.cancel();
    assert.deepEqual(sent(), []);
    assert.equal(backend.requestsOf("listCollections").length, listed, "the tree was not read again");
    await workbench.runCommand("Company Feed: Switch Connection…");
    await quickInput.shown("changes allowed");
    await quickInput.cancel();
  });

  it("delete a collection once its name is typed, with the displayed request", async () => {
    const { quickInput } = workbench;
    const { label } = nth(0);
    await row(label).click();
    await workbench.page.keyboard.press("Delete");
    await quickInput.shown(`Delete collection "${label}" · Acme`);
    const request = await shownRequest();
    assert.equal(request, `DELETE ${backend.baseUrl}/v2/collections/${label}`);
    await quickInput.accept();
    await quickInput.refused("to confirm");
    await quickInput.type(label.toUpperCase());
    await quickInput.accept();
    await quickInput.refused("to confirm");
    assert.deepEqual(sent(), []);
    await quickInput.type(label);
    await workbench.announced(`Deleted collection "${label}"`, () => quickInput.accept());
    await row(label).waitFor({ state: "detached" });
    assert.deepEqual(sent(), [request]);
    await reloadedList();
  });

  it("let the user pick which of two names is sent", async () => {
    const { quickInput } = workbench;
    const before = sent().length;
    await run(double.label, "Delete All Documents…");
    await quickInput.shown("database_name");
    await quickInput.row(double.label).click();
    await quickInput.messageShown(`"${double.label}"`);
    await quickInput.cancel();
    await run(double.label, "Delete All Documents…");
    await quickInput.row(double.other).click();
    const request = await shownRequest();
    assert.equal(request, `DELETE ${backend.baseUrl}/v2/collections/${double.other}/documents`);
    await quickInput.type(double.other);
    await workbench.announced(/Deleted [\d,]+ documents? of/, () => quickInput.accept());
    assert.deepEqual(sent().slice(before), [request]);
    await row(double.label).and(workbench.page.locator('[aria-label*=" 0 documents"]')).waitFor();
    await reloadedList();
  });

  it("create a collection and select it, and keep the input if the service rejects it", async () => {
    const { quickInput } = workbench;
    const before = sent().length;
    const name = "new [x](command:y) $(trash) 日本";
    await workbench.runCommand("Company Feed: Create Collection…");
    await quickInput.answer("Create collection · Acme", " .. ");
    await quickInput.refused("..");
    await quickInput.answer("Create collection", ` ${name} `);
    await quickInput.shown("2/2");
    await quickInput.back();
    await quickInput.shown("1/2");
    await quickInput.valueIs(` ${name} `);
    await quickInput.accept();
    await quickInput.shown("2/2");
    await quickInput.type('For "tests"');
    await quickInput.messageShown('{"description":"For');
    const request = await shownRequest();
    backend.intercept = (refused) =>
      operationOf(refused) === "createCollection" ? answer(409, { detail: "Not this one" }) : undefined;
    await quickInput.accept();
    await quickInput.refused("(409): Not this one");
    await quickInput.messageShown("Nothing was changed.");
    await quickInput.valueIs('For "tests"');
    backend.intercept = undefined;
    await workbench.announced("Created collection", () => quickInput.accept());
    assert.deepEqual(sent().slice(before), [request, request]);
    await workbench
      .tree("Collections")
      .locator("[role=treeitem][aria-selected=true]")
      .filter({ hasText: name })
      .waitFor();
    await reloadedList();
  });

  it("move a collection to another environment after telling the consequences", async () => {
    const { quickInput } = workbench;
    const { label } = nth(1);
    const before = sent().length;
    // If the key sees both environments, the service still lists the collection.
    backend.intercept = (moved) => (operationOf(moved) === "changeEnvironment" ? answer(200, {}) : undefined);
    await run(label, "Change Collection Environment…");
    const asked = backend.requests.length;
    await quickInput.answer("Change the environment", "qa/7");
    await backend.requested((request) => operationOf(request) === "listCollections", asked);
    await workbench.rowsShown("Collections", initialRows);
    backend.intercept = undefined;
    await run(label, "Change Collection Environment…");
    await quickInput.shown("Change the environment");
    await quickInput.type("development");
    await quickInput.messageShown("may leave this list");
    const request = await shownRequest();
    assert.equal(
      request,
      `PATCH ${backend.baseUrl}/v2/collections/${label}/environment {"new_environment":"development"}`,
    );
    await workbench.announced("Moved collection", () => quickInput.accept());
    await row(label).waitFor({ state: "detached" });
    assert.deepEqual(sent().slice(before + 1), [request]);
    await reloadedList();
  });

  it("say that they may have been made if the response is lost, and refresh the list", async () => {
    const { quickInput, notifications } = workbench;
    const { label } = nth(2);
    const before = sent().length;
    const listed = backend.requestsOf("listCollections").length;
    backend.intercept = (request) =>
      operationOf(request) === "deleteCollection" ? backend.loseAnswer(request) : undefined;
    await run(label, "Delete Collection…");
    await quickInput.answer(`Delete collection "${label}"`, label);
    const message = await notifications.shown("The change may have been made.");
    assert.match(message, /The list was refreshed\.$/);
    assert.equal(sent().length, before + 1, "it was sent once");
    assert.ok(backend.requestsOf("listCollections").length > listed);
    await notifications.close("may have been made");
    await row(label).waitFor({ state: "detached" });
    await reloadedList();
  });

  it("delete a document after a dialog with its name and the request", async () => {
    const { notifications, page, quickInput } = workbench;
    const collection = single.slice(3, 10).find((each) => each.documents > 10) ?? assert.fail();
    await row(collection.label).click();
    await workbench.runCommand("Company Feed: Delete Document…");
    await quickInput.shown(/Delete Document \(/);
    await quickInput.cancel();
    await workbench.treeRow("Collections", "Documents").click();
    const name = await documents().first().locator(".label-name").innerText();
    await documents().first().click();
    await page.keyboard.press("Delete");
    const text = await notifications.dialogText(`Delete the document "${name}"?`);
    assert.ok(
      text.includes(`Request: DELETE ${backend.baseUrl}/v2/collections/${collection.label}/documents/`),
      text,
    );
    assert.ok(text.includes("Connection: Acme"), text);
    await page.keyboard.press("Escape");
    await notifications.dialog.waitFor({ state: "hidden" });
    assert.deepEqual(backend.requestsOf("deleteDocument"), []);
    await workbench.runCommand("Company Feed: Delete Document…");
    await workbench.announced("Deleted 1 document", () =>
      notifications.answerDialog("Delete the document", "Delete"),
    );
    await documents().filter({ hasText: name }).waitFor({ state: "detached" });
    assert.equal(backend.requestsOf("deleteDocument").length, 1);
  });

  it("delete several documents after one dialog, and stop at the first failure", async () => {
    const { notifications } = workbench;
    const before = backend.requestsOf("deleteDocument").length;
    backend.intercept = (request) =>
      operationOf(request) === "deleteDocument" && backend.requestsOf("deleteDocument").length === before + 4
        ? answer(409, { detail: "Being indexed" })
        : undefined;
    await documents().first().click();
    await documents()
      .nth(6)
      .click({ modifiers: ["Shift"] });
    await workbench.runCommand("Company Feed: Delete Document…");
    const lists = backend.requestsOf("listDocuments").length;
    const text = await notifications.answerDialog("Delete 7 documents?", "Delete");
    assert.match(text, /and 2 more/);
    assert.equal(text.match(/DELETE http/g)?.length, 5);
    const summary = await notifications.shown("Deleted 3 of 7 documents.");
    assert.match(summary, /was not deleted: .*Being indexed.*The list was refreshed\./);
    assert.ok(backend.requestsOf("listDocuments").length > lists);
    assert.equal(backend.requestsOf("deleteDocument").length, before + 4);
    await notifications.close("Deleted 3 of 7");
  });

  it("say if the service doesn't offer them", async () => {
    const { quickInput, notifications } = workbench;
    backend.intercept = notOffering(405, "deleteCollection");
    const { label } = nth(0);
    await row(label).click();
    await workbench.runCommand("Company Feed: Delete Collection…");
    await quickInput.answer(`Delete collection "${label}"`, label);
    await notifications.shown(/doesn't offer/);
    assert.equal((await notifications.texts()).length, 1);
    assert.equal(await workbench.page.locator(".notification-list-item .codicon-error").count(), 0);
  });
});

import assert from "node:assert/strict";
import { changingOperations, operationOf } from "../support/services/operations";
import { answer, notOffering, SampleBackend } from "../support/services/sampleBackend";
import { clean } from "../support/vscode/quickInput";
import { type TreeRow, Workbench } from "../support/vscode/workbench";

interface Named {
  readonly label: string;
  readonly other: string;
  readonly id: string;
}

describe("Changes to collections", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  /** Collections whose two names are the same. */
  let single: readonly Named[];
  /** A collection whose names differ. */
  let double: Named;
  let initialRows: readonly TreeRow[];

  before(async () => {
    backend = await SampleBackend.start();
    const named = backend
      .collections()
      .slice(0, 25)
      .map((collection) => ({
        label: String(collection["database_name"]),
        other: String(collection["collection_name"]),
        id: String(collection["collection_id"]),
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
  const nth = (index: number): Named => {
    const collection = single[index];
    assert.ok(collection);
    return collection;
  };

  function sent(): string[] {
    return backend.requests
      .filter((request) => changingOperations.some((operation) => operation === operationOf(request)))
      .map(({ method, target }) => `${method} ${backend.baseUrl}${target}`);
  }

  /** Runs a command of a collection's context menu. */
  async function run(label: string, command: string): Promise<void> {
    await workbench.quickInput.hidden();
    await chooseInMenu(label, command);
  }

  async function chooseInMenu(label: string, command: string): Promise<void> {
    await row(label).click({ button: "right" });
    await workbench.page.getByRole("menu").getByRole("menuitem").filter({ hasText: command }).hover();
    // VS Code ignores clicks in the first 100 ms: no user is that fast.
    await workbench.page.keyboard.press("Enter");
  }

  /** The request that the open input shows. */
  async function shownRequest(): Promise<string> {
    await workbench.quickInput.messageShown("Request: ");
    const [, request = ""] = /Request: (.*) \(Press 'Enter'/.exec(await workbench.quickInput.message()) ?? [];
    return request;
  }

  /** Undoes all changes, and waits until the rows are where they were before: those that move cannot be clicked. */
  async function reloadedList(): Promise<void> {
    backend.undoChanges();
    await workbench.runCommand("Company Feed: Refresh Collections");
    await workbench.rowsShown("Collections", initialRows);
  }

  it("are not made before they are allowed, in a dialog that names the connection and its environments", async () => {
    const { notifications, quickInput } = workbench;
    const listed = backend.requestsOf("listCollections").length;
    await run(nth(0).label, "Delete Collection…");
    const dialog = notifications.dialog.filter({ hasText: 'Allow changes on "Acme"?' });
    await dialog.waitFor();
    const text = clean(await dialog.innerText());
    assert.match(text, /Environments of the loaded collections: production, /);
    assert.ok(text.includes(`on ${backend.baseUrl}`), text);
    assert.ok(!text.includes(backend.key));
    await workbench.screenshot("changes-allow");
    await workbench.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    // Asked again: the answer was not kept.
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

  it("delete a collection once its name is typed, with the request that was shown", async () => {
    const { quickInput } = workbench;
    const { label, id } = nth(0);
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
    await workbench.screenshot("changes-delete");
    await workbench.announced(`Deleted collection "${label}"`, () => quickInput.accept());
    await row(label).waitFor({ state: "detached" });
    assert.deepEqual(sent(), [request]);
    assert.ok(!id.includes("/"));
    await reloadedList();
  });

  it("let the user pick which of two names is sent", async () => {
    const { quickInput } = workbench;
    const before = sent().length;
    await run(double.label, "Delete All Documents…");
    await quickInput.shown("database_name");
    await workbench.screenshot("changes-names");
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

  it("create a collection, which is shown and selected; one that was there already is told apart", async () => {
    const { quickInput, notifications } = workbench;
    const before = sent().length;
    const name = "new [x](command:y) $(trash) 日本";
    for (const existed of [false, true]) {
      await workbench.runCommand("Company Feed: Create Collection…");
      await quickInput.shown("Create collection · Acme");
      await quickInput.type(" .. ");
      await quickInput.accept();
      await quickInput.refused("..");
      await quickInput.answer("Create collection", ` ${name} `);
      await quickInput.shown("2/2");
      await quickInput.back();
      await quickInput.shown("1/2");
      assert.equal(await quickInput.value(), ` ${name} `);
      await quickInput.accept();
      await quickInput.shown("2/2");
      await quickInput.type('For "tests"');
      await quickInput.messageShown('{"description":"For');
      const request = await shownRequest();
      await workbench.screenshot(`changes-create-${existed ? "existing" : "new"}`);
      if (existed) {
        await quickInput.accept();
        await notifications.shown("already exists");
        await notifications.close("already exists");
      } else {
        await workbench.announced("Created collection", () => quickInput.accept());
      }
      assert.equal(request, `${sent().at(-1)} {"description":"For \\"tests\\""}`);
      await workbench
        .tree("Collections")
        .locator("[role=treeitem][aria-selected=true]")
        .filter({ hasText: name })
        .waitFor();
    }
    assert.equal(sent().length, before + 2);
    await reloadedList();
  });

  it("keep what was typed when the service refuses", async () => {
    const { quickInput } = workbench;
    const before = sent().length;
    let status = 409;
    backend.intercept = (request) =>
      operationOf(request) === "createCollection" ? answer(status, { detail: "Not this one" }) : undefined;
    await workbench.runCommand("Company Feed: Create Collection…");
    await quickInput.answer("1/2", "taken");
    await quickInput.shown("2/2");
    await quickInput.type("Kept");
    for (status of [409, 429]) {
      await quickInput.accept();
      await quickInput.refused(`(${status}): Not this one`);
      await quickInput.messageShown("Nothing was changed.");
      assert.equal(await quickInput.value(), "Kept");
      await quickInput.type("Kept ");
      await quickInput.type("Kept");
    }
    await quickInput.back();
    await quickInput.shown("1/2");
    assert.equal(await quickInput.value(), "taken");
    await quickInput.cancel();
    assert.equal(sent().length, before + 2);
  });

  it("move a collection to another environment, and tell the consequences before", async () => {
    const { quickInput } = workbench;
    const { label } = nth(1);
    const before = sent().length;
    await run(label, "Change Collection Environment…");
    await quickInput.answer("Change the environment", "qa/7");
    // The sample service knows no such environment.
    await quickInput.messageShown("Nothing was changed.");
    assert.equal(await quickInput.value(), "qa/7");
    await quickInput.type("development");
    await quickInput.messageShown("may leave this list");
    assert.equal(
      await shownRequest(),
      `PATCH ${backend.baseUrl}/v2/collections/${label}/environment {"new_environment":"development"}`,
    );
    await workbench.screenshot("changes-environment");
    await workbench.announced("Moved collection", () => quickInput.accept());
    await row(label).waitFor({ state: "detached" });
    assert.equal(sent().length, before + 2);
    await reloadedList();
  });

  it("say that something may have happened when the answer is lost, and read the list again", async () => {
    const { quickInput, notifications } = workbench;
    const [gone, kept] = [nth(2), nth(3)];
    for (const [collection, isMade] of [
      [gone, true],
      [kept, false],
    ] as const) {
      const before = sent().length;
      const listed = backend.requestsOf("listCollections").length;
      backend.intercept = (request) => {
        if (operationOf(request) !== "deleteCollection") {
          return undefined;
        }
        if (isMade) {
          return backend.loseAnswer(request);
        }
        throw new Error("The answer is lost.");
      };
      await run(collection.label, "Delete Collection…");
      await quickInput.answer(`Delete collection "${collection.label}"`, collection.label);
      const message = await notifications.shown(`"${collection.label}" may have been deleted.`);
      assert.match(message, /The list was refreshed\.$/);
      assert.equal(sent().length, before + 1, "it was sent once");
      assert.ok(backend.requestsOf("listCollections").length > listed);
      await notifications.close("may have been deleted");
      await row(gone.label).waitFor({ state: "detached" });
    }
    await row(kept.label).waitFor();
    await reloadedList();
  });

  it("read the list again when the collection was deleted elsewhere meanwhile", async () => {
    const { quickInput, notifications } = workbench;
    const { label } = nth(2);
    await run(label, "Delete Collection…");
    await quickInput.shown(`Delete collection "${label}"`);
    await quickInput.type(label);
    // As another window would.
    const { status } = backend.handle({
      method: "DELETE",
      target: `/v2/collections/${label}`,
      headers: { authorization: `Bearer ${backend.key}`, host: new URL(backend.baseUrl).host },
    });
    assert.equal(status, 200);
    await quickInput.accept();
    const message = await notifications.shown("has nothing with this name");
    assert.match(message, /The list was refreshed\.$/);
    await notifications.close("has nothing with this name");
    await row(label).waitFor({ state: "detached" });
    await reloadedList();
  });

  it("send nothing at Escape, at any step", async () => {
    const { quickInput, notifications } = workbench;
    const before = sent().length;
    await run(double.label, "Delete Collection…");
    await quickInput.shown("database_name");
    await quickInput.cancel();
    await run(double.label, "Delete Collection…");
    await quickInput.row(double.label).click();
    await quickInput.messageShown("to confirm");
    await quickInput.type(double.label);
    await quickInput.cancel();
    await run(double.label, "Change Collection Environment…");
    await quickInput.row(double.label).click();
    await quickInput.shown("Change the environment");
    await quickInput.type("qa/9");
    await quickInput.cancel();
    await workbench.runCommand("Company Feed: Create Collection…");
    await quickInput.shown("1/2");
    await quickInput.cancel();
    await workbench.runCommand("Company Feed: Create Collection…");
    await quickInput.answer("1/2", "nothing");
    await quickInput.shown("2/2");
    await quickInput.cancel();
    assert.deepEqual(await notifications.texts(), []);
    assert.equal(sent().length, before);
  });

  it("say once that a service does not offer them, while reading goes on", async () => {
    const { quickInput, notifications } = workbench;
    backend.intercept = notOffering(405);
    const { label } = nth(0);
    const text = /doesn't offer/;
    const expectOnce = async () => {
      await notifications.shown(text);
      assert.equal((await notifications.texts()).length, 1);
      assert.equal(await workbench.page.locator(".notification-list-item .codicon-error").count(), 0);
      await notifications.close(text);
    };
    // Not in the menu of a row, which may be gone before it opens: the list was read again.
    const runSelected = async (command: string): Promise<void> => {
      await row(label).click();
      await workbench.runCommand(`Company Feed: ${command}`);
    };
    await runSelected("Delete Collection…");
    await quickInput.answer(`Delete collection "${label}"`, label);
    await expectOnce();
    await workbench.runCommand("Company Feed: Create Collection…");
    await quickInput.answer("1/2", "anything");
    await quickInput.shown("2/2");
    await quickInput.accept();
    await expectOnce();
    backend.intercept = (request) =>
      operationOf(request) === "listCollections"
        ? answer(200, {
            collections: [{ collection_id: "col_1", database_name: "still-listed" }],
            total_count: 1,
          })
        : undefined;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await row("still-listed").waitFor();
    backend.intercept = undefined;
    await reloadedList();
  });
});

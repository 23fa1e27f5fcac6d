import assert from "node:assert/strict";
import { answer, notOffering, operationOf, SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

const view = "Webhook Alerts";

/** The tests depend on their order: each continues where the previous one ended. */
describe("Webhook alerts", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    const companies = ["acme.example", "Globex Corporation", "initech.example"];
    workbench = await Workbench.open({
      viewport: { width: 1280, height: 900 },
      settings: {
        "companyFeed.savedFeeds": [
          { name: "Portfolio", companies },
          { name: "Exits", companies: companies.slice(0, 1) },
        ],
      },
    });
    await workbench.connect(backend, "Acme");
    await workbench.collections().nth(5).waitFor();
  });

  afterEach(() => {
    backend.intercept = undefined;
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  const row = (label: string) => workbench.treeRow(view, label).first();
  const path = "/v2/datasets/companydata/webhooks/subscriptions";

  const sent = () => backend.changes;

  it("load when their view is opened, with their fields below them", async () => {
    assert.deepEqual(backend.requestsOf("listSubscriptions"), []);
    await workbench.page.locator(".pane-header").filter({ hasText: view }).click();
    await row("hooks.example.com").waitFor();
    const [first] = await workbench.treeRows(view);
    assert.equal(first?.description, "8 domains · events, publications · active");
    assert.equal(backend.requestsOf("listSubscriptions").length, 1);
    await row("hooks.example.com").locator(".monaco-tl-twistie").click();
    await row("Callback URL").waitFor();
    await row("Webhook alert ID").hover();
    const copied = await workbench.copied(() =>
      row("Webhook alert ID").getByRole("button", { name: "Copy Value" }).click(),
    );
    assert.match(copied, /^whk_\w+$/);
    await row("hooks.example.com").locator(".monaco-tl-twistie").click();
  });

  it("are created once changes are allowed, with a secret that is shown once", async () => {
    const { quickInput, notifications, page } = workbench;
    await page.locator(".pane-header").filter({ hasText: view }).hover();
    await page.getByRole("button", { name: "Create Webhook Alert…" }).click();
    const allowed = await notifications.answerDialog('Allow changes on "Acme"?', "Allow Changes");
    assert.match(allowed, /documents and webhook alerts/);
    await quickInput.answer("Enter the URL", "http://me@new.example.com/in");
    await quickInput.refused("starts with https://");
    await quickInput.answer("Enter a URL", "https://me@new.example.com/in");
    await quickInput.refused("Remove the user name");
    await quickInput.answer("Remove", "https://new.example.com/in");
    await quickInput.shown("1 domain of 1 company");
    assert.match((await quickInput.input.getAttribute("placeholder")) ?? "", /Alerts watch domains only/);
    await quickInput.pick("Portfolio");
    await quickInput.shown("Enter or paste domains");
    await quickInput.valueIs("acme.example, initech.example");
    await quickInput.input.press("End");
    // Pasted domains, one per line.
    await page.keyboard.insertText("\nhttps://www.Hooli.example/\nnot-a-domain\n");
    await quickInput.accept();
    await quickInput.refused('"not-a-domain" is not a domain.');
    await quickInput.answer("not-a-domain", (await quickInput.value()).replace("not-a-domain", ""));
    await quickInput.shown("Review and Create…");
    await quickInput.pick("Review and Create…");
    const question = await notifications.answerDialog(
      "Create a webhook alert for new.example.com?",
      "Cancel",
    );
    const body =
      '{"callback_url":"https://new.example.com/in","watchlist_domains":["acme.example","initech.example","hooli.example"],' +
      '"feeds":["events","publications"],"secret":"(hidden)"}';
    assert.ok(question.includes(`Request: POST ${backend.baseUrl}${path} ${body}`), question);
    assert.deepEqual(sent(), []);
    // Cancel returns to the form with everything that was typed.
    await quickInput.pick("Review and Create…");
    await notifications.answerDialog("Create a webhook alert for new.example.com?", "Create");
    let dialog = "";
    const copied = await workbench.copied(async () => {
      dialog = await notifications.answerDialog("Copy the signing secret", "Copy");
    });
    const [, secret = ""] = /"secret":"(\w+)"/.exec(sent()[0] ?? "") ?? [];
    assert.match(secret, /^[0-9a-f]{64}$/);
    assert.ok(dialog.includes(secret));
    assert.equal(copied, secret);
    assert.deepEqual(sent(), [`POST ${path} ${body.replace("(hidden)", secret)}`]);
    await row("new.example.com").and(page.locator("[aria-selected=true]")).waitFor();
    assert.deepEqual(await notifications.texts(), []);
  });

  it("are edited by requests with only the changed fields, even after a rejection", async () => {
    const { quickInput, notifications } = workbench;
    const before = sent().length;
    await workbench.runCommand("Company Feed: Edit Webhook Alert…");
    await quickInput.pick("Feeds");
    await quickInput.pick("events");
    await quickInput.pick("Review and Save…");
    backend.intercept = (request) =>
      operationOf(request) === "updateSubscription" ? answer(422, { detail: "Not now" }) : undefined;
    await notifications.answerDialog("Save the changes to the webhook alert for new.example.com?", "Save");
    await notifications.shown("(422): Not now. Nothing was changed.");
    backend.intercept = undefined;
    await quickInput.pick("Domains");
    await quickInput.pick("Enter or Paste Domains");
    await quickInput.messageShown("They replace the domains");
    await quickInput.answer("Enter or paste", "hooli.example");
    await quickInput.pick("Review and Save…");
    const question = await notifications.answerDialog("Save the changes", "Save");
    assert.match(question, /The list of domains replaces the one that the service has\./);
    await workbench
      .treeRow(view, "new.example.com")
      .filter({ hasText: "1 domain · events · active" })
      .waitFor();
    const [refused, made] = sent().slice(before);
    assert.match(refused ?? "", /^PATCH \S+\/whk_\w+ \{"feeds":\["events"\]\}$/);
    assert.match(
      made ?? "",
      /^PATCH \S+\/whk_\w+ \{"watchlist_domains":\["hooli.example"\],"feeds":\["events"\]\}$/,
    );
    await notifications.close("Not now");
  });

  it("are deleted after a dialog, which says so if the response is lost", async () => {
    const { notifications } = workbench;
    backend.intercept = (request) =>
      operationOf(request) === "deleteSubscription" ? backend.loseAnswer(request) : undefined;
    await workbench.pickFromMenu(row("new.example.com"), "Delete Webhook Alert…");
    const question = await notifications.answerDialog(
      "Delete the webhook alert for new.example.com?",
      "Delete",
    );
    assert.match(question, /Domains: hooli\.example This .*Request: DELETE \S+\/whk_\w+/);
    const text = await notifications.shown("may have been made");
    assert.match(text, /The list was refreshed\.$/);
    await row("new.example.com").waitFor({ state: "detached" });
    await notifications.close("may have been made");
  });

  it("are reported as missing if the service doesn't offer them", async () => {
    backend.intercept = notOffering(404, "listSubscriptions");
    await workbench.runCommand("Company Feed: Refresh Webhook Alerts");
    await workbench.page.getByText("This service doesn't offer webhook alerts.").waitFor();
  });
});

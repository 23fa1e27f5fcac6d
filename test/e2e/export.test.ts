import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, watch, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { dayMs } from "../../src/shared/day";
import { dayStart } from "../../src/sample/sampleSource";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { sampleEvents, stillClock } from "../support/services/sampleEvents";
import { Workbench } from "../support/vscode/workbench";

const feedPath = "/v2/datasets/companydata/feed";

describe("exports", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    backend = await SampleBackend.start(undefined, stillClock());
    folder = await mkdtemp(path.join(os.tmpdir(), "folder-"));
    await mkdir(path.join(folder, ".vscode"));
    await writeFile(path.join(folder, ".vscode", "tasks.json"), JSON.stringify(tasks));
    workbench = await Workbench.open({
      folder,
      settings: { "companyFeed.feed.windowDays": 30 },
    });
    await workbench.connect(backend, "Acme");
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("of a whole window that is interrupted is offered after a reload, goes on where it was, and is whole", async () => {
    const { notifications } = workbench;
    const target = path.join(folder, "events.ndjson");
    let pages = 0;
    backend.intercept = (request) =>
      request.target.startsWith(feedPath) && ++pages > 12 ? answer(400, { detail: "Not today." }) : undefined;

    await exportWindow("NDJSON", target);
    const told = await notifications.shown("You can resume it.");
    assert.match(told, /Not today\. Export to events\.ndjson stopped at [\d,]+ events\./);
    assert.deepEqual(await written(), [], "nothing stands at the target");

    await workbench.reload();
    await notifications.shown("Export to events.ndjson stopped");
    backend.intercept = undefined;
    const asked = backend.requests.length;
    await notifications.press("Export to events.ndjson stopped", "Resume");
    const done = await notifications.shown("Exported");
    assert.match(done, /^Exported [\d,]+ events from .* to .* UTC to events\.ndjson\./);
    await notifications.press("Exported", "Open File");
    await workbench.page.locator(".tab").filter({ hasText: "events.ndjson" }).waitFor();
    assert.deepEqual(await written(), ["events.ndjson"]);
    const [resumed] = backend.requests.slice(asked).filter((request) => request.target.startsWith(feedPath));
    assert.ok(new URL(resumed?.target ?? "", backend.baseUrl).searchParams.has("cursor"));

    const lines = (await readFile(target, "utf8")).trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line) as { id: string; published_at: string });
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
    const order = events.map((event) => Date.parse(event.published_at));
    assert.deepEqual(
      order,
      order.toSorted((a, b) => b - a),
    );
    // What is older than that does not change any more.
    const settled = dayStart(Date.now()) - 8 * dayMs;
    assert.deepEqual(
      lines.filter((_, index) => (order[index] ?? Infinity) < settled),
      sampleEvents(sinceOf(backend), settled).map((event) => JSON.stringify(event)),
    );
  });

  it("that are stopped wait for the next time somebody exports", async () => {
    const { notifications, quickInput } = workbench;
    const target = path.join(folder, "stopped.csv");
    busyAfter(3);
    await exportWindow("CSV", target);
    await notifications.notification("Exporting events").filter({ hasText: "Retrying in" }).waitFor();
    await notifications.press("Exporting events", "Cancel");
    assert.match(
      await notifications.shown("Export to stopped.csv stopped"),
      /stopped at [\d,]+ events\. You can resume it\./,
    );
    await notifications.press("Export to stopped.csv stopped", "Discard");
    await notifications.answerDialog("Discard the", "Cancel");
    backend.intercept = undefined;

    await workbench.runCommand("Company Feed: Export Events…");
    await quickInput.pick("Resume export to stopped.csv");
    await notifications.shown(/Exported .* to stopped\.csv/);
    const [head = "", ...rows] = (await readFile(target, "utf8")).trimEnd().split("\n");
    assert.match(head, /^id,/);
    const ids = rows.map((row) => row.slice(0, row.indexOf(",")));
    assert.ok(ids.length > 1000);
    assert.equal(new Set(ids).size, ids.length);
    await notifications.close("Exported");
  });

  it("that are stopped can be saved as far as they came, and say that it is a part", async () => {
    const { notifications } = workbench;
    const target = path.join(folder, "part.ndjson");
    busyAfter(3);
    await exportWindow("NDJSON", target);
    await notifications.notification("Exporting events to part").filter({ hasText: "Retrying in" }).waitFor();
    await notifications.press("Exporting events to part", "Cancel");
    await notifications.press("Export to part.ndjson stopped", "Save Partial");
    backend.intercept = undefined;
    const done = await notifications.shown(/Exported .* to part\.ndjson/);
    assert.match(done, /Partial export: the rest was not downloaded\./);
    const lines = (await readFile(target, "utf8")).trimEnd().split("\n");
    assert.ok(done.includes(`Exported ${lines.length.toLocaleString("en-US")} events`));
    await notifications.close("Exported");
  });

  it("that cannot be written where they were to go can be saved elsewhere", async () => {
    const { notifications, quickInput } = workbench;
    const target = path.join(folder, "taken.ndjson");
    const elsewhere = path.join(folder, "elsewhere.ndjson");
    busyAfter(3);
    await exportWindow("NDJSON", target);
    await notifications.notification("Exporting events").filter({ hasText: "Retrying in" }).waitFor();
    await mkdir(target);
    backend.intercept = undefined;
    await notifications.shown("taken.ndjson");
    await notifications.press("taken.ndjson", "Save As…");
    // The name is taken: the next free one is proposed.
    await quickInput.answerPath("Export", "taken-2.ndjson", elsewhere);
    await notifications.shown(/Exported .* to elsewhere\.ndjson/);
    const lines = (await readFile(elsewhere, "utf8")).trimEnd().split("\n");
    assert.ok(lines.length > 1000);
    await notifications.close("Exported");
  });

  it("to a file that is read-only are asked for another one before anything is read", async () => {
    const { notifications, quickInput } = workbench;
    const target = path.join(folder, "fixed.ndjson");
    await writeFile(target, "fixed", { mode: 0o444 });
    const asked = backend.requests.length;
    await exportWindow("NDJSON", target);
    // VS Code asks whether to write over it.
    await quickInput.shown("already exists");
    await quickInput.accept();
    await notifications.shown("fixed.ndjson cannot be written: the file is read-only.");
    assert.equal(backend.requests.length, asked);
    await notifications.press("fixed.ndjson cannot be written", "Choose Another File…");
    await quickInput.answerPath("Export", "company-events_", path.join(folder, "free.ndjson"));
    await notifications.shown(/Exported .* to free\.ndjson/);
    assert.equal(await readFile(target, "utf8"), "fixed");
    await notifications.close("Exported");
  });

  it("for a task give it their file, and keep it from running where there is none", async () => {
    const { notifications, quickInput } = workbench;
    await workbench.runCommand("Tasks: Run Task");
    await quickInput.pick("Keep nothing");
    await notifications.shown("Invalid argument for Export Events: format must be one of ndjson, json, csv.");
    const copied = appeared(folder, "kept.ndjson");
    await workbench.runCommand("Tasks: Run Task");
    await quickInput.pick("Keep the day");
    await notifications.shown(/Exported .* to day\.ndjson/);
    // It goes by itself after a while, and VS Code's terminal takes its time.
    await notifications.close("Exported");
    await copied;
    assert.ok((await written()).every((name) => !name.includes("input")));
  });

  it("of what is in view have what is searched for alone, also after a reload", async () => {
    const { notifications, quickInput } = workbench;
    const target = path.join(folder, "view.ndjson");
    await workbench.runCommand("Company Feed: Open Event Feed");
    let frame = await workbench.feedFrame();
    const matched = () =>
      frame
        .locator(".search-count")
        .filter({ hasText: /\d match/ })
        .waitFor();
    const title = await frame.locator("[data-event-id] .title bdi").first().innerText();
    const word = title.split(" ")[0] ?? "";
    await frame.getByLabel("Search loaded events").fill(word);
    await matched();
    await workbench.runCommand("Developer: Reload Window");
    await workbench.page.locator("iframe.webview.ready").first().waitFor({ state: "detached" });
    frame = await workbench.feedFrame();
    await matched();
    assert.equal(await frame.getByLabel("Search loaded events").inputValue(), word);
    await frame.getByRole("button", { name: "Export", exact: true }).click();
    await quickInput.shown("Loaded events");
    const items = await quickInput.items();
    const [choice] = items.flatMap((item) => /^Loaded events in view \([\d,]+ of [\d,]+\)/.exec(item) ?? []);
    assert.ok(choice);
    await quickInput.pick(choice);
    await quickInput.pick("NDJSON");
    await quickInput.answerPath("Export", "company-events_", target);
    const done = await notifications.shown(/Exported .* to view\.ndjson/);
    assert.match(done, /Only loaded events were exported: more are available\./);
    const lines = (await readFile(target, "utf8")).trimEnd().split("\n");
    assert.ok(lines.length > 0 && choice.includes(`(${lines.length} of `));
    assert.ok(lines.every((line) => line.toLowerCase().includes(word.toLowerCase())));
  });

  it("are of the feed whose button was pressed, though another one has the focus, with the filters that it shows", async () => {
    const { page, quickInput } = workbench;
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Company Feed: Open Event Feed");
    await workbench.feedFrame();
    await workbench.runCommand("Company Feed: Duplicate Event Feed");
    await page.locator(".tab").nth(1).waitFor();
    await workbench.runCommand("View: Move Editor into Right Group");
    await page.locator(".editor-group-container").nth(1).locator(".tab").waitFor();
    const [left, right] = [await workbench.feedFrame(0), await workbench.feedFrame(1)];
    await right.locator("[data-event-id]").first().click();

    // The filter of the feed on the left stays pending: its rows are still those without one.
    await left.locator("[data-event-id]").first().waitFor();
    backend.intercept = ({ target }) =>
      target.includes("types=") ? { ...answer(503, {}), headers: { "retry-after": "30" } } : undefined;
    const asked = backend.requested(({ target }) => target.includes("types="), backend.requests.length);
    await left.getByRole("button", { name: /^Filters:/ }).click();
    await left.getByLabel("Types").fill("funding");
    await left.getByLabel("Types").press("Enter");
    await asked;
    await page.locator(".editor-group-container").nth(1).locator(".tab").click();
    // By script: a press of the pointer would give it the focus as well.
    await left.getByRole("button", { name: "Export", exact: true }).dispatchEvent("click");
    await quickInput.shown("Loaded events");
    assert.deepEqual(
      (await quickInput.items()).filter((label) => label.startsWith("Selected")),
      [],
      "an event is selected in the other feed alone",
    );
    const descriptionOf = (label: RegExp): Promise<string> =>
      page
        .locator(".quick-input-list .monaco-list-row")
        .filter({ hasText: label })
        .locator(".label-description")
        .innerText();
    assert.doesNotMatch(await descriptionOf(/^Loaded events/), /funding/);
    assert.match(await descriptionOf(/^Entire time range/), /funding/);
    await quickInput.cancel();
    backend.intercept = undefined;
    await workbench.runCommand("View: Close All Editors");
  });

  it("can be resumed after the connection was renamed, and after another reload", async () => {
    const { notifications, quickInput } = workbench;
    const target = path.join(folder, "renamed.ndjson");
    busyAfter(3);
    await exportWindow("NDJSON", target);
    await notifications.notification("Exporting events").filter({ hasText: "Retrying in" }).waitFor();
    await notifications.press("Exporting events", "Cancel");
    await notifications.shown("Export to renamed.ndjson stopped");
    backend.intercept = undefined;
    await workbench.runCommand("Company Feed: Edit Connection…");
    for (const step of ["base URL", "API key", "organization ID", "dataset"]) {
      await quickInput.shown(`Edit Acme: ${step}`);
      await quickInput.accept();
    }
    await quickInput.shown("Edit Acme: name");
    await quickInput.type("Acme Europe");
    await quickInput.accept();
    await workbench.statusBarItem("Acme Europe").waitFor();
    await workbench.reload();
    await notifications.shown("Export to renamed.ndjson stopped");
    await notifications.press("Export to renamed.ndjson stopped", 'Resume with "Acme Europe"');
    await notifications.shown(/Exported .* to renamed\.ndjson/);
    const lines = (await readFile(target, "utf8")).trimEnd().split("\n");
    assert.ok(lines.length > 1000);
    await notifications.close("Exported");
  });

  /** Asks for the whole window as a file, as a person does. */
  async function exportWindow(format: "NDJSON" | "CSV", target: string): Promise<void> {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Export Events…");
    await quickInput.pick("Entire time range (download)");
    await quickInput.pick(format);
    await quickInput.answerPath("Export", "company-events_", target);
  }

  /** The files that exports and tasks made. */
  async function written(): Promise<string[]> {
    return (await readdir(folder)).filter((name) => name !== ".vscode");
  }

  /** From so many pages on the service is busy for a while. */
  function busyAfter(pages: number): void {
    let asked = 0;
    backend.intercept = (request) =>
      request.target.startsWith(feedPath) && ++asked > pages
        ? { ...answer(503, { detail: "Busy." }), headers: { "retry-after": "3" } }
        : undefined;
  }
});

/** One that exports and copies the file, and one whose export is refused. */
const tasks = {
  version: "2.0.0",
  inputs: [
    {
      id: "day",
      type: "command",
      command: "companyFeed.exportEvents",
      args: { query: { days: 1 }, format: "ndjson", target: "day.ndjson" },
    },
    { id: "nothing", type: "command", command: "companyFeed.exportEvents", args: { format: "xlsx" } },
  ],
  tasks: [
    {
      label: "Keep the day",
      type: "process",
      command: "cp",
      args: ["${input:day}", "kept.ndjson"],
      problemMatcher: [],
    },
    {
      label: "Keep nothing",
      type: "process",
      command: "touch",
      args: ["${input:nothing}"],
      problemMatcher: [],
    },
  ],
};

/** Resolves when a file of that name comes into a folder. */
async function appeared(folder: string, name: string): Promise<void> {
  for await (const { filename } of watch(folder)) {
    if (filename === name) {
      return;
    }
  }
}

/** Start of the window that was asked for first, milliseconds since 1970 UTC. */
function sinceOf({ requests, baseUrl }: SampleBackend): number {
  const first = requests.find((request) => request.target.startsWith(feedPath));
  return Date.parse(new URL(first?.target ?? "", baseUrl).searchParams.get("since") ?? "");
}

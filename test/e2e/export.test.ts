import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, watch, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { SampleRequest } from "../../src/sample/http";
import { dayMs } from "../../src/shared/instant";
import { dayStart } from "../../src/sample/sampleSource";
import { parseParquet } from "../support/parquet";
import { answer, operationOf, SampleBackend } from "../support/services/sampleBackend";
import { sampleEvents, stillClock } from "../support/services/sampleEvents";
import { Workbench } from "../support/vscode/workbench";

describe("Exports", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    backend = await SampleBackend.start(undefined, stillClock());
    folder = await mkdtemp(path.join(os.tmpdir(), "folder-"));
    await mkdir(path.join(folder, ".vscode"));
    await writeFile(path.join(folder, ".vscode", "tasks.json"), JSON.stringify(tasks));
    workbench = await Workbench.openConnected(backend, {
      folder,
      settings: { "companyFeed.feed.windowDays": 30 },
    });
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("can be resumed by the next Export Events…, and are then complete", async () => {
    const { notifications } = workbench;
    const target = path.join(folder, "events.ndjson");
    let pages = 0;
    backend.intercept = (request) =>
      operationOf(request) === "readFeed" && ++pages > 12 ? answer(400, { detail: "Not today." }) : undefined;

    await exportWindow("NDJSON", target);
    const message = await notifications.shown("You can resume it.");
    assert.match(message, /Not today\. Export to events\.ndjson stopped at [\d,]+ events\./);
    await notifications.close("You can resume it.");
    assert.deepEqual(await written(), ["events.ndjson.part"], "the target does not exist yet");

    backend.intercept = undefined;
    await exportWindow("NDJSON", target);
    await notifications.answerDialog("Resume the export to events.ndjson?", "Resume");
    const done = await notifications.shown("Exported");
    assert.match(done, /^Exported [\d,]+ events to events\.ndjson\./);
    await notifications.press("Exported", "Open");
    await workbench.page.locator(".tab").filter({ hasText: "events.ndjson" }).waitFor();
    // The editor takes the focus as it opens, which closes quick picks.
    await workbench.page.locator(".view-line").filter({ hasText: "evt_" }).first().waitFor();
    assert.deepEqual(await written(), ["events.ndjson"]);
    const ids = (await linesOf(target)).map((line) => (JSON.parse(line) as { id: string }).id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(done.includes(`Exported ${ids.length.toLocaleString("en-US")} events`));
  });

  it("are converted to Parquet, even after an interruption", async () => {
    const { notifications } = workbench;
    const target = path.join(folder, "events.parquet");
    const exporting = feedRequested();
    failAfter(3, 60);
    await exportWindow("Parquet", target);
    const progress = notifications.notification("Exporting events to events.parquet");
    await progress.filter({ hasText: /Retrying in \d+\ss\./ }).waitFor();
    await notifications.press("Exporting events to events.parquet", "Cancel");
    backend.intercept = undefined;
    await notifications.press("Export to events.parquet stopped", "Resume");
    const done = await notifications.shown(/Exported .* to events\.parquet/);
    await notifications.close(/Exported .* to events\.parquet/);
    const { rows } = parseParquet(await readFile(target));
    assert.ok(done.includes(`Exported ${rows.length.toLocaleString("en-US")} events`));
    const sent = sampleEvents(since(await exporting), dayStart(Date.now()) - 8 * dayMs);
    assert.ok(sent.length > 1000);
    assert.deepEqual(
      rows.slice(-sent.length).map(({ id, title }) => [id, title]),
      sent.map(({ id, title }) => [id, title]),
    );
  });

  it("can be kept as a partial file after Cancel", async () => {
    const { notifications } = workbench;
    const target = path.join(folder, "part.ndjson");
    const progress = "Exporting events to part.ndjson";
    failAfter(3, 60);
    await exportWindow("NDJSON", target);
    await notifications.notification(progress).filter({ hasText: "Retrying in" }).waitFor();
    await notifications.press(progress, "Cancel");
    await notifications.press("Export to part.ndjson stopped", "Keep Partial");
    backend.intercept = undefined;
    const done = await notifications.shown(/Exported .* to part\.ndjson/);
    assert.match(done, /Partial export: the rest was not downloaded\./);
    await notifications.press("Exported", "Reveal");
    const files = workbench.page.getByRole("tree", { name: "Files Explorer" });
    await files
      .locator('[role="treeitem"][aria-selected="true"]')
      .filter({ hasText: "part.ndjson" })
      .waitFor();
    const lines = await linesOf(target);
    assert.ok(done.includes(`Exported ${lines.length.toLocaleString("en-US")} events`));
  });

  it("pass the file to a task, which doesn't run without one", async () => {
    const { notifications, quickInput } = workbench;
    await workbench.runCommand("Tasks: Run Task");
    await quickInput.pick("Invalid export");
    await notifications.shown(
      "Invalid argument for Export Events: format must be one of ndjson, json, csv, excel, parquet.",
    );
    const copied = appeared(folder, "copy.ndjson");
    await workbench.runCommand("Tasks: Run Task");
    await quickInput.pick("Copy export");
    await notifications.shown(/Exported .* to day\.ndjson/);
    // Close it now, because it may disappear before the task is done.
    await notifications.close("Exported");
    await copied;
    assert.ok((await written()).every((name) => !name.includes("input")));
  });

  it("of a search contain only its results, from the feed whose Export button is pressed", async () => {
    const { notifications, page, quickInput } = workbench;
    const target = path.join(folder, "view.ndjson");
    // In a narrower panel, Export is in a menu.
    await page.setViewportSize({ width: 1800, height: 800 });
    await workbench.runCommand("View: Close All Editors");
    const left = await workbench.newFeedFrame(() => workbench.runCommand("Company Feed: Open Event Feed"));
    const title = await left.locator("[data-event-id] .title bdi").first().innerText();
    const word = title.split(" ")[0] ?? "";
    await left.getByLabel("Search loaded events").fill(word);
    await left
      .locator(".search-count")
      .filter({ hasText: /\d of \d/ })
      .waitFor();
    await workbench.newFeedFrame(() => workbench.runCommand("Company Feed: Duplicate Event Feed"));
    await page.locator(".tab").nth(1).waitFor();
    await workbench.runCommand("View: Move Editor into Right Group");
    await page.locator(".editor-group-container").nth(1).locator(".tab").waitFor();
    const shown = await workbench.feedFrame(0);
    const right = await workbench.feedFrame(1);
    await right.locator("[data-event-id]").first().click();
    // A real click would move the focus.
    await shown.getByRole("button", { name: "Export", exact: true }).dispatchEvent("click");
    await quickInput.shown("Loaded events");
    const items = await quickInput.items();
    assert.ok(
      !items.some((item) => item.startsWith("Selected")),
      "an event is selected only in the other feed",
    );
    const [choice] = items.flatMap((item) => /^Loaded events in view \([\d,]+ of [\d,]+\)/.exec(item) ?? []);
    assert.ok(choice);
    await quickInput.pick(choice);
    await quickInput.pick("NDJSON");
    await quickInput.answerPath("Export", "company-events_", target);
    const done = await notifications.shown(/Exported .* to view\.ndjson/);
    assert.match(done, /Only loaded events were exported: more are available\./);
    const lines = await linesOf(target);
    assert.ok(lines.length > 0 && choice.includes(`(${lines.length} of `));
    assert.ok(lines.every((line) => line.toLowerCase().includes(word.toLowerCase())));
  });

  /** Runs Export Events… for the entire time range. */
  async function exportWindow(format: "NDJSON" | "Parquet", target: string): Promise<void> {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Export Events…");
    await quickInput.pick("Entire time range (download)");
    await quickInput.pick(format);
    await quickInput.answerPath("Export", "company-events_", target);
  }

  /** Files written by exports and tasks. */
  async function written(): Promise<string[]> {
    return (await readdir(folder)).filter((name) => name !== ".vscode");
  }

  /** Waits for the next feed request, which is that of an export if no feed is open. */
  function feedRequested(): Promise<SampleRequest> {
    return backend.requested((request) => operationOf(request) === "readFeed", backend.requests.length);
  }

  /** Makes the service unavailable after this many pages. @param retryAfter in seconds */
  function failAfter(pages: number, retryAfter: number): void {
    let requests = 0;
    backend.intercept = (request) =>
      operationOf(request) === "readFeed" && ++requests > pages
        ? { ...answer(503, { detail: "Busy." }), headers: { "retry-after": String(retryAfter) } }
        : undefined;
  }
});

/** One task copies an exported file, the other has an invalid argument. */
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
      label: "Copy export",
      type: "process",
      command: "cp",
      args: ["${input:day}", "copy.ndjson"],
      problemMatcher: [],
    },
    {
      label: "Invalid export",
      type: "process",
      command: "touch",
      args: ["${input:nothing}"],
      problemMatcher: [],
    },
  ],
};

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, "utf8")).trimEnd().split("\n");
}

/** Waits until a file of this name is created. */
async function appeared(folder: string, name: string): Promise<void> {
  for await (const { filename } of watch(folder)) {
    if (filename === name) {
      return;
    }
  }
}

/** `since` of a feed request, milliseconds since 1970 UTC. */
function since({ target }: SampleRequest): number {
  return Date.parse(new URL(target, "http://localhost").searchParams.get("since") ?? "");
}

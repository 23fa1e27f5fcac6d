import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { SampleData } from "../../src/sample/sampleData";
import { DAY_MS, dayStart } from "../../src/sample/sampleSource";
import { answer, SampleBackend } from "../support/sampleBackend";
import { Workbench } from "../support/workbench";

const feedPath = "/v2/datasets/companydata/feed";

describe("the export of a whole window", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({ settings: { "companyFeed.feed.windowDays": 30 } });
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", backend.baseUrl);
    await quickInput.answer("API key", backend.key);
    await quickInput.answer("Organization ID", "");
    await quickInput.answer("A name for this connection", "Acme");
    await workbench.statusBarItem("Acme").waitFor();
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("that is interrupted is offered after a reload, goes on where it was, and is whole", async () => {
    const { folder, notifications, quickInput } = workbench;
    assert.ok(folder);
    const target = path.join(folder, "events.ndjson");
    let pages = 0;
    backend.intercept = (request) =>
      request.target.startsWith(feedPath) && ++pages > 12 ? answer(400, { detail: "Not today." }) : undefined;

    await workbench.runCommand("Company Feed: Export Events…");
    await quickInput.pick("The whole window, from the service");
    await quickInput.pick("NDJSON");
    await quickInput.answerPath("Export", "company-events_", target);
    const told = await notifications.shown("can go on from there");
    assert.match(told, /Not today\. The export to events\.ndjson has [\d,]+ events so far/);
    assert.deepEqual(await readdir(folder), [], "nothing stands at the target");

    await workbench.reload();
    await notifications.shown("An export was interrupted.");
    backend.intercept = undefined;
    const asked = backend.requests.length;
    await notifications.press("An export was interrupted.", "Resume");
    const done = await notifications.shown("Exported");
    assert.match(done, /^Exported [\d,]+ events from .* to .* UTC to events\.ndjson\./);
    assert.deepEqual(await readdir(folder), ["events.ndjson"]);
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
    const settled = dayStart(Date.now()) - 8 * DAY_MS;
    assert.deepEqual(
      lines.filter((_, index) => (order[index] ?? Infinity) < settled),
      sampleLines(sinceOf(backend), settled),
    );

    await notifications.press("Exported", "Open File");
    await workbench.page.locator(".tab").filter({ hasText: "events.ndjson" }).waitFor();
  });
});

/** Start of the window that was asked for first, milliseconds since 1970 UTC. */
function sinceOf({ requests, baseUrl }: SampleBackend): number {
  const first = requests.find((request) => request.target.startsWith(feedPath));
  return Date.parse(new URL(first?.target ?? "", baseUrl).searchParams.get("since") ?? "");
}

/** The sample's events of a stretch of time, newest first, as its service sends them. */
function sampleLines(sinceMs: number, untilMs: number): string[] {
  const sample = new SampleData();
  const lines: string[] = [];
  for (let day = dayStart(untilMs - 1); day > sinceMs - DAY_MS; day -= DAY_MS) {
    const events = sample.eventsOn(day, Date.now());
    lines.push(
      ...events
        .filter((event) => Date.parse(event.published_at) >= sinceMs)
        .map((event) => JSON.stringify(event)),
    );
  }
  return lines;
}

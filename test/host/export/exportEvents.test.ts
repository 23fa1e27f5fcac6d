import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { commands, schemes } from "../../../src/ids";
import { SampleData } from "../../../src/sample/sampleData";
import { dayMs } from "../../../src/shared/day";
import { dayStart } from "../../../src/sample/sampleSource";
import { MemoryFiles } from "./memoryFiles";

const exportEvents = (argument: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(commands.exportEvents, argument);

/** Runs an export that is refused: a task whose command did not reject would go on without the file. */
async function refused(argument: unknown, sentence: RegExp): Promise<void> {
  await assert.rejects(async () => exportEvents(argument), sentence);
}

describe("Export Events… with an argument, connected to the sample service", () => {
  // Days that are over, so that nothing arrives in them any more.
  const until = dayStart(Date.now()) - 8 * dayMs;
  const since = until - 3 * dayMs;
  const query = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  let folder: string;
  let sent: string[];

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "exports-"));
    await vscode.commands.executeCommand(commands.connectSample);
    const sample = new SampleData();
    sent = [1, 2, 3]
      .flatMap((days) => sample.eventsOn(until - days * dayMs, Date.now()))
      .map((event) => JSON.stringify(event));
    assert.ok(sent.length > 20);
  });

  after(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    await rm(folder, { recursive: true, force: true });
  });

  const inFolder = (name: string): string => path.join(folder, name);

  it("writes the events of the window as the service sent them, a line each", async () => {
    const target = inFolder("events.ndjson");
    assert.equal(await exportEvents({ query, format: "ndjson", target }), target);
    assert.equal(await readFile(target, "utf8"), sent.map((json) => `${json}\n`).join(""));
    assert.deepEqual(await readdir(folder), ["events.ndjson"]);
  });

  it("writes them as a JSON array, to a target that is a URI, in the place of a file that is there", async () => {
    const target = inFolder("events.json");
    await writeFile(target, "something else, longer than nothing");
    await exportEvents({ query, format: "json", target: vscode.Uri.file(target).toString() });
    assert.equal(await readFile(target, "utf8"), `[\n${sent.join(",\n")}\n]\n`);
  });

  it("writes them as a table, with the filters of the query, into a folder that is not there yet", async () => {
    const target = inFolder("new/events.csv");
    await exportEvents({ query: { ...query, types: ["funding"] }, format: "csv", target });
    const [header, ...lines] = (await readFile(target, "utf8")).trimEnd().split("\n");
    assert.match(header ?? "", /^id,type,title,.*,event_data\.amount,/);
    const funding = sent.map((json) => JSON.parse(json) as Record<string, unknown>);
    assert.deepEqual(
      lines.map((line) => line.split(",")[0]),
      funding.filter(({ type }) => type === "funding").map(({ id }) => id),
    );
  });

  it("writes to a path from the workspace folder", async () => {
    const name = `events-${process.pid}.ndjson`;
    const target = await exportEvents({ query, format: "ndjson", target: name });
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    assert.equal(target, vscode.Uri.joinPath(workspace.uri, name).fsPath);
    assert.ok((await readFile(target, "utf8")).startsWith(sent[0] ?? "-"));
  });

  it("refuses a file that is read-only and leaves it as it is", async () => {
    const target = inFolder("kept.ndjson");
    await writeFile(target, "kept", { mode: 0o444 });
    const before = await readdir(folder);
    await refused(
      { query, format: "ndjson", target },
      /kept\.ndjson cannot be written: the file is read-only\./,
    );
    assert.equal(await readFile(target, "utf8"), "kept");
    assert.deepEqual(await readdir(folder), before);
  });

  it("refuses a folder, and a file system that is read-only", async () => {
    await refused({ query, format: "ndjson", target: folder }, /cannot be written: it is a folder\./);
    const target = `${schemes.collection}:/events.ndjson`;
    await refused({ query, format: "ndjson", target }, /companyfeed-collection locations are read-only\./);
  });

  describe("to a file system that an extension brings", () => {
    const disk = new MemoryFiles();
    let registration: vscode.Disposable;

    before(() => {
      registration = vscode.workspace.registerFileSystemProvider("memory", disk);
    });

    after(() => {
      registration.dispose();
    });

    it("writes the same bytes", async () => {
      const target = "memory:/events.ndjson";
      assert.equal(await exportEvents({ query, format: "ndjson", target }), target);
      assert.deepEqual([...disk.files.keys()], ["/events.ndjson"]);
      const written = Buffer.from(disk.files.get("/events.ndjson") ?? []).toString();
      assert.equal(written, sent.map((json) => `${json}\n`).join(""));
    });

    it("leaves nothing there when the disk is full, and what was there as it was", async () => {
      disk.files.clear();
      disk.files.set("/events.csv", Buffer.from("before"));
      disk.room = 1000;
      await refused({ query, format: "csv", target: "memory:/events.csv" }, /did not write a file/);
      await refused({ query, format: "csv", target: "memory:/others.csv" }, /did not write a file/);
      assert.deepEqual([...disk.files.keys()], ["/events.csv"]);
      assert.equal(Buffer.from(disk.files.get("/events.csv") ?? []).toString(), "before");
    });
  });

  it("refuses an argument that makes no sense, and asks the service nothing for it", async () => {
    const target = inFolder("never.ndjson");
    const arguments_: unknown[] = [
      { query: { days: "7" }, format: "ndjson", target },
      { query: { ...query, days: 7 }, format: "ndjson", target },
      { query, format: "xlsx", target },
      { query, format: "ndjson", target, key: "sk" },
      "ndjson",
    ];
    for (const argument of arguments_) {
      await refused(argument, /^Error: Invalid argument for Export Events: .+\.$/);
    }
    assert.equal((await readdir(folder)).includes("never.ndjson"), false);
  });
});

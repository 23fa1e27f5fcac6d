import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ExportStorage } from "../../../src/exports/exportStorage";
import { encodeCheckpoint } from "../../../src/feed/export/checkpoint";
import { order } from "../feed/export/fixture";

describe("ExportStorage", () => {
  let root: string;
  let storage: ExportStorage;
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);

  const resumable = encodeCheckpoint({
    order,
    startedMs: 0,
    state: "reading",
    cursor: "next",
    pageSize: 500,
    totals: { pages: 1, events: 500, duplicates: 0, malformed: 0 },
    bytes: 1000,
  });

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), "exports-"));
    warnings.length = 0;
    storage = new ExportStorage(root, { debug: warn, info: warn, warn, error: warn });
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function folder(name: string, checkpoint?: string): Promise<void> {
    await mkdir(path.join(root, name));
    if (checkpoint !== undefined) {
      await writeFile(path.join(root, name, "checkpoint.json"), checkpoint);
    }
  }

  it("tells what can be gone on with, and clears away what cannot", async () => {
    await folder("good", resumable);
    await folder("garbage", "{");
    await folder("empty");
    const kept = await storage.kept();
    assert.deepEqual(
      kept.map(({ folder: { name }, checkpoint }) => [name, checkpoint.totals.events]),
      [["good", 500]],
    );
    assert.deepEqual(await readdir(root), ["good"]);
  });

  it("leaves alone what somebody works on, and what cannot be read just now", async () => {
    await folder("good", resumable);
    await folder("taken", resumable);
    await writeFile(path.join(root, "taken", "owner"), String(process.pid));
    await folder("unreadable");
    await mkdir(path.join(root, "unreadable", "checkpoint.json"));
    await writeFile(path.join(root, ".DS_Store"), "");
    const kept = await storage.kept();
    assert.deepEqual(
      kept.map(({ folder: { name } }) => name),
      ["good"],
    );
    assert.deepEqual((await readdir(root)).sort(), [".DS_Store", "good", "taken", "unreadable"]);
    assert.equal(warnings.length, 1);
  });

  it("tells where all of them are to go, those that somebody works on too", async () => {
    await folder("good", resumable);
    await folder("taken", resumable.replace(order.target, "file:///tmp/taken.ndjson"));
    await writeFile(path.join(root, "taken", "owner"), String(process.pid));
    await folder("garbage", "{");
    assert.deepEqual(
      [...(await storage.targets())].sort(),
      [order.target, "file:///tmp/taken.ndjson"].sort(),
    );
  });

  it("has none where there is no such folder yet", async () => {
    await rm(root, { recursive: true });
    assert.deepEqual(await storage.kept(), []);
    assert.equal((await storage.targets()).size, 0);
  });
});

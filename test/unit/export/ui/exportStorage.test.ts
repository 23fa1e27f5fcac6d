import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ExportStorage, type StoredExport } from "../../../../src/export/ui/exportStorage";
import { encodeCheckpoint } from "../../../../src/export/engine/checkpoint";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import { nodeFileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkpointOf, order } from "../engine/fixture";

describe("ExportStorage", () => {
  let root: string;
  let clock: FakeClock;
  let storage: ExportStorage;
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);

  const resumable = encodeCheckpoint(checkpointOf());

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), "exports-"));
    warnings.length = 0;
    clock = new FakeClock(Date.now());
    storage = new ExportStorage(
      root,
      { files: nodeFileSystem, clock },
      { debug: warn, info: warn, warn, error: warn },
    );
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function folder(name: string, checkpoint?: string): Promise<ExportFolder> {
    await mkdir(path.join(root, name));
    if (checkpoint !== undefined) {
      await writeFile(path.join(root, name, "checkpoint.json"), checkpoint);
    }
    return new ExportFolder(path.join(root, name), {
      files: nodeFileSystem,
      clock: new FakeClock(Date.now()),
    });
  }

  /** An export of a window that is gone, or hangs, from now on. */
  async function taken(name: string, checkpoint?: string): Promise<ExportFolder> {
    const there = await folder(name, checkpoint);
    assert.equal(await there.claim(), true);
    return there;
  }

  const names = (exports: readonly StoredExport[]): string[] =>
    exports.map(({ folder: { name } }) => name).sort();
  const leftBehind = (): Promise<StoredExport[]> => storage.leftBehind(new AbortController().signal);

  it("tells what can be resumed, and deletes what cannot", async () => {
    await folder("good", resumable);
    await folder("garbage", "{");
    await folder("empty");
    const [kept] = await leftBehind();
    assert.equal(kept?.checkpoint.totals.events, 500);
    assert.deepEqual(await readdir(root), ["good"]);
    assert.deepEqual(names(await storage.kept()), ["good"]);
  });

  it("tells at once what no window seems to run, and deletes nothing then", async () => {
    await folder("good", resumable);
    await folder("garbage", "{");
    const running = await taken("taken", resumable);
    assert.deepEqual(names(await storage.kept()), ["good"]);
    assert.deepEqual((await readdir(root)).sort(), ["garbage", "good", "taken"]);
    // The window died: whatever process has its number by now, its export is not hidden.
    clock.set(Date.now() + 60_000);
    assert.deepEqual(names(await storage.kept()), ["good", "taken"]);
    running.release();
  });

  it("finds out which windows are gone, and takes nothing from one that is there", async () => {
    const gone = await taken("gone", resumable);
    const goneToo = await taken("half", "{");
    const found = await clock.passUntil(leftBehind());
    assert.deepEqual(names(found), ["gone"]);
    assert.deepEqual(await readdir(root), ["gone"]);
    await assert.rejects(gone.check());
    await assert.rejects(goneToo.check());
  });

  it("leaves alone what cannot be read just now, or by this version", async () => {
    await folder("good", resumable);
    await folder("unreadable");
    await mkdir(path.join(root, "unreadable", "checkpoint.json"));
    await folder("newer", JSON.stringify({ version: 99 }));
    await writeFile(path.join(root, ".DS_Store"), "");
    assert.deepEqual(names(await clock.passUntil(leftBehind())), ["good"]);
    assert.deepEqual((await readdir(root)).sort(), [".DS_Store", "good", "newer", "unreadable"]);
    assert.equal(warnings.length, 2);
  });

  it("tells where all of them are to go, those that a window runs too", async () => {
    await folder("good", resumable);
    const running = await taken("taken", resumable.replace(order.target, "file:///tmp/taken.ndjson"));
    await folder("garbage", "{");
    assert.deepEqual(
      [...(await storage.targets())].sort(),
      [order.target, "file:///tmp/taken.ndjson"].sort(),
    );
    running.release();
  });

  it("has none where there is no such folder yet, or where it cannot be read", async () => {
    await rm(root, { recursive: true });
    assert.deepEqual(await storage.kept(), []);
    assert.deepEqual(await storage.targets(), []);
    assert.deepEqual(warnings, []);
    await writeFile(root, "a file");
    assert.deepEqual(await storage.kept(), []);
    assert.equal(warnings.length, 1);
  });
});

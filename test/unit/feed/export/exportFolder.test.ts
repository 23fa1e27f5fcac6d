import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ExportFolder } from "../../../../src/feed/export/exportFolder";

describe("ExportFolder", () => {
  let root: string;
  let folder: ExportFolder;

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), "exports-"));
    folder = new ExportFolder(path.join(root, "one"));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  it("belongs to one process at a time", async () => {
    assert.equal(await folder.claim(), true);
    assert.equal(await new ExportFolder(folder.path).claim(), false);
    folder.release();
    assert.equal(await folder.claim(), true);
  });

  it("is free when the process that had it ended without a word", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    await folder.claim();
    for (const owner of [String(pid), "", "nonsense"]) {
      await writeFile(path.join(folder.path, "owner"), owner);
      assert.equal(await folder.claim(), true, owner);
    }
  });

  it("is listed with the others, and gone once it is removed", async () => {
    assert.deepEqual(await ExportFolder.list(path.join(root, "nowhere")), []);
    await folder.claim();
    assert.deepEqual(
      (await ExportFolder.list(root)).map(({ name }) => name),
      ["one"],
    );
    await folder.remove();
    assert.deepEqual(await readdir(root), []);
  });

  it("is none where the system keeps a file of its own", async () => {
    await writeFile(path.join(root, ".DS_Store"), "");
    assert.deepEqual(await ExportFolder.list(root), []);
  });

  it("does not take a checkpoint that cannot be read just now for none", async () => {
    await folder.claim();
    assert.equal(await folder.readCheckpoint(), undefined);
    await writeFile(path.join(folder.path, "checkpoint.json"), "half");
    assert.equal(await folder.readCheckpoint(), undefined);
    await rm(path.join(folder.path, "checkpoint.json"));
    await mkdir(path.join(folder.path, "checkpoint.json"));
    await assert.rejects(folder.readCheckpoint(), { code: "EISDIR" });
  });
});

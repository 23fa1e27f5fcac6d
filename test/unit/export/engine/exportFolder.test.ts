import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { NewerCheckpointError } from "../../../../src/export/engine/checkpoint";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import { ExportInUseError } from "../../../../src/export/engine/exportErrors";
import { nodeFileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { InterceptingFileSystem, systemError } from "../../../support/fakes/fakeFileSystem";
import { checkpointOf } from "./fixture";

describe("ExportFolder", () => {
  let root: string;
  let clock: FakeClock;
  let folder: ExportFolder;

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), "exports-"));
    clock = new FakeClock(Date.now());
    folder = new ExportFolder(path.join(root, "one"), { files: nodeFileSystem, clock });
  });

  afterEach(async () => {
    folder.release();
    await rm(root, { recursive: true, force: true });
  });

  const list = (of: string): Promise<ExportFolder[]> =>
    ExportFolder.list(of, { files: nodeFileSystem, clock });

  /** The same folder for another process. */
  function elsewhere(own = new FakeClock(Date.now())): ExportFolder {
    return new ExportFolder(folder.path, { files: nodeFileSystem, clock: own });
  }

  it("is claimed by one process at a time", async () => {
    assert.equal(await folder.claim(), true);
    assert.equal(await folder.claim(), true, "it holds it already");
    assert.equal(await elsewhere().seemsClaimed(), true);
    assert.equal(await clock.passUntil(elsewhere(clock).claim()), false);
    folder.release();
    assert.equal(await elsewhere().seemsClaimed(), false);
    assert.equal(await elsewhere().claim(), true);
  });

  it("can be claimed when the process that held it is gone, even if its process id is in use again", async () => {
    await folder.claim();
    await writeFile(path.join(folder.path, "owner"), String(process.pid));
    const own = new FakeClock(Date.now());
    assert.equal(await own.passUntil(elsewhere(own).claim()), true);
  });

  it("is only changed by the holder of the lease, not by one that lost it while suspended", async () => {
    const refused = async (change: Promise<unknown>): Promise<void> =>
      assert.rejects(change, ExportInUseError);
    await refused(folder.writeCheckpoint(checkpointOf()));
    await folder.claim();
    await folder.writeCheckpoint(checkpointOf());
    const own = new FakeClock(Date.now());
    assert.equal(await own.passUntil(elsewhere(own).claim()), true);
    await refused(folder.writeCheckpoint(checkpointOf({ bytes: 7 })));
    await refused(folder.createFile("ids"));
    await refused(folder.openFile("events.part", 0));
    await refused(folder.delete());
    assert.equal((await folder.readCheckpoint())?.bytes, checkpointOf().bytes);
  });

  it("is listed until it is deleted", async () => {
    assert.deepEqual(await list(path.join(root, "nowhere")), []);
    await folder.claim();
    assert.deepEqual(
      (await list(root)).map(({ name }) => name),
      ["one"],
    );
    await folder.delete();
    assert.deepEqual(await readdir(root), []);
  });

  it("ignores files beside the exports", async () => {
    await writeFile(path.join(root, ".DS_Store"), "");
    assert.deepEqual(await list(root), []);
  });

  it("distinguishes an invalid checkpoint from one that cannot be read now, or not by this version", async () => {
    await folder.claim();
    assert.equal(await folder.readCheckpoint(), undefined);
    const file = path.join(folder.path, "checkpoint.json");
    await writeFile(file, "half");
    assert.equal(await folder.readCheckpoint(), undefined);
    await writeFile(file, JSON.stringify({ version: 99, job: "of another kind" }));
    await assert.rejects(folder.readCheckpoint(), NewerCheckpointError);
    await rm(file);
    await mkdir(file);
    await assert.rejects(folder.readCheckpoint(), { code: "EISDIR" });
  });

  it("retries while another program has a file open", async () => {
    await folder.claim();
    await folder.writeCheckpoint(checkpointOf());
    await (await folder.createFile("ids")).close();
    folder.release();
    const refusals = new Map<string, number>();
    const files = new InterceptingFileSystem(nodeFileSystem, (operation, file) => {
      const before = refusals.get(operation) ?? 0;
      if (["readFile", "openFile"].includes(operation) && !file.includes("lease") && before < 2) {
        refusals.set(operation, before + 1);
        throw systemError("EBUSY");
      }
    });
    const busy = new ExportFolder(folder.path, { files, clock });
    try {
      await clock.passUntil(busy.claim());
      assert.ok(await clock.passUntil(busy.readCheckpoint(), 10));
      await (await clock.passUntil(busy.openFile("ids", 0), 10))?.close();
      assert.equal(refusals.get("openFile"), 2);
      refusals.clear();
      await (await clock.passUntil(busy.createFile("events.part"), 10)).close();
      assert.equal(refusals.get("openFile"), 2);
    } finally {
      busy.release();
    }
  });
});

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  ExportStorage,
  type InterruptedExport,
  isResumable,
} from "../../../../src/export/engine/exportStorage";
import { encodeCheckpoint } from "../../../../src/export/engine/checkpoint";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import { nodeFileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkpointOf, job } from "./fixture";

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

  /** An export that another window runs, or ran until it hung or was gone. */
  async function claimed(name: string, checkpoint?: string): Promise<ExportFolder> {
    const there = await folder(name, checkpoint);
    assert.equal(await there.claim(), true);
    return there;
  }

  const names = (exports: readonly InterruptedExport[]): string[] =>
    exports.map(({ folder: { name } }) => name).sort();
  const claimInterrupted = (): Promise<InterruptedExport[]> =>
    storage.claimInterrupted(new AbortController().signal);

  it("finds the exports that can be resumed, and deletes the others", async () => {
    await folder("good", resumable);
    await folder("garbage", "{");
    await folder("empty");
    const [interrupted] = await claimInterrupted();
    assert.equal(interrupted?.checkpoint.totals.events, 500);
    assert.deepEqual(await readdir(root), ["good"]);
    assert.deepEqual(names(await storage.listInterrupted()), ["good"]);
  });

  it("finds those whose file is only to be saved, also of loaded events or of none", () => {
    const { source, ...loaded } = job;
    assert.ok(source);
    const totals = { ...checkpointOf().totals, events: 0 };
    for (const [changes, expected] of [
      [{}, true],
      [{ totals }, false],
      [{ job: loaded }, false],
      [{ job: loaded, state: "complete" }, true],
      [{ totals, state: "complete" }, true],
    ] as const) {
      assert.equal(isResumable(checkpointOf(changes)), expected, JSON.stringify(changes));
    }
  });

  it("lists the exports that no window seems to run, and deletes nothing", async () => {
    await folder("good", resumable);
    await folder("garbage", "{");
    const running = await claimed("running", resumable);
    assert.deepEqual(names(await storage.listInterrupted()), ["good"]);
    assert.deepEqual((await readdir(root)).sort(), ["garbage", "good", "running"]);
    // Without a heartbeat, the window seems to be gone.
    clock.set(Date.now() + 60_000);
    assert.deepEqual(names(await storage.listInterrupted()), ["good", "running"]);
    running.release();
  });

  it("claims the exports of windows that are gone", async () => {
    const gone = await claimed("gone", resumable);
    const goneToo = await claimed("half", "{");
    const found = await clock.passUntil(claimInterrupted());
    assert.deepEqual(names(found), ["gone"]);
    assert.deepEqual(await readdir(root), ["gone"]);
    await assert.rejects(gone.checkLease());
    await assert.rejects(goneToo.checkLease());
  });

  it("keeps what cannot be read now, or not by this version", async () => {
    await folder("good", resumable);
    await folder("unreadable");
    await mkdir(path.join(root, "unreadable", "checkpoint.json"));
    await folder("newer", JSON.stringify({ version: 99 }));
    await writeFile(path.join(root, ".DS_Store"), "");
    assert.deepEqual(names(await clock.passUntil(claimInterrupted())), ["good"]);
    assert.deepEqual((await readdir(root)).sort(), [".DS_Store", "good", "newer", "unreadable"]);
    assert.equal(warnings.length, 2);
  });

  it("has the targets of all exports, running or not", async () => {
    await folder("good", resumable);
    const running = await claimed("running", resumable.replace(job.target, "file:///tmp/running.ndjson"));
    await folder("garbage", "{");
    assert.deepEqual(
      [...(await storage.targets())].sort(),
      [job.target, "file:///tmp/running.ndjson"].sort(),
    );
    running.release();
  });

  it("is empty if its folder does not exist or cannot be read", async () => {
    await rm(root, { recursive: true });
    assert.deepEqual(await storage.listInterrupted(), []);
    assert.deepEqual(await storage.targets(), []);
    assert.deepEqual(warnings, []);
    await writeFile(root, "a file");
    assert.deepEqual(await storage.listInterrupted(), []);
    assert.equal(warnings.length, 1);
  });
});

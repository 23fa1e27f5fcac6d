import assert from "node:assert/strict";
import path from "node:path";
import { ExportStorage, type InterruptedExport } from "../../../../src/export/engine/exportStorage";
import { ExportWriter } from "../../../../src/export/engine/exportWriter";
import { type ExportFormat, exportFormats } from "../../../../src/export/engine/exportFormat";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import { FileError, withFileErrors } from "../../../../src/export/engine/exportErrors";
import { DownloadedPages } from "../../../../src/export/engine/exportPages";
import type { FileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";
import {
  InterceptingFileSystem,
  systemError,
  WindowsFileSystem,
} from "../../../support/fakes/fakeFileSystem";
import { MemoryFileSystem } from "../../../support/fakes/memoryFileSystem";
import { items, job, paged, PagedClient } from "./fixture";

const root = path.resolve("/exports");
const all = items(7);

/** One window after the other, with the same disk. */
class Machine {
  readonly clock = new FakeClock();
  readonly disk = new MemoryFileSystem(() => this.clock.now());

  constructor(readonly format: ExportFormat = "ndjson") {}

  openWindow(files: FileSystem = this.disk): Window {
    return new Window(files, this.clock, this.format);
  }
}

/** The exports of a window, without VS Code. */
class Window {
  readonly warnings: string[] = [];
  private readonly storage: ExportStorage;

  constructor(
    files: FileSystem,
    private readonly clock: FakeClock,
    private readonly format: ExportFormat,
  ) {
    const warn = (message: string): void => void this.warnings.push(message);
    this.storage = new ExportStorage(root, { files, clock }, { debug: warn, info: warn, warn, error: warn });
  }

  /** Starts an export and downloads this many pages. */
  start(pages: number): Promise<void> {
    return this.claimed(this.storage.newFolder(), async (folder) =>
      this.download(await ExportWriter.create(folder, { ...job, format: this.format }, this.clock), pages),
    );
  }

  resume({ folder }: InterruptedExport, pages = Infinity): Promise<void> {
    return this.claimed(folder, async () => this.download(await ExportWriter.open(folder), pages));
  }

  savePartial({ folder }: InterruptedExport): Promise<void> {
    return this.claimed(folder, async () => {
      const writer = await ExportWriter.open(folder);
      try {
        await writer.complete();
      } finally {
        await writer.close();
      }
    });
  }

  changeTarget({ folder }: InterruptedExport): Promise<void> {
    return this.claimed(folder, async () =>
      (await ExportWriter.open(folder, { target: "file:///tmp/other.ndjson" })).close(),
    );
  }

  discard({ folder }: InterruptedExport): Promise<void> {
    return this.claimed(folder, () => this.storage.delete(folder));
  }

  /** The export that an earlier window left. */
  async interrupted(): Promise<InterruptedExport | undefined> {
    const [interrupted, ...others] = await this.clock.passUntil(
      this.storage.claimInterrupted(new AbortController().signal),
      1_000,
    );
    assert.equal(others.length, 0);
    return interrupted;
  }

  private claimed(folder: ExportFolder, work: (folder: ExportFolder) => Promise<void>): Promise<void> {
    const run = withFileErrors(async () => {
      assert.equal(await folder.claim(), true);
      try {
        await work(folder);
      } finally {
        folder.release();
      }
    });
    return this.clock.passUntil(run, 1_000);
  }

  private async download(writer: ExportWriter, pages: number): Promise<void> {
    const { checkpoint } = writer;
    const { clock } = this;
    try {
      if (checkpoint.state === "writing") {
        const ending = new AbortController();
        const { signal } = ending;
        const client = new PagedClient(paged(all, 2));
        const options = { client, clock, signal, onRetry: () => undefined };
        const writing = writer.write(new DownloadedPages(checkpoint, options), {
          signal,
          onProgress: ({ totals }) => totals.pages >= pages && ending.abort(),
        });
        await writing.catch((error: unknown) => {
          if (!signal.aborted) {
            throw error;
          }
        });
        if (signal.aborted) {
          return;
        }
      }
      await writer.complete();
    } finally {
      await writer.close();
    }
  }
}

interface Action {
  /** Pages written before. */
  readonly before: number;
  readonly run: (window: Window, interrupted: InterruptedExport) => Promise<void>;
  readonly isDiscard?: true;
}

const actions: Readonly<Record<string, Action>> = {
  "one more page is written": { before: 1, run: (window, interrupted) => window.resume(interrupted, 2) },
  "it is resumed and completed": { before: 1, run: (window, interrupted) => window.resume(interrupted) },
  "it is completed": { before: 4, run: (window, interrupted) => window.resume(interrupted) },
  "it is completed as a partial file": {
    before: 1,
    run: (window, interrupted) => window.savePartial(interrupted),
  },
  "it gets another target": { before: 1, run: (window, interrupted) => window.changeTarget(interrupted) },
  "it is discarded": {
    before: 2,
    run: (window, interrupted) => window.discard(interrupted),
    isDiscard: true,
  },
};

function fileToSave(format: ExportFormat): "events.part" | "events.parquet" {
  return format === "parquet" ? "events.parquet" : "events.part";
}

/** The file of an export without failures. */
async function expectedFile(format: ExportFormat, pages: number): Promise<string> {
  const machine = new Machine(format);
  const window = machine.openWindow();
  await window.start(pages);
  const interrupted = await window.interrupted();
  assert.ok(interrupted);
  if (pages < Infinity) {
    await window.savePartial(interrupted);
  }
  return machine.disk.readFileSync(interrupted.folder.pathOf(fileToSave(format)));
}

/** The `nth` operation fails; when the window dies, so do all after it. */
class FailingFileSystem extends InterceptingFileSystem {
  wasReached = false;

  constructor(disk: FileSystem, nth: number, dies: boolean) {
    let operations = 0;
    super(
      disk,
      () => {
        operations++;
        if (dies ? operations >= nth : operations === nth) {
          this.wasReached = true;
          throw systemError("EIO");
        }
      },
      () => operations + 1 === nth,
    );
  }
}

/** Asserts that the next window can complete the export, and that discarding it then leaves nothing on the disk. */
async function assertRecovers(machine: Machine, failure: string, mayBeGone: boolean): Promise<void> {
  const window = machine.openWindow();
  const interrupted = await window.interrupted();
  assert.ok(interrupted ?? mayBeGone, `${failure}: the export is gone`);
  if (interrupted) {
    const { state, completeness } = interrupted.checkpoint;
    const isPartial = state === "complete" && completeness.kind !== "complete";
    await window.resume(interrupted);
    const { folder } = interrupted;
    const saved = machine.disk.readFileSync(folder.pathOf(fileToSave(machine.format)));
    assert.equal(saved, await expectedFile(machine.format, isPartial ? 1 : Infinity), failure);
    const part = machine.disk.readFileSync(folder.pathOf("events.part"));
    const checkpoint = await folder.readCheckpoint();
    assert.deepEqual([checkpoint?.state, checkpoint?.bytes], ["complete", Buffer.byteLength(part)], failure);
    await window.discard(interrupted);
  }
  assert.deepEqual([...machine.disk.files.keys()], [], `${failure}: files are left`);
}

/** Lets each operation of `attempt` fail in turn, for each format, with the window alive or dead afterwards. */
async function forEachOperation(
  attempt: (machine: Machine, files: FailingFileSystem, failure: string) => Promise<void>,
): Promise<void> {
  for (const format of exportFormats) {
    for (const dies of [false, true]) {
      let wasReached = true;
      let nth = 0;
      while (wasReached) {
        nth++;
        const machine = new Machine(format);
        const failure = `${format}, operation ${nth} ${dies ? "and all after it fail" : "fails"}`;
        const files = new FailingFileSystem(machine.disk, nth, dies);
        await attempt(machine, files, failure);
        ({ wasReached } = files);
        assert.ok(dies || files.open.size === 0, `${failure}: a file stays open`);
      }
      assert.ok(nth > 5);
    }
  }
}

const assertFileError = (error: unknown): void => assert.ok(error instanceof FileError, String(error));

describe("exports on a failing disk", () => {
  for (const pages of [0, 1, 4]) {
    it(`lose nothing when any operation fails, or the window dies, while ${pages} pages are written`, async () => {
      await forEachOperation(async (machine, files, failure) => {
        await machine.openWindow(files).start(pages).catch(assertFileError);
        await assertRecovers(machine, failure, true);
      });
    });
  }

  for (const [action, { before, run, isDiscard = false }] of Object.entries(actions)) {
    it(`lose nothing when any operation fails, or the window dies, while ${action}`, async () => {
      await forEachOperation(async (machine, files, failure) => {
        const first = machine.openWindow();
        await first.start(before);
        const interrupted = await first.interrupted();
        assert.ok(interrupted);
        const folder = new ExportFolder(interrupted.folder.path, { files, clock: machine.clock });
        await run(machine.openWindow(files), { ...interrupted, folder }).catch(assertFileError);
        await assertRecovers(machine, failure, isDiscard);
      });
    });
  }

  it("work with Windows' rules for open files", async () => {
    const machine = new Machine();
    const files = new WindowsFileSystem(machine.disk);
    const window = machine.openWindow(files);
    await window.start(1);
    const interrupted = await window.interrupted();
    assert.ok(interrupted);
    await window.changeTarget(interrupted);
    await window.resume(interrupted, 2);
    await window.resume(interrupted);
    assert.equal(
      machine.disk.readFileSync(interrupted.folder.pathOf("events.part")),
      await expectedFile("ndjson", Infinity),
    );
    assert.equal(files.open.size, 0);
    await window.discard(interrupted);
    assert.deepEqual([window.warnings, [...machine.disk.files.keys()]], [[], []]);
  });

  it("fail with a sentence when another program keeps a file open", async () => {
    const machine = new Machine();
    const window = machine.openWindow(new WindowsFileSystem(machine.disk, Infinity));
    await assert.rejects(
      window.start(1),
      /^Error: Couldn't access the temporary files of the export: (access is denied|the file is in use by another program)\.$/,
    );
  });
});

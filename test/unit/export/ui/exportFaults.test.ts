import assert from "node:assert/strict";
import path from "node:path";
import { ExportStorage, type StoredExport, reopen } from "../../../../src/export/ui/exportStorage";
import { EventExport } from "../../../../src/export/engine/eventExport";
import { type ExportFormat, exportFormats } from "../../../../src/export/engine/eventText";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import { FileError, inStorage } from "../../../../src/export/engine/fileErrors";
import { WindowPages } from "../../../../src/export/engine/windowPages";
import type { FileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { GatedFileSystem, systemError, WindowsFileSystem } from "../../../support/fakes/fakeFileSystem";
import { MemoryFileSystem } from "../../../support/fakes/memoryFileSystem";
import { items, order, paged, PagedClient } from "../engine/fixture";

const root = path.resolve("/exports");
const all = items(7);
const moved = "file:///tmp/moved.ndjson";

/** One window after the other, over the same disk. */
class Windows {
  readonly clock = new FakeClock();
  readonly disk = new MemoryFileSystem(() => this.clock.now());

  constructor(readonly format: ExportFormat = "ndjson") {}

  open(files: FileSystem = this.disk): Window {
    return new Window(files, this.clock, this.format);
  }
}

/** What a window does with exports, without VS Code. */
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

  /** Begins an export and writes so many pages of it. */
  begin(pages: number): Promise<void> {
    return this.claimed(this.storage.newFolder(), async (folder) => {
      await this.write(await EventExport.begin(folder, { ...order, format: this.format }, this.clock), pages);
    });
  }

  resume(kept: StoredExport, pages = Infinity): Promise<void> {
    return this.claimed(kept.folder, async (folder) => this.write(await reopen(folder), pages));
  }

  savePartial(kept: StoredExport): Promise<void> {
    return this.claimed(kept.folder, async (folder) => {
      const work = await reopen(folder);
      try {
        await work.complete();
      } finally {
        await work.close();
      }
    });
  }

  move(kept: StoredExport): Promise<void> {
    return this.claimed(kept.folder, async (folder) => (await reopen(folder, { target: moved })).close());
  }

  discard(kept: StoredExport): Promise<void> {
    return this.claimed(kept.folder, (folder) => this.storage.delete(folder));
  }

  /** The export that an earlier window left behind. */
  async leftBehind(): Promise<StoredExport | undefined> {
    const [kept, ...others] = await this.clock.passUntil(
      this.storage.leftBehind(new AbortController().signal),
      1_000,
    );
    assert.equal(others.length, 0);
    return kept;
  }

  private async claimed(folder: ExportFolder, work: (folder: ExportFolder) => Promise<void>): Promise<void> {
    const run = inStorage(async () => {
      assert.equal(await folder.claim(), true);
      try {
        await work(folder);
      } finally {
        folder.release();
      }
    });
    return this.clock.passUntil(run, 1_000);
  }

  private async write(work: EventExport, pages: number): Promise<void> {
    try {
      if (work.checkpoint.state === "reading") {
        const ending = new AbortController();
        const client = new PagedClient(paged(all, 2));
        await work
          .run(new WindowPages(work.checkpoint, { client, clock: this.clock }), {
            signal: ending.signal,
            onProgress: ({ totals }) => totals.pages >= pages && ending.abort(),
            onRetry: () => undefined,
          })
          .catch((error: unknown) => (ending.signal.aborted ? undefined : Promise.reject(error as Error)));
        if (ending.signal.aborted) {
          return;
        }
      }
      await work.complete();
    } finally {
      await work.close();
    }
  }
}

interface Deed {
  /** Pages that are written before. */
  readonly before: number;
  readonly act: (window: Window, kept: StoredExport) => Promise<void>;
  readonly mayEnd?: true;
}

/** What is done while something fails. */
const deeds: Readonly<Record<string, Deed>> = {
  "one more page is written": { before: 1, act: (window, kept) => window.resume(kept, 2) },
  "it is resumed and completed": { before: 1, act: (window, kept) => window.resume(kept) },
  "it is completed": { before: 4, act: (window, kept) => window.resume(kept) },
  "a part of it is completed": { before: 1, act: (window, kept) => window.savePartial(kept) },
  "it gets another target": { before: 1, act: (window, kept) => window.move(kept) },
  "it is discarded": { before: 2, act: (window, kept) => window.discard(kept), mayEnd: true },
};

/** The bytes of an export that nothing went wrong with. */
async function whole(format: ExportFormat, pages: number): Promise<string> {
  const windows = new Windows(format);
  const window = windows.open();
  await window.begin(pages);
  const kept = await window.leftBehind();
  assert.ok(kept);
  if (pages < Infinity) {
    await window.savePartial(kept);
  }
  return windows.disk.readFileSync(kept.folder.partFile);
}

/** Files whose operation number `nth` fails; where the window dies with it, all that follow do, too. */
class FailingFiles extends GatedFileSystem {
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

/** Whether what is left of an export can be brought to the same end, and nothing of it stays on the disk then. */
async function recovered(windows: Windows, where: string, mayBeGone: boolean): Promise<void> {
  const window = windows.open();
  const kept = await window.leftBehind();
  assert.ok(kept ?? mayBeGone, `${where}: the export is gone`);
  if (kept) {
    const { state, completeness } = kept.checkpoint;
    const isPart = state === "complete" && completeness.kind !== "complete";
    await window.resume(kept);
    const text = windows.disk.readFileSync(kept.folder.partFile);
    assert.equal(text, await whole(windows.format, isPart ? 1 : Infinity), where);
    const checkpoint = await kept.folder.readCheckpoint();
    assert.deepEqual([checkpoint?.state, checkpoint?.bytes], ["complete", Buffer.byteLength(text)], where);
    await window.discard(kept);
  }
  assert.deepEqual([...windows.disk.files.keys()], [], `${where}: something is left`);
}

/** Calls `attempt` with 1, 2, 3 … until what is told to fail is not reached any more, for each format and way to fail. */
async function forEachOperation(
  attempt: (windows: Windows, files: FailingFiles, where: string) => Promise<void>,
): Promise<void> {
  for (const format of exportFormats) {
    for (const dies of [false, true]) {
      let wasReached = true;
      let nth = 0;
      while (wasReached) {
        nth++;
        const windows = new Windows(format);
        const where = `${format}, operation ${nth} ${dies ? "and all after it fail" : "fails"}`;
        const files = new FailingFiles(windows.disk, nth, dies);
        await attempt(windows, files, where);
        ({ wasReached } = files);
        assert.ok(dies || files.open.size === 0, `${where}: a file stays open`);
      }
      assert.ok(nth > 5);
    }
  }
}

const isTold = (error: unknown): void => assert.ok(error instanceof FileError, String(error));

describe("exports on a disk that fails", () => {
  for (const pages of [0, 1, 4]) {
    it(`lose nothing when any operation fails, or the window dies, while one is begun and has ${pages} pages written`, async function () {
      this.timeout(60_000);
      await forEachOperation(async (windows, files, where) => {
        await windows.open(files).begin(pages).catch(isTold);
        await recovered(windows, where, true);
      });
    });
  }

  for (const [deed, { before, act, mayEnd = false }] of Object.entries(deeds)) {
    it(`lose nothing when any operation fails, or the window dies, while ${deed}`, async function () {
      this.timeout(60_000);
      await forEachOperation(async (windows, files, where) => {
        const first = windows.open();
        await first.begin(before);
        const kept = await first.leftBehind();
        assert.ok(kept);
        const folder = new ExportFolder(kept.folder.path, { files, clock: windows.clock });
        await act(windows.open(files), { ...kept, folder }).catch(isTold);
        await recovered(windows, where, mayEnd);
      });
    });
  }

  it("work under the rules that Windows has for files that somebody has open", async () => {
    const windows = new Windows();
    const files = new WindowsFileSystem(windows.disk);
    const window = windows.open(files);
    await window.begin(1);
    const kept = await window.leftBehind();
    assert.ok(kept);
    await window.move(kept);
    await window.resume(kept, 2);
    await window.resume(kept);
    assert.equal(windows.disk.readFileSync(kept.folder.partFile), await whole("ndjson", Infinity));
    assert.equal(files.open.size, 0);
    await window.discard(kept);
    assert.deepEqual([window.warnings, [...windows.disk.files.keys()]], [[], []]);
  });

  it("give up on a file that another program keeps open, and say so", async () => {
    const windows = new Windows();
    const window = windows.open(new WindowsFileSystem(windows.disk, Infinity));
    await assert.rejects(
      window.begin(1),
      /^Error: The temporary files of the export could not be used: (access is denied|another program is using it)\.$/,
    );
  });
});

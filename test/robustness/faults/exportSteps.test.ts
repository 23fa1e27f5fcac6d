import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ExportFormat } from "../../../src/export/formats/exportFormat";
import { hasCode } from "../../../src/util/errors";
import { systemClock } from "../../../src/util/clock";
import { type FileSystem, nodeFileSystem } from "../../../src/util/fileSystem";
import { ExportRun, pagedEvents, targetIn } from "../../support/faults/exportRun";
import { InterceptingFileSystem, systemError } from "../../support/fakes/fakeFileSystem";
import { PagingService } from "../../support/services/pagingService";

/** A file system with one failing operation: the disk is full, or the process is killed at this point. */
class FaultyFileSystem extends InterceptingFileSystem {
  /** Number of operations so far. */
  steps = 0;

  /** @param step the failing operation, counted from 1; a write still writes half of its bytes */
  constructor(base: FileSystem, step: number, fault: "full" | "killed") {
    super(
      base,
      () => {
        this.steps++;
        if (fault === "full" ? this.steps === step : this.steps >= step) {
          throw systemError("ENOSPC");
        }
      },
      () => this.steps + 1 === step,
    );
  }
}

/** Content of the target before the export. */
const earlier = Buffer.from("what was exported yesterday");

describe("An export with a fault at any step", () => {
  let temporary: string;
  let paging: PagingService;

  beforeEach(async () => {
    temporary = await mkdtemp(path.join(os.tmpdir(), "export-steps-"));
    paging = await PagingService.start(pagedEvents(7), { pageCap: 2 });
  });
  afterEach(async () => {
    await paging.dispose();
    await rm(temporary, { recursive: true, force: true });
  });

  async function folderWithEarlier(name: string, format: ExportFormat): Promise<string> {
    const folder = path.join(temporary, name);
    await mkdir(folder);
    await writeFile(targetIn(folder, format), earlier);
    return folder;
  }

  function run(folder: string, format: ExportFormat, files: FileSystem = nodeFileSystem): Promise<void> {
    return new ExportRun(folder, format, { files, clock: systemClock }).run(paging.client);
  }

  for (const format of ["ndjson", "parquet"] as const) {
    for (const [fault, name] of [
      ["full", "the disk is full"],
      ["killed", "the process is killed"],
    ] as const) {
      it(`can be resumed to the same file, with nothing left over: ${format}, ${name}`, async () => {
        const whole = await folderWithEarlier("whole", format);
        await run(whole, format);
        const expected = await readFile(targetIn(whole, format));
        let step = 0;
        for (let wasReached = true; wasReached;) {
          step++;
          const folder = await folderWithEarlier(`step-${step}`, format);
          const files = new FaultyFileSystem(nodeFileSystem, step, fault);
          await run(folder, format, files).catch((error: unknown) =>
            assert.ok(hasCode(error, "ENOSPC"), String(error)),
          );
          wasReached = files.steps >= step;
          assert.equal(files.open.size, 0, "a file stays open");
          const target = await readFile(targetIn(folder, format));
          assert.ok(target.equals(earlier) || target.equals(expected), `a partial file after step ${step}`);
          await run(folder, format);
          assert.ok((await readFile(targetIn(folder, format))).equals(expected), `step ${step}`);
          assert.deepEqual(await readdir(folder), [`events.${format}`], `step ${step}`);
        }
        assert.ok(step > 10, `${step} steps`);
      });
    }
  }
});

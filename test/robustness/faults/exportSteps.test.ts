import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ExportFormat } from "../../../src/export/formats/exportFormat";
import { hasCode } from "../../../src/util/errors";
import { systemClock } from "../../../src/util/clock";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { ExportRun, type KilledRun, pagedEvents, targetIn } from "../../support/faults/exportRun";
import { runUntilKilled } from "../../support/faults/killedProcess";
import { atEveryStep, FaultyFileSystem } from "../../support/faults/stepFaults";
import { PagingService } from "../../support/services/pagingService";

/** At the target before the export. */
const earlier = Buffer.from("what was exported yesterday");

/** Plays an export with a fault at one step. @returns whether there was a fault: not if the export took fewer steps */
type Attempt = (run: KilledRun) => Promise<boolean>;

describe("an export with a fault at every step", () => {
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

  const sound = (folder: string, format: ExportFormat): Promise<void> =>
    new ExportRun(folder, format, { files: nodeFileSystem, clock: systemClock }).run(paging.client);

  const failing: Attempt = async ({ folder, format, step }) => {
    const files = new FaultyFileSystem(nodeFileSystem, step, { kind: "error", code: "ENOSPC" });
    const run = new ExportRun(folder, format, { files, clock: systemClock });
    await run
      .run(paging.client)
      .catch((error: unknown) => assert.ok(hasCode(error, "ENOSPC"), String(error)));
    assert.equal(files.open.size, 0, "a file stays open");
    return files.steps >= step;
  };

  const killing: Attempt = async (run) => (await runUntilKilled("exportRun", JSON.stringify(run))).isKilled;

  for (const format of ["ndjson", "parquet"] as const) {
    for (const [name, attempt] of Object.entries({
      "the disk is full": failing,
      "the process is killed": killing,
    })) {
      it(`can be resumed to the same file and leaves nothing: ${format}, ${name}`, async () => {
        const whole = await folderWithEarlier("whole", format);
        await sound(whole, format);
        const expected = await readFile(targetIn(whole, format));
        const steps = await atEveryStep(async (step) => {
          const folder = await folderWithEarlier(`step-${step}`, format);
          const hadFault = await attempt({ folder, format, origin: paging.service.origin, step });
          const target = await readFile(targetIn(folder, format));
          assert.ok(target.equals(earlier) || target.equals(expected), `a partial file after step ${step}`);
          await sound(folder, format);
          assert.ok((await readFile(targetIn(folder, format))).equals(expected), `step ${step}`);
          assert.deepEqual(await readdir(folder), [`events.${format}`], `step ${step}`);
          return hadFault;
        });
        assert.ok(steps > 10, `${steps} steps`);
      });
    }
  }
});

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ApiError } from "../../../src/api/errors";
import { FileError } from "../../../src/export/engine/exportErrors";
import type { ExportFormat } from "../../../src/export/engine/exportFormat";
import { systemClock } from "../../../src/util/clock";
import { hasCode } from "../../../src/util/errors";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakes/fakeClock";
import { InterceptingFileSystem } from "../../support/fakes/fakeFileSystem";
import {
  type ExportAction,
  exportActions,
  ExportWindow,
  type KilledAction,
  NoExportError,
  targetName,
} from "../../support/faults/exportWindow";
import { runUntilKilled } from "../../support/faults/killedProcess";
import { atEveryStep, FaultyFileSystem, type StepFault } from "../../support/faults/stepFaults";

/** JSON has a footer, and Parquet is converted from another file. */
const formats: readonly ExportFormat[] = ["json", "parquet"];
/** At the target before the export. */
const earlierFile = Buffer.from("what was exported yesterday");

const checkedFile = ".company-feed-check.part";

let temporary: string;

function windowIn(root: string, format: ExportFormat): ExportWindow {
  return new ExportWindow(root, format, { files: nodeFileSystem, clock: systemClock });
}

/** A disk as `action` finds it. */
async function prepare(name: string, action: ExportAction, format: ExportFormat): Promise<string> {
  const root = path.join(temporary, name);
  await mkdir(path.join(root, "target"), { recursive: true });
  await writeFile(path.join(root, "target", targetName(action, format)), earlierFile);
  if (action !== "start") {
    const isCanceled = (error: unknown): boolean => error instanceof ApiError && error.kind === "aborted";
    await assert.rejects(windowIn(root, format).start(1), isCanceled);
  }
  return root;
}

/** The file that an action leaves at its target without faults. */
async function fileAfter(action: ExportAction, format: ExportFormat): Promise<Buffer> {
  const root = await prepare(`whole-${action}-${format}`, action, format);
  await windowIn(root, format).play(action);
  return readFile(path.join(root, "target", targetName(action, format)));
}

type Recovery = "resume" | "discard";

/** What the next window does with an export that was interrupted. @returns whether there was one */
async function recover(root: string, format: ExportFormat, recovery: Recovery): Promise<boolean> {
  const clock = new FakeClock();
  const files = new InterceptingFileSystem(nodeFileSystem, () => undefined);
  const window = new ExportWindow(root, format, { files, clock });
  const pass = <T>(work: Promise<T>): Promise<T> => clock.passUntil(work, 1_000, () => files.pending > 0);
  // The lease of a window that was killed has to expire.
  const interrupted = await pass(window.interrupted());
  if (interrupted) {
    await pass(window[recovery](interrupted));
  }
  assert.deepEqual(window.warnings, []);
  return interrupted !== undefined;
}

class Expectation {
  /** Once a page is stored, it is never lost. */
  private wasStored: boolean;

  private constructor(
    private readonly action: ExportAction,
    private readonly format: ExportFormat,
    /** The files that may be at the target: of all events, and of those before the action. */
    private readonly whole: readonly Buffer[],
  ) {
    this.wasStored = action !== "start";
  }

  static async of(action: ExportAction, format: ExportFormat): Promise<Expectation> {
    const whole = [await fileAfter("start", format), await fileAfter("save", format)];
    return new Expectation(action, format, whole);
  }

  /** After a fault at a step: resumed or discarded, nothing is lost, partial or left over. */
  async assertRecovers(root: string, fault: string): Promise<void> {
    const copy = `${root}-copy`;
    await cp(root, copy, { recursive: true });
    await this.assertRecovery(copy, "discard", fault);
    await this.assertRecovery(root, "resume", fault);
  }

  private async assertRecovery(root: string, recovery: Recovery, fault: string): Promise<void> {
    const failure = `${this.format}, ${this.action}, ${fault}, then ${recovery}`;
    const before = await this.targetFile(root);
    assert.ok(
      this.isWholeOrEarlier(before),
      `${failure}: the target is neither the earlier nor a whole file`,
    );
    const wasInterrupted = await recover(root, this.format, recovery);
    this.wasStored ||= wasInterrupted;
    const after = await this.targetFile(root);
    assert.ok(this.isWholeOrEarlier(after), `${failure}: the target is neither the earlier nor a whole file`);
    if (recovery === "resume" && this.wasStored && this.action !== "discard") {
      assert.ok(this.isWhole(after), `${failure}: the export is lost`);
    }
    assert.deepEqual(await readdir(path.join(root, "exports")).catch(emptyIfMissing), [], failure);
    const beside = (await readdir(path.join(root, "target"))).filter((name) => name.endsWith(".part"));
    // Nothing knows the target before the first page is stored: all that may be left is the empty file of the check.
    assert.deepEqual(wasInterrupted ? beside : beside.filter((name) => name !== checkedFile), [], failure);
    await rm(root, { recursive: true });
  }

  /** With `saveAs`, one that is killed early is resumed to the former target. */
  private async targetFile(root: string): Promise<Buffer> {
    const file = await readFile(path.join(root, "target", targetName(this.action, this.format)));
    const former = path.join(root, "target", targetName("start", this.format));
    const formerFile = await readFile(former).catch(() => undefined);
    return file.equals(earlierFile) && formerFile ? formerFile : file;
  }

  private isWhole(file: Buffer): boolean {
    return this.whole.some((whole) => whole.equals(file));
  }

  private isWholeOrEarlier(file: Buffer): boolean {
    return file.equals(earlierFile) || this.isWhole(file);
  }
}

function emptyIfMissing(error: unknown): string[] {
  assert.ok(hasCode(error, "ENOENT"));
  return [];
}

/** An error that the window tells of, in the end or in its log. */
function assertTold(error: unknown, warnings: readonly string[]): void {
  const isTold =
    error instanceof FileError ||
    // Of the target: in the product they have become sentences.
    hasCode(error, "ENOSPC", "EBUSY") ||
    (error instanceof NoExportError && warnings.length > 0);
  assert.ok(isTold, String(error));
}

/** @returns whether there was a fault: not if the action took fewer steps */
type Attempt = (action: KilledAction) => Promise<boolean>;

const failing: Attempt = async ({ root, format, action, step, fault }) => {
  const files = new FaultyFileSystem(nodeFileSystem, step, fault);
  const clock = new FakeClock();
  const window = new ExportWindow(root, format, { files, clock });
  const playing = clock.passUntil(window.play(action), 1_000, () => files.pending > 0);
  await playing.catch((error: unknown) => assertTold(error, window.warnings));
  assert.equal(files.open.size, 0, "a file stays open");
  return files.steps >= step;
};

const killing: Attempt = async (action) =>
  (await runUntilKilled("exportAction", JSON.stringify(action))).isKilled;

/** A process for each step takes long: not for an action whose steps are those of another one. */
const isKilled = (format: ExportFormat, action: ExportAction): boolean =>
  format === "json" ? action !== "save" : action === "start";

const faults: Readonly<Record<string, { readonly fault: StepFault; readonly attempt: Attempt }>> = {
  "the disk is full": { fault: { kind: "error", code: "ENOSPC" }, attempt: failing },
  "the file is busy": { fault: { kind: "error", code: "EBUSY" }, attempt: failing },
  "the process is killed": { fault: { kind: "kill" }, attempt: killing },
};

describe("an export with a fault at every step", () => {
  beforeEach(async () => {
    temporary = await mkdtemp(path.join(os.tmpdir(), "export-steps-"));
  });
  afterEach(() => rm(temporary, { recursive: true, force: true }));

  for (const format of formats) {
    for (const action of exportActions) {
      for (const [name, { fault, attempt }] of Object.entries(faults)) {
        if (fault.kind === "kill" && !isKilled(format, action)) {
          continue;
        }
        it(`loses nothing and leaves nothing: ${format}, ${action}, ${name}`, async () => {
          const expectation = await Expectation.of(action, format);
          const steps = await atEveryStep(async (step) => {
            const root = await prepare(`step-${step}`, action, format);
            const wasReached = await attempt({ root, format, action, step, fault });
            await expectation.assertRecovers(root, `${name} at step ${step}`);
            return wasReached;
          });
          assert.ok(steps > 10, `${steps} steps`);
        });
      }
    }
  }
});

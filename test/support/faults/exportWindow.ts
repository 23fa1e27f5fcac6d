import path from "node:path";
import type { Checkpoint } from "../../../src/export/engine/checkpoint";
import { ExportInUseError, withFileErrors } from "../../../src/export/engine/exportErrors";
import type { ExportFolder } from "../../../src/export/engine/exportFolder";
import type { ExportFormat } from "../../../src/export/engine/exportFormat";
import { DownloadedPages } from "../../../src/export/engine/exportPages";
import { type ExportRun, openForTarget, runInClaimedFolder } from "../../../src/export/engine/exportRun";
import { ExportStorage, type InterruptedExport } from "../../../src/export/engine/exportStorage";
import { ExportWriter } from "../../../src/export/engine/exportWriter";
import { deleteTemporaryFiles, type TargetFolder } from "../../../src/export/engine/targetFolder";
import type { Clock } from "../../../src/util/clock";
import type { FileSystem } from "../../../src/util/fileSystem";
import { items, job, paged, PagedClient } from "../../unit/export/engine/fixture";
import type { StepFault } from "./stepFaults";

const all = items(7);

/** What a window does with an export, from its first file operation to its last. */
export const exportActions = ["start", "resume", "save", "saveAs", "discard"] as const;
export type ExportAction = (typeof exportActions)[number];

/** What `exportAction.main.ts` does. */
export interface KilledAction {
  readonly root: string;
  readonly format: ExportFormat;
  readonly action: ExportAction;
  readonly step: number;
  readonly fault: StepFault;
}

/** Name of the file that an action leaves in the folder `target`. */
export function targetName(action: ExportAction, format: ExportFormat): string {
  return `${action === "saveAs" ? "other" : "events"}.${format}`;
}

/** No window has left an export, or it could not be read: `warnings` tell. */
export class NoExportError extends Error {}

/** The exports of one window as `ExportManager` runs them, without VS Code. Below `root`: `exports`, and `target` for the files. */
export class ExportWindow {
  readonly warnings: string[] = [];
  private readonly storage: ExportStorage;

  constructor(
    private readonly root: string,
    private readonly format: ExportFormat,
    private readonly environment: { readonly files: FileSystem; readonly clock: Clock },
  ) {
    const warn = (message: string): void => void this.warnings.push(message);
    const log = { debug: warn, info: warn, warn, error: warn };
    this.storage = new ExportStorage(path.join(root, "exports"), environment, log);
  }

  /** Plays one action; all but `start` need an export that was interrupted. */
  async play(action: ExportAction): Promise<void> {
    if (action === "start") {
      return this.start();
    }
    const interrupted = await this.interrupted();
    if (!interrupted) {
      throw new NoExportError();
    }
    return this[action](interrupted);
  }

  /** Starts an export. @param pages after which the user cancels it */
  start(pages = Infinity): Promise<void> {
    const folder = this.storage.newFolder();
    const { format } = this;
    const target = targetName("start", format);
    return this.run({
      ...this.download(pages),
      folder,
      target: this.targetFolder(target),
      openWriter: () => ExportWriter.create(folder, { ...job, format, target }, this.environment.clock),
    });
  }

  /** The export that an earlier window left. */
  async interrupted(): Promise<InterruptedExport | undefined> {
    const [first, ...others] = await this.storage.claimInterrupted(new AbortController().signal);
    if (others.length > 0) {
      throw new Error("More than one export was interrupted.");
    }
    return first;
  }

  /** Downloads the rest, or saves the file if it has all events. */
  resume({ folder, checkpoint }: InterruptedExport): Promise<void> {
    const target = this.targetFolder(checkpoint.job.target);
    return this.run({ ...this.download(), folder, target, openWriter: () => ExportWriter.open(folder) });
  }

  /** Saves the events so far. */
  save({ folder, checkpoint }: InterruptedExport): Promise<void> {
    const target = this.targetFolder(checkpoint.job.target);
    return this.run({ folder, target, openWriter: () => ExportWriter.open(folder) });
  }

  saveAs({ folder, checkpoint }: InterruptedExport): Promise<void> {
    const name = targetName("saveAs", this.format);
    const before = this.targetFolder(checkpoint.job.target);
    const openWriter = (): Promise<ExportWriter> => openForTarget(folder, before, name);
    return this.run({ folder, target: this.targetFolder(name), openWriter });
  }

  discard({ folder, checkpoint }: InterruptedExport): Promise<void> {
    return this.claimed(folder, async () => {
      await deleteTemporaryFiles(this.targetFolder(checkpoint.job.target), folder.name);
      await this.storage.delete(folder);
    });
  }

  private run(run: ExportRun & { readonly canceling?: Canceling }): Promise<void> {
    const { canceling = new Canceling() } = run;
    return this.claimed(run.folder, async () => {
      try {
        await runInClaimedFolder(run, () => canceling.start(), canceling.signal);
      } finally {
        canceling.checkEnded();
      }
      await this.storage.delete(run.folder);
    });
  }

  private async claimed(folder: ExportFolder, work: () => Promise<void>): Promise<void> {
    if (!(await withFileErrors(() => folder.claim()))) {
      throw new ExportInUseError();
    }
    try {
      await work();
    } finally {
      folder.release();
    }
  }

  private download(pages = Infinity): Pick<ExportRun, "pages"> & { readonly canceling: Canceling } {
    const { clock } = this.environment;
    const client = new PagedClient(paged(all, 2));
    return {
      canceling: new Canceling(pages),
      pages: (checkpoint, options) => new DownloadedPages(checkpoint, { client, clock, ...options }),
    };
  }

  private targetFolder(name: string): TargetFolder {
    return new DiskTarget(this.environment.files, path.join(this.root, "target", name));
  }
}

/** The progress of a run, which cancels it after some pages. */
class Canceling {
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private isShown = false;

  constructor(private readonly pages = Infinity) {}

  start(): this {
    this.isShown = true;
    return this;
  }

  /** @throws if the progress is still shown although the run has ended */
  checkEnded(): void {
    if (this.isShown) {
      throw new Error("The progress is still shown.");
    }
  }

  report({ totals }: Checkpoint): void {
    if (totals.pages >= this.pages) {
      this.controller.abort();
    }
  }

  reportRetry(): void {}
  reportConversion(): void {}
  reportSaving(): void {}

  dispose(): void {
    this.isShown = false;
  }
}

/** Copies in steps, each of which can fail. */
class DiskTarget implements TargetFolder {
  constructor(
    private readonly files: FileSystem,
    private readonly file: string,
  ) {}

  async checkObstacles(): Promise<void> {
    await this.files.stat(path.dirname(this.file));
  }

  createFile(name: string): Promise<void> {
    return this.files.writeFile(this.beside(name), "");
  }

  async copyFrom(file: string, name: string): Promise<void> {
    const source = await this.files.openFile(file, "r+");
    try {
      const copy = await this.files.openFile(this.beside(name), "w+");
      try {
        const buffer = Buffer.alloc(await source.size());
        await source.read(buffer, buffer.length, 0);
        await copy.write(buffer, 0);
      } finally {
        await copy.close();
      }
    } finally {
      await source.close();
    }
  }

  renameToTarget(name: string): Promise<void> {
    return this.files.rename(this.beside(name), this.file);
  }

  delete(name: string): Promise<void> {
    return this.files.delete(this.beside(name));
  }

  private beside(name: string): string {
    return path.join(path.dirname(this.file), name);
  }
}

import { basename, join } from "node:path";
import { FileAppender } from "../../util/fileAppender";
import { FileLease, type HeldLease, type LeaseEnvironment, LeaseLostError } from "../../util/fileLease";
import { hasCode, replaceFile, retryWhileBusy } from "../../util/fileSystem";
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from "./checkpoint";
import { TakenOverError } from "./fileErrors";

/** What is written beside the checkpoint: the export's file so far, and the hashes of the ids in it. */
export type ExportFile = "events.part" | "ids";

/**
 * An export in the extension's own storage: a folder with the file so far, the hashes of the ids in it, the checkpoint, and
 * the lease of the window that runs it. Only who holds the lease can change anything. Methods reject with Node's own errors.
 */
export class ExportFolder {
  private readonly lease: FileLease;
  private held: HeldLease | undefined;

  constructor(
    readonly path: string,
    private readonly environment: LeaseEnvironment,
  ) {
    this.lease = new FileLease(join(path, "lease"), environment);
  }

  /** All folders of exports below `root`, which need not exist. */
  static async list(root: string, environment: LeaseEnvironment): Promise<ExportFolder[]> {
    try {
      const entries = await environment.files.readFolder(root);
      return entries
        .filter(({ isFolder }) => isFolder)
        .map(({ name }) => new ExportFolder(join(root, name), environment));
    } catch (error) {
      if (hasCode(error, "ENOENT")) {
        return [];
      }
      throw error;
    }
  }

  /** Tells exports apart in names of files. */
  get name(): string {
    return basename(this.path);
  }

  /** The export's file: how much of it counts is told by the checkpoint alone. */
  get partFile(): string {
    return this.fileOf("events.part");
  }

  get idsFile(): string {
    return this.fileOf("ids");
  }

  /** Makes this process the one that runs the export, see `FileLease.claim`. @returns whether it is */
  async claim(signal?: AbortSignal): Promise<boolean> {
    this.held ??= await this.lease.claim(signal);
    return this.held !== undefined;
  }

  /** Whether somebody seems to run the export: a guess, see `FileLease.seemsHeld`. */
  seemsClaimed(): Promise<boolean> {
    return this.lease.seemsHeld();
  }

  /** At once, since the window may be about to close. */
  release(): void {
    this.held?.dispose();
    this.held = undefined;
  }

  /** @throws {TakenOverError} where this process does not run the export (any more) */
  async check(): Promise<void> {
    try {
      if (!this.held) {
        throw new LeaseLostError();
      }
      await this.held.check();
    } catch (error) {
      throw error instanceof LeaseLostError ? new TakenOverError() : error;
    }
  }

  /**
   * Nothing where there is none, or none that can be used. One that cannot be read just now may be a good one.
   * @throws {NewerCheckpointError}
   */
  async readCheckpoint(): Promise<Checkpoint | undefined> {
    const { files, clock } = this.environment;
    try {
      return decodeCheckpoint(await retryWhileBusy(clock, () => files.readFile(this.checkpointFile)));
    } catch (error) {
      if (hasCode(error, "ENOENT")) {
        return undefined;
      }
      throw error;
    }
  }

  /** As a whole or not at all. */
  async writeCheckpoint(checkpoint: Checkpoint): Promise<void> {
    await this.check();
    const { files, clock } = this.environment;
    await replaceFile(files, clock, this.checkpointFile, encodeCheckpoint(checkpoint));
  }

  async createFile(name: ExportFile): Promise<FileAppender> {
    await this.check();
    const { files, clock } = this.environment;
    return retryWhileBusy(clock, () => FileAppender.create(files, this.fileOf(name)));
  }

  /** Opens one of its files, cut to `bytes`. @returns nothing where it is missing or shorter than that */
  async reopenFile(name: ExportFile, bytes: number): Promise<FileAppender | undefined> {
    await this.check();
    const { files, clock } = this.environment;
    return retryWhileBusy(clock, () => FileAppender.reopen(files, this.fileOf(name), bytes));
  }

  /** The checkpoint goes first: without it nobody takes what is left for an export. */
  async delete(): Promise<void> {
    await this.check();
    const { files, clock } = this.environment;
    await retryWhileBusy(clock, () => files.delete(this.checkpointFile));
    await retryWhileBusy(clock, () => files.delete(this.path));
  }

  private get checkpointFile(): string {
    return join(this.path, "checkpoint.json");
  }

  private fileOf(name: ExportFile): string {
    return join(this.path, name);
  }
}

import { basename, join } from "node:path";
import { FileAppender } from "../../util/fileAppender";
import { FileLease, type HeldLease, type LeaseEnvironment, LeaseLostError } from "../../util/fileLease";
import { replaceFile, retryWhileBusy } from "../../util/fileSystem";
import { hasCode } from "../../util/errors";
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from "./checkpoint";
import { ExportInUseError } from "./exportErrors";

/** The part file, and the hashes of the ids of the events in it. */
export type DataFile = "events.part" | "ids";
/** The part file converted to Parquet. */
type ConvertedFile = "events.parquet";

/**
 * The folder of one export: its data files, `checkpoint.json` and the lease (see `ExportWriter` for what each is for).
 * Reading requires no lease; everything else rejects with `ExportInUseError` unless this process holds it. Other failures are
 * Node's own errors.
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

  /** All exports below `root`, which need not exist. */
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

  /** Unique among the exports of a storage. */
  get name(): string {
    return basename(this.path);
  }

  pathOf(name: DataFile | ConvertedFile): string {
    return join(this.path, name);
  }

  /** Takes the lease, see `FileLease.claim`, and creates the folder. @returns whether this process holds it */
  async claim(signal?: AbortSignal): Promise<boolean> {
    this.held ??= await this.lease.claim(signal);
    return this.held !== undefined;
  }

  /** A guess, see `FileLease.seemsHeld`. */
  seemsClaimed(): Promise<boolean> {
    return this.lease.seemsHeld();
  }

  /** Synchronous, since the window may be about to close. */
  release(): void {
    this.held?.dispose();
    this.held = undefined;
  }

  /** @throws {ExportInUseError} unless this process (still) holds the lease */
  async checkLease(): Promise<void> {
    try {
      if (!this.held) {
        throw new LeaseLostError();
      }
      await this.held.check();
    } catch (error) {
      throw error instanceof LeaseLostError ? new ExportInUseError() : error;
    }
  }

  /** @returns undefined if there is none, or no valid one. @throws {NewerCheckpointError} */
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

  /** Replaces the whole file, or nothing. */
  async writeCheckpoint(checkpoint: Checkpoint): Promise<void> {
    await this.checkLease();
    const { files, clock } = this.environment;
    // Only the window with the lease writes.
    const text = encodeCheckpoint(checkpoint);
    await replaceFile(files, clock, this.checkpointFile, text, { onlyWriter: true });
  }

  async createFile(name: DataFile | ConvertedFile): Promise<FileAppender> {
    await this.checkLease();
    const { files, clock } = this.environment;
    return retryWhileBusy(clock, () => FileAppender.create(files, this.pathOf(name)));
  }

  /** Opens a file and truncates it to `bytes`. @returns undefined if it is missing or shorter than that */
  async openFile(name: DataFile, bytes: number): Promise<FileAppender | undefined> {
    await this.checkLease();
    const { files, clock } = this.environment;
    return retryWhileBusy(clock, () => FileAppender.reopen(files, this.pathOf(name), bytes));
  }

  /** The checkpoint goes first: without it the folder is no longer an export. */
  async delete(): Promise<void> {
    await this.checkLease();
    const { files, clock } = this.environment;
    await retryWhileBusy(clock, () => files.delete(this.checkpointFile));
    await retryWhileBusy(clock, () => files.delete(this.path));
  }

  private get checkpointFile(): string {
    return join(this.path, "checkpoint.json");
  }
}

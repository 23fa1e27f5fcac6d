import { randomBytes } from "node:crypto";
import path from "node:path";
import type { LeaseEnvironment } from "../../util/fileLease";
import type { Log } from "../../util/log";
import { errorMessage } from "../../util/errors";
import type { Checkpoint } from "./checkpoint";
import { ExportFolder } from "./exportFolder";

/** An export that no window runs, as it was when it was found: claim it before it is used. */
export interface InterruptedExport {
  readonly folder: ExportFolder;
  readonly checkpoint: Checkpoint;
}

/** The folder of the extension's global storage with the exports of all windows. */
export class ExportStorage {
  constructor(
    private readonly folder: string,
    private readonly environment: LeaseEnvironment,
    private readonly log: Log,
  ) {}

  /** A folder for another export; claiming creates it. */
  newFolder(): ExportFolder {
    return new ExportFolder(path.join(this.folder, randomBytes(4).toString("hex")), this.environment);
  }

  /** Exports that no window seems to run. Does not wait to determine whether a window is gone. */
  listInterrupted(): Promise<InterruptedExport[]> {
    return this.list(async (folder) =>
      (await folder.seemsClaimed()) ? undefined : resumable(await folder.readCheckpoint()),
    );
  }

  /** Exports that no window runs; takes some seconds if one seems to run. Deletes those that cannot be resumed. */
  claimInterrupted(signal: AbortSignal): Promise<InterruptedExport[]> {
    return this.list(async (folder) => {
      if (!(await folder.claim(signal))) {
        return undefined;
      }
      try {
        const checkpoint = resumable(await folder.readCheckpoint());
        if (!checkpoint) {
          await this.delete(folder);
        }
        return checkpoint;
      } finally {
        folder.release();
      }
    });
  }

  /** Targets of all exports, running or not, as URIs. */
  async targets(): Promise<readonly string[]> {
    const exports = await this.list((folder) => folder.readCheckpoint());
    return exports.map(({ checkpoint }) => checkpoint.job.target);
  }

  /** A folder that cannot be deleted is offered again later. */
  async delete(folder: ExportFolder): Promise<void> {
    try {
      await folder.delete();
    } catch (error) {
      this.log.warn(`Couldn't delete the temporary files of an export: ${errorMessage(error)}`);
    }
  }

  /** Skips an export that cannot be read now, or not by this version of the extension. */
  private async list(
    read: (folder: ExportFolder) => Promise<Checkpoint | undefined>,
  ): Promise<InterruptedExport[]> {
    try {
      const folders = await ExportFolder.list(this.folder, this.environment);
      const found = await Promise.all(
        folders.map(async (folder) => {
          try {
            const checkpoint = await read(folder);
            return checkpoint ? [{ folder, checkpoint }] : [];
          } catch (error) {
            this.log.warn(`Couldn't read an interrupted export: ${errorMessage(error)}`);
            return [];
          }
        }),
      );
      return found.flat();
    } catch (error) {
      this.log.warn(`Couldn't read the interrupted exports: ${errorMessage(error)}`);
      return [];
    }
  }
}

/**
 * Whether the rest can be downloaded, or the file is whole and can be saved. The rest of loaded events is lost with their
 * window.
 */
export function isResumable({ state, job, totals }: Checkpoint): boolean {
  return state === "complete" || (job.source !== undefined && totals.events > 0);
}

function resumable(checkpoint: Checkpoint | undefined): Checkpoint | undefined {
  return checkpoint && isResumable(checkpoint) ? checkpoint : undefined;
}

import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Checkpoint, ExportOrder } from "../engine/checkpoint";
import { EventExport } from "../engine/eventExport";
import { ExportFolder } from "../engine/exportFolder";
import { inStorage } from "../engine/fileErrors";
import type { LeaseEnvironment } from "../../util/fileLease";
import { type Log, errorMessage } from "../../util/log";

/** An export in the storage that no window runs. */
export interface StoredExport {
  readonly folder: ExportFolder;
  readonly checkpoint: Checkpoint;
}

/** The folder of VS Code's storage that holds the exports under way and those that were interrupted. */
export class ExportStorage {
  constructor(
    private readonly path: string,
    private readonly environment: LeaseEnvironment,
    private readonly log: Log,
  ) {}

  /** A folder for another export; it is there once it is claimed. */
  newFolder(): ExportFolder {
    return new ExportFolder(path.join(this.path, randomBytes(4).toString("hex")), this.environment);
  }

  /** Exports that no window seems to run: told at once, so to be claimed before anything is done with them. */
  kept(): Promise<StoredExport[]> {
    return this.find(async (folder) =>
      (await folder.seemsClaimed()) ? undefined : usable(await folder.readCheckpoint()),
    );
  }

  /**
   * Exports that another window left behind, for sure: it takes some seconds to find out that a window is gone. What cannot
   * be resumed is deleted.
   */
  leftBehind(signal: AbortSignal): Promise<StoredExport[]> {
    return this.find(async (folder) => {
      if (!(await folder.claim(signal))) {
        return undefined;
      }
      try {
        const checkpoint = usable(await folder.readCheckpoint());
        if (!checkpoint) {
          await this.delete(folder);
        }
        return checkpoint;
      } finally {
        folder.release();
      }
    });
  }

  /** Targets of all exports that are here, as URIs. */
  async targets(): Promise<readonly string[]> {
    const found = await this.find((folder) => folder.readCheckpoint());
    return found.map(({ checkpoint }) => checkpoint.order.target);
  }

  /** What cannot be deleted costs room and is offered again, nothing else. */
  async delete(folder: ExportFolder): Promise<void> {
    try {
      await folder.delete();
    } catch (error) {
      this.log.warn(`The folder of an export could not be deleted: ${errorMessage(error)}`);
    }
  }

  /** An export that cannot be read now, or not by this version, is left alone. */
  private async find(
    look: (folder: ExportFolder) => Promise<Checkpoint | undefined>,
  ): Promise<StoredExport[]> {
    try {
      const folders = await ExportFolder.list(this.path, this.environment);
      const found = await Promise.all(
        folders.map(async (folder) => {
          try {
            const checkpoint = await look(folder);
            return checkpoint ? [{ folder, checkpoint }] : [];
          } catch (error) {
            this.log.warn(`An export could not be read: ${errorMessage(error)}`);
            return [];
          }
        }),
      );
      return found.flat();
    } catch (error) {
      this.log.warn(`The interrupted exports could not be read: ${errorMessage(error)}`);
      return [];
    }
  }
}

/** Opens an export where it stands now, which may be further than when it was offered, and changes what it is to do. */
export async function reopen(folder: ExportFolder, change: Partial<ExportOrder> = {}): Promise<EventExport> {
  const checkpoint = await inStorage(() => folder.readCheckpoint());
  if (!checkpoint) {
    throw new Error("This export was already finished or discarded.");
  }
  const changed = { ...checkpoint, order: { ...checkpoint.order, ...change } };
  if (Object.keys(change).length > 0) {
    await inStorage(() => folder.writeCheckpoint(changed));
  }
  return EventExport.reopen(folder, changed);
}

/** Loaded events are gone with the window they were loaded in, unless their file was made. */
export function isWorthKeeping({ state, order, totals }: Checkpoint): boolean {
  return state === "complete" || (order.place !== undefined && totals.events > 0);
}

function usable(checkpoint: Checkpoint | undefined): Checkpoint | undefined {
  return checkpoint && isWorthKeeping(checkpoint) ? checkpoint : undefined;
}

import { randomBytes } from "node:crypto";
import path from "node:path";
import type * as vscode from "vscode";
import type { Checkpoint } from "../feed/export/checkpoint";
import { EventExport } from "../feed/export/eventExport";
import { ExportFolder } from "../feed/export/exportFolder";
import { inStorage } from "../feed/export/fileFailure";
import { type Log, messageOf } from "../util/log";

/** An export in the storage that nobody works on. */
export interface KeptExport {
  readonly folder: ExportFolder;
  readonly checkpoint: Checkpoint;
}

/** The folder of VS Code's storage that holds the exports under way and those that were interrupted. */
export class ExportStorage {
  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {}

  /** A folder for another export; it is there once it is claimed. */
  newFolder(): ExportFolder {
    return new ExportFolder(path.join(this.path, randomBytes(4).toString("hex")));
  }

  /** Exports that nobody works on; what cannot be gone on with is cleared away. */
  async kept(): Promise<KeptExport[]> {
    const found: KeptExport[] = [];
    for (const folder of await ExportFolder.list(this.path)) {
      try {
        const checkpoint = await this.lookAt(folder);
        if (checkpoint) {
          found.push({ folder, checkpoint });
        }
      } catch (error) {
        this.log.warn(`An interrupted export cannot be read now: ${messageOf(error)}`);
      }
    }
    return found;
  }

  /** Targets of all exports that are here, as URIs. */
  async targets(): Promise<ReadonlySet<string>> {
    const targets = new Set<string>();
    for (const folder of await ExportFolder.list(this.path)) {
      const checkpoint = await folder.readCheckpoint().catch(() => undefined);
      if (checkpoint) {
        targets.add(checkpoint.order.target);
      }
    }
    return targets;
  }

  private async lookAt(folder: ExportFolder): Promise<Checkpoint | undefined> {
    if (!(await folder.claim())) {
      return undefined;
    }
    try {
      const checkpoint = await folder.readCheckpoint();
      if (checkpoint && isWorthKeeping(checkpoint)) {
        return checkpoint;
      }
      await this.clearAway(folder);
      return undefined;
    } finally {
      folder.release();
    }
  }

  /** What cannot be removed costs room and is offered again, nothing else. */
  async clearAway(folder: ExportFolder): Promise<void> {
    try {
      await folder.remove();
    } catch (error) {
      this.log.warn(`An export's folder could not be removed: ${messageOf(error)}`);
    }
  }
}

/** Opens an export where it stands now, which may be further than when it was offered. */
export async function reopen(folder: ExportFolder, target?: vscode.Uri): Promise<EventExport> {
  const checkpoint = await inStorage(() => folder.readCheckpoint());
  if (!checkpoint) {
    throw new Error("This export was finished or thrown away meanwhile.");
  }
  if (!target) {
    return EventExport.reopen(folder, checkpoint);
  }
  const moved = { ...checkpoint, order: { ...checkpoint.order, target: target.toString() } };
  await inStorage(() => folder.writeCheckpoint(moved));
  return EventExport.reopen(folder, moved);
}

/** Loaded events are gone with the window they were loaded in, unless their file was made. */
export function isWorthKeeping({ state, order, totals }: Checkpoint): boolean {
  return state === "complete" || (order.place !== undefined && totals.events > 0);
}

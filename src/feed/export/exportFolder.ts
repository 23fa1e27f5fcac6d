import { rmSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from "./checkpoint";

/**
 * An export in the extension's own storage: a folder with the file so far, the hashes of the ids in it, the checkpoint, and
 * who works on it. All methods reject with Node's own errors.
 */
export class ExportFolder {
  constructor(readonly path: string) {}

  /** All folders of exports below `root`, which need not exist. */
  static async list(root: string): Promise<ExportFolder[]> {
    const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => new ExportFolder(path.join(root, name)));
  }

  /** Tells exports apart in names of files. */
  get name(): string {
    return path.basename(this.path);
  }

  /** The export's file: what a portion of it is, is told by the checkpoint alone. */
  get partFile(): string {
    return path.join(this.path, "events.part");
  }

  get idsFile(): string {
    return path.join(this.path, "ids");
  }

  /**
   * Makes this process the one that works on the export, unless another one that is alive does. A process that ended
   * without `release` holds nothing.
   */
  async claim(): Promise<boolean> {
    await mkdir(this.path, { recursive: true });
    for (;;) {
      try {
        await writeFile(this.ownerFile, String(process.pid), { flag: "wx" });
        return true;
      } catch (error) {
        if (!isCode(error, "EEXIST")) {
          throw error;
        }
        if (await this.isOwned()) {
          return false;
        }
        await rm(this.ownerFile, { force: true });
      }
    }
  }

  /** At once, since the window may be about to close. */
  release(): void {
    rmSync(this.ownerFile, { force: true });
  }

  /** Nothing where there is none, or none that can be used. One that cannot be read just now may be a good one. */
  async readCheckpoint(): Promise<Checkpoint | undefined> {
    try {
      return decodeCheckpoint(await readFile(this.checkpointFile, "utf8"));
    } catch (error) {
      if (isCode(error, "ENOENT")) {
        return undefined;
      }
      throw error;
    }
  }

  /** As a whole or not at all. */
  async writeCheckpoint(checkpoint: Checkpoint): Promise<void> {
    const coming = `${this.checkpointFile}.new`;
    await writeFile(coming, encodeCheckpoint(checkpoint));
    await rename(coming, this.checkpointFile);
  }

  /** Opens one of its files for writing at its end, cut to `bytes`. @returns nothing when it is shorter than that */
  async openAt(file: string, bytes: number): Promise<FileHandle | undefined> {
    const handle = await open(file, "a+");
    const { size } = await handle.stat();
    if (size < bytes) {
      await handle.close();
      return undefined;
    }
    await handle.truncate(bytes);
    return handle;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }

  private get checkpointFile(): string {
    return path.join(this.path, "checkpoint.json");
  }

  /** Holds the number of a process. */
  private get ownerFile(): string {
    return path.join(this.path, "owner");
  }

  private async isOwned(): Promise<boolean> {
    const pid = Number(await readFile(this.ownerFile, "utf8").catch(() => ""));
    if (!Number.isInteger(pid) || pid <= 0) {
      return false;
    }
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return isCode(error, "EPERM");
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

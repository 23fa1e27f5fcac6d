import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Clock } from "../../util/clock";
import { hasCode } from "../../util/errors";
import {
  type FileSystem,
  modifiedTimeStepMs,
  replaceFile,
  retryWhileBusy,
  temporaryExtension,
  writeOrRepeat,
} from "../../util/fileSystem";
import type { ActionRequest } from "../model/actions";
import {
  decodeRequest,
  decodeSnapshot,
  encodeRequest,
  encodeSnapshot,
  NewerStateError,
  type Snapshot,
} from "./snapshot";

const snapshotName = "followed.json";
/** The latest snapshot that could not be read. */
const damagedName = "followed.damaged.json";
const requestsName = "requests";
const extension = ".json";

/** No file takes longer to be written. */
const maxWritingMs = 60_000;

export interface StateEnvironment {
  readonly files: FileSystem;
  readonly clock: Clock;
}

/** The file with the snapshot. */
export interface SnapshotFile {
  readonly modifiedMs: number;
  readonly snapshot: Snapshot;
  /** A part of it, or all, could not be read. */
  readonly isDamaged: boolean;
}

/**
 * The files of the followed feeds of one profile: `followed.json`, which the window with the lease replaces, and
 * `requests/<id>.json`, which all windows write and the window with the lease deletes. Each appears as a whole,
 * except what a window writes while it is closing. Methods reject with the system's errors.
 */
export class StateFolder {
  /** A part of the names of files that this window writes. */
  private readonly windowId = randomBytes(4).toString("hex");
  private lastRequestMs = 0;

  constructor(
    private readonly folder: string,
    private readonly environment: StateEnvironment,
  ) {}

  /** A new request of this window. IDs sort by time. Those of one window sort in the order of the requests, whatever the clock does. */
  newRequest(action: ActionRequest["action"]): ActionRequest {
    const atMs = this.environment.clock.now();
    this.lastRequestMs = Math.max(atMs, this.lastRequestMs + 1);
    return { requestId: `${String(this.lastRequestMs).padStart(14, "0")}-${this.windowId}`, atMs, action };
  }

  /** Undefined if there is no file; the same object while the file was not replaced. @throws {NewerStateError} */
  async readSnapshot(last?: SnapshotFile): Promise<SnapshotFile | undefined> {
    const { files, clock } = this.environment;
    const file = this.pathOf(snapshotName);
    return retryWhileBusy(clock, async () => {
      try {
        const { modifiedMs, isFolder } = await files.stat(file);
        if (last?.modifiedMs === modifiedMs) {
          return last;
        }
        return { modifiedMs, ...decodeSnapshot(isFolder ? "" : await files.readFile(file)) };
      } catch (error) {
        if (hasCode(error, "ENOENT")) {
          return undefined;
        }
        throw error;
      }
    });
  }

  /** @param last the file that is replaced; the new one has another modification time, whatever the clock does. */
  async writeSnapshot(snapshot: Snapshot, last: SnapshotFile | undefined): Promise<SnapshotFile> {
    const { files, clock } = this.environment;
    // The name is this window's own: one that was suspended while it wrote must not write into another window's file.
    const temporary = this.pathOf(`${snapshotName}.${this.windowId}${temporaryExtension}`);
    const modifiedMs = Math.max(clock.now(), (last?.modifiedMs ?? 0) + modifiedTimeStepMs);
    await files.createFolder(this.folder);
    await retryWhileBusy(clock, () => files.writeFile(temporary, encodeSnapshot(snapshot)));
    await retryWhileBusy(clock, () => files.setModifiedMs(temporary, modifiedMs));
    const written = (await files.stat(temporary)).modifiedMs;
    await retryWhileBusy(clock, () => files.rename(temporary, this.pathOf(snapshotName)));
    return { modifiedMs: written, snapshot, isDamaged: false };
  }

  /** Keeps what the snapshot's file has now under another name. */
  async keepDamaged(): Promise<void> {
    const { files, clock } = this.environment;
    const [file, copy] = [this.pathOf(snapshotName), this.pathOf(damagedName)];
    await retryWhileBusy(clock, () => files.delete(copy));
    try {
      const text = await retryWhileBusy(clock, () => files.readFile(file));
      await retryWhileBusy(clock, () => files.writeFile(copy, text));
    } catch (error) {
      if (!hasCode(error, "EISDIR")) {
        throw error;
      }
      await retryWhileBusy(clock, () => files.rename(file, copy));
    }
  }

  /** IDs of the requests, in any order. */
  async listRequests(): Promise<readonly string[]> {
    const names = await this.namesIn(requestsName);
    return names.filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length));
  }

  async readRequest(id: string): Promise<ActionRequest | "missing" | "unreadable" | "newer"> {
    const { files, clock } = this.environment;
    try {
      const request = decodeRequest(await retryWhileBusy(clock, () => files.readFile(this.requestPath(id))));
      return request?.requestId === id ? request : "unreadable";
    } catch (error) {
      if (error instanceof NewerStateError) {
        return "newer";
      }
      if (hasCode(error, "ENOENT", "EISDIR")) {
        return hasCode(error, "ENOENT") ? "missing" : "unreadable";
      }
      throw error;
    }
  }

  async writeRequest(request: ActionRequest): Promise<void> {
    const { files, clock } = this.environment;
    const file = this.requestPath(request.requestId);
    await files.createFolder(this.pathOf(requestsName));
    await writeOrRepeat(() => replaceFile(files, clock, file, encodeRequest(request)));
  }

  /** For a window that is closing. Errors are ignored. */
  writeRequestSync(request: ActionRequest): void {
    try {
      this.environment.files.writeFileSync(this.requestPath(request.requestId), encodeRequest(request));
    } catch {
      // The window is closing: the error cannot be shown any more.
    }
  }

  async deleteRequest(id: string): Promise<void> {
    const { files, clock } = this.environment;
    await retryWhileBusy(clock, () => files.delete(this.requestPath(id)));
  }

  /** Deletes the files of windows that died while they wrote. Errors are ignored: such files do no harm. */
  async deleteTemporaryFiles(): Promise<void> {
    const { files, clock } = this.environment;
    for (const folder of [".", requestsName]) {
      const names = await this.namesIn(folder).catch(() => []);
      for (const name of names.filter((name) => name.endsWith(temporaryExtension))) {
        const file = path.join(this.folder, folder, name);
        const stat = await files.stat(file).catch(() => undefined);
        if (stat && Math.abs(clock.now() - stat.modifiedMs) > maxWritingMs) {
          await files.delete(file).catch(() => undefined);
        }
      }
    }
  }

  private async namesIn(folder: string): Promise<string[]> {
    const { files, clock } = this.environment;
    try {
      const entries = await retryWhileBusy(clock, () => files.readFolder(path.join(this.folder, folder)));
      return entries.map(({ name }) => name);
    } catch (error) {
      if (hasCode(error, "ENOENT")) {
        return [];
      }
      throw error;
    }
  }

  private requestPath(id: string): string {
    return path.join(this.folder, requestsName, id + extension);
  }

  private pathOf(name: string): string {
    return path.join(this.folder, name);
  }
}

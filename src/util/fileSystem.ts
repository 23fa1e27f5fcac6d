import { randomBytes } from "node:crypto";
import { type Stats, watch } from "node:fs";
import fs, { type FileHandle } from "node:fs/promises";
import path from "node:path";
import { type Clock, delay } from "./clock";
import type { IDisposable } from "./disposable";
import { hasCode } from "./errors";

export type FileStat = Pick<Stats, "mtimeMs" | "size" | "mode" | "isDirectory">;

export type OpenFile = Pick<NodeFile, "length" | "append" | "truncate" | "read" | "close">;

/** Rejects with Node's errors. Tests inject failing and Windows-like file systems. */
export type FileSystem = typeof nodeFileSystem;

export const nodeFileSystem = {
  /** Creates a folder and its parents, if missing. */
  createFolder: async (folder: string): Promise<void> => {
    await fs.mkdir(folder, { recursive: true });
  },
  /** Names of the entries, in no particular order. */
  readFolder: (folder: string): Promise<readonly string[]> => fs.readdir(folder),
  readFile: (file: string): Promise<string> => fs.readFile(file, "utf8"),
  writeFile: (file: string, text: string): Promise<void> => fs.writeFile(file, text),
  /** Rejects with EEXIST if the file exists. */
  createFile: (file: string, text: string): Promise<void> => fs.writeFile(file, text, { flag: "wx" }),
  /** `w+` creates or empties a file, `r+` opens an existing one. */
  openFile: async (file: string, flags: "r+" | "w+"): Promise<OpenFile> => {
    const handle = await fs.open(file, flags);
    try {
      return new NodeFile(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  },
  /** Replaces an existing file. */
  rename: (from: string, to: string): Promise<void> => fs.rename(from, to),
  /** Deletes a file or folder recursively, if it exists. */
  delete: (path: string): Promise<void> => fs.rm(path, { recursive: true, force: true }),
  stat: (path: string): Promise<FileStat> => fs.stat(path),
};

class NodeFile {
  /** @param length bytes of the file with what was appended; a failed `append` may have written more */
  constructor(
    private readonly handle: FileHandle,
    public length: number,
  ) {}

  /** Writes by position, because Windows can't truncate a file that was opened for appending. */
  async append(bytes: Uint8Array): Promise<void> {
    // A single call may write only some of the bytes.
    for (let done = 0; done < bytes.length;) {
      const left = bytes.length - done;
      done += (await this.handle.write(bytes, done, left, this.length + done)).bytesWritten;
    }
    this.length += bytes.length;
  }

  async truncate(length: number): Promise<void> {
    await this.handle.truncate(length);
    this.length = length;
  }

  /** @returns number of bytes read, at most `length`; 0 at the end of the file */
  async read(buffer: Uint8Array, length: number, position: number): Promise<number> {
    return (await this.handle.read(buffer, 0, length, position)).bytesRead;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** Calls back when a file was replaced. Does nothing on disks that can't be watched. */
export function watchFile(file: string, onChange: () => void): IDisposable {
  try {
    const watcher = watch(path.dirname(file), { persistent: false }, (_, name) => {
      if (name === path.basename(file)) {
        onChange();
      }
    });
    watcher.on("error", () => watcher.close());
    return { dispose: () => watcher.close() };
  } catch {
    return { dispose: () => undefined };
  }
}

/** Windows' errors for a file that another program has open. */
const busyCodes = ["EPERM", "EACCES", "EBUSY", "ENOTEMPTY"];

/**
 * Retries an operation for 1.3 s while another program has the file open. On Windows, virus scanners and
 * indexers briefly open every new file, which can't be renamed, replaced or deleted meanwhile.
 */
export async function retryWhileBusy<T>(clock: Clock, operation: () => Promise<T>): Promise<T> {
  for (let delayMs = 10; ; delayMs *= 2) {
    try {
      return await operation();
    } catch (error) {
      if (delayMs > 640 || !hasCode(error, ...busyCodes)) {
        throw error;
      }
    }
    await delay(clock, delayMs);
  }
}

/** Replaces the content of a file atomically: writes a temporary file and renames it. */
export async function replaceFile(
  files: FileSystem,
  clock: Clock,
  file: string,
  text: string,
): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString("hex")}.new`;
  try {
    await retryWhileBusy(clock, () => files.writeFile(temporary, text));
    await retryWhileBusy(clock, () => files.rename(temporary, file));
  } catch (error) {
    await files.delete(temporary).catch(() => undefined);
    throw error;
  }
}

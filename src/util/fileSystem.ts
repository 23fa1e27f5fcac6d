import { randomBytes } from "node:crypto";
import { readFileSync, watch, writeFileSync } from "node:fs";
import fs, { type FileHandle } from "node:fs/promises";
import path from "node:path";
import { type Clock, delay } from "./clock";
import type { IDisposable } from "./disposable";
import { hasCode } from "./errors";

/** The file operations in use, with Node's errors. Tests inject failing and Windows-like file systems. */
export interface FileSystem {
  /** Creates a folder and its parents, if missing. */
  createFolder(folder: string): Promise<void>;
  /** Entries in no particular order. */
  readFolder(folder: string): Promise<readonly FolderEntry[]>;
  readFile(file: string): Promise<string>;
  writeFile(file: string, text: string): Promise<void>;
  /** Rejects with EEXIST if the file exists. If the text cannot be written, there is no file either. */
  createFile(file: string, text: string): Promise<void>;
  /** `w+` creates or empties a file, `r+` opens an existing one. */
  openFile(file: string, flags: "r+" | "w+"): Promise<OpenFile>;
  /** Replaces an existing file. */
  rename(from: string, to: string): Promise<void>;
  /** Deletes a file or folder recursively, if it exists. */
  delete(path: string): Promise<void>;
  stat(path: string): Promise<FileStat>;
  setModifiedMs(file: string, ms: number): Promise<void>;
  /** For a window that is closing. */
  readFileSync(file: string): string;
  /** For a window that is closing. */
  writeFileSync(file: string, text: string): void;
}

export interface FileStat {
  /** Milliseconds since 1970 UTC. */
  readonly modifiedMs: number;
  readonly bytes: number;
  readonly isFolder: boolean;
  readonly isReadOnly: boolean;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface OpenFile {
  /** Reads `length` bytes. @returns number of bytes read, fewer only at the end of the file */
  read(buffer: Uint8Array, length: number, position: number): Promise<number>;
  /** Writes all bytes. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  size(): Promise<number>;
  truncate(bytes: number): Promise<void>;
  close(): Promise<void>;
}

export const nodeFileSystem: FileSystem = {
  createFolder: async (folder) => {
    await fs.mkdir(folder, { recursive: true });
  },
  readFolder: async (folder) => {
    const entries = await fs.readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  },
  readFile: (file) => fs.readFile(file, "utf8"),
  writeFile: (file, text) => fs.writeFile(file, text),
  createFile,
  openFile: async (file, flags) => new NodeFile(await fs.open(file, flags)),
  rename: (from, to) => fs.rename(from, to),
  delete: (path) => fs.rm(path, { recursive: true, force: true }),
  stat: async (path) => {
    const stat = await fs.stat(path);
    return {
      modifiedMs: stat.mtimeMs,
      bytes: stat.size,
      isFolder: stat.isDirectory(),
      isReadOnly: (stat.mode & 0o222) === 0,
    };
  },
  setModifiedMs: (file, ms) => fs.utimes(file, ms / 1000, ms / 1000),
  readFileSync: (file) => readFileSync(file, "utf8"),
  writeFileSync: (file, text) => writeFileSync(file, text),
};

async function createFile(file: string, text: string): Promise<void> {
  const handle = await fs.open(file, "wx");
  try {
    await handle.writeFile(text).finally(() => handle.close());
  } catch (error) {
    await fs.rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}

class NodeFile implements OpenFile {
  constructor(private readonly handle: FileHandle) {}

  async read(buffer: Uint8Array, length: number, position: number): Promise<number> {
    // A single call may read only some of the bytes.
    let done = 0;
    for (let bytesRead = -1; done < length && bytesRead !== 0; done += bytesRead) {
      ({ bytesRead } = await this.handle.read(buffer, done, length - done, position + done));
    }
    return done;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    // A single call may write only some of the bytes.
    for (let done = 0; done < bytes.length;) {
      done += (await this.handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
    }
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  truncate(bytes: number): Promise<void> {
    return this.handle.truncate(bytes);
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** Calls back when a file was replaced. Does nothing on disks that cannot be watched. */
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
/** 1.3 s in total, enough for virus scanners and indexers. */
const delaysMs = [10, 20, 40, 80, 160, 320, 640];

/**
 * Retries an operation while another program has the file open. On Windows, virus scanners and indexers open every new file
 * for a moment, during which it cannot be renamed, replaced or deleted.
 */
export async function retryWhileBusy<T>(clock: Clock, operation: () => Promise<T>): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await operation();
    } catch (error) {
      if (!hasCode(error, ...busyCodes)) {
        throw error;
      }
      await delay(clock, delayMs);
    }
  }
  return operation();
}

/** Of files that are being written. */
export const temporaryExtension = ".new";

/**
 * Replaces the content of a file atomically: it is written under another name first.
 * @param onlyWriter the file has no other writer, so that the other name can be the same each time: what a killed writer left is replaced
 */
export async function replaceFile(
  files: FileSystem,
  clock: Clock,
  file: string,
  text: string,
  { onlyWriter = false } = {},
): Promise<void> {
  const writer = onlyWriter ? "" : `.${randomBytes(4).toString("hex")}`;
  const temporary = file + writer + temporaryExtension;
  try {
    await retryWhileBusy(clock, () => files.writeFile(temporary, text));
    await retryWhileBusy(clock, () => files.rename(temporary, file));
  } catch (error) {
    if (!onlyWriter) {
      await files.delete(temporary).catch(() => undefined);
    }
    throw error;
  }
}

import path from "node:path";
import type { FileStat, FileSystem, OpenFile } from "../../../src/util/fileSystem";
import { systemError } from "./fakeFileSystem";

interface MemoryFile {
  bytes: Buffer;
  modifiedMs: number;
}

/** A turn later, as a disk would. */
function later<T>(work: () => T): Promise<T> {
  return Promise.resolve().then(work);
}

/** Files in memory, shared by the processes that a test simulates. */
export class MemoryFileSystem implements FileSystem {
  readonly files = new Map<string, MemoryFile>();
  readonly folders = new Set<string>();

  constructor(private readonly now: () => number) {}

  createFolder(folder: string): Promise<void> {
    return later(() => {
      for (let each = folder; !this.folders.has(each); each = path.dirname(each)) {
        this.folders.add(each);
      }
    });
  }

  readFolder(folder: string): ReturnType<FileSystem["readFolder"]> {
    return later(() => {
      if (!this.folders.has(folder)) {
        throw systemError("ENOENT");
      }
      return [...this.files.keys(), ...this.folders]
        .filter((entry) => path.dirname(entry) === folder)
        .map((entry) => path.basename(entry));
    });
  }

  readFile(file: string): Promise<string> {
    return later(() => this.readFileSync(file));
  }

  writeFile(file: string, text: string): Promise<void> {
    return later(() => this.writeFileSync(file, text));
  }

  createFile(file: string, text: string): Promise<void> {
    return later(() => {
      if (this.files.has(file) || this.folders.has(file)) {
        throw systemError("EEXIST");
      }
      this.writeFileSync(file, text);
    });
  }

  /** No test of files in memory needs one. */
  openFile(): Promise<OpenFile> {
    return Promise.reject(systemError("ENOSYS"));
  }

  rename(from: string, to: string): Promise<void> {
    return later(() => {
      this.files.set(to, this.at(from));
      this.files.delete(from);
    });
  }

  delete(target: string): Promise<void> {
    return later(() => {
      for (const entries of [this.files, this.folders]) {
        for (const entry of [...entries.keys()]) {
          if (entry === target || entry.startsWith(`${target}${path.sep}`)) {
            entries.delete(entry);
          }
        }
      }
    });
  }

  stat(target: string): Promise<FileStat> {
    return later(() => {
      const isFolder = this.folders.has(target);
      const { modifiedMs, bytes } = isFolder ? { modifiedMs: 0, bytes: "" } : this.at(target);
      return { mtimeMs: modifiedMs, size: bytes.length, mode: 0o666, isDirectory: () => isFolder };
    });
  }

  readFileSync(file: string): string {
    return this.at(file).bytes.toString();
  }

  writeFileSync(file: string, text: string): void {
    if (!this.folders.has(path.dirname(file))) {
      throw systemError("ENOENT");
    }
    this.files.set(file, { bytes: Buffer.from(text), modifiedMs: this.now() });
  }

  private at(file: string): MemoryFile {
    const found = this.files.get(file);
    if (!found) {
      throw systemError(this.folders.has(file) ? "EISDIR" : "ENOENT");
    }
    return found;
  }
}

import path from "node:path";
import type { FileStat, FileSystem, OpenFile } from "../../../src/util/fileSystem";
import { systemError } from "./fakeFileSystem";

interface MemoryFile {
  bytes: Buffer;
  modifiedMs: number;
}

/** Files in memory, shared by the processes that a test simulates. */
export class MemoryFileSystem implements FileSystem {
  readonly files = new Map<string, MemoryFile>();
  readonly folders = new Set<string>();

  constructor(private readonly now: () => number) {}

  async createFolder(folder: string): Promise<void> {
    await Promise.resolve();
    for (let each = folder; !this.folders.has(each); each = path.dirname(each)) {
      this.folders.add(each);
    }
  }

  async readFolder(folder: string): ReturnType<FileSystem["readFolder"]> {
    await Promise.resolve();
    if (!this.folders.has(folder)) {
      throw systemError("ENOENT");
    }
    return [...this.files.keys(), ...this.folders]
      .filter((entry) => path.dirname(entry) === folder)
      .map((entry) => path.basename(entry));
  }

  async readFile(file: string): Promise<string> {
    await Promise.resolve();
    return this.readFileSync(file);
  }

  async writeFile(file: string, text: string): Promise<void> {
    await Promise.resolve();
    this.writeFileSync(file, text);
  }

  async createFile(file: string, text: string): Promise<void> {
    await Promise.resolve();
    if (this.files.has(file) || this.folders.has(file)) {
      throw systemError("EEXIST");
    }
    this.writeFileSync(file, text);
  }

  async openFile(file: string, flags: "r+" | "w+"): Promise<OpenFile> {
    await Promise.resolve();
    if (flags === "w+") {
      this.writeFileSync(file, "");
    }
    return new OpenMemoryFile(this.at(file));
  }

  async rename(from: string, to: string): Promise<void> {
    await Promise.resolve();
    this.files.set(to, this.at(from));
    this.files.delete(from);
  }

  async delete(target: string): Promise<void> {
    await Promise.resolve();
    for (const entries of [this.files, this.folders]) {
      for (const entry of [...entries.keys()]) {
        if (entry === target || entry.startsWith(`${target}${path.sep}`)) {
          entries.delete(entry);
        }
      }
    }
  }

  async stat(target: string): Promise<FileStat> {
    await Promise.resolve();
    const isFolder = this.folders.has(target);
    const { modifiedMs, bytes } = isFolder ? { modifiedMs: 0, bytes: "" } : this.at(target);
    return { modifiedMs, bytes: bytes.length, isFolder, isReadOnly: false };
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

class OpenMemoryFile implements OpenFile {
  constructor(private readonly file: MemoryFile) {}

  async read(buffer: Uint8Array, length: number, position: number): Promise<number> {
    await Promise.resolve();
    const read = this.file.bytes.subarray(position, position + length);
    buffer.set(read);
    return read.length;
  }

  get length(): number {
    return this.file.bytes.length;
  }

  async append(bytes: Uint8Array): Promise<void> {
    await Promise.resolve();
    this.file.bytes = Buffer.concat([this.file.bytes, bytes]);
  }

  async truncate(length: number): Promise<void> {
    await Promise.resolve();
    this.file.bytes = this.file.bytes.subarray(0, length);
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}

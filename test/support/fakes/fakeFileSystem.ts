import path from "node:path";
import type { FileStat, FileSystem, OpenFile } from "../../../src/util/fileSystem";

/** An error as Node makes it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code });
}

/** Asked before each operation: name of the operation and the path it is on. What it throws is what the operation rejects with. */
export type Gate = (operation: string, path: string) => void;

/** A file system behind a gate. `halve` is asked as well before bytes are written: only half of them then are. */
export class GatedFileSystem implements FileSystem {
  /** Files that are open. */
  readonly open = new Set<GatedFile>();

  constructor(
    private readonly base: FileSystem,
    private readonly gate: Gate,
    private readonly halve: () => boolean = () => false,
  ) {}

  createFolder(folder: string): Promise<void> {
    return this.run("createFolder", folder, () => this.base.createFolder(folder));
  }

  readFolder(folder: string): ReturnType<FileSystem["readFolder"]> {
    return this.run("readFolder", folder, () => this.base.readFolder(folder));
  }

  readFile(file: string): Promise<string> {
    return this.run("readFile", file, () => this.base.readFile(file));
  }

  async writeFile(file: string, text: string): Promise<void> {
    if (this.halve()) {
      await this.base.writeFile(file, text.slice(0, text.length / 2));
    }
    return this.run("writeFile", file, () => this.base.writeFile(file, text));
  }

  createFile(file: string, text: string): Promise<void> {
    return this.run("createFile", file, () => this.base.createFile(file, text));
  }

  openFile(file: string, flags: "r+" | "w+"): Promise<OpenFile> {
    return this.run("openFile", file, async () => {
      const opened = new GatedFile(await this.base.openFile(file, flags), file, this.gate, this.halve, () =>
        this.open.delete(opened),
      );
      this.open.add(opened);
      return opened;
    });
  }

  rename(from: string, to: string): Promise<void> {
    return this.run("rename", from, () => this.base.rename(from, to));
  }

  delete(target: string): Promise<void> {
    return this.run("delete", target, () => this.base.delete(target));
  }

  stat(target: string): Promise<FileStat> {
    return this.run("stat", target, () => this.base.stat(target));
  }

  setModifiedMs(file: string, ms: number): Promise<void> {
    return this.run("setModifiedMs", file, () => this.base.setModifiedMs(file, ms));
  }

  readFileSync(file: string): string {
    this.gate("readFileSync", file);
    return this.base.readFileSync(file);
  }

  writeFileSync(file: string, text: string): void {
    this.gate("writeFileSync", file);
    this.base.writeFileSync(file, text);
  }

  private async run<T>(operation: string, target: string, work: () => Promise<T>): Promise<T> {
    this.gate(operation, target);
    return work();
  }
}

class GatedFile implements OpenFile {
  constructor(
    private readonly file: OpenFile,
    readonly path: string,
    private readonly gate: Gate,
    private readonly halve: () => boolean,
    private readonly closed: () => void,
  ) {}

  async read(buffer: Uint8Array, length: number, position: number): Promise<number> {
    this.gate("read", this.path);
    return this.file.read(buffer, length, position);
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    if (this.halve()) {
      await this.file.write(bytes.subarray(0, bytes.length / 2), position);
    }
    this.gate("write", this.path);
    return this.file.write(bytes, position);
  }

  async size(): Promise<number> {
    this.gate("size", this.path);
    return this.file.size();
  }

  async truncate(bytes: number): Promise<void> {
    this.gate("truncate", this.path);
    return this.file.truncate(bytes);
  }

  /** The system closes a file even where it says that something went wrong. */
  async close(): Promise<void> {
    this.closed();
    await this.file.close();
    this.gate("close", this.path);
  }
}

/**
 * What Windows refuses: renaming, replacing or deleting what somebody has open, and names that it reserves. Other programs
 * look at files too: each that was written stays busy for some attempts.
 */
export class WindowsFileSystem extends GatedFileSystem {
  private readonly busy = new Map<string, number>();

  /** @param attempts that a virus scanner has a new file open for. */
  constructor(
    base: FileSystem,
    private readonly attempts = 3,
  ) {
    super(base, () => undefined);
  }

  override async writeFile(file: string, text: string): Promise<void> {
    this.refuseWhileBusy(file, "EBUSY");
    await super.writeFile(file, text);
    this.scan(file);
  }

  override async createFile(file: string, text: string): Promise<void> {
    await super.createFile(file, text);
    this.scan(file);
  }

  override async rename(from: string, to: string): Promise<void> {
    for (const file of [from, to]) {
      this.refuseWhileBusy(file, "EPERM");
      this.refuseOpen(file, "EPERM");
    }
    await super.rename(from, to);
    this.scan(to);
  }

  override async delete(target: string): Promise<void> {
    for (const file of this.busy.keys()) {
      if (isWithin(file, target)) {
        this.refuseWhileBusy(file, "EBUSY");
      }
    }
    this.refuseOpen(target, "ENOTEMPTY");
    await super.delete(target);
  }

  private scan(file: string): void {
    this.busy.set(file, this.attempts);
  }

  private refuseWhileBusy(file: string, code: string): void {
    const left = this.busy.get(file) ?? 0;
    if (left > 0) {
      this.busy.set(file, left - 1);
      throw systemError(code);
    }
  }

  private refuseOpen(target: string, code: string): void {
    if ([...this.open].some((file) => isWithin(file.path, target))) {
      throw systemError(code);
    }
  }
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}${path.sep}`);
}

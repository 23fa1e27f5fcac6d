import path from "node:path";
import type { FileStat, FileSystem, OpenFile } from "../../../src/util/fileSystem";

/** An error like those of Node. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

/** Called before each operation with its name and path; the operation rejects with what this throws. */
export type Intercept = (operation: string, path: string) => void;

/** Intercepts the operations of another file system. A write for which `isHalfWritten` returns true writes half of its bytes. */
export class InterceptingFileSystem implements FileSystem {
  /** The open files. */
  readonly open = new Set<InterceptingFile>();
  /** Operations that have begun and not ended. */
  pending = 0;

  constructor(
    private readonly base: FileSystem,
    private readonly intercept: Intercept,
    private readonly isHalfWritten: () => boolean = () => false,
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
    if (this.isHalfWritten()) {
      await this.base.writeFile(file, text.slice(0, text.length / 2));
    }
    return this.run("writeFile", file, () => this.base.writeFile(file, text));
  }

  createFile(file: string, text: string): Promise<void> {
    return this.run("createFile", file, () => this.base.createFile(file, text));
  }

  openFile(file: string, flags: "r+" | "w+"): Promise<OpenFile> {
    return this.run("openFile", file, async () => {
      const opened = new InterceptingFile(
        await this.base.openFile(file, flags),
        file,
        (operation, work) => this.run(operation, file, work),
        this.isHalfWritten,
        () => this.open.delete(opened),
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

  private async run<T>(operation: string, target: string, work: () => Promise<T>): Promise<T> {
    this.intercept(operation, target);
    this.pending++;
    try {
      return await work();
    } finally {
      this.pending--;
    }
  }
}

class InterceptingFile implements OpenFile {
  constructor(
    private readonly file: OpenFile,
    readonly path: string,
    private readonly run: <T>(operation: string, work: () => Promise<T>) => Promise<T>,
    private readonly isHalfWritten: () => boolean,
    private readonly onDidClose: () => void,
  ) {}

  get length(): number {
    return this.file.length;
  }

  read(buffer: Uint8Array, length: number, position: number): Promise<number> {
    return this.run("read", () => this.file.read(buffer, length, position));
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.isHalfWritten()) {
      await this.file.append(bytes.subarray(0, bytes.length / 2));
    }
    return this.run("append", () => this.file.append(bytes));
  }

  truncate(length: number): Promise<void> {
    return this.run("truncate", () => this.file.truncate(length));
  }

  /** A real system closes a file even if it reports an error. */
  async close(): Promise<void> {
    this.onDidClose();
    await this.file.close();
    await this.run("close", () => Promise.resolve());
  }
}

/**
 * Like Windows, refuses to rename, replace or delete open files. A virus scanner opens each new file for some attempts.
 */
export class WindowsFileSystem extends InterceptingFileSystem {
  private readonly busy = new Map<string, number>();

  /** @param attempts for which a new file is busy */
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

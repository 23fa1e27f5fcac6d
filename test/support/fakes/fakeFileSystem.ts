import type { FileSystem, OpenFile } from "../../../src/util/fileSystem";

/** An error like Node's file system errors. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

/** Called before each operation with its name and paths. If it throws, the operation fails. */
export type Intercept = (operation: string, path: string, to?: unknown) => void;

type Operation = Exclude<keyof FileSystem, "openFile">;

/** Intercepts operations of another file system. `isHalfWritten` decides which writes stop halfway. */
export class InterceptingFileSystem implements FileSystem {
  readonly open = new Set<OpenFile>();
  readonly createFolder = this.intercepted("createFolder");
  readonly readFolder = this.intercepted("readFolder");
  readonly readFile = this.intercepted("readFile");
  readonly createFile = this.intercepted("createFile");
  readonly rename = this.intercepted("rename");
  readonly delete = this.intercepted("delete");
  readonly stat = this.intercepted("stat");

  constructor(
    private readonly base: FileSystem,
    private readonly intercept: Intercept,
    private readonly isHalfWritten: () => boolean = () => false,
  ) {}

  async writeFile(file: string, text: string): Promise<void> {
    if (this.isHalfWritten()) {
      await this.base.writeFile(file, text.slice(0, text.length / 2));
    }
    this.intercept("writeFile", file);
    await this.base.writeFile(file, text);
  }

  async openFile(file: string, flags: "r+" | "w+"): Promise<OpenFile> {
    this.intercept("openFile", file);
    const opened = await this.base.openFile(file, flags);
    const before = (operation: string): void => this.intercept(operation, file);
    const intercepting: OpenFile = {
      read: async (...args) => (before("read"), opened.read(...args)),
      get length() {
        return opened.length;
      },
      append: async (bytes) => {
        if (this.isHalfWritten()) {
          await opened.append(bytes.subarray(0, bytes.length / 2));
        }
        before("append");
        await opened.append(bytes);
      },
      truncate: async (bytes) => (before("truncate"), opened.truncate(bytes)),
      // A real file system closes the file even if it reports an error.
      close: async () => {
        this.open.delete(intercepting);
        await opened.close();
        before("close");
      },
    };
    this.open.add(intercepting);
    return intercepting;
  }

  private intercepted<Name extends Operation>(name: Name): FileSystem[Name] {
    const operation = async (file: string, ...rest: unknown[]): Promise<unknown> => {
      this.intercept(name, file, rest[0]);
      return Reflect.apply(this.base[name], this.base, [file, ...rest]) as Promise<unknown>;
    };
    return operation as FileSystem[Name];
  }
}

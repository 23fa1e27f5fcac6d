import type { FileSystem } from "../../../src/util/fileSystem";
import { systemError } from "./fakeFileSystem";

const refuse = (): Promise<never> => Promise.reject(systemError("ENOSYS"));

/** A turn later, as a disk would. */
function later<T>(work: () => T): Promise<T> {
  return Promise.resolve().then(work);
}

/** Text files in memory, shared by the processes that a test simulates. Folders need not exist, and nobody lists them. */
export class MemoryFileSystem implements FileSystem {
  /** The text of each, by path. */
  readonly files = new Map<string, string>();
  readonly readFolder = refuse;
  readonly createFile = refuse;
  readonly openFile = refuse;
  readonly stat = refuse;

  createFolder(): Promise<void> {
    return Promise.resolve();
  }

  readFile(file: string): Promise<string> {
    return later(() => this.at(file));
  }

  writeFile(file: string, text: string): Promise<void> {
    return later(() => void this.files.set(file, text));
  }

  rename(from: string, to: string): Promise<void> {
    return later(() => {
      this.files.set(to, this.at(from));
      this.files.delete(from);
    });
  }

  delete(file: string): Promise<void> {
    return later(() => void this.files.delete(file));
  }

  private at(file: string): string {
    const text = this.files.get(file);
    if (text === undefined) {
      throw systemError("ENOENT");
    }
    return text;
  }
}

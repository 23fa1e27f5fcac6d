import type { FileSystem } from "../../../src/util/fileSystem";
import { systemError } from "./fakeFileSystem";

const refuse = (): Promise<never> => Promise.reject(systemError("ENOSYS"));

/** Responds in a later turn, like a disk. */
function later<T>(work: () => T): Promise<T> {
  return Promise.resolve().then(work);
}

/** Text files in memory, shared by all simulated processes. Folders don't have to be created. */
export class MemoryFileSystem implements FileSystem {
  /** File contents by path. */
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

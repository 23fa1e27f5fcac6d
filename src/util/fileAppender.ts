import type { FileSystem, OpenFile } from "./fileSystem";
import { hasCode } from "./errors";

/** Appends to a file by position, because Windows cannot truncate a file that was opened for appending. */
export class FileAppender {
  private constructor(
    private readonly file: OpenFile,
    private length: number,
  ) {}

  /** Creates or empties a file. */
  static async create(files: FileSystem, path: string): Promise<FileAppender> {
    return new FileAppender(await files.openFile(path, "w+"), 0);
  }

  /** Opens a file and truncates it to `length` bytes. @returns undefined if it is missing or shorter */
  static async reopen(files: FileSystem, path: string, length: number): Promise<FileAppender | undefined> {
    const file = await files.openFile(path, "r+").catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) {
        return undefined;
      }
      throw error;
    });
    let isUsable = false;
    try {
      if (file && (await file.size()) >= length) {
        await file.truncate(length);
        isUsable = true;
      }
    } finally {
      if (!isUsable) {
        await file?.close();
      }
    }
    return file && isUsable ? new FileAppender(file, length) : undefined;
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.file.write(bytes, this.length);
    this.length += bytes.length;
  }

  /** @returns number of bytes read, fewer than `length` only at the end of the file */
  read(buffer: Uint8Array, length: number, position: number): Promise<number> {
    return this.file.read(buffer, length, position);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

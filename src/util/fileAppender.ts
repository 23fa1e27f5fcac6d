import type { FileSystem, OpenFile } from "./fileSystem";

/** Appends to a file by position, because Windows cannot truncate a file that was opened for appending. */
export class FileAppender {
  private constructor(
    private readonly file: OpenFile,
    private bytes: number,
  ) {}

  /** Creates or empties a file. */
  static async create(files: FileSystem, path: string): Promise<FileAppender> {
    return new FileAppender(await files.openFile(path, "w+"), 0);
  }

  /** Opens an existing file, to append to its end. */
  static async open(files: FileSystem, path: string): Promise<FileAppender> {
    const file = await files.openFile(path, "r+");
    try {
      return new FileAppender(file, await file.size());
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Bytes of what was appended; a failed `append` may have written more. */
  get length(): number {
    return this.bytes;
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.file.write(bytes, this.bytes);
    this.bytes += bytes.length;
  }

  async truncate(bytes: number): Promise<void> {
    await this.file.truncate(bytes);
    this.bytes = bytes;
  }

  /** @returns number of bytes read, fewer than `length` only at the end of the file */
  read(buffer: Uint8Array, length: number, position: number): Promise<number> {
    return this.file.read(buffer, length, position);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

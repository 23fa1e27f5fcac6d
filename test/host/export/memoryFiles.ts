import * as vscode from "vscode";

/** The file system of another extension: one folder in memory, whose disk can be full. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  /** Most bytes of a file. */
  maxBytes = Infinity;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat> {
    const type = path === "/" ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: path === "/" ? 0 : this.fileAt(path).length };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [...this.files.keys()].map((path) => [path.slice(1), vscode.FileType.File]);
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    return this.fileAt(path);
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    if (content.length > this.maxBytes) {
      this.files.set(path, content.slice(0, this.maxBytes));
      throw new Error("ENOSPC: no space left on device, write");
    }
    this.files.set(path, content);
  }

  delete({ path }: vscode.Uri): void {
    this.fileAt(path);
    this.files.delete(path);
  }

  rename(from: vscode.Uri, to: vscode.Uri): void {
    this.files.set(to.path, this.fileAt(from.path));
    this.files.delete(from.path);
  }

  private fileAt(path: string): Uint8Array {
    const content = this.files.get(path);
    if (!content) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return content;
  }
}

import * as l10n from "@vscode/l10n";
import { randomBytes } from "node:crypto";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Clock } from "../util/clock";
import { nodeFileSystem } from "../util/fileSystem";
import { fileError, withSentence } from "./fileErrors";
import { temporaryName, writeWholeFile } from "./wholeFile";

/**
 * The file that an export writes: on this machine, on a remote one, or in a virtual workspace. VS Code cannot append to the latter two:
 * they are written in a temporary folder of this machine first, and copied.
 */
export class ExportTarget {
  private temporaryFolder: string | undefined;
  /** Beside the file. */
  private readonly temporary: vscode.Uri;

  constructor(readonly uri: vscode.Uri) {
    this.temporary = vscode.Uri.joinPath(uri, "..", temporaryName(this.name));
  }

  get name(): string {
    return path.posix.basename(this.uri.path);
  }

  /** Checks that the file can be written, before an export that may take an hour. Leaves nothing behind. @throws {FileError} */
  async check(): Promise<void> {
    await this.checkObstacles();
    try {
      // Creates the folder, too.
      await vscode.workspace.fs.writeFile(this.temporary, new Uint8Array());
      await vscode.workspace.fs.delete(this.temporary);
    } catch (error) {
      throw withSentence(error, this.name);
    }
  }

  /** Path of the part file on this machine. */
  async partFile(): Promise<string> {
    return `${await this.localFile()}.part`;
  }

  /** Writes the whole file or, if it is aborted or fails, nothing. */
  async write(pieces: AsyncIterable<string | Uint8Array>, clock: Clock, signal: AbortSignal): Promise<void> {
    await this.checkObstacles();
    const file = await this.localFile();
    await writeWholeFile(file, pieces, { files: nodeFileSystem, clock }, signal);
    if (this.uri.scheme === "file") {
      return;
    }
    const { fs } = vscode.workspace;
    try {
      await fs.copy(vscode.Uri.file(file), this.temporary, { overwrite: true });
      await fs.rename(this.temporary, this.uri, { overwrite: true });
    } catch (error) {
      await Promise.resolve(fs.delete(this.temporary)).catch(() => undefined);
      throw error;
    }
  }

  /** Deletes the temporary folder, with the part file of a target that is not on this machine. */
  async clean(): Promise<void> {
    if (this.temporaryFolder !== undefined) {
      await nodeFileSystem.delete(this.temporaryFolder).catch(() => undefined);
      this.temporaryFolder = undefined;
    }
  }

  private async localFile(): Promise<string> {
    if (this.uri.scheme === "file") {
      return this.uri.fsPath;
    }
    if (this.temporaryFolder === undefined) {
      const folder = path.join(os.tmpdir(), `company-feed-${randomBytes(8).toString("hex")}`);
      await nodeFileSystem.createFolder(folder);
      this.temporaryFolder = folder;
    }
    return path.join(this.temporaryFolder, "events");
  }

  private async checkObstacles(): Promise<void> {
    const { uri } = this;
    if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) {
      throw fileError(this.name, l10n.t("{0} locations are read-only", uri.scheme));
    }
    // A target that does not exist can be written.
    const { isFolder, isReadOnly } = await statTarget(uri).catch(() => noObstacle);
    if (isFolder) {
      throw fileError(this.name, l10n.t("it's a folder"));
    }
    if (isReadOnly) {
      throw fileError(this.name, l10n.t("the file is read-only"));
    }
  }
}

const noObstacle = { isFolder: false, isReadOnly: false };

async function statTarget(target: vscode.Uri): Promise<typeof noObstacle> {
  if (target.scheme === "file") {
    // VS Code does not report the mode of a local file, and renaming onto it ignores the mode.
    return nodeFileSystem.stat(target.fsPath);
  }
  const { permissions, type } = await vscode.workspace.fs.stat(target);
  return {
    isFolder: (type & vscode.FileType.Directory) !== 0,
    isReadOnly: permissions === vscode.FilePermission.Readonly,
  };
}

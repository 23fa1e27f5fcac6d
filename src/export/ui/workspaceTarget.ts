import * as l10n from "@vscode/l10n";
import path from "node:path";
import * as vscode from "vscode";
import { errorMessage } from "../../util/errors";
import { windowsNameProblem } from "../../util/fileNames";
import { nodeFileSystem } from "../../util/fileSystem";
import { oneLine } from "../../util/strings";
import { systemErrorReason } from "../engine/exportErrors";
import type { TargetFolder } from "../engine/targetFolder";

/** The target of an export cannot be written. The message is a sentence. */
export class TargetError extends Error {}

export function fileName(target: vscode.Uri): string {
  return path.posix.basename(target.path);
}

/** A file on this machine, a remote one, or in a virtual workspace. All operations reject with `TargetError`. */
export class WorkspaceTarget implements TargetFolder {
  constructor(private readonly target: vscode.Uri) {}

  async checkObstacles(): Promise<void> {
    const { target } = this;
    const obstacle =
      vscode.workspace.fs.isWritableFileSystem(target.scheme) === false
        ? l10n.t("{0} locations are read-only", target.scheme)
        : (nameProblem(target) ?? (await obstacleAt(target)));
    if (obstacle !== undefined) {
      throw targetError(target, obstacle);
    }
  }

  createFile(name: string): Promise<void> {
    return this.run(() => vscode.workspace.fs.writeFile(this.beside(name), new Uint8Array()));
  }

  copyFrom(file: string, name: string): Promise<void> {
    const source = vscode.Uri.file(file);
    return this.run(() => vscode.workspace.fs.copy(source, this.beside(name), { overwrite: true }));
  }

  renameToTarget(name: string): Promise<void> {
    return this.run(() => vscode.workspace.fs.rename(this.beside(name), this.target, { overwrite: true }));
  }

  delete(name: string): Promise<void> {
    return this.run(() => vscode.workspace.fs.delete(this.beside(name)));
  }

  private beside(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.target, "..", name);
  }

  private async run(work: () => Thenable<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // VS Code reports a system error as part of a message.
      const message = errorMessage(error);
      const reason = systemErrorReason(/\bE[A-Z]{2,}\b/.exec(message)?.[0]);
      throw targetError(this.target, reason ?? oneLine(message, 200), error);
    }
  }
}

function nameProblem(target: vscode.Uri): string | undefined {
  if (target.scheme !== "file" || process.platform !== "win32") {
    return undefined;
  }
  const names = target.path.split("/").filter((name) => name !== "" && !/^[a-z]:$/i.test(name));
  return names.map(windowsNameProblem).find((problem) => problem !== undefined);
}

/** Why the existing target cannot be replaced, as a clause. A target that does not exist can be written. */
async function obstacleAt(target: vscode.Uri): Promise<string | undefined> {
  const { isFolder, isReadOnly } = await statTarget(target).catch(() => ({
    isFolder: false,
    isReadOnly: false,
  }));
  if (isFolder) {
    return l10n.t("it's a folder");
  }
  return isReadOnly ? l10n.t("the file is read-only") : undefined;
}

async function statTarget(target: vscode.Uri): Promise<{ isFolder: boolean; isReadOnly: boolean }> {
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

function targetError(target: vscode.Uri, reason: string, cause?: unknown): TargetError {
  return new TargetError(l10n.t("Couldn't write {0}: {1}.", fileName(target), reason), { cause });
}

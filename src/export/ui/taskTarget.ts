import os from "node:os";
import * as vscode from "vscode";
import { extensionId } from "../../ids";
import { readTargetPath, remotePath, remoteScheme } from "./targetPath";

/** The target that a task or keybinding names, see `readTargetPath`. @throws {Error} with a sentence */
export function parseTarget(text: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = readTargetPath(text, {
    ...(folder && { folderScheme: folder.scheme }),
    home: os.homedir(),
    isRemote: runsTasksElsewhere(),
  });
  switch (target.kind) {
    case "uri":
      try {
        return vscode.Uri.parse(target.uri, true);
      } catch {
        throw new Error(`"${text}" is not a valid path or URI.`);
      }
    case "file":
      return vscode.Uri.file(target.path);
    case "remote":
    case "inFolder":
      if (!folder) {
        throw new Error(`"${text}" needs a workspace folder, but no folder is open.`);
      }
      return target.kind === "remote"
        ? folder.with({ path: target.path })
        : vscode.Uri.joinPath(folder, target.path);
  }
}

/** What a task gets: a path on the computer that it runs on where there is one, else the URI. */
export function pathForTask(target: vscode.Uri): string {
  switch (target.scheme) {
    case "file":
      return target.fsPath;
    case remoteScheme:
      return remotePath(target.path);
    default:
      return target.toString();
  }
}

/** In a window that is connected to another computer tasks run there, but this extension may run here. */
function runsTasksElsewhere(): boolean {
  const kind = vscode.extensions.getExtension(extensionId)?.extensionKind;
  return vscode.env.remoteName !== undefined && kind === vscode.ExtensionKind.UI;
}

import * as l10n from "@vscode/l10n";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { extensionId } from "../ids";

/** URI scheme of files on the remote machine of a window. */
const remoteScheme = "vscode-remote";

/** In a remote window, tasks run on the remote machine, but this extension may run on this one. */
function areTasksRemote(): boolean {
  const kind = vscode.extensions.getExtension(extensionId)?.extensionKind;
  return vscode.env.remoteName !== undefined && kind === vscode.ExtensionKind.UI;
}

/**
 * The target that a task or keybinding names: a URI, or a path that is absolute, in the home folder (`~/…`), or relative to the first
 * workspace folder. Paths are those of the machine that tasks run on.
 * @throws {Error} with a sentence
 */
export function parseTarget(
  text: string,
  folder = vscode.workspace.workspaceFolders?.[0]?.uri,
  isRemote = areTasksRemote(),
): vscode.Uri {
  // A single letter before the colon is a drive.
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    return vscode.Uri.parse(text, true);
  }
  if (/^~(?:[/\\]|$)/.test(text)) {
    if (isRemote) {
      throw new Error(
        l10n.t(
          '"{0}" isn\'t supported in a remote window. Use an absolute path, or one in the workspace.',
          text,
        ),
      );
    }
    return vscode.Uri.file(path.join(os.homedir(), text.slice(2)));
  }
  const isAbsolute = isRemote ? /^(?:[/\\]|[a-z]:[/\\])/i.test(text) : path.isAbsolute(text);
  if (isAbsolute && !isRemote) {
    return vscode.Uri.file(text);
  }
  if (!folder) {
    throw new Error(l10n.t('"{0}" is relative to the workspace folder, but no folder is open.', text));
  }
  if (!isAbsolute) {
    return vscode.Uri.joinPath(folder, text);
  }
  if (folder.scheme !== remoteScheme) {
    throw new Error(l10n.t('"{0}" is a path on the remote machine, but no remote folder is open.', text));
  }
  const slashes = text.replaceAll("\\", "/");
  return folder.with({ path: slashes.startsWith("/") ? slashes : `/${slashes}` });
}

/** What a task gets: a path on the machine that it runs on if there is one, else the URI. */
export function pathForTask(target: vscode.Uri): string {
  switch (target.scheme) {
    case "file":
      return target.fsPath;
    case remoteScheme:
      // As programs on the remote machine expect it: `c:/…`.
      return /^\/[a-z]:/i.test(target.path) ? target.path.slice(1) : target.path;
    default:
      return target.toString();
  }
}

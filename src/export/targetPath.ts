import os from "node:os";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { errorMessage } from "../util/errors";
import { showError } from "../window";
import { dialogTitle, formatLabels } from "./exportText";
import { type ExportFormat, extensionOf } from "./formats/exportFormat";
import { checkTarget } from "./targetFile";

/** Shows the save dialog, again if the file can't be written. */
export async function pickTarget(suggestedName: string, format: ExportFormat): Promise<string | undefined> {
  const workspaceFolder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const folder = workspaceFolder?.scheme === "file" ? workspaceFolder.fsPath : os.homedir();
  for (;;) {
    const picked = await vscode.window.showSaveDialog({
      title: dialogTitle(),
      saveLabel: l10n.t({ message: "Export", args: [], comment: ["Verb, a button"] }),
      defaultUri: vscode.Uri.file(path.join(folder, suggestedName)),
      filters: { [formatLabels[format]]: [extensionOf(format)] },
    });
    if (!picked) {
      return undefined;
    }
    try {
      const target = localPath(picked);
      await checkTarget(target);
      return target;
    } catch (error) {
      const chooseAnother = l10n.t("Choose Another File…");
      if ((await showError(errorMessage(error), chooseAnother)) !== chooseAnother) {
        return undefined;
      }
    }
  }
}

/**
 * Resolves the target in an argument: a `file:` URI, or a path that is absolute, in the home folder (`~/…`),
 * or relative to the first workspace folder. VS Code resolves no variables here.
 * @throws {Error} with a sentence
 */
export function parseTarget(text: string, folder = vscode.workspace.workspaceFolders?.[0]?.uri): string {
  const variable = /\$\{.*?\}/.exec(text)?.[0];
  if (variable !== undefined) {
    throw new Error(
      l10n.t("{0} isn't resolved here. Use a path relative to the workspace folder.", variable),
    );
  }
  // A single letter before the colon would be a drive.
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    return localPath(vscode.Uri.parse(text, true));
  }
  if (/^~(?:[/\\]|$)/.test(text)) {
    return path.join(os.homedir(), text.slice(2));
  }
  if (path.isAbsolute(text)) {
    return vscode.Uri.file(text).fsPath;
  }
  if (!folder) {
    throw new Error(l10n.t('"{0}" is relative to the workspace folder, but no folder is open.', text));
  }
  return localPath(vscode.Uri.joinPath(folder, text));
}

function localPath(uri: vscode.Uri): string {
  if (uri.scheme !== "file") {
    throw new Error(l10n.t("Events can be exported to local files only, not to {0}.", uri.toString(true)));
  }
  return uri.fsPath;
}

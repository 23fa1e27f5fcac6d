import * as l10n from "@vscode/l10n";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { errorMessage } from "../util/errors";
import { showError } from "../window";
import type { ExportFormat } from "./formats/exportFormat";
import { ExportTarget } from "./exportTarget";
import { dialogTitle, formatLabels } from "./exportText";

/** Shows the save dialog, again if the file cannot be written. */
export async function pickTarget(
  suggestedName: string,
  format: ExportFormat,
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
  for (;;) {
    const target = await vscode.window.showSaveDialog({
      title: dialogTitle(),
      saveLabel: l10n.t({ message: "Export", args: [], comment: ["Verb, a button"] }),
      defaultUri: await suggestedTarget(folder, suggestedName),
      filters: { [formatLabels[format]]: [format] },
    });
    if (!target) {
      return undefined;
    }
    try {
      await new ExportTarget(target).check();
      return target;
    } catch (error) {
      const chooseAnother = l10n.t("Choose Another File…");
      if ((await showError(errorMessage(error), chooseAnother)) !== chooseAnother) {
        return undefined;
      }
    }
  }
}

/** A file of this name, with a number if that name exists. */
export async function suggestedTarget(folder: vscode.Uri, suggestedName: string): Promise<vscode.Uri> {
  const { name, ext } = path.posix.parse(suggestedName);
  for (let number = 1; ; number++) {
    const target = vscode.Uri.joinPath(folder, number === 1 ? suggestedName : `${name}-${number}${ext}`);
    if (number === 100 || !(await exists(target))) {
      return target;
    }
  }
}

async function exists(target: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(target);
    return true;
  } catch {
    return false;
  }
}

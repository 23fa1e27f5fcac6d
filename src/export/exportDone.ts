import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showInformation, showStatusBarMessage } from "../window";
import type { ExportFormat } from "./formats/exportFormat";
import { pathForTask } from "./taskTarget";

/** Says what was exported, and offers what people do next with the file. */
export async function showExportDone(
  message: string,
  target: vscode.Uri,
  format: ExportFormat,
): Promise<void> {
  const open = l10n.t({ message: "Open", args: [], comment: ["Verb: opens the exported file"] });
  const reveal = l10n.t({
    message: "Reveal",
    args: [],
    comment: ["Verb: shows the exported file in its folder"],
  });
  const copyPath = l10n.t("Copy Path");
  const revealCommand = revealCommandFor(target);
  // Parquet is binary, which VS Code's editor refuses to show.
  const buttons = [...(format === "parquet" ? [] : [open]), ...(revealCommand ? [reveal] : []), copyPath];
  const choice = await showInformation(message, ...buttons);
  if (choice === open) {
    await vscode.commands.executeCommand("vscode.open", target);
  } else if (choice === reveal && revealCommand) {
    await vscode.commands.executeCommand(revealCommand, target);
  } else if (choice === copyPath) {
    await vscode.env.clipboard.writeText(pathForTask(target));
    showStatusBarMessage(l10n.t("Copied path"), { icon: "check" });
  }
}

/**
 * The file manager of the system shows only files of the machine that VS Code's window is on. VS Code's Explorer shows only
 * files in an open folder. Undefined if neither shows this file.
 */
function revealCommandFor(target: vscode.Uri): string | undefined {
  const { remoteName, uiKind } = vscode.env;
  const isOnThisMachine = target.scheme === "file" && remoteName === undefined;
  if (isOnThisMachine && uiKind === vscode.UIKind.Desktop) {
    return "revealFileInOS";
  }
  return vscode.workspace.getWorkspaceFolder(target) ? "revealInExplorer" : undefined;
}

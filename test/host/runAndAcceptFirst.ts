import * as vscode from "vscode";

/** Runs a command that shows a quick pick, and accepts its first item. */
export async function runAndAcceptFirst(command: string): Promise<void> {
  const accept = (): unknown =>
    vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
  const accepting = setInterval(() => void accept(), 100);
  try {
    await vscode.commands.executeCommand(command);
  } finally {
    clearInterval(accepting);
  }
}

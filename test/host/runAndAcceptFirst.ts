import * as vscode from "vscode";

/** Runs a command that shows a quick pick or an input box, and accepts its first item or its text. */
export async function runAndAcceptFirst(command: string, ...args: readonly unknown[]): Promise<void> {
  const accept = (): unknown =>
    vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
  const accepting = setInterval(() => void accept(), 100);
  try {
    await vscode.commands.executeCommand(command, ...args);
  } finally {
    clearInterval(accepting);
  }
}

import * as vscode from "vscode";
import { type WalkthroughStep, walkthroughContexts } from "./ids";

/** Completes steps of the walkthrough; VS Code remembers them. */
export class WalkthroughProgress {
  private readonly completed = new Set<WalkthroughStep>();

  complete(step: WalkthroughStep): void {
    if (!this.completed.has(step)) {
      this.completed.add(step);
      void vscode.commands.executeCommand("setContext", walkthroughContexts[step], true);
    }
  }
}

import * as vscode from "vscode";
import { type WalkthroughStep, walkthroughContexts } from "./ids";

const storageKey = "walkthrough.completed";

/** Completes steps of the walkthrough. They are stored: VS Code notices only what happens after it has loaded its welcome page. */
export class WalkthroughProgress {
  private readonly completed: Set<WalkthroughStep>;

  constructor(private readonly memento: vscode.Memento) {
    const stored = memento.get(storageKey);
    const steps = Object.keys(walkthroughContexts) as WalkthroughStep[];
    this.completed = new Set(steps.filter((step) => Array.isArray(stored) && stored.includes(step)));
    this.completed.forEach(setContext);
  }

  complete(step: WalkthroughStep): void {
    if (!this.completed.has(step)) {
      this.completed.add(step);
      setContext(step);
      void this.memento.update(storageKey, [...this.completed]);
    }
  }
}

function setContext(step: WalkthroughStep): void {
  void vscode.commands.executeCommand("setContext", walkthroughContexts[step], true);
}

import type * as vscode from "vscode";
import { setContext } from "./commands";
import { type WalkthroughStep, walkthroughContexts } from "./ids";
import { type Log, logRejection } from "./util/log";

const storageKey = "walkthrough.completed";

/** Completes steps of the walkthrough. They are stored: VS Code notices only what happens after it has loaded its welcome page. */
export class WalkthroughProgress {
  private readonly completed: Set<WalkthroughStep>;

  constructor(
    private readonly memento: vscode.Memento,
    private readonly log: Pick<Log, "error">,
  ) {
    const stored = memento.get(storageKey);
    const steps = Object.keys(walkthroughContexts) as WalkthroughStep[];
    this.completed = new Set(steps.filter((step) => Array.isArray(stored) && stored.includes(step)));
    this.completed.forEach(show);
  }

  complete(step: WalkthroughStep): void {
    if (!this.completed.has(step)) {
      this.completed.add(step);
      show(step);
      logRejection(this.memento.update(storageKey, [...this.completed]), this.log);
    }
  }
}

function show(step: WalkthroughStep): void {
  setContext(walkthroughContexts[step], true);
}

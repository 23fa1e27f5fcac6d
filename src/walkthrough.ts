import * as vscode from "vscode";
import { setContext } from "./commands";
import { contexts, type WalkthroughStep, walkthroughContexts } from "./ids";
import { Disposable } from "./util/disposable";
import { type Log, logRejection } from "./util/log";

const storageKey = "walkthrough.completed";

/** Completes steps of the walkthrough. They are stored: VS Code notices only what happens after it has loaded its welcome page. */
export class WalkthroughProgress extends Disposable {
  private readonly completed: Set<WalkthroughStep>;

  constructor(
    private readonly memento: vscode.Memento,
    private readonly log: Pick<Log, "error">,
  ) {
    super();
    const stored = memento.get(storageKey);
    const steps = Object.keys(walkthroughContexts) as WalkthroughStep[];
    this.completed = new Set(steps.filter((step) => Array.isArray(stored) && stored.includes(step)));
    this.completed.forEach(show);
    this.register(
      vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) =>
        noticeWalkthrough([...opened, ...changed]),
      ),
    );
    noticeWalkthrough(vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []));
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

/**
 * VS Code checks no step whose context key was set before it loaded the walkthrough; this key changes afterwards. The tab of the
 * walkthrough is of no known kind.
 */
function noticeWalkthrough(tabs: readonly vscode.Tab[]): void {
  if (tabs.some(({ isActive, input }) => isActive && input === undefined)) {
    setContext(contexts.walkthroughShown, true);
    setContext(contexts.walkthroughShown, false);
  }
}

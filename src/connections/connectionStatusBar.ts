import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { setContext } from "../commands";
import { commands, contexts } from "../ids";
import { connectionLabel, withFullStop } from "../shared/text";
import { Disposable, MutableDisposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { createStatusBarItem, showError, showStatusBarItem } from "../window";
import type { ConnectionClient } from "./connectionClient";
import type { Connections } from "./connections";

/**
 * Shows the active connection and problems with its key in the status bar, and sets the context keys that
 * depend on connections. In the focused window, asks for another key when a service rejects one, unless a panel does.
 */
export class ConnectionStatusBar extends Disposable {
  private readonly entry = this.register(
    createStatusBarItem("companyFeed.connection", l10n.t("Company Feed connection")),
  );
  /** Listens to the active connection's client. */
  private readonly keyListener = this.register(new MutableDisposable());
  /** Names of connections whose key the user is asked for. */
  private readonly asking = new Set<string>();

  constructor(
    private readonly connections: Connections,
    private readonly panels: { isShown(client: ConnectionClient): boolean },
    log: Pick<Log, "error">,
  ) {
    super();
    this.register(connections.onDidRejectKey((client) => logRejection(this.askForKey(client), log)));
    this.register(connections.onDidChangeActive(() => this.setActive()));
    this.register(connections.onDidChangeList(() => this.update()));
    this.setActive();
  }

  private setActive(): void {
    this.keyListener.value = this.connections.active?.onDidChange(() => this.update());
    this.update();
  }

  private update(): void {
    const { active, list } = this.connections;
    const connection = active?.connection;
    setContext(contexts.connection, connection ? (connection.sample ? "sample" : "service") : "none");
    setContext(contexts.connected, connection !== undefined);
    setContext(contexts.noConnections, !connection && list.names.size === 0);
    if (!connection) {
      this.entry.hide();
      return;
    }
    const { sample, name, origin } = connection;
    const problem = active.blockingError?.message;
    const title = sample
      ? l10n.t("Company Feed: sample data (fictional companies and events)")
      : l10n.t("Company Feed: {0} ({1})", name, origin);
    showStatusBarItem(this.entry, {
      icon: problem === undefined ? (sample ? "beaker" : "plug") : "warning",
      text: connectionLabel(connection),
      tooltip: [title, ...(problem === undefined ? [] : [problem])],
      command:
        problem === undefined
          ? { title: l10n.t("Switch Connection…"), command: commands.switchConnection }
          : { title: l10n.t("Set API Key…"), command: commands.setApiKey, arguments: [name] },
      isWarning: problem !== undefined,
    });
  }

  private async askForKey(client: ConnectionClient): Promise<void> {
    const { name } = client.connection;
    if (!vscode.window.state.focused || this.asking.has(name) || this.panels.isShown(client)) {
      return;
    }
    this.asking.add(name);
    const setKey = l10n.t("Set API Key…");
    // Not a warning, which would disappear by itself.
    const sentence = withFullStop(client.blockingError?.message ?? "");
    // The proposed name is the host, which the sentence begins with.
    const message = sentence.startsWith(name) ? sentence : l10n.t("{0}: {1}", name, sentence);
    const choice = await showError(message, setKey);
    this.asking.delete(name);
    if (choice === setKey) {
      await vscode.commands.executeCommand(commands.setApiKey, name);
    }
  }
}

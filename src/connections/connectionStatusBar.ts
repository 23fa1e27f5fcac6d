import * as l10n from "@vscode/l10n";
import { setContext } from "../commands";
import { commands, contexts } from "../ids";
import { Disposable, MutableDisposable } from "../util/disposable";
import { StatusBarEntry } from "../window";
import { connectionLabel } from "../shared/connectionLabel";
import type { Connections } from "./connections";

/** Shows the active connection and what is wrong with its key in the status bar, and sets the context keys that depend on connections. */
export class ConnectionStatusBar extends Disposable {
  private readonly entry = this.register(
    new StatusBarEntry("companyFeed.connection", l10n.t("Company Feed connection")),
  );
  /** For the key of the active connection. */
  private readonly keyListener = this.register(new MutableDisposable());

  constructor(private readonly connections: Connections) {
    super();
    this.register(connections.onDidChangeActive(() => this.setActive()));
    this.register(connections.onDidChangeList(() => this.update()));
    this.setActive();
  }

  private setActive(): void {
    this.keyListener.value = this.connections.active?.onDidChange(() => this.update());
    this.update();
  }

  private update(): void {
    const { active } = this.connections;
    const connection = active?.connection;
    setContext(contexts.connection, connection ? (connection.sample ? "sample" : "service") : "none");
    setContext(contexts.hasConnections, this.connections.list.all.length > 0);
    if (!connection) {
      this.entry.hide();
      return;
    }
    const { sample, name, origin } = connection;
    const problem = active.blockingError?.message;
    const title = sample
      ? l10n.t("Company Feed: sample data (fictional companies and events)")
      : l10n.t("Company Feed: {0} ({1})", name, origin);
    this.entry.show({
      icon: problem === undefined ? (sample ? "beaker" : "plug") : "warning",
      text: sample ? connectionLabel(connection) : name,
      tooltip: [title, problem].filter((line) => line !== undefined),
      command: problem === undefined ? commands.switchConnection : commands.setApiKey,
      isWarning: problem !== undefined,
    });
  }
}

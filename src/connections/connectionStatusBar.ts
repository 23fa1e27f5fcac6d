import * as l10n from "@vscode/l10n";
import { setContext } from "../commands";
import { commands, contexts } from "../ids";
import { Disposable } from "../util/disposable";
import { StatusBarEntry } from "../window";
import { connectionLabel } from "./connection";
import type { Connections } from "./connections";

/** Shows the active connection in the status bar, and sets the context keys that depend on connections. */
export class ConnectionStatusBar extends Disposable {
  private readonly entry = this.register(
    new StatusBarEntry(
      "companyFeed.connection",
      l10n.t("Company Feed connection"),
      commands.switchConnection,
    ),
  );

  private detail: string | undefined;

  constructor(private readonly connections: Connections) {
    super();
    this.register(connections.onDidChangeActive(() => this.update()));
    this.register(connections.onDidChangeList(() => this.update()));
    this.update();
  }

  /** Shows a sentence below what the tooltip says of the connection. */
  setDetail(detail: string): void {
    this.detail = detail;
    this.update();
  }

  private update(): void {
    const connection = this.connections.active?.connection;
    const show = (icon: string, text: string, tooltip: string): void =>
      this.entry.show(icon, text, this.detail === undefined ? [tooltip] : [tooltip, this.detail]);
    setContext(contexts.connection, connection ? (connection.sample ? "sample" : "service") : "none");
    setContext(contexts.hasConnections, this.connections.list.all.length > 0);
    if (!connection) {
      this.entry.hide();
    } else if (connection.sample) {
      show(
        "beaker",
        connectionLabel(connection),
        l10n.t("Company Feed: sample data (fictional companies and events)"),
      );
    } else {
      show("plug", connection.name, l10n.t("Company Feed: {0} ({1})", connection.name, connection.origin));
    }
  }
}

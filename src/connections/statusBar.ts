import * as vscode from "vscode";
import { commands, contexts } from "../ids";
import { Owner } from "../util/disposable";
import { oneLine, withoutIcons } from "../util/plainText";
import type { Connections } from "./connections";

/** Shows which connection is active: an entry in the status bar, and a context key for menus and welcome texts. */
export class ConnectionStatus extends Owner {
  private readonly item = this.own(
    vscode.window.createStatusBarItem("companyFeed.connection", vscode.StatusBarAlignment.Left, 0),
  );

  constructor(private readonly connections: Connections) {
    super();
    this.item.name = "Company Feed connection";
    this.item.command = commands.switchConnection;
    this.own(connections.onDidChangeActive(() => this.render()));
    this.own(connections.onDidChangeList(() => this.render()));
    this.render();
  }

  private render(): void {
    const connection = this.connections.active?.connection;
    const kind = connection ? (connection.sample ? "sample" : "service") : "none";
    void vscode.commands.executeCommand("setContext", contexts.connection, kind);
    const hasConnections = this.connections.list.all.length > 0;
    void vscode.commands.executeCommand("setContext", contexts.hasConnections, hasConnections);
    if (!connection) {
      this.item.hide();
      return;
    }
    const name = connection.sample ? "Sample service" : connection.name;
    this.item.text = `${connection.sample ? "$(beaker)" : "$(plug)"} ${withoutIcons(name, 40)}`;
    this.item.tooltip = connection.sample
      ? "Company Feed: connected to the sample service. Its companies and events are invented."
      : `Company Feed: ${oneLine(connection.name)} (${connection.origin})`;
    this.item.show();
  }
}

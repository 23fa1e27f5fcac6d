import * as vscode from "vscode";
import { commands, contexts } from "../ids";
import { Owner } from "../util/disposable";
import { StatusBarEntry } from "../window";
import type { Connections } from "./connections";

/** Shows which connection is active: an entry in the status bar, and a context key for menus and welcome texts. */
export class ConnectionStatus extends Owner {
  private readonly item = this.own(
    new StatusBarEntry("companyFeed.connection", "Company Feed connection", commands.switchConnection),
  );

  constructor(private readonly connections: Connections) {
    super();
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
    if (connection.sample) {
      this.item.show(
        "beaker",
        "Sample service",
        "Company Feed: connected to the sample service (made-up data)",
      );
    } else {
      this.item.show("plug", connection.name, `Company Feed: ${connection.name} (${connection.origin})`);
    }
  }
}

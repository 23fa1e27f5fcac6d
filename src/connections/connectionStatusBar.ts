import * as vscode from "vscode";
import { commands, contexts } from "../ids";
import { Disposable } from "../util/disposable";
import { StatusBarEntry } from "../window";
import type { Connections } from "./connections";

/** Shows which connection is active: an entry in the status bar, and a context key for menus and welcome texts. */
export class ConnectionStatusBar extends Disposable {
  private readonly item = this.register(
    new StatusBarEntry("companyFeed.connection", "Company Feed connection", commands.switchConnection),
  );

  constructor(private readonly connections: Connections) {
    super();
    this.register(connections.onDidChangeActive(() => this.render()));
    this.register(connections.onDidChangeList(() => this.render()));
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

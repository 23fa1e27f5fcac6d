import * as vscode from "vscode";
import { commands } from "../ids";
import { Disposable } from "../util/disposable";
import { showError } from "../window";
import type { Connections } from "./connections";
import type { ConnectionClient } from "./connectionClient";

/** Asks for another key where one was rejected, in the window that the person looks at. */
export class KeyNotice extends Disposable {
  /** Keys that were rejected while the person looked at another window. */
  private readonly unasked = new Set<ConnectionClient>();

  constructor(connections: Connections) {
    super();
    this.register(connections.onDidRejectKey((access) => this.ask(access)));
    this.register(vscode.window.onDidChangeWindowState(({ focused }) => focused && this.catchUp()));
  }

  private ask(access: ConnectionClient): void {
    if (vscode.window.state.focused) {
      void this.show(access);
    } else {
      this.unasked.add(access);
    }
  }

  private catchUp(): void {
    const waiting = [...this.unasked];
    this.unasked.clear();
    for (const access of waiting) {
      // In the other window the key may have been replaced.
      if (access.obstacle?.kind === "unauthorized") {
        void this.show(access);
      }
    }
  }

  private async show({ connection: { name }, obstacle }: ConnectionClient): Promise<void> {
    const setKey = "Set API Key…";
    const text = `${name}: ${obstacle?.message ?? ""}`;
    // An error with a button stays until it is answered; a warning goes by itself.
    if ((await showError(text, setKey)) === setKey) {
      await vscode.commands.executeCommand(commands.setApiKey, name);
    }
  }
}

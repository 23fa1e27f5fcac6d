import * as vscode from "vscode";
import { commands } from "../ids";
import { Owner } from "../util/disposable";
import { withoutLinks } from "../util/plainText";
import type { Connections, RefusedKey } from "./connections";

/** Asks for another key where one was refused: once, until the key changes. */
export class KeyNotice extends Owner {
  constructor(connections: Connections) {
    super();
    this.own(connections.onKeyRefused((refused) => void this.ask(refused)));
  }

  private async ask({ connection, message }: RefusedKey): Promise<void> {
    const setKey = "Set API Key…";
    const text = withoutLinks(`${connection.name}: ${message}`, 500);
    if ((await vscode.window.showWarningMessage(text, setKey)) === setKey) {
      await vscode.commands.executeCommand(commands.setApiKey, connection.name);
    }
  }
}

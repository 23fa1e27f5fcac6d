import * as vscode from "vscode";
import { settings } from "../ids";
import { Disposable } from "../util/disposable";
import { showWarning } from "../window";
import type { ConnectionList } from "./connectionList";

/** Tells, once for each set of them, which entries of the hand-edited setting cannot be used and why. */
export class InvalidSettingsNotice extends Disposable {
  private told = "";

  constructor(private readonly list: ConnectionList) {
    super();
    this.register(list.onDidChange(() => void this.tell()));
    void this.tell();
  }

  private async tell(): Promise<void> {
    const text = this.list.broken.map(({ index, reason }) => `Entry ${index + 1}: ${reason}`).join(" ");
    if (text === this.told) {
      return;
    }
    this.told = text;
    if (text === "") {
      return;
    }
    const open = "Open Setting";
    const choice = await showWarning(`Some connections in your settings cannot be used. ${text}`, open);
    if (choice === open) {
      await openConnectionsSetting();
    }
  }
}

export async function openConnectionsSetting(): Promise<void> {
  const key = `${settings.section}.${settings.connections}`;
  await vscode.commands.executeCommand("workbench.action.openSettingsJson", { revealSetting: { key } });
}

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands, settings } from "../ids";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { showError, showWarning } from "../window";
import type { ConnectionClient } from "./connectionClient";
import type { ConnectionList } from "./connectionList";
import type { Connections } from "./connections";

/** Asks for another key when a service rejects one, in the window that has the focus. All show it in the status bar. */
export class RejectedKeyNotice extends Disposable {
  /** Names of connections whose notice is open. */
  private readonly open = new Set<string>();

  constructor(connections: Connections, log: Pick<Log, "error">) {
    super();
    this.register(connections.onDidRejectKey((client) => logRejection(this.show(client), log)));
  }

  private async show({ connection: { name }, blockingError }: ConnectionClient): Promise<void> {
    if (!vscode.window.state.focused || this.open.has(name)) {
      return;
    }
    this.open.add(name);
    const setKey = l10n.t("Set API Key…");
    // Not a warning: warnings disappear by themselves.
    const choice = await showError(l10n.t("{0}: {1}", name, blockingError?.message ?? ""), setKey);
    this.open.delete(name);
    if (choice === setKey) {
      await vscode.commands.executeCommand(commands.setApiKey, name);
    }
  }
}

/**
 * Reports invalid entries of the setting `companyFeed.connections` when it is changed, and not each time VS Code starts: Switch Connection…
 * lists them, too.
 */
export class InvalidSettingsNotice extends Disposable {
  private reported = "";

  constructor(
    private readonly list: ConnectionList,
    log: Pick<Log, "error">,
  ) {
    super();
    this.register(list.onDidChange(() => logRejection(this.update(), log)));
  }

  private async update(): Promise<void> {
    const text = this.list.invalidEntries
      .map(({ index, reason }) =>
        index === undefined ? reason : l10n.t("Entry {0}: {1}", index + 1, reason),
      )
      .join(" ");
    const isNew = text !== this.reported;
    this.reported = text;
    if (text === "" || !isNew) {
      return;
    }
    const openSettings = l10n.t("Open Settings");
    const message = l10n.t("Some connections in your settings are invalid. {0}", text);
    if ((await showWarning(message, openSettings)) === openSettings) {
      await openConnectionsSetting();
    }
  }
}

export async function openConnectionsSetting(): Promise<void> {
  const key = `${settings.section}.${settings.connections}`;
  await vscode.commands.executeCommand("workbench.action.openSettingsJson", { revealSetting: { key } });
}

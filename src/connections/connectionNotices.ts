import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands, settings } from "../ids";
import type { Event } from "../shared/event";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { showError, showWarning } from "../window";
import type { ConnectionClient } from "./connectionClient";
import type { ConnectionList } from "./connectionList";
import type { Connections } from "./connections";

/**
 * An open notice is not repeated for this long: VS Code shows no toast for the fourth notification within 800 ms, not even if
 * it replaces an equal one.
 */
const minRepeatMs = 5000;

/** Asks for another key when a service rejects one, in the window that has the focus. */
export class RejectedKeyNotice extends Disposable {
  /** Clients whose key was rejected while this window did not have the focus. */
  private readonly pending = new Set<ConnectionClient>();
  /** When the open notices were shown, by connection name. */
  private readonly open = new Map<string, number>();

  constructor(
    connections: Connections,
    private readonly clock: Clock,
    private readonly log: Pick<Log, "error">,
  ) {
    super();
    this.register(
      connections.onDidRejectKey((client) => {
        if (vscode.window.state.focused) {
          logRejection(this.show(client), this.log);
        } else {
          this.pending.add(client);
        }
      }),
    );
    this.register(vscode.window.onDidChangeWindowState(({ focused }) => focused && this.showPending()));
  }

  private showPending(): void {
    const clients = [...this.pending];
    this.pending.clear();
    for (const client of clients) {
      // The key may have been replaced in the other window.
      if (client.blockingError?.kind === "unauthorized") {
        logRejection(this.show(client), this.log);
      }
    }
  }

  private async show({ connection: { name }, blockingError }: ConnectionClient): Promise<void> {
    const now = this.clock.now();
    if (now - (this.open.get(name) ?? -Infinity) < minRepeatMs) {
      return;
    }
    this.open.set(name, now);
    const setKey = l10n.t("Set API Key…");
    // Not a warning: warnings disappear by themselves.
    const choice = await showError(l10n.t("{0}: {1}", name, blockingError?.message ?? ""), setKey);
    if (this.open.get(name) === now) {
      this.open.delete(name);
    }
    if (choice === setKey) {
      await vscode.commands.executeCommand(commands.setApiKey, name);
    }
  }
}

/**
 * Reports invalid entries of the setting `companyFeed.connections`: when Company Feed is used, or the setting is changed, and not each
 * time VS Code starts; again only when they change.
 */
export class InvalidSettingsNotice extends Disposable {
  private reported = "";

  constructor(
    private readonly list: ConnectionList,
    private readonly log: Pick<Log, "error">,
    ...uses: readonly Event<unknown>[]
  ) {
    super();
    [list.onDidChange, ...uses].forEach((onDidUse) =>
      this.register(onDidUse(() => logRejection(this.update(), this.log))),
    );
  }

  private async update(): Promise<void> {
    const text = this.list.invalidEntries
      .map(({ index, reason }) =>
        index === undefined ? reason : l10n.t("Entry {0}: {1}", index + 1, reason),
      )
      .join(" ");
    if (text === this.reported) {
      return;
    }
    this.reported = text;
    if (text === "") {
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

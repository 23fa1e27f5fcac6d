import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type CommandId, commands, settings } from "../ids";
import { connectionLabel } from "../shared/connectionLabel";
import { DisposableStore } from "../util/disposable";
import { type PickItem, QuickPick, showQuickPick } from "../window";
import { type Connection, sampleConnection } from "./connection";
import type { Connections } from "./connections";

interface ActionItem extends PickItem {
  readonly connection?: Connection;
  /** What accepting it does. */
  readonly run?: () => Thenable<unknown>;
}

/** `Switch Connection…`: all connections, with the active one checked, and buttons to change them. */
export async function switchConnection(connections: Connections): Promise<void> {
  const resources = new DisposableStore();
  const pick = resources.add(
    new QuickPick<ActionItem>({
      title: l10n.t("Switch connection"),
      placeholder: l10n.t("Select a connection"),
      matchOnDescription: true,
    }),
  );
  const button = (icon: string, tooltip: string) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip });
  const commandOf = new Map<vscode.QuickInputButton, CommandId>([
    [button("key", l10n.t("Set API Key…")), commands.setApiKey],
    [button("edit", l10n.t("Edit Connection…")), commands.editConnection],
    [button("trash", l10n.t("Remove Connection…")), commands.removeConnection],
  ]);
  pick.items = itemsToSwitchTo(connections, [...commandOf.keys()]);
  pick.activate(({ connection }) => connection !== undefined && isActive(connection, connections));
  try {
    const run = await new Promise<ActionItem["run"]>((resolve) => {
      resources.add(pick.onDidAccept(() => resolve(pick.selected?.run)));
      resources.add(
        pick.onDidTriggerButton(({ connection }, pressed) => {
          const command = commandOf.get(pressed);
          resolve(command && (() => vscode.commands.executeCommand(command, connection?.name)));
        }),
      );
      resources.add(pick.onDidHide(() => resolve(undefined)));
      pick.show();
    });
    pick.hide();
    await run?.();
  } finally {
    resources.dispose();
  }
}

/** Asks for one of the connections in the settings. Without any, shows how to get one. */
export async function pickConnection(connections: Connections): Promise<Connection | undefined> {
  const { all } = connections.list;
  if (all.length === 0) {
    await switchConnection(connections);
    return undefined;
  }
  return pickOne(all, connections, l10n.t("Select a connection"));
}

/** Asks for a connection to read from, the active one first. Also offers the sample data. */
export function pickConnectionToRead(
  connections: Connections,
  title: string,
): Promise<Connection | undefined> {
  const { list, active } = connections;
  const others = [...list.all, sampleConnection].filter((connection) => !isActive(connection, connections));
  const offered = active ? [active.connection, ...others] : others;
  return pickOne(offered, connections, l10n.t("Select the connection to read from"), title);
}

async function pickOne(
  offered: readonly Connection[],
  connections: Connections,
  placeHolder: string,
  title?: string,
): Promise<Connection | undefined> {
  const items = offered.map((connection) => connectionItem(connection, connections));
  const options = { placeHolder, matchOnDescription: true, ...(title !== undefined && { title }) };
  return (await showQuickPick(items, options))?.connection;
}

function itemsToSwitchTo(
  connections: Connections,
  buttons: readonly vscode.QuickInputButton[],
): ActionItem[] {
  const { all, invalidEntries } = connections.list;
  const itemFor = (connection: Connection) => ({
    ...connectionItem(connection, connections),
    run: () => connections.activate(connection.name),
  });
  return [
    ...all.map((connection) => ({ ...itemFor(connection), buttons })),
    ...invalidEntries.map(({ index, reason }) => ({
      icon: "warning",
      label:
        index === undefined
          ? l10n.t("The setting is invalid")
          : l10n.t("Entry {0} of the setting is invalid", index + 1),
      description: reason,
      alwaysShow: true,
      run: openConnectionsSetting,
    })),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    itemFor(sampleConnection),
    {
      icon: "add",
      label: l10n.t("Connect…"),
      description: l10n.t("Add a service or API key"),
      run: () => vscode.commands.executeCommand(commands.connect),
    },
  ];
}

function connectionItem(connection: Connection, connections: Connections) {
  const { origin, organizationId, allowChanges } = connection;
  const service = connection.sample
    ? l10n.t("Fictional companies and events")
    : organizationId === undefined
      ? origin
      : l10n.t("{0} · organization {1}", origin, organizationId);
  return {
    connection,
    icon: isActive(connection, connections) ? "check" : "blank",
    label: connectionLabel(connection),
    description: allowChanges ? l10n.t("{0} · changes allowed", service) : service,
  };
}

async function openConnectionsSetting(): Promise<void> {
  const key = `${settings.section}.${settings.connections}`;
  await vscode.commands.executeCommand("workbench.action.openSettingsJson", { revealSetting: { key } });
}

function isActive(connection: Connection, connections: Connections): boolean {
  return connections.active?.connection.name === connection.name;
}

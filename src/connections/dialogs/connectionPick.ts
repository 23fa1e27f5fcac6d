import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type CommandId, commands } from "../../ids";
import { DisposableStore } from "../../util/disposable";
import { type PickItem, QuickPick, showInformation, showQuickPick } from "../../window";
import { type Connection, sampleConnection } from "../connection";
import { connectionLabel } from "../../shared/connectionLabel";
import { openConnectionsSetting } from "../connectionNotices";
import type { Connections } from "../connections";

interface ConnectionItem extends PickItem {
  readonly connection: Connection;
}

/** What accepting an item does. */
interface ActionItem extends PickItem {
  readonly connection?: Connection;
  readonly run?: () => Thenable<unknown>;
}

/** A button on the row of a connection, which runs a command for it. */
interface RowButton extends vscode.QuickInputButton {
  readonly command: CommandId;
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
  const buttons = rowButtons();
  pick.items = itemsToSwitchTo(connections, buttons);
  pick.activate(({ connection }) => connection !== undefined && isActive(connection, connections));
  try {
    const run = await new Promise<ActionItem["run"]>((resolve) => {
      resources.add(pick.onDidAccept(() => resolve(pick.selected?.run)));
      resources.add(
        pick.onDidTriggerButton(({ connection }, button) => {
          const { command } = buttons.find((candidate) => candidate === button) ?? {};
          if (command !== undefined) {
            resolve(() => vscode.commands.executeCommand(command, connection?.name));
          }
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

/** Asks for one of the connections in the settings. */
export async function pickConnection(
  connections: Connections,
  placeHolder: string,
): Promise<Connection | undefined> {
  const { list, active } = connections;
  const { all, invalidEntries } = list;
  if (all.length === 0) {
    if (invalidEntries.length > 0) {
      throw new Error(
        l10n.t(
          "No entry of companyFeed.connections is valid. Run Company Feed: Switch Connection… to see why.",
        ),
      );
    }
    void showInformation(
      active?.connection.sample
        ? l10n.t(
            "Sample data has no settings and no API key. Run Company Feed: Connect… to add a connection.",
          )
        : l10n.t("There are no connections yet. Run Company Feed: Connect… to add one."),
    );
    return undefined;
  }
  const items = all.map((connection) => connectionItem(connection, connections));
  return (await showQuickPick(items, { placeHolder, matchOnDescription: true }))?.connection;
}

/** Asks for a connection to read from, the active one first. Also offers the sample data and, without any, to connect. */
export async function pickConnectionToRead(
  connections: Connections,
  title: string,
): Promise<Connection | undefined> {
  const { list, active } = connections;
  const others = [...list.all, sampleConnection].filter(({ name }) => name !== active?.connection.name);
  const items = [...(active ? [active.connection] : []), ...others].map((connection) =>
    connectionItem(connection, connections),
  );
  return (
    await showQuickPick(items, {
      title,
      placeHolder: l10n.t("Select the connection to read from"),
      matchOnDescription: true,
    })
  )?.connection;
}

function rowButtons(): readonly RowButton[] {
  const button = (icon: string, tooltip: string, command: CommandId): RowButton => ({
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
    command,
  });
  return [
    button("key", l10n.t("Set API Key…"), commands.setApiKey),
    button("edit", l10n.t("Edit Connection…"), commands.editConnection),
    button("trash", l10n.t("Remove Connection…"), commands.removeConnection),
  ];
}

function itemsToSwitchTo(connections: Connections, buttons: readonly RowButton[]): ActionItem[] {
  const { all, invalidEntries } = connections.list;
  const activate = (connection: Connection) => () => connections.activate(connection.name);
  return [
    ...all.map((connection) => ({
      ...connectionItem(connection, connections),
      buttons,
      run: activate(connection),
    })),
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
    {
      ...connectionItem(sampleConnection, connections),
      run: activate(sampleConnection),
    },
    {
      icon: "add",
      label: l10n.t("Connect…"),
      description: l10n.t("Add a service or API key"),
      run: () => vscode.commands.executeCommand(commands.connect),
    },
  ];
}

function connectionItem(connection: Connection, connections: Connections): ConnectionItem {
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

function isActive(connection: Connection, connections: Connections): boolean {
  return connections.active?.connection.name === connection.name;
}

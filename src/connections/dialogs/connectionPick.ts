import * as vscode from "vscode";
import { commands } from "../../ids";
import { DisposableStore } from "../../util/disposable";
import { type PickItem, QuickPick, showQuickPick } from "../../window";
import { type Connection, sampleConnection } from "../connection";
import { openConnectionsSetting } from "../connectionNotices";
import type { Connections } from "../connections";

interface ConnectionItem extends PickItem {
  readonly connection: Connection;
}

/** What accepting an item, or pressing one of its buttons, does. */
interface ActionItem extends PickItem {
  readonly connection?: Connection;
  readonly run?: () => Thenable<unknown>;
}

const editButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("edit"),
  tooltip: "Edit Connection…",
};
const removeButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("trash"),
  tooltip: "Remove Connection…",
};

/** `Switch Connection…`: all connections, with the active one checked and buttons to edit and remove them. */
export async function switchConnection(connections: Connections): Promise<void> {
  const resources = new DisposableStore();
  const pick = resources.add(
    new QuickPick<ActionItem>({
      title: "Switch connection",
      placeholder: "Select a connection",
      matchOnDescription: true,
    }),
  );
  pick.items = itemsToSwitchTo(connections);
  pick.activate(({ connection }) => connection !== undefined && isActive(connection, connections));
  try {
    const run = await new Promise<ActionItem["run"]>((resolve) => {
      resources.add(pick.onDidAccept(() => resolve(pick.selected?.run)));
      resources.add(
        pick.onDidTriggerButton(({ connection }, button) => {
          const command = button === editButton ? commands.editConnection : commands.removeConnection;
          resolve(() => vscode.commands.executeCommand(command, connection?.name));
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
  const { all, invalidEntries } = connections.list;
  if (all.length === 0) {
    throw new Error(
      invalidEntries.length > 0
        ? "No entry of companyFeed.connections is valid. Run Company Feed: Switch Connection… to see why."
        : "There are no connections yet. Run Company Feed: Connect… to add one.",
    );
  }
  const items = all.map((connection) => connectionItem(connection, connections));
  return (await showQuickPick(items, { placeHolder, matchOnDescription: true }))?.connection;
}

function itemsToSwitchTo(connections: Connections): ActionItem[] {
  const { all, invalidEntries } = connections.list;
  const activate = (connection: Connection) => () => connections.activate(connection.name);
  return [
    ...all.map((connection) => ({
      ...connectionItem(connection, connections),
      run: activate(connection),
    })),
    ...invalidEntries.map(({ index, reason }) => ({
      icon: "warning",
      label: `Entry ${index + 1} of the setting is invalid`,
      description: reason,
      alwaysShow: true,
      run: openConnectionsSetting,
    })),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    {
      ...connectionItem(sampleConnection, connections),
      label: "Sample data",
      description: "Fictional companies and events",
      buttons: [],
      run: activate(sampleConnection),
    },
    {
      icon: "add",
      label: "Connect…",
      description: "Add a service or API key",
      run: () => vscode.commands.executeCommand(commands.connect),
    },
  ];
}

function connectionItem(connection: Connection, connections: Connections): ConnectionItem {
  const organization =
    connection.organizationId === undefined ? "" : ` · organization ${connection.organizationId}`;
  return {
    connection,
    icon: isActive(connection, connections) ? "check" : "blank",
    label: connection.name,
    description: `${connection.origin}${organization}`,
    buttons: [editButton, removeButton],
  };
}

function isActive(connection: Connection, connections: Connections): boolean {
  return connections.active?.connection.name === connection.name;
}
